// Every open connection and the requests on it, in the order they came. It knows what Node does not tell: which response
// is the last on its connection, and whether a fault of the connection belongs to a request that is still arriving.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '../domain/failures.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connection {
  readonly socket: Socket;
  /** Requests that have no whole answer yet. */
  readonly unanswered: Set<ServerResponse>;
  latest: Exchange | undefined;
  /** When it was opened, or its newest answer had gone out: its next request may be on its way since then. */
  freeAtMs: number;
  /** A response has said that it is the last one: what comes after it must not be carried out. */
  isEnding: boolean;
  /** It brought something that is not HTTP, or nothing for too long: no further request can come. */
  isRefused: boolean;
  /** Why the rest of the newest request will never come. */
  bodyFailure: Failure | undefined;
  failBody: ((failure: Failure) => void) | undefined;
  whenAnswered: (() => void) | undefined;
}

export interface Connections {
  /** Whether a response must be the last on its connection, decided when its head is written. */
  endsWith(request: IncomingMessage): boolean;
  /** Whether a request came after a response that said it was the last one. */
  isTooLate(request: IncomingMessage): boolean;
  find(socket: Socket): Connection | undefined;
  /** From now on the newest response on each connection is its last. */
  startClosing(): void;
  readonly isClosing: boolean;
  /** Whether a response is whole but not yet with its reader. */
  isAnyFlushing(): boolean;
  /** Whether a connection has been without a request for less than this time. */
  isAnyFreeWithin(timeMs: number): boolean;
  readonly size: number;
  /** Resolves when no connection is left. */
  whenNone(): Promise<void>;
}

export const trackConnections = (server: Server): Connections => {
  const connections = new Map<Socket, Connection>();
  const waiting: (() => void)[] = [];
  let isClosing = false;

  server.on('connection', (socket) => {
    connections.set(socket, {
      socket,
      unanswered: new Set(),
      latest: undefined,
      freeAtMs: performance.now(),
      isEnding: false,
      isRefused: false,
      bodyFailure: undefined,
      failBody: undefined,
      whenAnswered: undefined,
    });
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) {
        for (const resolve of waiting.splice(0)) resolve();
      }
    });
  });

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) {
      return;
    }
    connection.latest = { request, response };
    connection.unanswered.add(response);
    response.once('close', () => {
      connection.unanswered.delete(response);
      if (connection.unanswered.size > 0) return;
      connection.freeAtMs = performance.now();
      connection.whenAnswered?.();
    });
  };
  // Before the router's own listener, which may answer at once.
  server.prependListener('request', onRequest);
  server.prependListener('checkExpectation', onRequest);

  return {
    endsWith(request) {
      const connection = connections.get(request.socket);
      if (connection === undefined || connection.latest?.request !== request) {
        return false;
      }
      connection.isEnding ||= isClosing || connection.bodyFailure !== undefined;
      return connection.isEnding;
    },
    isTooLate: (request) => connections.get(request.socket)?.isEnding ?? false,
    find: (socket) => connections.get(socket),
    startClosing() {
      isClosing = true;
    },
    get isClosing() {
      return isClosing;
    },
    isAnyFlushing: () =>
      connections
        .values()
        .some(({ unanswered }) => unanswered.values().some((response) => response.writableEnded)),
    isAnyFreeWithin(timeMs) {
      const since = performance.now() - timeMs;
      return connections
        .values()
        .some(({ unanswered, freeAtMs }) => unanswered.size === 0 && freeAtMs > since);
    },
    get size() {
      return connections.size;
    },
    whenNone: () =>
      connections.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  };
};
