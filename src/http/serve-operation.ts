// The steps of a request in order: scope and token, rate limits, input, use case, response. They are here and nowhere else,
// with or without the router.

import type { Operation, OperationInput } from '../contract/operation.ts';
import { type SuccessHead, successHeadOf } from '../contract/success-head.ts';
import type { SearchRecorder } from '../domain/ports.ts';
import type { AnyUseCase } from '../operations/use-case.ts';
import { type Lifetime, lifetimeOf, type PublicCaching } from './cache/lifetime.ts';
import {
  announcesBody,
  type CachedResponse,
  type CacheKey,
  finishKey,
  NO_BODY,
  REQUEST_CHARS_MAX,
  type ResponseCache,
} from './cache/response-cache.ts';
import type { Identifier } from './caller/identify.ts';
import { POSITION_HEADER, type Positions, returnsPosition, takesPosition } from './caller/position.ts';
import { NotAdmitted, type RateLimits } from './caller/rate-limits.ts';
import { visitorOf } from './caller/visitor.ts';
import type { Connections } from './connection/connections.ts';
import type { Cors } from './cors.ts';
import type { Identity } from './identity.ts';
import type { LargeRequestSlots } from './input/large-request-slots.ts';
import { type BodyBytes, buildInputReader, signalGone } from './input/read-input.ts';
import { isReadyJson, type ReadyJson, successJson } from './output/envelope.ts';
import { buildResponses, type Responses, type Success } from './output/success-response.ts';
import { buildRunUseCase, isLargeWrite, type LargeBodies } from './run-use-case.ts';
import type { Exchange } from './wire/exchange.ts';

/** What all operations share. */
export interface OperationContext extends LargeBodies {
  readonly identifier: Identifier;
  /** Absent: responses do not say how far their workspace has come. */
  readonly positions: Positions | undefined;
  readonly visitorSecret: string | Buffer;
  readonly now: () => Date;
  readonly bodyBytes: BodyBytes;
  /** How long a client may receive nothing of a streamed response. */
  readonly responseIdleMs: number;
  readonly connections: Connections;
  /** Absent: no response is cached. */
  readonly responseCache: ResponseCache | undefined;
  readonly recorder: SearchRecorder;
  readonly cors: Cors;
  readonly rateLimits: RateLimits;
  readonly largeQuerySlots: LargeRequestSlots;
  readonly largeWriteSlots: LargeRequestSlots;
  /** Called with the tenant of each cacheable request to an environment that exists. */
  readonly noteReader: (tenantId: string) => void;
  readonly publicCaching: PublicCaching;
}

/** A response of any length, sent while it is made. */
export interface StreamedResponse {
  readonly form: 'lines' | 'csv';
  readonly texts: AsyncIterable<string>;
  readonly fileName: string | undefined;
}

export type OperationResponse = { readonly responses: Responses } | { readonly stream: StreamedResponse };

export type ServeOperation = (exchange: Exchange) => Promise<OperationResponse>;

const NO_BYTES = Buffer.alloc(0);

