// The log: one JSON line per request. Headers, tokens, query strings, bodies and client addresses are never written; a token
// is named by its id, which grants nothing.

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import type { RequestTrace } from '../domain/trace.ts';
import type { HttpConfig } from './http-config.ts';
import type { Exchange } from './wire/exchange.ts';

/** The router's spelling of a path of the contract. */
export const routePatternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

export const REQUEST_ID_LABEL = 'requestId';

const CAUSES_MAX = 4;

export const buildLogger = ({ logLevel, logStream, worker }: HttpConfig): FastifyServerOptions['logger'] => ({
  level: logLevel,
  stream: logStream,
  base: worker === undefined ? null : { worker },
  serializers: {
    // Should these ever be logged whole, nothing they hold gets out.
    req: () => ({}),
    res: () => ({}),
    err: (error: unknown) => describeError(error, CAUSES_MAX),
  },
});

/** Only the fields that every error has: drivers attach the statement and its values to theirs. */
const describeError = (error: unknown, causes: number): ErrorLine => {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: '', stack: '' };
  }
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause =
    error.cause !== undefined && causes > 0 ? { cause: describeError(error.cause, causes - 1) } : {};
  return { type: error.name, message: error.message, stack: error.stack ?? '', ...code, ...cause };
};

interface ErrorLine {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/** Watches a request that no hook will see, and writes its line when the response is sent. */
export type RequestLog = (exchange: Exchange, operation: Operation) => void;

export const addRequestLog = (app: FastifyInstance): void => {
  if (!isAtLeastInfo(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    writeCompleted(app.log, describeRequest(request), reply.statusCode, reply.elapsedTime);
    done();
  });
  // Fastify's own hook listens to the request, and one without a body ends before it can be aborted.
  app.addHook('onRequest', (request, reply, done) => {
    const tellBrokenOff = (): void => writeBrokenOff(app.log, describeRequest(request));
    reply.raw.once('close', tellBrokenOff).once('finish', () => reply.raw.off('close', tellBrokenOff));
    done();
  });
};

export const buildRequestLog = (log: FastifyBaseLogger): RequestLog =>
  isAtLeastInfo(log.level)
    ? (exchange, { path }) => {
        const startedAt = performance.now();
        const { response } = exchange;
        response.once('close', () => {
          const line = describeExchange(exchange, routePatternOf(path));
          if (response.writableFinished)
            writeCompleted(log, line, response.statusCode, performance.now() - startedAt);
          else writeBrokenOff(log, line);
        });
      }
    : () => {};

/** Computed once: the level never changes while the service runs. */
const isAtLeastInfo = (level: string): boolean => ['info', 'debug', 'trace'].includes(level);

const writeCompleted = (log: FastifyBaseLogger, line: object, status: number, tookMs: number): void =>
  log.info({ ...line, status, durationMs: Math.round(tookMs * 1_000) / 1_000 }, 'request completed');

const writeBrokenOff = (log: FastifyBaseLogger, line: object): void =>
  log.info(line, 'request broken off before its response was sent');

const describeRequest = (request: FastifyRequest) =>
  request.exchange === undefined
    ? {
        [REQUEST_ID_LABEL]: request.id,
        method: request.method,
        // The pattern, not the path: a path contains ids, and an unmatched one anything at all.
        route: request.routeOptions.url ?? null,
        failure: request.failureName,
        ...request.asker,
        ...traceIdsOf(request.trace),
      }
    : {
        ...describeExchange(request.exchange, request.routeOptions.url ?? ''),
        failure: request.failureName,
      };

const describeExchange = ({ id, request, scope, asker, failureName, trace }: Exchange, route: string) => ({
  [REQUEST_ID_LABEL]: id,
  method: request.method,
  route,
  failure: failureName,
  ...scope,
  ...asker,
  ...traceIdsOf(trace),
});

/** Empty when the request is not recorded. */
export const traceIdsOf = (trace: RequestTrace | undefined) =>
  trace === undefined ? undefined : { traceId: trace.traceId, spanId: trace.spanId };
