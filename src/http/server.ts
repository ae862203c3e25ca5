// The HTTP side, put together: what is answered to whom, in which order, within which limits. It listens only when told.

import './fastify-types.ts';
import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import {
  expectationFailed,
  invalidInput,
  malformedRequest,
  missingHeader,
  routeNotFound,
} from '../domain/failures.ts';
import type { Metric } from '../domain/metric.ts';
import type { ChangeSignal, Directory } from '../domain/ports.ts';
import type { Operations } from '../operations/all-operations.ts';
import { type AnswerRequest, buildAnswerAtOnce } from './answer-at-once.ts';
import { AnswerMemory } from './answer-memory.ts';
import { type Connections, trackConnections } from './connections.ts';
import { addCors } from './cors.ts';
import { failureBody, OUTSIDE_ENVELOPE } from './envelope.ts';
import { defaultHttpConfig, type HttpConfig } from './http-config.ts';
import { closeGracefully, listen } from './listen.ts';
import { addRequestLog, buildAnswerLog, buildLogger, REQUEST_ID_LABEL } from './log.ts';
import { listRememberedHeaders, mountOperations } from './mount-operations.ts';
import { type IsReady, mountServiceRoutes } from './mount-service-routes.ts';
import { openRateLimits } from './rate-limits.ts';
import { buildBytesReader } from './read-bytes.ts';
import { buildStreamReader } from './read-stream.ts';
import { refuseConnection, writeRefusal } from './refuse-connection.ts';
import { requestIdOf } from './request-id.ts';
import { addResponseHeaders, setCommonHeaders } from './response-headers.ts';
import { FAILURE_HEADERS, handleError, sendFailure } from './send-failure.ts';
import { VersionedMap } from './versioned-map.ts';

const ADMITTED_MAX = 5_000;

export interface ServerDependencies {
  readonly operations: Operations;
  readonly directory: Directory;
  /** Rejects, or resolves to false, when requests cannot be answered now. */
  readonly isReady: IsReady;
  /** What the operator may watch beside the process itself. */
  readonly metrics?: () => readonly Metric[];
  /** Key of the visitor marks. Servers that share it give one visitor the same mark. */
  readonly visitorSecret: string | Buffer;
  /** The secret of whoever stands above all workspaces; absent: nobody does. */
  readonly operatorToken?: string | undefined;
  readonly config: Partial<HttpConfig>;
  /** Lets answers be remembered until something changes; without it none is. */
  readonly signal?: ChangeSignal;
  readonly now?: () => Date;
  /** Milliseconds of a clock that nobody sets. */
  readonly clockMs?: () => number;
}

export interface Server {
  /** For requests without a network. */
  readonly app: FastifyInstance;
  readonly log: FastifyBaseLogger;
  /** Resolves to the address as a URL without a path. */
  readonly listen: (address: { readonly host: string; readonly port: number }) => Promise<string>;
  /** See `closeGracefully`. */
  readonly closeGracefully: (deadlineMs: number) => Promise<number>;
}

export const buildServer = ({ config: given, ...dependencies }: ServerDependencies): Server => {
  const config = { ...defaultHttpConfig, ...given };
  const { app, connections } = buildApp(config);
  const { signal, visitorSecret, operatorToken, now = () => new Date() } = dependencies;
  const rateLimits = openRateLimits(config, dependencies.clockMs ?? (() => performance.now()));
  // What is answered from memory passes no limit, so nothing is where every request counts.
  const memory =
    signal && !rateLimits.countsEvery ? new AnswerMemory(signal, listRememberedHeaders(), now) : undefined;
  const log = buildAnswerLog(app.log);
  addResponseHeaders(app, connections);
  addRequestLog(app);
  refuseMissingHost(app);
  addCors(app, config.corsOrigins);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => sendFailure(routeNotFound(), request, reply));
  const operatorDigest = operatorToken === undefined ? undefined : hash('sha256', operatorToken, 'hex');
  mountServiceRoutes(app, {
    isReady: dependencies.isReady,
    metrics: dependencies.metrics ?? (() => []),
    operatorDigest,
    limits: config.limits,
  });
  mountOperations(app, dependencies.operations, {
    directory: dependencies.directory,
    visitorSecret,
    now,
    operatorDigest,
    bodyBytes: {
      whole: buildBytesReader(config.bodyLimitBytes, connections),
      stream: buildStreamReader(config.requestTimeoutMs, connections),
    },
    answerIdleMs: config.requestTimeoutMs,
    connections,
    memory,
    rateLimits,
    admitted: signal && new VersionedMap(signal, ADMITTED_MAX),
  });
  // Who is behind a proxy, only Fastify can tell: its requests are answered from memory too, but only once routed.
  const answer: AnswerRequest =
    memory === undefined || config.trustProxy !== false
      ? app.routing
      : buildAnswerAtOnce({ memory, connections, visitorSecret, now, log }, app.routing);
  app.server.on('request', (request, response) => {
    answer(request, response, connections.note(request, response));
  });
  return {
    app,
    log: app.log,
    listen: (address) => listen(app, address),
    closeGracefully: (deadlineMs) => closeGracefully(app, connections, deadlineMs),
  };
};