export const buildServeOperation = (
  operation: Operation,
  useCase: AnyUseCase<Operation>,
  context: OperationContext,
): ServeOperation => {
  const { identifier, connections, rateLimits, positions } = context;
  const [isFollowing, isFollowed] = [takesPosition(operation), returnsPosition(operation)];
  const cache = operation.isCacheable === true ? context.responseCache : undefined;
  const input = buildInputReader(operation, context.bodyBytes);
  const runUseCase = buildRunUseCase(operation, input, useCase, context);
  const isBodyless = operation.body === undefined;

  const findCached = (exchange: Exchange, key: CacheKey | undefined): OperationResponse | undefined => {
    // Not while the service stops: pipelined requests must be seen before a response announces that it is the last.
    if (key === undefined || connections.isClosing) return undefined;
    const cached = cache?.find(key);
    if (cached === undefined || !isCurrent(cached, context.now)) return undefined;
    exchange.search = cached.search;
    exchange.isFromCache = true;
    recordSearch(exchange, context);
    return cached;
  };

  return async (exchange) => {
    let isUnderWay = false;
    try {
      const { request } = exchange;
      const identity =
        identifier.identifyFromCache(exchange, operation) ?? (await identifier.identify(exchange, operation));
      exchange.admit(identity, context.visitorSecret);
      noteReader(operation, identity, context);
      // A cached response is sent at once; it only passes the rate limits when every request counts.
      if (rateLimits.countsEvery) enter(operation, exchange, identity, rateLimits);
      const hasBody = !isBodyless || announcesBody(request);
      const position = isFollowing ? positions?.read(request, identity.scope) : undefined;
      const isUncached = position !== undefined || (isBodyless && hasBody) || Number.isNaN(identity.revision);
      const startOfKey = cache?.startKey(request, identity);
      const keyWith = (body: string) => (startOfKey === undefined ? undefined : finishKey(startOfKey, body));
      let key = isBodyless ? keyWith(NO_BODY) : undefined;
      const atOnce = isBodyless && !isUncached ? findCached(exchange, key) : undefined;
      if (atOnce !== undefined) return atOnce;
      if (!rateLimits.countsEvery) enter(operation, exchange, identity, rateLimits);
      if (position !== undefined) {
        await positions?.reach(identity.scope, position);
        exchange.position = position;
      }
      const state = cache?.stateOf(operation, identity.scope);
      const head = input.readHead(exchange);
      const bytes = hasBody ? await input.readBytes(exchange) : NO_BYTES;
      const isSmall = bytes.length <= REQUEST_CHARS_MAX;
      if (!isBodyless && isSmall) key = keyWith(bytes.toString('latin1'));
      const again = isBodyless || isUncached ? undefined : findCached(exchange, key);
      if (again !== undefined) return again;
      const slots = isSmall ? undefined : slotsOf(operation, bytes.length, context);
      if (slots !== undefined) await takeSlot(exchange, slots, identity.scope);
      const payload = await runUseCase(exchange, head, hasBody ? bytes : undefined, identity.scope);
      const { responseFormat = 'json' } = operation;
      if (responseFormat !== 'json' && !isReadyJson(payload)) {
        // Safe: the payload of an operation whose response is not JSON is a stream of strings.
        const texts = payload as unknown as AsyncIterable<string>;
        isUnderWay = !exchange.response.closed;
        return { stream: { form: responseFormat, texts, fileName: operation.fileNameOf?.(payload) } };
      }
      if (isFollowed) addPosition(exchange, positions?.issue(identity.scope));
      const { cacheControl, keepUntil } = findLifetime(operation, exchange, context);
      const success = successOf(operation, exchange, context, payload, head.params, cacheControl);
      const responses = buildResponses(success);
      recordSearch(exchange, context);
      if (cache === undefined || key === undefined || state === undefined) return { responses };
      if (isUncached || keepUntil <= 0) {
        cache.forget(key);
        return { responses };
      }
      const { search } = exchange;
      return {
        responses: cache.offer(key, state, { responses, workspace: identity.scope, search, keepUntil }),
      };
    } finally {
      // A response that is never sent may not emit `close`. A streamed one is under way until it does.
      if (!isUnderWay) exchange.release();
    }
  };
};

const successOf = (
  operation: Operation,
  exchange: Exchange,
  { cors }: Pick<OperationContext, 'cors'>,
  payload: unknown,
  params: OperationInput<Operation>['params'],
  cacheControl: string,
): Success => {
  return {
    ...(isReadyJson(payload) ? readyHeadOf(operation, payload) : successHeadOf(operation, payload, params)),
    ...successJson(payload),
    envelope: operation.envelope,
    isRead: exchange.isRead,
    cacheControl,
    cors: cors(exchange.request.headers.origin),
    varyBy: variesBy(operation),
  };
};

/** Without a head of its own, it is the result of a read. */
const readyHeadOf = ({ successStatus = 200 }: Operation, { head }: ReadyJson): SuccessHead =>
  head ?? { status: successStatus, location: undefined, entityTag: undefined };

