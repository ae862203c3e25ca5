// Every open connection and its requests, in order of arrival. Knows what Node does not tell: which response is the last on
// its connection, and whether a connection error belongs to a request that is still arriving.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '../../domain/failures/failures.ts';
import type { Peer } from '../identity.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connection {
  readonly socket: Socket;
  /** What its requests have shown about their sender. */
  readonly peer: Peer;
  /** In request order; the first may be sent already. There is no listener per response: every request would pay for it. */
  readonly responses: ServerResponse[];
  latest: Exchange | undefined;
  /** When it was opened, when closing began, or when its latest response was sent: its next request may be on its way. */
  freeAtMs: number;
  /** A response has announced that it is the last one: requests after it must not be carried out. */
  isEnding: boolean;
  /** It sent something that is not HTTP, or nothing for too long: no further request can come. */
  isRefused: boolean;
  /** Why the rest of the latest request will never arrive. */
  bodyFailure: Failure | undefined;
  failBody: ((failure: Failure) => void) | undefined;
  /** The latest request is a stream: it is fine for it to be incomplete. */
  isStreaming: boolean;
}

/** Responses are sent in request order: once the latest is sent, all are. */
export const isServed = ({ latest }: Connection): boolean => latest?.response.closed ?? true;

/** Runs once everything requested on the connection so far is served. Only call it while something is not. */
export const whenServed = ({ latest }: Connection, run: () => void): void =>
  void latest?.response.once('close', run);

const countOpen = (connections: IteratorObject<Connection>): number =>
  connections.reduce((total, { responses }) => total + responses.filter(({ closed }) => !closed).length, 0);

export interface Connections {
  /** Call it for every request, before it is served; `undefined` when its connection is gone. */
  note(request: IncomingMessage, response: ServerResponse): Connection | undefined;
  /** Whether a response must be the last on its connection, decided when its headers are written. */
  endsWith(request: IncomingMessage): boolean;
  /** Whether a request came after a response that announced it was the last one. */
  isTooLate(request: IncomingMessage): boolean;
  find(socket: Socket): Connection | undefined;
  /** From now on the latest response on each connection is its last. */
  startClosing(): void;
  readonly isClosing: boolean;
  /** Whether a response is complete but not yet received. */
  isAnyFlushing(): boolean;
  /** Whether a connection became idle less than this time ago. */
  isAnyFreeWithin(timeMs: number): boolean;
  readonly size: number;
  /** Requests whose response is not sent yet. */
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

  /** While closing, records when a connection became idle. */
  const watch = (connection: Connection): void =>
    whenServed(connection, () => {
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
      if (isClosing) return;
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
      return connections.values().some((connection) => connection.freeAtMs > since && isServed(connection));
    },
    get size() {
      return connections.size;
    },
    countUnderWay: () => countOpen(connections.values()),
    whenNone: () =>
      connections.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  };
};
