// The endpoint for agents, at `/mcp` (decision 0089). It finds out who calls before it reads a byte, as every operation does; the tools of an
// agent are requests of its caller, which go through the router like all others.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowed } from '../domain/access/token.ts';
import { forbiddenOrigin, invalidInput } from '../domain/failures/failures.ts';
import { isObject } from '../domain/text/json-value.ts';
import type { HandleMessage } from '../mcp/handle-message.ts';
import type { Send } from '../mcp/mcp-server.ts';
import { ToolFault } from '../mcp/tool-request.ts';
import { parseJsonBody, parseJsonBodyInSteps } from '../runtime/json-body.ts';
import { REQUEST_CHARS_MAX } from './cache/response-cache.ts';
import { scopeHeaders } from './caller/read-scope.ts';
import type { HttpConfig } from './http-config.ts';
import type { Entry, Identity } from './identity.ts';
import { assertJsonMediaType, assertUncompressed } from './input/read-json.ts';
import { REQUEST_ID_LABEL } from './log.ts';
import { exchangeOf } from './mount-operations.ts';
import { ownHeaders } from './output/send-failure.ts';
import { enter, type OperationContext } from './serve-operation.ts';
import type { Exchange } from './wire/exchange.ts';
import { headerText } from './wire/raw-headers.ts';
import { REQUEST_ID_HEADER } from './wire/request-id.ts';

export const MCP_PATH = '/mcp';

/** Agents act for somebody: they need a token, and say where they work. */
const ENTRY: Entry = { scope: 'headers', access: 'read' };
/** The catalog that content search takes unless an agent names one. */
const CATALOG_HEADER = 'x-catalog-id';
/** Of the caller and their connection, for each request of a tool. */
const HANDED_ON = [
  ...scopeHeaders,
  'authorization',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
];
const HANDED_TO_SDK = /^(?:accept|content-type|mcp-.*)$/;

export const mountMcp = (
  app: FastifyInstance,
  handle: HandleMessage,
  context: OperationContext,
  origins: HttpConfig['corsOrigins'],
): void => {
  app.route({
    method: 'POST',
    url: MCP_PATH,
    handler: async (request, reply) => {
      assertOrigin(request, origins);
      const exchange = exchangeOf(request, reply);
      request.exchange = exchange;
      exchange.trace = request.trace;
      const identity = await identify(exchange, context);
      try {
        enter({}, exchange, identity, context.rateLimits);
        const body = await readMessage(exchange, identity, context);
        const { tenantId, workspaceId, environmentId } = identity.scope;
        const catalogId = headerText(request.raw, CATALOG_HEADER);
        const place = { tenantId, workspaceId, environmentId, catalogId };
        const message = { body, headers: sdkHeaders(request), signal: signalOf(reply) };
        const { status, type, text } = await handle(message, {
          place,
          send: buildSend(app, request, exchange),
          mayCall: ({ operation: { access } }) =>
            isAllowed(identity.token, identity.scope, identity.environment, access),
        });
        if (type !== null) reply.type(type);
        return reply.code(status).headers(ownHeaders(exchange)).send(text);
      } finally {
        exchange.release();
      }
    },
  });
};

/** A page could otherwise reach a service on the machine of its reader, under a name that it lets point there. */
const assertOrigin = ({ headers: { origin } }: FastifyRequest, origins: HttpConfig['corsOrigins']): void => {
  if (origin !== undefined && (origins === '*' || !origins.includes(origin))) throw forbiddenOrigin();
};

const identify = async (
  exchange: Exchange,
  { identifier, visitorSecret }: Pick<OperationContext, 'identifier' | 'visitorSecret'>,
): Promise<Identity> => {
  const identity =
    identifier.identifyFromCache(exchange, ENTRY) ?? (await identifier.identify(exchange, ENTRY));
  exchange.admit(identity, visitorSecret);
  return identity;
};

/** One message: a list of them would be work without end in one request. */
const readMessage = async (
  { request }: Exchange,
  { scope }: Identity,
  { bodyBytes, largeRequests }: Pick<OperationContext, 'bodyBytes' | 'largeRequests'>,
): Promise<unknown> => {
  assertJsonMediaType(request);
  assertUncompressed(request);
  const bytes = await bodyBytes.whole(request);
  const body =
    bytes.length > REQUEST_CHARS_MAX
      ? await largeRequests.inTurns(scope.tenantId, (pause) => parseJsonBodyInSteps(bytes, pause))
      : parseJsonBody(bytes);
  if (!isObject(body))
    throw invalidInput('wrong_type', 'body', 'The request body must be one JSON-RPC message, an object');
  assertFewValues(body);
  return body;
};

/** The SDK checks all of them before it looks at what the message asks for. */
const VALUES_MAX = 1_000;
const ARGUMENTS_MAX = 100;

/** What is within an argument is checked by the operation, like any body. */
const assertFewValues = (message: Readonly<Record<string, unknown>>): void => {
  const params = isObject(message['params']) ? message['params'] : {};
  const { arguments: given, ...others } = params;
  const isTool = isObject(given);
  if (isTool && Object.keys(given).length > ARGUMENTS_MAX)
    throw invalidInput('too_many', 'body', `A tool takes at most ${ARGUMENTS_MAX} arguments`);
  const waiting: unknown[] = [{ ...message, params: isTool ? others : params }];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    const value = waiting.pop();
    const within = typeof value === 'object' && value !== null ? Object.values(value) : [];
    if (seen + waiting.length + within.length > VALUES_MAX)
      throw invalidInput('too_many', 'body', `A message has at most ${VALUES_MAX} values beside arguments`);
    waiting.push(...within);
  }
};

/** Longer ones mean nothing to the SDK, and it would repeat them. */
const SDK_HEADER_CHARS_MAX = 200;

const sdkHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] =>
        HANDED_TO_SDK.test(entry[0]) &&
        typeof entry[1] === 'string' &&
        entry[1].length <= SDK_HEADER_CHARS_MAX,
    ),
  );

/** Aborted when the agent goes away. */
const signalOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
};

/** Through the router, as if the caller had sent it: scope, token, limits, input, log and metrics are those of the operation. */
const buildSend = (app: FastifyInstance, request: FastifyRequest, exchange: Exchange): Send => {
  const own: Record<string, string> = Object.fromEntries(
    HANDED_ON.map((name) => [name, request.headers[name]] as const).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  const { trace } = request;
  // Recorded or not, as this request is.
  const within =
    trace === undefined ? request.headers['traceparent'] : `00-${trace.traceId}-${trace.spanId}-01`;
  if (typeof within === 'string') own['traceparent'] = within;
  const remoteAddress = request.raw.socket.remoteAddress ?? '';
  return async ({ method, target, headers, body }) => {
    // The request of the tool takes a slot of its own, and may find only this one.
    exchange.release();
    try {
      const response = await app.inject({
        method: method as 'GET',
        url: target,
        headers: { ...own, ...headers, [REQUEST_ID_HEADER]: request.id },
        remoteAddress,
        ...(body === undefined ? {} : { payload: body }),
      });
      const retryAfter = response.headers['retry-after'];
      return {
        status: response.statusCode,
        text: response.payload,
        retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
      };
    } catch (error) {
      app.log.error({ err: error, [REQUEST_ID_LABEL]: request.id }, 'unexpected error');
      throw new ToolFault('The service could not carry this out; try again later');
    }
  };
};
