// The endpoint for agents, at `/mcp` (decision 0089). It finds out who calls before it reads a byte, as every operation does; the tools of an
// agent are requests of its caller, which go through the router like all others.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forbiddenOrigin, invalidInput } from '../domain/failures/failures.ts';
import { isObject } from '../domain/text/json-value.ts';
import type { AnswerMessage } from '../mcp/answer-message.ts';
import type { Send } from '../mcp/mcp-server.ts';
import { ToolFault } from '../mcp/tool-request.ts';
import { REQUEST_CHARS_MAX } from './cache/response-cache.ts';
import type { Entry, Identity } from './caller/identity.ts';
import { scopeHeaders } from './caller/read-scope.ts';
import type { HttpConfig } from './http-config.ts';
import { assertJsonMediaType, parseJsonBody } from './input/read-json.ts';
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
  answer: AnswerMessage,
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
      const body = await readMessage(exchange, identity, context);
      try {
        // A tool call counts as the operation that it calls, every other message as itself.
        if (!isToolCall(body)) enter({}, exchange, identity, context.rateLimits);
        const { tenantId, workspaceId, environmentId } = identity.scope;
        const catalogId = headerText(request.raw, CATALOG_HEADER);
        const place = { tenantId, workspaceId, environmentId, catalogId };
        const message = { body, headers: sdkHeaders(request), signal: signalOf(reply) };
        const { status, type, text } = await answer(message, { place, send: buildSend(app, request) });
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
  const bytes = await bodyBytes.whole(request);
  if (bytes.length > REQUEST_CHARS_MAX) await largeRequests.take(scope.tenantId);
  const body = parseJsonBody(bytes);
  if (!isObject(body))
    throw invalidInput('wrong_type', 'body', 'The request body must be one JSON-RPC message, an object');
  return body;
};

const isToolCall = (body: unknown): boolean => isObject(body) && body['method'] === 'tools/call';

const sdkHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => HANDED_TO_SDK.test(entry[0]) && typeof entry[1] === 'string',
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
const buildSend = (app: FastifyInstance, request: FastifyRequest): Send => {
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