/** The clock is read only for responses that change at a known time. */
const findLifetime = (
  operation: Operation,
  exchange: Exchange,
  { publicCaching, now }: Pick<OperationContext, 'publicCaching' | 'now'>,
): Lifetime => {
  const expiresAt = exchange.expiry?.() ?? Number.POSITIVE_INFINITY;
  const at = expiresAt === Number.POSITIVE_INFINITY ? 0 : now().getTime();
  return lifetimeOf(isPublic(operation, exchange), expiresAt, at, publicCaching);
};

const isCurrent = ({ keepUntil }: CachedResponse, now: OperationContext['now']): boolean =>
  keepUntil === Number.POSITIVE_INFINITY || now().getTime() < keepUntil;

/** The headers of its own that an operation reads. */
const ownHeaders = new WeakMap<Operation, string>();

const variesBy = (operation: Operation): string => {
  let names = ownHeaders.get(operation);
  if (names === undefined) {
    names = Object.keys(operation.headers.properties).join(', ');
    ownHeaders.set(operation, names);
  }
  return names;
};

/** Whoever names a place that does not exist is no tenant that others share the main thread with. */
const noteReader = (
  { isCacheable }: Operation,
  { scope, environment }: Identity,
  context: Pick<OperationContext, 'noteReader'>,
): void => {
  if (isCacheable === true && environment !== undefined) context.noteReader(scope.tenantId);
};

/** Undefined: a body of that length needs none. */
const slotsOf = (
  operation: Operation,
  bytes: number,
  { largeQuerySlots, largeWriteSlots }: Pick<OperationContext, 'largeQuerySlots' | 'largeWriteSlots'>,
): LargeRequestSlots | undefined => {
  if (operation.isServedTogether === true) return largeQuerySlots;
  return isLargeWrite(operation, bytes) ? largeWriteSlots : undefined;
};

/** Waits for the slot of its tenant, which the request frees at its end. */
const takeSlot = async (
  exchange: Exchange,
  slots: LargeRequestSlots,
  { tenantId }: Identity['scope'],
): Promise<void> => {
  const free = await slots.take(tenantId, signalGone(exchange.response));
  const { release } = exchange;
  exchange.release = () => {
    free();
    release();
  };
};

const addPosition = (exchange: Exchange, position: string | undefined): void => {
  if (position !== undefined) exchange.headers = [...exchange.headers, POSITION_HEADER, position];
};

/** Throws when there are too many requests. The operator is never refused. */
export const enter = (
  { isUnmetered }: Pick<Operation, 'isUnmetered'>,
  exchange: Exchange,
  { scope, token, isOperator }: Pick<Identity, 'scope' | 'token' | 'isOperator'>,
  rateLimits: RateLimits,
): void => {
  if (isOperator || isUnmetered === true) return;
  try {
    const { headers, release } = rateLimits.admit(scope, token?.id);
    if (rateLimits.countsEvery) exchange.headers = Object.entries(headers).flat();
    exchange.release = release;
    // A client that disconnects frees its slot at once, however long its request still runs.
    exchange.response.once('close', release);
  } catch (error) {
    if (error instanceof NotAdmitted) exchange.headers = Object.entries(error.headers).flat();
    throw error;
  }
};

/** Whether anyone who knows the URL gets this response: no token was sent, and none is needed. */
const isPublic = ({ access, isCacheable }: Operation, { request, caller }: Exchange): boolean =>
  isCacheable === true &&
  access === 'open' &&
  request.headers.authorization === undefined &&
  caller?.environment?.access === 'open' &&
  // Some shared caches ignore `Vary`: what one customer group sees must not reach another.
  request.headers['x-customer-group-id'] === undefined;

const recordSearch = (
  exchange: Exchange,
  { recorder, visitorSecret, now }: Pick<OperationContext, 'recorder' | 'visitorSecret' | 'now'>,
): void => {
  const { scope, search } = exchange;
  if (scope !== undefined && search !== undefined)
    recorder.record(scope, search, visitorOf(exchange, scope, visitorSecret, now()));
};
