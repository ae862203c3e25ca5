// The HTTP server, put together: routing, order of the hooks, limits. It listens only when told.

import './wire/fastify-types.ts';
import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { allRoutes } from '../contract/routes.ts';
import { malformedRequest } from '../domain/failures/http-failures.ts';
import type { LargeWrites } from '../domain/limits/large-writes.ts';
import type { ChangeSignal, Directory, FeedPositions, SearchRecorder } from '../domain/ports.ts';
import type { BeginTrace } from '../domain/trace.ts';
import type { HandleMessage } from '../mcp/handle-message.ts';
import { buildServiceMetrics, type ServiceMetrics } from '../metrics/service-metrics.ts';
import type { Operations } from '../operations/all-operations.ts';
import type { DemoShop } from '../pages/demo-shop.ts';
import { LargeRequestScheduler } from '../runtime/large-request-scheduler.ts';
import { publicCaching } from './cache/lifetime.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { buildIdentifier } from './caller/identify.ts';
import { buildPositions } from './caller/position.ts';
import { openRateLimits } from './caller/rate-limits.ts';
import { buildReadOrigin } from './caller/request-origin.ts';
import { type Connections, trackConnections } from './connection/connections.ts';
import { buildHandover, buildStopping, type Handover, listen, type Stopping } from './connection/listen.ts';
import { refuseConnection } from './connection/refuse-connection.ts';
import { addCors, buildCors, watchRefusals } from './cors.ts';
import { countedRoutes, countResponses, countUnrouted } from './count-responses.ts';
import { buildDirectRoutes } from './direct-routes.ts';
import { defaultHttpConfig, type HttpConfig } from './http-config.ts';
import { type LargeRequestLimits, LargeRequestSlots } from './input/large-request-slots.ts';
import { buildBytesReader } from './input/read-bytes.ts';
import { buildStreamReader } from './input/read-stream.ts';
import { KnownPaths } from './known-paths.ts';
import { addRequestLog, buildLogger, buildRequestLog, REQUEST_ID_LABEL, traceIdsOf } from './log.ts';
import { type DrawImage, mountDemoImages } from './mount-demo-images.ts';
import { mountMcp } from './mount-mcp.ts';
import { buildMountedOperations, mountOperations } from './mount-operations.ts';
import { type IsReady, mountServiceRoutes } from './mount-service-routes.ts';
import { servedOpenApi } from './openapi/read-openapi.ts';
import { OUTSIDE_ENVELOPE } from './output/envelope.ts';
import { handleError, sendFailure } from './output/send-failure.ts';
import { buildMissingPage } from './pages/missing-page.ts';
import { mountPages, siteLayout } from './pages/mount-pages.ts';
import { addResponseHeaders, setCommonHeaders } from './response-headers.ts';
import type { OperationContext } from './serve-operation.ts';
import { type OnUnrouted, refuseUnclearHost, serveOutsideRouter, serveUnrouted } from './serve-unrouted.ts';
import { traceRequests } from './trace-requests.ts';
import { requestIdOf } from './wire/request-id.ts';
import { findTargetFault, takeOriginForm } from './wire/request-target.ts';

/** One is flushed while the other computes: more would only wait in the thread. */
const LARGE_WRITE_LIMITS = { ofTenantMax: 2, waitMaxMs: 10_000 };
const MEBIBYTE = 1024 * 1024;
const BROWSER_REFUSED =
  'a page of another origin called the service, and its browser will not hand over the response: name the origin of the page in VITRINE_CORS_ORIGINS, such as https://shop.example.com, or set it to * for any; said once';

