// Counts every routed response and every connection in the metrics. Responses before routing, and to what cannot be routed,
// are counted where they are made.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allRoutes } from '../contract/routes.ts';
import type { RequestMetrics } from '../domain/metric.ts';
import type { KnownRoutes } from '../metrics/request-series.ts';
import { NO_OPERATION } from '../metrics/request-series.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import type { Connections } from './connection/connections.ts';
import { DEMO_IMAGES } from './mount-demo-images.ts';
import { MCP_PATH } from './mount-mcp.ts';
import { openApiParts } from './openapi/openapi-parts.ts';
import { pageRoutes } from './pages/page-routes.ts';

/** Routes that are no operations. */
const SERVICE_ROUTES: ReadonlyMap<string, string> = new Map([
  ...['/healthz', '/readyz', '/metrics', ...openApiParts.map(({ path }) => path)].map(
    (path) => [path, path.slice(1)] as const,
  ),
  [DEMO_IMAGES, 'demo-images'],
  [MCP_PATH, 'mcp'],
  ...pageRoutes,
]);

/** The labels of a request. */
export const countedRoutes: KnownRoutes = {
  ...allRoutes,
  ...Object.fromEntries([...SERVICE_ROUTES.values()].map((name) => [name, {}])),
};

export const countResponses = (
  app: FastifyInstance,
  { requests, gather }: Pick<ServiceMetrics, 'requests' | 'gather'>,
  connections: Connections,
): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { exchange, refusal } = request;
    // Responses written past the reply have none of its headers.
    const bytes = exchange?.sentBytes || lengthOf(request, reply);
    const isFromCache = exchange?.isFromCache ?? false;
    requests.responded(nameOf(request), reply.statusCode, reply.elapsedTime, bytes, isFromCache);
    if (refusal !== undefined) requests.refused(refusal);
    done();
  });
  gather(() => [
    {
      name: 'http_connections',
      kind: 'gauge',
      help: 'Connections that are open.',
      value: connections.size,
    },
    {
      name: 'http_requests_under_way',
      kind: 'gauge',
      help: 'Requests whose response has not been sent yet, this one included.',
      value: connections.countUnderWay(),
    },
  ]);
};

/** A response to something that could not be routed. When such a request began is unknown. */
export const countUnrouted = (requests: RequestMetrics, status: number): void =>
  requests.responded(NO_OPERATION, status, 0, 0, false);

/** The name of the request's operation, or of another route. */
export const nameOf = ({ routeOptions, failureName }: FastifyRequest): string => {
  // The router takes a trailing slash for an empty parameter.
  if (failureName === 'RouteNotFound') return NO_OPERATION;
  return routeOptions.config.operation?.name ?? SERVICE_ROUTES.get(routeOptions.url ?? '') ?? NO_OPERATION;
};

/** The size of a body that went through the reply. */
export const lengthOf = ({ method }: FastifyRequest, reply: FastifyReply): number =>
  method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? 0);
