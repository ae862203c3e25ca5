// The routes that are no operations of the interface: liveness, readiness, metrics and the OpenAPI description. None needs a
// scope; only the metrics need a token, the operator's.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, unauthorized } from '../domain/failures/failures.ts';
import { operatorRequired } from '../domain/failures/http-failures.ts';
import { serviceStopping, serviceUnavailable } from '../domain/failures/unavailable-failures.ts';
import type { Limits } from '../domain/limits/limits.ts';
import { METRICS_TYPE, type ServiceMetrics } from '../metrics/service-metrics.ts';
import { ANSWER_HEADER, answerWhatIsSeen, QUESTION_HEADER } from '../operations/access/seen-request.ts';
import { isSameDigest, tokenDigestOf } from './caller/bearer.ts';
import { askerOf } from './identity.ts';
import { REQUEST_ID_LABEL } from './log.ts';
import { servedOpenApi } from './openapi/read-openapi.ts';
import { JSON_TYPE } from './output/send-failure.ts';

const RETRY_AFTER_SECONDS = 5;
const UP = JSON.stringify({ Status: 'success' });

/** What is said of a service that is ready. */
export interface ReadyNotes {
  /** How far search on another server is behind, where this process knows. */
  readonly search?: {
    readonly behind_catalogs: number;
    readonly behind_changes: number;
    readonly behind_seconds: number;
  };
}

// biome-ignore lint/suspicious/noConfusingVoidType: a check that only ever rejects is a check too.
export type IsReady = () => Promise<boolean | void | ReadyNotes>;

export interface ServiceRoutes {
  readonly isReady: IsReady;
  readonly isStopping: () => boolean;
  readonly metrics: Pick<ServiceMetrics, 'text'>;
  readonly operatorDigest: string | undefined;
  readonly limits: Limits;
  readonly visitorSecret: string | Buffer;
}

export const mountServiceRoutes = (
  app: FastifyInstance,
  { isReady, isStopping, metrics, operatorDigest, limits, visitorSecret }: ServiceRoutes,
): void => {
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: '/healthz',
    handler: (request, reply) => {
      const question = request.headers[QUESTION_HEADER];
      const answer =
        typeof question === 'string' ? answerDoctor(request, question, visitorSecret) : undefined;
      if (answer !== undefined) reply.header(ANSWER_HEADER, answer);
      return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(UP);
    },
  });
  app.route({
    method,
    url: '/readyz',
    handler: async (request, reply) => {
      if (isStopping()) throw serviceStopping(RETRY_AFTER_SECONDS);
      const ready = await isReady().catch((error: unknown) => {
        // A known fault is named here, and was logged when it began.
        if (error instanceof Failure) throw error;
        request.log.error({ err: error, [REQUEST_ID_LABEL]: request.id }, 'readiness cannot be told');
        return false;
      });
      // The question may have taken a while.
      if (isStopping()) throw serviceStopping(RETRY_AFTER_SECONDS);
      if (ready === false) {
        throw serviceUnavailable(RETRY_AFTER_SECONDS);
      }
      const body = typeof ready === 'object' ? JSON.stringify({ Status: 'success', ...ready }) : UP;
      return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(body);
    },
  });
  for (const { path, text } of servedOpenApi(limits)) {
    app.route({ method, url: path, handler: (_request, reply) => reply.type(JSON_TYPE).send(text) });
  }
  app.route({
    method,
    url: '/metrics',
    handler: async (request, reply) => {
      const digest = tokenDigestOf(request.raw);
      if (digest === undefined) throw unauthorized('missing');
      if (!isSameDigest(digest, operatorDigest)) throw operatorRequired();
      request.asker = askerOf({ token: undefined, isOperator: true });
      return reply
        .header('cache-control', 'no-store')
        .type(METRICS_TYPE)
        .send(await metrics.text());
    },
  });
};

const answerDoctor = (
  request: FastifyRequest,
  question: string,
  secret: string | Buffer,
): string | undefined => {
  const { ip: address, host, protocol, headers, socket } = request;
  const isForwarded = headers['x-forwarded-for'] !== undefined;
  const seen = { address, peer: socket.remoteAddress ?? '', host, protocol, isForwarded };
  return answerWhatIsSeen(secret, question, seen, Date.now());
};