export interface ServerDependencies {
  readonly operations: Operations;
  readonly directory: Directory;
  /** Counts searches for popular terms. */
  readonly recorder: SearchRecorder;
  /** Rejects, or resolves to false, when requests cannot be served now. */
  readonly isReady: IsReady;
  /** The service's metrics; without it only those of requests. */
  readonly metrics?: ServiceMetrics;
  /** Key of the visitor ids. Servers that share it give one visitor the same id. */
  readonly visitorSecret: string | Buffer;
  /** The operator's secret; absent: there is no operator. */
  readonly operatorToken?: string | undefined;
  readonly config: Partial<HttpConfig>;
  /** Draws the pictures of the demo shop; absent: they are not served. */
  readonly drawImage?: DrawImage | undefined;
  /** The ids of the demo shop, for pages; absent: pages do not mention it. */
  readonly demo?: DemoShop | undefined;
  /** Speaks the Model Context Protocol; absent: agents are not served. */
  readonly mcp?: HandleMessage | undefined;
  /** Lets responses be cached until their workspace changes; without it none is. */
  readonly signal?: ChangeSignal;
  /** How far each workspace has come; without it, no response says so. */
  readonly positions?: FeedPositions;
  /** Called with the tenant of each cacheable request to an environment that exists. */
  readonly noteReader?: (tenantId: string) => void;
  readonly largeQueries?: LargeRequestLimits;
  /** Absent: writes with large bodies run on the main thread. */
  readonly largeWrites?: LargeWrites;
  /** Absent: requests are not traced. */
  readonly beginTrace?: BeginTrace | undefined;
  readonly now?: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly clockMs?: () => number;
}

export interface Server extends Handover, Stopping {
  /** For requests without a network. */
  readonly app: FastifyInstance;
  readonly log: FastifyBaseLogger;
  /** Resolves to the address as a URL without a path. */
  readonly listen: (address: { readonly host: string; readonly port: number }) => Promise<string>;
}

export const buildServer = ({ config: given, ...dependencies }: ServerDependencies): Server => {
  const config = { ...defaultHttpConfig, ...given };
  const { operatorToken, beginTrace, metrics = buildServiceMetrics(countedRoutes) } = dependencies;
  const paths = new KnownPaths();
  const { app, connections } = buildApp(config, paths, (status) => countUnrouted(metrics.requests, status));
  const operatorDigest = operatorToken === undefined ? undefined : hash('sha256', operatorToken, 'hex');
  const context = buildContext(config, dependencies, connections, operatorDigest);
  addResponseHeaders(app, connections);
  if (beginTrace !== undefined) traceRequests(app, beginTrace);
  addRequestLog(app);
  countResponses(app, metrics, connections);
  refuseUnclearHost(app);
  addCors(app, context.cors);
  const sendMissingPage = buildMissingPage(siteLayout());
  app.setErrorHandler(
    (error, request, reply) => sendMissingPage(error, request, reply) ?? handleError(error, request, reply),
  );
  serveUnrouted(app, paths, sendMissingPage);
  const stopping = buildStopping(app, connections);
  mountServiceRoutes(app, {
    isReady: dependencies.isReady,
    isStopping: stopping.isStopping,
    metrics,
    operatorDigest,
    limits: config.limits,
    visitorSecret: dependencies.visitorSecret,
  });
  mountPages(app, {
    directory: dependencies.directory,
    demo: dependencies.demo,
    openApi: servedOpenApi(config.limits).map(({ text }) => text),
  });
  if (dependencies.drawImage !== undefined) mountDemoImages(app, dependencies.drawImage);
  if (dependencies.mcp !== undefined) mountMcp(app, dependencies.mcp, context, config.corsOrigins);
  const mounted = buildMountedOperations(dependencies.operations, context);
  mountOperations(app, mounted, context);
  const serveDirectly = buildDirectRoutes({
    context,
    mounted,
    readOrigin: buildReadOrigin(config.trustProxy),
    metrics: metrics.requests,
    log: buildRequestLog(app.log),
    onError: (err, { id, trace }) =>
      app.log.error({ err, [REQUEST_ID_LABEL]: id, ...traceIdsOf(trace) }, 'unexpected error'),
    beginTrace,
  });
  const watchBrowser = watchRefusals(context.cors, () => app.log.warn(BROWSER_REFUSED));
  app.server.on('request', (request, response) => {
    watchBrowser(request.headers);
    const connection = connections.note(request, response);
    // Before anything reads the URL. A target that must be refused is refused after routing, never looked up in the cache.
    const isServed = takeOriginForm(request) && serveDirectly(request, response, connection);
    if (!isServed) app.routing(request, response);
  });
  return {
    app,
    log: app.log,
    listen: (address) => listen(app, address),
    ...buildHandover(app),
    ...stopping,
  };
};

