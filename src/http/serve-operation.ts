// The order of a request: scope and token before the body, then whether there are too many, then input, then the use case, then the response. It is here and
// nowhere else, whether the router brought the request or not.

import type { Operation, OperationInput } from '../contract/operation.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { SearchRecorder } from '../domain/ports.ts';
import { JsonText } from '../operations/json-text.ts';
import type { AnyUseCase } from '../operations/use-case.ts';
import { announcesBody, NO_BODY, REQUEST_CHARS_MAX, type ResponseCache } from './cache/response-cache.ts';
import type { Identifier } from './caller/identify.ts';
import type { Identity } from './caller/identity.ts';
import { NotAdmitted, type RateLimits } from './caller/rate-limits.ts';
import { visitorOf } from './caller/visitor.ts';
import type { Connections } from './connection/connections.ts';
import type { Cors } from './cors.ts';
import type { LargeRequestTurns } from './input/large-request-turns.ts';
import { type BodyBytes, buildInputReader, type InputReader } from './input/read-input.ts';
import { successBody } from './output/envelope.ts';
import { asBytes, buildResponses, type Responses, type Success } from './output/success-response.ts';
import type { Exchange } from './wire/exchange.ts';

/** What every operation shares. */
export interface Edge {
  readonly identifier: Identifier;
  readonly visitorSecret: string | Buffer;
  readonly now: () => Date;
  readonly bodyBytes: BodyBytes;
  /** How long the reader of an answer of any length may take nothing of it. */
  readonly answerIdleMs: number;
  readonly connections: Connections;
  /** Absent: no response is ever sent again. */
  readonly responseCache: ResponseCache | undefined;
  readonly recorder: SearchRecorder;
  readonly cors: Cors;
  readonly rateLimits: RateLimits;
  readonly largeRequestTurns: LargeRequestTurns;
  /** For what anybody may read without a token. */
  readonly publicCacheControl: string;
}

/** An answer of any length, sent as it is made. */
export interface StreamedAnswer {
  readonly form: 'lines' | 'csv';
  readonly texts: AsyncIterable<string>;
  readonly fileName: string | undefined;
}

export type Answer = { readonly responses: Responses } | { readonly stream: StreamedAnswer };

export type ServeOperation = (exchange: Exchange) => Promise<Answer>;

const NO_BYTES = Buffer.alloc(0);
const PRIVATE_CACHE_CONTROL = 'private, no-cache';

