// Serves the cacheable operations without the router, which would cost as much as the rest of the request path. Any unusual request
// is left to the router, which serves the same operations in the same way.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../contract/operation.ts';
import type { RequestMetrics } from '../domain/metric.ts';
import type { BeginTrace } from '../domain/trace.ts';
import { announcesBody } from './cache/response-cache.ts';
import type { ReadOrigin } from './caller/request-origin.ts';
import { closingHeaders } from './connection/closing-headers.ts';
import type { Connection, Connections } from './connection/connections.ts';
import type { RequestLog } from './log.ts';
import type { MountedOperation } from './mount-operations.ts';
import { writeError } from './output/send-failure.ts';
import { sendResponses } from './output/success-response.ts';
import type { OperationContext } from './serve-operation.ts';
import { endTrace, traceParentOf } from './trace-requests.ts';
import { Exchange } from './wire/exchange.ts';
import { requestIdOf } from './wire/request-id.ts';
import { buildTurnQueue } from './wire/turn-queue.ts';
import { scheduleWrites } from './wire/write-queue.ts';

const SERVED_TOGETHER_MAX = 64;

interface Arrived {
  readonly exchange: Exchange;
  readonly route: MountedOperation;
  readonly arrivedAt: number;
}

/** Whether the request is served here; false leaves it to the router. */
export type ServeDirectly = (
  request: IncomingMessage,
  response: ServerResponse,
  /** The connection it came on, unless that is gone. */
  connection: Connection | undefined,
) => boolean;

export interface DirectDependencies {
  readonly context: OperationContext;
  readonly mounted: readonly MountedOperation[];
  readonly readOrigin: ReadOrigin;
  readonly metrics: RequestMetrics;
  readonly log: RequestLog;
  /** Called with unexpected errors. */
  readonly onError: (error: unknown, exchange: Exchange) => void;
  /** Absent: requests are not traced. */
  readonly beginTrace?: BeginTrace | undefined;
}

export const buildDirectRoutes = ({
  context,
  mounted,
  readOrigin,
  metrics,
  log,
  onError,
  beginTrace,
}: DirectDependencies): ServeDirectly => {
  const findRoute = buildFindRoute(mounted);
  const { connections } = context;

  const count = (exchange: Exchange, operation: Operation, arrivedAt: number): void => {
    const { response, sentBytes, isFromCache, refusal } = exchange;
    const tookMs = performance.now() - arrivedAt;
    metrics.responded(operation.name, response.statusCode, tookMs, sentBytes, isFromCache);
    if (refusal !== undefined) metrics.refused(refusal);
    if (exchange.trace !== undefined) endTrace(exchange.trace, exchange, operation, tookMs);
  };

  const serve = async ({ exchange, route: { operation, serve }, arrivedAt }: Arrived): Promise<void> => {
    try {
      const served = await serve(exchange);
      if (!('responses' in served)) throw new Error(`${operation.name} responds with a stream`);
      const closing = closingHeaders(exchange, connections);
      const known = closing instanceof Promise ? await closing : closing;
      const sending = sendResponses(exchange, served.responses, known);
      if (sending !== undefined) await sending;
    } catch (error) {
      const { headers, variesByOrigin } = context.cors(exchange.request.headers.origin);
      const [name, value] = await closingHeaders(exchange, connections);
      writeError(error, exchange, operation, {
        headers: {
          ...headers,
          ...(variesByOrigin ? { vary: 'origin' } : {}),
          ...(name === undefined || value === undefined ? {} : { [name]: value }),
        },
        onError,
      });
    }
    count(exchange, operation, arrivedAt);
  };

  const serveSoon = buildTurnQueue<Arrived>({
    handle: (arrived) => void serve(arrived),
    max: SERVED_TOGETHER_MAX,
    // In the same turn: while another request takes its time in steps, every further turn would be a wait.
    onScheduled: scheduleWrites,
  });

  return (request, response, connection) => {
    const { url = '' } = request;
    if (request.headers.host === undefined || !isOpen(connections, connection) || !url.startsWith('/'))
      return false;
    const found = findRoute(request.method === 'HEAD' ? 'GET' : (request.method ?? ''), pathOf(url));
    if (found === undefined) return false;
    const { route, params } = found;
    // The router waits for a body where none is needed.
    if (route.operation.body === undefined && announcesBody(request)) return false;
    const { host = '', ip } = readOrigin(request);
    const exchange = new Exchange(request, response, {
      id: requestIdOf(request),
      host,
      ip,
      params,
      peer: connection?.peer,
    });
    if (beginTrace !== undefined) exchange.trace = beginTrace(traceParentOf(request));
    log(exchange, route.operation);
    const arrived = { exchange, route, arrivedAt: performance.now() };
    if (route.operation.isServedTogether === true) serveSoon(arrived);
    else void serve(arrived);
    return true;
  };
};

const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
};

interface FoundRoute {
  readonly route: MountedOperation;
  readonly params: Readonly<Record<string, string>>;
}

const NO_PARAMS = {};
const NONE: readonly FoundRoute[] = [];

/** By method and path. Plain paths only: the router decodes the others. */
const buildFindRoute = (mounted: readonly MountedOperation[]) => {
  const direct = mounted.filter(({ operation }) => operation.isCacheable === true);
  // By length, after which few are left: a `Map` would internalize each path that it is asked for.
  const plain = Map.groupBy(
    direct
      .filter(({ operation }) => !operation.path.includes('{'))
      .map((route) => ({ route, params: NO_PARAMS })),
    ({ route }) => route.operation.path.length,
  );
  const patterns = direct
    .filter(({ operation }) => operation.path.includes('{'))
    .map((route) => ({
      route,
      path: new RegExp(`^${route.operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[\\w.~-]+)')}$`),
    }));
  return (method: string, path: string): FoundRoute | undefined => {
    for (const found of plain.get(path.length) ?? NONE) {
      const { operation } = found.route;
      if (operation.path === path && operation.method === method) return found;
    }
    for (const { route, path: pattern } of patterns) {
      if (route.operation.method !== method) continue;
      const match = pattern.exec(path);
      if (match !== null) return { route, params: match.groups ?? NO_PARAMS };
    }
    return undefined;
  };
};

/**
 * Not while the service stops, since pipelined requests must be seen before a response announces that it is the last; and
 * never after such a response.
 */
const isOpen = (connections: Connections, connection: Connection | undefined): boolean =>
  !connections.isClosing && connection?.isEnding !== true;
