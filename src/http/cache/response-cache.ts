// Caches the responses of read-only operations, byte for byte, until their workspace changes; those that do not depend on products,
// until anything else in it changes. The key holds everything a response depends on: the caller and scope (as `identify.ts` found
// them), the method, the URL, the headers an operation or a browser adds, and the body.

import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../contract/operation.ts';
import type { Search } from '../../domain/access/caller.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { ChangeSignal } from '../../domain/ports.ts';
import { RevisionCache, type RevisionSignal } from '../../domain/revision-cache.ts';
import { hashText } from '../../domain/text/hash-text.ts';
import type { Identity } from '../identity.ts';
import { asBytes, type Responses } from '../output/success-response.ts';
import { headersKey, repeatedHeaders } from '../wire/raw-headers.ts';

export interface CachedResponse {
  readonly responses: Responses;
  readonly workspace: WorkspaceScope;
  /** The search to count each time the response is sent. */
  readonly search: Search | undefined;
  /** It must not be sent from this time on, in milliseconds since 1970. */
  readonly keepUntil: number;
}

/** What a response is cached under. */
export interface CacheKey {
  /** Everything but the body. */
  readonly request: string;
  readonly body: string;
  readonly hash: number;
}

interface Entry extends CachedResponse {
  readonly key: CacheKey;
}

/** What a response was made from. */
export interface WorkspaceState {
  /** Tells when it is outdated. */
  readonly signal: RevisionSignal;
  readonly revision: number;
}

/** Headers that say how a body is encoded and which page of which site asks. */
const OTHER_HEADERS = ['content-type', 'origin'];
export const NO_BODY = '';
const RESPONSES_MAX = 20_000;
const RESPONSE_BYTES_MAX = 16_384;
export const REQUEST_CHARS_MAX = 16_384;
/** What an entry takes up beside its key and its body. */
const ENTRY_CHARS = 1_024;
const SEEN_SLOTS = 1 << 16;

/** Whether the request announces a body. */
export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

export class ResponseCache {
  private readonly signal: RevisionSignal;
  private readonly nonProductSignal: RevisionSignal;
  /** By hash. Of two keys with the same one, the later is cached. */
  private readonly cache: RevisionCache<Entry, number>;
  private readonly headerNames: readonly string[];
  /** Hashes of recently requested keys: once the cache is full, only a key that is requested twice replaces another. */
  private readonly seen = new Int32Array(SEEN_SLOTS);

  /** `ownHeaders`: the headers that some operation declares. */
  constructor(
    signal: Pick<ChangeSignal, 'revision' | 'nonProductRevision'>,
    ownHeaders: readonly string[],
    sizeMax: number,
  ) {
    this.signal = signal;
    this.nonProductSignal = { revision: (workspace) => signal.nonProductRevision(workspace) };
    this.cache = new RevisionCache(signal, { entriesMax: RESPONSES_MAX, sizeMax });
    this.headerNames = [...OTHER_HEADERS, ...ownHeaders];
  }

  /** What the cache key of this caller's request begins with; `undefined` when there is none. */
  startKey(request: IncomingMessage, { key }: Identity): string | undefined {
    // Node keeps only the first of some repeated headers. Such a request is not cached.
    if (repeatedHeaders(request).size > 0) return undefined;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    // No header and no URL contains a line feed, and the body comes last.
    return `${key}\n${method}\n${request.url}${headersKey(request.headers, this.headerNames)}\n`;
  }

  /** Read it before reading anything the response depends on. */
  stateOf({ isIndependentOfProducts }: Operation, workspace: WorkspaceScope): WorkspaceState {
    const signal = isIndependentOfProducts === true ? this.nonProductSignal : this.signal;
    return { signal, revision: signal.revision(workspace) };
  }

  find({ request, body, hash }: CacheKey): CachedResponse | undefined {
    const entry = this.cache.get(hash);
    return entry?.key.request === request && entry.key.body === body ? entry : undefined;
  }

  /** Whether a response under this key would be stored. */
  private takes(key: CacheKey, responseBytes: number): boolean {
    if (responseBytes > RESPONSE_BYTES_MAX || key.body.length > REQUEST_CHARS_MAX) return false;
    return this.cache.hasRoom(sizeOf(key, responseBytes)) || this.wasSeen(key);
  }

  /**
   * Stores the response, with its body as bytes, if it takes it and the workspace is still in this state. Returns what to send: what is
   * prepared for one that is stored is prepared once.
   */
  offer(key: CacheKey, { signal, revision }: WorkspaceState, response: CachedResponse): Responses {
    const { bytes, body } = response.responses.plain;
    // Bytes are sent once.
    if (typeof body !== 'string' || !this.takes(key, bytes)) return response.responses;
    const entry = copyOf(key, response);
    asBytes(entry.responses);
    this.cache.set(key.hash, response.workspace, revision, entry, sizeOf(key, bytes), signal);
    return entry.responses;
  }

  /** A response that was made without the cache may be newer than the one in it: the next must not be older again. */
  forget({ hash }: CacheKey): void {
    this.cache.delete(hash);
  }

  private wasSeen({ hash }: CacheKey): boolean {
    const slot = hash & (SEEN_SLOTS - 1);
    if (this.seen[slot] === hash) return true;
    this.seen[slot] = hash;
    return false;
  }
}

/**
 * Objects of its own. Once most of what an expression makes has lived long, V8 makes it in the old generation: if requests made what is
 * stored, it would soon keep all that they make, with what it refers to, until the next full collection (Decision 0138).
 */
const copyOf = (key: CacheKey, { responses, workspace, search, keepUntil }: CachedResponse): Entry => ({
  key: { ...key },
  responses: { ...responses, plain: { ...responses.plain, headers: responses.plain.headers.slice() } },
  workspace,
  search: search && { ...search },
  keepUntil,
});

/** `body`: one character per byte. */
export const finishKey = (request: string, body: string): CacheKey => ({
  request,
  body,
  hash: hashText(body, hashText(request)),
});

const sizeOf = ({ request, body }: CacheKey, responseBytes: number): number =>
  ENTRY_CHARS + request.length + body.length + responseBytes;
