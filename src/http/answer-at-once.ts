// Requests whose answer is remembered get it before any routing; every other one goes on as if nobody had looked.
// Nothing is decided here: a remembered answer was made by the route itself, for this very request of this very caller.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestMetrics } from '../domain/metric.ts';
import { type AnswerMemory, announcedLength, announcesBody, NO_BODY } from './answer-memory.ts';
import type { Connection, Connections } from './connections.ts';
import { giveAgain } from './give-again.ts';
import type { AnswerLog } from './log.ts';
import { requestIdOf } from './request-id.ts';

/** `connection`: the one it came on, unless that is gone. */
export type AnswerRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection | undefined,
) => void;

export interface AtOnceDependencies {
  readonly memory: AnswerMemory;
  readonly connections: Pick<Connections, 'isClosing'>;
  readonly visitorSecret: string | Buffer;
  readonly now: () => Date;
  readonly metrics: Pick<RequestMetrics, 'answered'>;
  /** Absent: nothing is logged. */
  readonly log: AnswerLog | undefined;
}

/**
 * Only for a server that believes no proxy: who a request is from, and for which host, is then what the connection and
 * the `Host` header say.
 */
export const buildAnswerAtOnce = (
  { memory, connections, visitorSecret, now, metrics, log }: AtOnceDependencies,
  route: RequestListener,
): AnswerRequest => {
  /**
   * Not while the service stops: the requests behind this one must be seen before a response says it is the last. And
   * never after such a response.
   */
  const isOpen = (connection: Connection | undefined): boolean =>
    !connections.isClosing && connection?.isEnding !== true;

  const give = (request: IncomingMessage, response: ServerResponse, head: string, body: string): boolean => {
    const answer = memory.find(head, body);
    if (answer === undefined) return false;
    const startedAt = performance.now();
    const requestId = requestIdOf(request);
    log?.(request, response, requestId, answer);
    const ip = request.socket.remoteAddress ?? '';
    const bytes = giveAgain(answer, request, response, { requestId, ip, visitorSecret, now });
    metrics.answered(answer.operation, response.statusCode, performance.now() - startedAt, bytes, true);
    return true;
  };

  const giveToBody = (
    request: IncomingMessage,
    response: ServerResponse,
    head: string,
    connection: Connection | undefined,
  ): void => {
    // A body that came along with its head is here now. Any other is waited for by the route, in its own way.
    const isWhole = isOpen(connection) && request.readableLength === announcedLength(request);
    const bytes = isWhole ? (request.read() as Buffer | null) : null;
    if (bytes !== null) {
      if (give(request, response, head, bytes.toString('latin1'))) return;
      request.unshift(bytes);
    }
    route(request, response);
  };

  return (request, response, connection) => {
    const { host } = request.headers;
    const head = host === undefined || !isOpen(connection) ? undefined : memory.headOf(request, host);
    if (head === undefined) route(request, response);
    else if (!announcesBody(request)) {
      if (!give(request, response, head, NO_BODY)) route(request, response);
    } else if (announcedLength(request) !== undefined && memory.isKnown(head))
      process.nextTick(giveToBody, request, response, head, connection);
    else route(request, response);
  };
};
