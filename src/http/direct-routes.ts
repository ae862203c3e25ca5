// The operations of a storefront whose path holds no parameter, served without the router: it would cost as much as the rest of
// the edge. Whatever is unusual about a request is left to the router, which serves the same operations in the same order.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../contract/operation.ts';
import type { RequestMetrics } from '../domain/metric.ts';
import type { Connection, Connections } from './connections.ts';
import { Exchange } from './exchange.ts';
import type { AnswerLog } from './log.ts';
import type { MountedOperation } from './mount-operations.ts';
import { requestIdOf } from './request-id.ts';
import { announcesBody, NO_BODY, type ResponseCache } from './response-cache.ts';
import { writeError } from './send-failure.ts';
import { answerFromCache, type Edge } from './serve-operation.ts';
import { sendResponses } from './success-response.ts';

/** Whether the request is being served; false when it is for the router. */
export type ServeDirectly = (
  request: IncomingMessage,
  response: ServerResponse,
  /** The one it came on, unless that is gone. */
  connection: Connection | undefined,
) => boolean;

export interface DirectDependencies {
  readonly edge: Edge;
  readonly mounted: readonly MountedOperation[];
  readonly metrics: RequestMetrics;
  readonly log: AnswerLog;
  /** Told of what was not foreseen. */
  readonly onError: (error: unknown, requestId: string) => void;
}

const NO_HEADERS: readonly string[] = [];

/**
 * Only for a server that believes no proxy: who a request is from, and for which host, is then what the connection and
 * the `Host` header say.
 */
export const buildDirectRoutes = ({
  edge,
  mounted,
  metrics,
  log,
  onError,
}: DirectDependencies): ServeDirectly => {
  const routes = directRoutes(mounted);
  const { connections, responseCache } = edge;

  const count = (exchange: Exchange, operation: Operation, startedAt: number): void => {
    const { response, sentBytes, isFromCache, refusal } = exchange;
    const tookMs = performance.now() - startedAt;
    metrics.answered(operation.name, response.statusCode, tookMs, sentBytes, isFromCache);
    if (refusal !== undefined) metrics.refused(refusal);
  };

  const serve = async (exchange: Exchange, { operation, serve }: MountedOperation): Promise<void> => {
    const startedAt = performance.now();
    try {
      const answer = await serve(exchange);
      if (!('responses' in answer)) throw new Error(`${operation.name} answers with a stream`);
      // The service began to stop meanwhile: this may be the last response on its connection.
      const closing = connections.endsWith(exchange.request) ? ['connection', 'close'] : NO_HEADERS;
      await sendResponses(exchange, answer.responses, closing);
    } catch (error) {
      writeError(error, exchange, operation, { ...edge, onError });
    }
    count(exchange, operation, startedAt);
  };

  const sendCached = (exchange: Exchange, cache: ResponseCache): boolean => {
    const key = cache.keyOf(exchange.request, exchange.host);
    const cached = key === undefined ? undefined : cache.find(key, NO_BODY);
    if (cached === undefined) return false;
    const route = { operation: cached.operation, serve: async () => answerFromCache(exchange, cached, edge) };
    log(exchange, cached.operation);
    void serve(exchange, route);
    return true;
  };

  return (request, response, connection) => {
    const { url = '', method } = request;
    const { host } = request.headers;
    if (host === undefined || !isOpen(connections, connection) || !url.startsWith('/')) return false;
    const hasBody = announcesBody(request);
    const route = routes.get(`${method === 'HEAD' ? 'GET' : method} ${pathOf(url)}`);
    const isDirect = route !== undefined && (route.operation.body !== undefined || !hasBody);
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isDirect && (responseCache === undefined || !isRead || hasBody)) return false;
    const exchange = new Exchange(request, response, {
      id: requestIdOf(request),
      host,
      ip: request.socket.remoteAddress ?? '',
      params: NO_PARAMS,
    });
    // What the router serves is looked up here all the same: a response that is ready needs no router.
    if (!isDirect) return responseCache !== undefined && sendCached(exchange, responseCache);
    log(exchange, route.operation);
    void serve(exchange, route);
    return true;
  };
};

const NO_PARAMS = {};

const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
};

/** By method and path. */
const directRoutes = (mounted: readonly MountedOperation[]): ReadonlyMap<string, MountedOperation> =>
  new Map(
    mounted
      .filter(({ operation }) => operation.isCacheable === true && !operation.path.includes('{'))
      .map((route) => [`${route.operation.method} ${route.operation.path}`, route]),
  );

/**
 * Not while the service stops: the requests behind this one must be seen before a response says it is the last. And
 * never after such a response.
 */
const isOpen = (connections: Connections, connection: Connection | undefined): boolean =>
  !connections.isClosing && connection?.isEnding !== true;
