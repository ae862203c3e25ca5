// The log: JSON lines, one per request. Never a header, a token, a query string, a body or a client's address is written.

import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { HttpConfig } from './http-config.ts';

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

export const addRequestLog = (app: FastifyInstance): void => {
  // Asked once: the level never changes while the service runs.
  if (!isAtLeastInfo(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        ...describeRequest(request),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 1_000) / 1_000,
      },
      'request answered',
    );
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info(describeRequest(request), 'request broken off by the client');
    done();
  });
};

const isAtLeastInfo = (level: string): boolean => ['info', 'debug', 'trace'].includes(level);

const describeRequest = (request: FastifyRequest) => ({
  [REQUEST_ID_LABEL]: request.id,
  method: request.method,
  // The pattern, not the path: a path holds ids, and an unmatched one anything at all.
  route: request.routeOptions.url ?? null,
  failure: request.failureName,
  ...request.scope,
});
