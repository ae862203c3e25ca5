// Listening, and an end to it in which every request that was accepted gets its answer.

import type { Server as NodeHttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';

/** Also how long an idle connection is given, once closing starts, to bring a request that is on its way. */
const SWEEP_EVERY_MS = 100;
const LET_IN_MAX_MS = 1_000;

/** Resolves to the address as a URL without a path. */
export const listen = async (
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<string> => {
  await app.ready();
  // Not `app.listen`: for `localhost` it opens a second server, whose connections no one would wait for.
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  app.server.once('error', reject);
  app.server.listen({ host: address.host, port: address.port }, resolve);
  await promise;
  app.server.off('error', reject);
  const bound = app.server.address();
  if (bound === null || typeof bound === 'string') {
    throw new Error('the server listens on no port');
  }
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
};

/**
 * Stops accepting, answers what was accepted (the newest response on each connection says `Connection: close`), closes
 * idle connections and waits for the rest, `deadlineMs` at most. Resolves to how many connections had to be cut.
 */
export const closeGracefully = async (
  app: FastifyInstance,
  connections: Connections,
  deadlineMs: number,
): Promise<number> => {
  const { server } = app;
  connections.startClosing();
  // Not `app.close()`, nor the HTTP server's own: both cut keep-alive connections whose next request is on its way,
  // and the latter stops the timeouts too.
  if (server.listening) {
    await letInWaiting(server, performance.now() + Math.min(deadlineMs, LET_IN_MAX_MS));
    NetServer.prototype.close.call(server);
  }
  const { promise: late, resolve: onLate } = Promise.withResolvers<void>();
  const deadline = setTimeout(onLate, deadlineMs);
  // Right after the sockets were read: a request that has arrived makes its connection busy before anyone calls it idle.
  const sweep = setInterval(() => setImmediate(closeIdle, server, connections), SWEEP_EVERY_MS);
  await Promise.race([connections.whenNone(), late]);
  clearTimeout(deadline);
  clearInterval(sweep);
  const cut = connections.size;
  server.closeAllConnections();
  await app.close();
  return cut;
};

/**
 * Clients that are connected for the kernel but not yet for us would be reset, their requests with them. Node takes in
 * one connection per turn of its loop, so under load many can be waiting.
 */
const letInWaiting = async (server: NodeHttpServer, deadline: number): Promise<void> => {
  let hasArrived: boolean;
  const note = () => {
    hasArrived = true;
  };
  server.on('connection', note);
  do {
    hasArrived = false;
    // Two, for the first may end the turn in which the listener had its go already.
    await nextTurn();
    await nextTurn();
  } while (hasArrived && performance.now() < deadline);
  server.off('connection', note);
};

const closeIdle = (server: NodeHttpServer, connections: Connections): void => {
  // Node calls a connection idle as soon as its response is whole, and would cut off what is still being sent.
  // An answer that was made before the end began does not say that it is the last one: its client may go on.
  if (!connections.isAnyFlushing() && !connections.isAnyFreeWithin(SWEEP_EVERY_MS)) {
    server.closeIdleConnections();
  }
};