const buildContext = (
  config: HttpConfig,
  {
    directory,
    signal,
    positions,
    visitorSecret,
    recorder,
    clockMs,
    noteReader = () => {},
    largeQueries = {},
    largeWrites,
    now = () => new Date(),
  }: Omit<ServerDependencies, 'config'>,
  connections: Connections,
  operatorDigest: string | undefined,
): OperationContext => ({
  identifier: buildIdentifier({ directory, now, operatorDigest, signal }),
  positions: positions && buildPositions(positions, visitorSecret, config.searchWaitMs),
  visitorSecret,
  now,
  bodyBytes: {
    whole: buildBytesReader(config.bodyLimitBytes, connections),
    stream: buildStreamReader(config.requestTimeoutMs, connections),
  },
  responseIdleMs: config.requestTimeoutMs,
  connections,
  responseCache: signal && new ResponseCache(signal, listCachedHeaders(), config.responseCacheMiB * MEBIBYTE),
  recorder,
  cors: buildCors(config.corsOrigins),
  largeRequests: new LargeRequestScheduler(),
  largeWrites,
  largeQuerySlots: new LargeRequestSlots(largeQueries),
  largeWriteSlots: new LargeRequestSlots(LARGE_WRITE_LIMITS),
  noteReader,
  rateLimits: openRateLimits(config, clockMs ?? (() => performance.now())),
  // A browser revalidates each time, mostly with a 304.
  publicCaching: publicCaching(config.publicCacheSeconds, config.publicStaleSeconds),
});

/** The headers that some cacheable operation declares. */
const listCachedHeaders = (): string[] => {
  const cacheable = Object.values(allRoutes).filter(({ isCacheable }) => isCacheable === true);
  return [...new Set(cacheable.flatMap(({ headers }) => Object.keys(headers.properties)))];
};

const buildApp = (
  config: HttpConfig,
  paths: KnownPaths,
  onUnrouted: OnUnrouted,
): { app: FastifyInstance; connections: Connections } => {
  let connections: Connections | undefined;
  const onClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (connections === undefined) return;
    refuseConnection(error, socket, connections, (entry) => {
      onUnrouted(entry.status);
      app.log.info(entry, 'connection refused');
    });
  };
  const app = buildFastify(config, paths, onClientError, onUnrouted);
  // The handler is set once everything is mounted.
  app.server.removeAllListeners('request');
  connections = trackConnections(app.server);
  serveOutsideRouter(app, onUnrouted);
  // We read bodies ourselves, whatever the method: Fastify would check the media type before the scope and the token.
  for (const method of app.supportedMethods) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  app.decorateRequest('exchange', undefined);
  app.decorateRequest('asker', undefined);
  app.decorateRequest('failureName', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('trace', undefined);
  return { app, connections };
};

const buildFastify = (
  config: HttpConfig,
  paths: KnownPaths,
  onClientError: (error: NodeJS.ErrnoException, socket: Socket) => void,
  onUnrouted: OnUnrouted,
): FastifyInstance => {
  const { trustProxy, requestTimeoutMs, headersTimeoutMs } = config;
  return fastify({
    logger: buildLogger(config) ?? false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_LABEL }),
    genReqId: requestIdOf,
    // Our own log lines carry the id; a child logger per request would cost more than the rest of the path.
    childLoggerFactory: (logger) => logger,
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
    // HEAD shares the handler of its GET: Fastify's own HEAD routes cannot send 304.
    exposeHeadRoutes: false,
    // Every path that fits into the request line is allowed; the router's own limit would send 414.
    routerOptions: { maxParamLength: config.headersLimitBytes },
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    http: {
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: config.timeoutCheckMs,
      maxHeaderSize: config.headersLimitBytes,
      // Node would respond with an empty body; see `refuseUnclearHost`.
      requireHostHeader: false,
      // A request without a body has nothing to be read or discarded.
      optimizeEmptyRequests: true,
    },
    clientErrorHandler: onClientError,
    // Hooks do not run for these.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      const fault =
        findTargetFault(request.raw) ?? (error.code === 'FST_ERR_BAD_URL' ? undefined : malformedRequest());
      const { failure, envelope } =
        fault === undefined
          ? paths.refuseUndecodable(request.raw)
          : { failure: fault, envelope: OUTSIDE_ENVELOPE };
      sendFailure(failure, request, reply, envelope);
      onUnrouted(reply.statusCode);
    },
  });
};
