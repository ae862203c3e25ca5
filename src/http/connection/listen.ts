// Listening, and a graceful stop in which every accepted request gets its response.

import type { Server as NodeHttpServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.ts';

/** Also how long, at least, an idle connection may bring one more request once closing has started. */
const SWEEP_EVERY_MS = 100;
const LET_IN_MAX_MS = 1_000;

/** Resolves to the address as a URL without a path. */
export const listen = async (
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<string> => {
  await app.ready();
  // Not `app.listen`: for `localhost` it opens a second server, and nothing would wait for its connections.
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

/** Instead of `listen`, if another process accepts the connections. */
export interface Handover {
  /** From then on connections can be taken. */
  readonly prepare: () => Promise<void>;
  readonly take: (socket: Socket) => void;
}

export const buildHandover = (app: FastifyInstance): Handover => ({
  prepare: async () => {
    await app.ready();
    // Node's server begins to watch its timeouts.
    app.server.emit('listening');
  },
  take: (socket) => {
    // As Node's server does for those that it accepts itself.
    socket.setNoDelay(true);
    app.server.emit('connection', socket);
  },
});

export interface Stopping {
  /** From now on `/readyz` tells load balancers to send nothing more, and each connection ends with its next response. */
  readonly startDraining: () => void;
  /** Whether it drains, or has. A worker that is replaced does not: its service goes on. */
  readonly isStopping: () => boolean;
  /** See `closeGracefully`. */
  readonly closeGracefully: (deadlineMs: number, idleMs?: number) => Promise<number>;
}

export const buildStopping = (app: FastifyInstance, connections: Connections): Stopping => {
  let isStopping = false;
  return {
    startDraining: () => {
      isStopping = true;
      connections.startClosing();
    },
    isStopping: () => isStopping,
    closeGracefully: (deadlineMs, idleMs) => closeGracefully(app, connections, deadlineMs, idleMs),
  };
};

/**
 * Stops accepting connections, serves the accepted requests (the latest response on each connection says
 * `Connection: close`), closes connections that were idle for `idleMs` and waits for the rest, at most `deadlineMs` longer.
 * Resolves to the number of connections that had to be cut.
 */
const closeGracefully = async (
  app: FastifyInstance,
  connections: Connections,
  deadlineMs: number,
  idleMs = 0,
): Promise<number> => {
  const { server } = app;
  // After draining, they have had their time.
  const keptIdleMs = connections.isClosing ? 0 : idleMs;
  connections.startClosing();
  // Neither `app.close()` nor the HTTP server's own `close`: both cut keep-alive connections whose next request is on its
  // way, and the latter stops the timeouts too.
  if (server.listening) {
    await letInWaiting(server, performance.now() + Math.min(deadlineMs, LET_IN_MAX_MS));
    NetServer.prototype.close.call(server);
  }
  const { promise: late, resolve: onLate } = Promise.withResolvers<void>();
  const deadline = setTimeout(onLate, keptIdleMs + deadlineMs);
  // Right after the sockets were read: a request that has arrived makes its connection busy before it is taken for idle.
  const sweepMs = Math.max(keptIdleMs, SWEEP_EVERY_MS);
  const sweep = setInterval(() => setImmediate(closeIdle, server, connections, sweepMs), SWEEP_EVERY_MS);
  await Promise.race([connections.whenNone(), late]);
  clearTimeout(deadline);
  clearInterval(sweep);
  const cut = connections.size;
  server.closeAllConnections();
  await app.close();
  return cut;
};

/**
 * Clients that the kernel has connected but Node has not accepted would be reset, and their requests lost. Node accepts
 * one connection per turn of the event loop, so under load many can be waiting.
 */
const letInWaiting = async (server: NodeHttpServer, deadline: number): Promise<void> => {
  let hasArrived: boolean;
  const note = () => {
    hasArrived = true;
  };
  server.on('connection', note);
  do {
    hasArrived = false;
    // Two turns: the first may be the one in which the listener has already run.
    await nextTurn();
    await nextTurn();
  } while (hasArrived && performance.now() < deadline);
  server.off('connection', note);
};

const closeIdle = (server: NodeHttpServer, connections: Connections, idleMs: number): void => {
  // Node calls a connection idle as soon as its response is complete, and would cut off what is still being sent. A response
  // that was made before closing began does not announce that it is the last one: its client may go on.
  if (!connections.isAnyFlushing() && !connections.isAnyFreeWithin(idleMs)) {
    server.closeIdleConnections();
  }
};
