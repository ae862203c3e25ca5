// A Fastify server that does nothing: each route returns bytes it was told beforehand. What a service on Fastify could reach.

import { fastify } from 'fastify';

export interface BareRoute {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** By path and query; any of them for a request that is not listed. */
  readonly answers: readonly (readonly [target: string, body: string])[];
}

process.once('message', async (routes: readonly BareRoute[]) => {
  const app = fastify();
  for (const { method, path, answers } of routes) {
    const byTarget = new Map(answers);
    const [first] = answers;
    app.route({
      method,
      url: path,
      handler: (request, reply) => {
        reply.header('content-type', 'application/json; charset=utf-8');
        return reply.send(byTarget.get(request.url) ?? first?.[1]);
      },
    });
  }
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
});
