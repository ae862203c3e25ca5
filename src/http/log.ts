// The log: JSON lines, one per request. Never a header, a token, a query string, a body or a client's address is written; of a
// token its id, which opens nothing.

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import type { HttpConfig } from './http-config.ts';
import type { Exchange } from './wire/exchange.ts';

/** As the router writes a path of the contract. */
export const routePatternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

export const REQUEST_ID_LABEL = 'requestId';

const CAUSES_MAX = 4;

export const buildLogger = ({ logLevel, logStream }: HttpConfig): FastifyServerOptions['logger'] => ({
  level: logLevel,
  stream: logStream,
  base: null,
  serializers: {
    // Should anything ever log these whole, nothing of what they hold gets out.
    req: () => ({}),
    res: () => ({}),
    err: (error: unknown) => describeError(error, CAUSES_MAX),
  },
});

/** Only the fields that an error has by nature: drivers hang the statement and its values on theirs. */
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

/** Takes note of a request that no hook will see, and writes its line when it is answered. */
export type AnswerLog = (exchange: Exchange, operation: Operation) => void;

export const addRequestLog = (app: FastifyInstance): void => {
  if (!isAtLeastInfo(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    writeAnswered(app.log, describeRequest(request), reply.statusCode, reply.elapsedTime);
    done();
  });
  // Fastify's own hook listens to the request, and one without a body is over before anybody can break it off.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) writeBrokenOff(app.log, describeRequest(request));
    });
    done();
  });
};

export const buildAnswerLog = (log: FastifyBaseLogger): AnswerLog =>
  isAtLeastInfo(log.level)
    ? (exchange, { path }) => {
        const startedAt = performance.now();
        const { response } = exchange;
        response.once('close', () => {
          const line = describeExchange(exchange, routePatternOf(path));
          if (response.writableFinished)
            writeAnswered(log, line, response.statusCode, performance.now() - startedAt);
          else writeBrokenOff(log, line);
        });
      }
    : () => {};

/** Asked once: the level never changes while the service runs. */
const isAtLeastInfo = (level: string): boolean => ['info', 'debug', 'trace'].includes(level);

const writeAnswered = (log: FastifyBaseLogger, line: object, status: number, tookMs: number): void =>
  log.info({ ...line, status, durationMs: Math.round(tookMs * 1_000) / 1_000 }, 'request answered');

const writeBrokenOff = (log: FastifyBaseLogger, line: object): void =>
  log.info(line, 'request broken off before its answer was out');

const describeRequest = (request: FastifyRequest) =>
  request.exchange === undefined
    ? {
        [REQUEST_ID_LABEL]: request.id,
        method: request.method,
        // The pattern, not the path: a path holds ids, and an unmatched one anything at all.
        route: request.routeOptions.url ?? null,
        failure: request.failureName,
        ...request.asker,
      }
    : {
        ...describeExchange(request.exchange, request.routeOptions.url ?? ''),
        failure: request.failureName,
      };

const describeExchange = ({ id, request, scope, asker, failureName }: Exchange, route: string) => ({
  [REQUEST_ID_LABEL]: id,
  method: request.method,
  route,
  failure: failureName,
  ...scope,
  ...asker,
});
