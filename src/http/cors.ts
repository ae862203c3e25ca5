// Cross-origin access for the configured origins, and for none when none is configured. A preflight is answered before
// any scope or token is asked for: a browser sends neither with it.

import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import { allRoutes } from '../contract/routes.ts';
import { routeNotFound } from '../domain/failures.ts';
import { scopeHeaders } from './read-scope.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { sendFailure } from './send-failure.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 600;

const operations: readonly Operation[] = Object.values(allRoutes);

export const addCors = (app: FastifyInstance, origins: '*' | readonly string[]): void => {
  if (origins.length === 0) {
    return;
  }
  app.addHook('onRequest', (request, reply, done) => {
    // An OPTIONS that is no preflight is an unmatched route like any other; the plugin would answer it in plain text.
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (request.method === 'OPTIONS' && (origin === undefined || asked === undefined)) {
      sendFailure(routeNotFound(), request, reply);
      return;
    }
    done();
  });
  app.register(fastifyCors, {
    origin: origins === '*' ? origins : [...origins],
    methods: [...new Set([...operations.map(({ method }) => method), 'HEAD'])],
    allowedHeaders: [
      ...scopeHeaders,
      'authorization',
      'content-type',
      'if-none-match',
      REQUEST_ID_HEADER,
      ...new Set(operations.flatMap(({ headers }) => Object.keys(headers.properties))),
    ],
    exposedHeaders: [REQUEST_ID_HEADER, 'etag', 'retry-after', 'content-disposition'],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
};