export const buildServeOperation = (
  operation: Operation,
  useCase: AnyUseCase<Operation>,
  edge: Edge,
): ServeOperation => {
  const { identifier, connections, rateLimits, largeRequestTurns } = edge;
  const cache = operation.isCacheable === true ? edge.responseCache : undefined;
  const input = buildInputReader(operation, edge.bodyBytes);
  const isBodyless = operation.body === undefined;

  const findCached = (exchange: Exchange, key: string | undefined, body: string): Answer | undefined => {
    // Not while the service stops: the requests behind this one must be seen before a response says it is the last.
    if (key === undefined || connections.isClosing) return undefined;
    const cached = cache?.find(key, body);
    if (cached === undefined) return undefined;
    exchange.search = cached.search;
    exchange.isFromCache = true;
    recordSearch(exchange, edge);
    return cached;
  };

  const answer = async (exchange: Exchange): Promise<Answer> => {
    const { request } = exchange;
    const identity =
      identifier.identifyFromCache(exchange, operation) ?? (await identifier.identify(exchange, operation));
    exchange.admit(identity, edge.visitorSecret);
    // What comes from the cache is sent at once: only where every request counts has it to be let in.
    if (rateLimits.countsEvery) enter(exchange, identity, rateLimits);
    const hasBody = !isBodyless || announcesBody(request);
    const key = isBodyless && hasBody ? undefined : cache?.keyOf(request, identity);
    const atOnce = isBodyless ? findCached(exchange, key, NO_BODY) : undefined;
    if (atOnce !== undefined) return atOnce;
    if (!rateLimits.countsEvery) enter(exchange, identity, rateLimits);
    const revision = cache?.revision(identity.scope);
    const head = input.readHead(exchange);
    const bytes = hasBody ? await input.readBytes(exchange) : NO_BYTES;
    const isSmall = bytes.length <= REQUEST_CHARS_MAX;
    const sent = key === undefined || !isSmall ? NO_BODY : bytes.toString('latin1');
    const again = isBodyless || !isSmall ? undefined : findCached(exchange, key, sent);
    if (again !== undefined) return again;
    const takeTurn = isSmall ? undefined : () => largeRequestTurns.take(identity.scope.tenantId);
    const read = hasBody ? parseBody(input, exchange, bytes, takeTurn) : undefined;
    const body = read instanceof Promise ? await read : read;
    const payload = await useCase(exchange.caller as Caller, { ...head, body });
    const { answerForm = 'json' } = operation;
    if (answerForm !== 'json' && !(payload instanceof JsonText)) {
      // Safe: operations whose answer is no JSON have a stream of texts for a payload.
      const texts = payload as unknown as AsyncIterable<string>;
      return { stream: { form: answerForm, texts, fileName: operation.fileNameOf?.(payload) } };
    }
    const responses = buildResponses({
      ...statusOf(operation, payload, head.params),
      body: successBody(operation.envelope, payload),
      isBytes: payload instanceof JsonText,
      entityTag: payload instanceof JsonText ? undefined : operation.entityTagOf?.(payload),
      isRead: exchange.isRead,
      cacheControl: isPublic(operation, exchange) ? edge.publicCacheControl : PRIVATE_CACHE_CONTROL,
      cors: edge.cors(request.headers.origin),
    });
    recordSearch(exchange, edge);
    const isKept =
      key !== undefined && isSmall && cache?.takes(key, sent, responses.plain.body.length) === true;
    if (isKept && revision !== undefined) {
      asBytes(responses);
      const { search } = exchange;
      cache.keep(key, sent, revision, { responses, workspace: identity.scope, search });
    }
    return { responses };
  };

  return async (exchange) => {
    let made: Answer | undefined;
    try {
      made = await answer(exchange);
      return made;
    } finally {
      // Not every response that is never sent says that it is closed. One of any length is under way until it is.
      const isUnderWay = made !== undefined && 'stream' in made && !exchange.response.closed;
      if (!isUnderWay) exchange.release();
    }
  };
};

const statusOf = (
  { successStatus = 200, isCreated, locationOf }: Operation,
  payload: unknown,
  params: OperationInput<Operation>['params'],
): Pick<Success, 'status' | 'location'> => {
  const status = isCreated?.(payload) === true ? 201 : successStatus;
  return { status, location: status === 201 ? locationOf?.(payload, params) : undefined };
};

/** At once, or, where it takes milliseconds to read and then to carry out, in turns of the event loop of its own. */
const parseBody = (
  input: InputReader,
  exchange: Exchange,
  bytes: Buffer,
  takeTurn: (() => Promise<void>) | undefined,
): ReturnType<InputReader['parseBody']> => {
  if (takeTurn === undefined) return input.parseBody(exchange, bytes, undefined);
  return takeTurn()
    .then(() => input.parseBody(exchange, bytes, takeTurn))
    .then((body) => takeTurn().then(() => body));
};

/** Throws when there are too many requests. Whoever stands above all tenants is never kept out. */
const enter = (exchange: Exchange, { scope, token, isOperator }: Identity, rateLimits: RateLimits): void => {
  if (isOperator) return;
  try {
    const { headers, release } = rateLimits.admit(scope, token?.id);
    if (rateLimits.countsEvery) exchange.headers = Object.entries(headers).flat();
    exchange.release = release;
    // Whoever goes away makes room at once, however long their request is still carried out.
    exchange.response.once('close', release);
  } catch (error) {
    if (error instanceof NotAdmitted) exchange.headers = Object.entries(error.headers).flat();
    throw error;
  }
};

/** What anybody gets who knows the address: no token was sent, and none is asked for. */
const isPublic = ({ access, isCacheable }: Operation, { request, caller }: Exchange): boolean =>
  isCacheable === true &&
  access === 'open' &&
  request.headers.authorization === undefined &&
  caller?.environment?.access === 'open';

const recordSearch = (
  exchange: Exchange,
  { recorder, visitorSecret, now }: Pick<Edge, 'recorder' | 'visitorSecret' | 'now'>,
): void => {
  const { scope, search } = exchange;
  if (scope !== undefined && search !== undefined)
    recorder.record(scope, search, visitorOf(exchange, scope, visitorSecret, now()));
};
