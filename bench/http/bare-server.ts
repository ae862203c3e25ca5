// A Fastify server that does nothing but return given bytes on each route: the upper bound for a service on Fastify.

import { fastify } from 'fastify';

export interface BareRoute {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Returned in turn. */
  readonly responses: readonly string[];
}

process.once('message', async (routes: readonly BareRoute[]) => {
  const app = fastify();
  for (const { method, path, responses } of routes) {
    let turn = 0;
    app.route({
      method,
      url: path,
      handler: (_, reply) => {
        reply.header('content-type', 'application/json; charset=utf-8');
        turn += 1;
        return reply.send(responses[turn % responses.length]);
      },
    });
  }
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
});