const buildApp = (config: HttpConfig): { app: FastifyInstance; connections: Connections } => {
  let connections: Connections | undefined;
  const app = buildFastify(config, (error, socket) => {
    if (connections !== undefined) {
      refuseConnection(error, socket, connections, (entry) => app.log.info(entry, 'connection refused'));
    }
  });
  // Whoever may answer is set once everything is mounted.
  app.server.removeAllListeners('request');
  connections = trackConnections(app.server);
  answerOutsideRouter(app);
  // Bodies are ours to read, whatever the method: Fastify would judge the media type before the scope and the token.
  for (const method of app.supportedMethods) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  app.decorateRequest('scope', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('failureName', undefined);
  app.decorateRequest('answerPlace', undefined);
  app.decorateRequest('entityTag', undefined);
  return { app, connections };
};

const buildFastify = (
  config: HttpConfig,
  onClientError: (error: NodeJS.ErrnoException, socket: Socket) => void,
): FastifyInstance => {
  const { trustProxy, requestTimeoutMs, headersTimeoutMs } = config;
  return fastify({
    logger: buildLogger(config) ?? false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_LABEL }),
    genReqId: requestIdOf,
    // Our own lines carry the id; a child logger for every request would cost more than the rest of the edge.
    childLoggerFactory: (logger) => logger,
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
    // HEAD shares the handler of its GET: Fastify's own HEAD routes cannot answer 304.
    exposeHeadRoutes: false,
    // Every path that fits into the head of a request is a path; the router's own limit would answer 414.
    routerOptions: { maxParamLength: config.headersLimitBytes },
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    http: {
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: config.timeoutCheckMs,
      maxHeaderSize: config.headersLimitBytes,
      // Node would answer with an empty body; see `refuseMissingHost`.
      requireHostHeader: false,
      // A request without a body has nothing to be read or thrown away.
      optimizeEmptyRequests: true,
    },
    clientErrorHandler: onClientError,
    // Hooks do not run for these.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      const failure =
        error.code === 'FST_ERR_BAD_URL'
          ? invalidInput('malformed', 'path', 'The path is not percent-encoded UTF-8')
          : malformedRequest();
      sendFailure(failure, request, reply);
    },
  });
};

/** RFC 9112, 3.2. Not of any operation, so in the top-level shape whatever the path. */
const refuseMissingHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion } = request.raw;
    if (headers.host !== undefined || httpVersion !== '1.1') {
      done();
      return;
    }
    reply
      .code(400)
      .headers(FAILURE_HEADERS)
      .send(failureBody(OUTSIDE_ENVELOPE, missingHeader('host')));
  });
};

/** What Node hands over before any routing. */
const answerOutsideRouter = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (request, response) => {
    const body = failureBody(OUTSIDE_ENVELOPE, expectationFailed());
    response.writeHead(expectationFailed().status, {
      ...FAILURE_HEADERS,
      'x-request-id': requestIdOf(request),
      'content-length': String(Buffer.byteLength(body)),
    });
    response.end(body);
  });
  app.server.on('connect', (request, socket) => {
    writeRefusal(socket, routeNotFound(), requestIdOf(request));
  });
};
