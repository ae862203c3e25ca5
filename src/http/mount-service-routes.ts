// What is no operation of the interface: whether the process is up, whether it can answer, and the description of the
// interface. None of it needs a scope or a token.

import type { FastifyInstance } from 'fastify';
import { routes } from '../contract/routes.ts';
import { serviceUnavailable } from '../domain/failures.ts';
import { REQUEST_ID_LABEL } from './log.ts';
import { buildOpenApi } from './openapi.ts';
import { JSON_TYPE } from './send-failure.ts';
import { readVersion } from './version.ts';

const RETRY_AFTER_SECONDS = 5;
const UP = JSON.stringify({ Status: 'success' });

// biome-ignore lint/suspicious/noConfusingVoidType: a check that only ever rejects is a check too.
export type IsReady = () => Promise<boolean | void>;

export const mountServiceRoutes = (app: FastifyInstance, isReady: IsReady): void => {
  const method = ['GET', 'HEAD'];
  const openApi = JSON.stringify(buildOpenApi(routes, readVersion()));
  app.route({
    method,
    url: '/healthz',
    handler: (_request, reply) => reply.header('cache-control', 'no-store').type(JSON_TYPE).send(UP),
  });
  app.route({
    method,
    url: '/readyz',
    handler: async (request, reply) => {
      const ready = await isReady().catch((error: unknown) => {
        request.log.error({ err: error, [REQUEST_ID_LABEL]: request.id }, 'readiness cannot be told');
        return false;
      });
      if (ready === false) {
        throw serviceUnavailable(RETRY_AFTER_SECONDS);
      }
      return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(UP);
    },
  });
  app.route({
    method,
    url: '/openapi.json',
    handler: (_request, reply) => reply.type(JSON_TYPE).send(openApi),
  });
};
