// Every open connection and the requests on it, in the order they came. It knows what Node does not tell: which response
// is the last on its connection, and whether a fault of the connection belongs to a request that is still arriving.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '../../domain/failures/failures.ts';
import type { Peer } from '../caller/identity.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connection {
  readonly socket: Socket;
  /** What its requests have shown of whoever sends them. */
  readonly peer: Peer;
  /** In the order of their requests; those in front may be out already. No listener tells: that would cost every request. */
  readonly responses: ServerResponse[];
  latest: Exchange | undefined;
  /** When it was opened, closing began, or its newest answer since then had gone out: its next request may be on its way. */
  freeAtMs: number;
  /** A response has said that it is the last one: what comes after it must not be carried out. */
  isEnding: boolean;
  /** It brought something that is not HTTP, or nothing for too long: no further request can come. */
  isRefused: boolean;
  /** Why the rest of the newest request will never come. */
  bodyFailure: Failure | undefined;
  failBody: ((failure: Failure) => void) | undefined;
  /** The newest request is of any length: that it is not yet whole is no fault. */
  isStreaming: boolean;
}

/** Responses go out in the order of their requests: with the newest, all are out. */
export const isAnswered = ({ latest }: Connection): boolean => latest?.response.closed ?? true;

/** Runs once, when all that was asked for on a connection so far is answered; not to be asked when it is already. */
export const whenAnswered = ({ latest }: Connection, run: () => void): void =>
  void latest?.response.once('close', run);

const countOpen = (connections: IteratorObject<Connection>): number =>
  connections.reduce((total, { responses }) => total + responses.filter(({ closed }) => !closed).length, 0);

export interface Connections {
  /** To be told of every request, before anyone answers it; undefined when its connection is gone. */
  note(request: IncomingMessage, response: ServerResponse): Connection | undefined;
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
  /** Requests whose response is not out yet. */
  countUnderWay(): number;
  /** Resolves when no connection is left. */
  whenNone(): Promise<void>;
}

const newConnection = (socket: Socket): Connection => ({
  socket,
  peer: { caller: undefined, visitor: undefined },
  responses: [],
  latest: undefined,
  freeAtMs: performance.now(),
  isEnding: false,
  isRefused: false,
  bodyFailure: undefined,
  failBody: undefined,
  isStreaming: false,
});

export const trackConnections = (server: Server): Connections => {
  const connections = new Map<Socket, Connection>();
  const waiting: (() => void)[] = [];
  let isClosing = false;

  server.on('connection', (socket) => {
    connections.set(socket, newConnection(socket));
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) {
        for (const resolve of waiting.splice(0)) resolve();
      }
    });
  });

  /** While closing, it counts when a connection became free. */
  const watch = (connection: Connection): void =>
    whenAnswered(connection, () => {
      connection.freeAtMs = performance.now();
    });

  const note = (request: IncomingMessage, response: ServerResponse): Connection | undefined => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return undefined;
    connection.latest = { request, response };
    connection.isStreaming = false;
    const { responses } = connection;
    if (responses.length === 1 && responses[0]?.closed === true) responses[0] = response;
    else {
      while (responses[0]?.closed === true) responses.shift();
      responses.push(response);
    }
    if (isClosing) watch(connection);
    return connection;
  };
  server.prependListener('checkExpectation', note);

  return {
    note,
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
      for (const connection of connections.values()) {
        connection.freeAtMs = performance.now();
        watch(connection);
      }
    },
    get isClosing() {
      return isClosing;
    },
    isAnyFlushing: () =>
      connections
        .values()
        .some((connection) =>
          connection.responses.some(({ writableEnded, closed }) => writableEnded && !closed),
        ),
    isAnyFreeWithin(timeMs) {
      const since = performance.now() - timeMs;
      return connections.values().some((connection) => connection.freeAtMs > since && isAnswered(connection));
    },
    get size() {
      return connections.size;
    },
    countUnderWay: () => countOpen(connections.values()),
    whenNone: () =>
      connections.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  };
};
