// Sends one call: as many attempts as are safe, within its timeout, until its signal aborts it.

import { type BuiltRequest, buildRequest, type Input } from './build-request.ts';
import { withDeadline } from './deadline.ts';
import type { OperationEntry } from './operation-table.ts';
import { readResponse } from './read-response.ts';
import { withRetries } from './retry.ts';
import { VitrineError } from './vitrine-error.ts';

export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole call: attempts, pauses and reading the response. Default 10,000; 0 is no limit. */
  readonly timeoutMs?: number | undefined;
  /** How often a request that is safe to repeat is sent again. Default 2. */
  readonly retries?: number | undefined;
  /** Sent in addition to the headers of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Lets the request outlive its page, such as an event on the way out. */
  readonly keepalive?: boolean | undefined;
  /** Sees the status and the headers of every response, such as `etag`. The body belongs to the client. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

export interface Scope {
  readonly tenantId: string;
  readonly workspaceId: string;
  /** Not needed to manage a workspace. */
  readonly environmentId?: string | undefined;
}

export interface ClientOptions extends Omit<CallOptions, 'signal' | 'keepalive'> {
  /** Where the service is. In a browser it may be left out: the origin of the page. */
  readonly baseUrl?: string | undefined;
  /** Whose data is meant. Without it, the host of the request decides, where the operation allows that. */
  readonly scope?: Scope | undefined;
  /** An access token. A function is called before each attempt. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** The latest write of a client. Its next reads include it, whichever process serves them. */
export interface LatestWrite {
  position?: string;
  untilMs: number;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const POSITION = 'vitrine-position';
/** Other processes follow within seconds. */
const POSITION_KEPT_MS = 30_000;

/** Without a page there is no origin to fall back to, unless a `fetch` of the caller knows one. */
const baseOf = ({ baseUrl = '', fetch: own }: ClientOptions): string => {
  const isRelative = /^(?:$|\/)/.test(baseUrl) && (own !== undefined || 'location' in globalThis);
  if (!isRelative && !/^https?:\/\/[^/]/.test(baseUrl))
    throw new TypeError(`baseUrl must be a URL such as https://shop.example, not ${JSON.stringify(baseUrl)}`);
  return baseUrl.replace(/\/+$/, '');
};

/** Reads, and writes that the service carries out once however often they arrive. */
const isRepeatable = ({ method, headers }: BuiltRequest, bodyNames: string | undefined): boolean =>
  method === 'GET' || !!bodyNames || 'idempotency-key' in headers;

const isJson = (body: unknown): boolean =>
  typeof body === 'object' && !(body instanceof FormData) && !(body instanceof ReadableStream);

const scopeHeaders = ({ tenantId, workspaceId, environmentId }: Scope): Record<string, string> => ({
  'x-tenant-id': tenantId,
  'x-workspace-id': workspaceId,
  ...(environmentId && { 'x-environment-id': environmentId }),
});

const headersOf = async (
  { token, scope, headers }: ClientOptions,
  { body, headers: ofInput }: BuiltRequest,
  call: CallOptions,
): Promise<Record<string, string>> => {
  const secret = typeof token === 'function' ? await token() : token;
  return {
    ...(scope && scopeHeaders(scope)),
    ...(secret && { authorization: `Bearer ${secret}` }),
    ...(isJson(body) && { 'content-type': 'application/json' }),
    ...headers,
    ...ofInput,
    ...call.headers,
  };
};

const sendOnce = async (
  options: ClientOptions,
  built: BuiltRequest,
  headers: Record<string, string>,
  { keepalive }: CallOptions,
  signal: AbortSignal,
): Promise<Response> => {
  const { method, target, body } = built;
  const url = baseOf(options) + target;
  try {
    return await (options.fetch ?? fetch)(url, {
      method,
      headers,
      signal,
      ...(keepalive && { keepalive }),
      // What a browser has kept may be older than the write.
      ...(headers[POSITION] && 'cache' in Request.prototype && { cache: 'no-cache' }),
      ...(body !== undefined && { body: (isJson(body) ? JSON.stringify(body) : body) as string }),
      // Browsers and Node demand it for streams; the types of some of them do not know it.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
  } catch (cause) {
    throw new VitrineError('NetworkError', `No response from ${url.replace(/\?.*/, '')}`, { cause });
  }
};

export const sendRequest = (
  options: ClientOptions,
  latest: LatestWrite,
  operation: OperationEntry,
  input: Input,
  call: CallOptions,
): Promise<unknown> => {
  const [, , bodyNames, form] = operation;
  const { timeoutMs = TIMEOUT_MS, retries = RETRIES, onResponse } = { ...options, ...call };
  const built = buildRequest(operation, input);
  const isRepeated = isRepeatable(built, bodyNames);
  const deadlineMs = timeoutMs > 0 ? Date.now() + timeoutMs : Number.POSITIVE_INFINITY;
  const attempt = async (signal: AbortSignal): Promise<unknown> => {
    const headers = await headersOf(options, built, call);
    if (isRepeated && latest.position && Date.now() < latest.untilMs) headers[POSITION] ??= latest.position;
    const response = await sendOnce(options, built, headers, call, signal);
    const position = response.headers.get(POSITION);
    if (position !== null) Object.assign(latest, { position, untilMs: Date.now() + POSITION_KEPT_MS });
    onResponse?.(response);
    return form === 'raw' && response.ok ? response : readResponse(response);
  };
  return withDeadline(call.signal, timeoutMs, (signal) =>
    withRetries(isRepeated ? retries : 0, deadlineMs, signal, () => attempt(signal)),
  );
};
