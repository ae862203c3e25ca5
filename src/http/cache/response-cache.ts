// Caches the responses of read-only operations, byte for byte, until their workspace changes; those that do not depend on products,
// until anything else in it changes. The key holds everything a response depends on: the caller and scope (as `identify.ts` found
// them), the method, the URL, the headers an operation or a browser adds, and the body.

import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../contract/operation.ts';
import type { Search } from '../../domain/access/caller.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { ChangeSignal } from '../../domain/ports.ts';
import { RevisionCache, type RevisionSignal } from '../../domain/revision-cache.ts';
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
  private readonly cache: RevisionCache<CachedResponse>;
  private readonly headerNames: readonly string[];
  /** Hashes of recently requested keys: once the cache is full, only a key that is requested twice replaces another. */
  private readonly seen = new Uint32Array(SEEN_SLOTS);

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

  /** The cache key of this caller's request, without its body; `undefined` when there is none. */
  keyOf(request: IncomingMessage, { key }: Identity): string | undefined {
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

  find(key: string, body: string): CachedResponse | undefined {
    return this.cache.get(key + body);
  }

  /** Whether a response under this key and body would be stored. */
  private takes(key: string, body: string, responseBytes: number): boolean {
    if (responseBytes > RESPONSE_BYTES_MAX || body.length > REQUEST_CHARS_MAX) return false;
    return this.cache.hasRoom(sizeOf(key, body, responseBytes)) || this.wasSeen(key, body);
  }

  /** Stores the response, with its body as bytes, if it takes it and the workspace is still in this state. */
  offer(key: string, body: string, { signal, revision }: WorkspaceState, response: CachedResponse): void {
    const { bytes, body: sent } = response.responses.plain;
    // Bytes are sent once.
    if (typeof sent !== 'string' || !this.takes(key, body, bytes)) return;
    asBytes(response.responses);
    const size = sizeOf(key, body, bytes);
    this.cache.set(key + body, response.workspace, revision, response, size, signal);
  }

  /** A response that was made without the cache may be newer than the one in it: the next must not be older again. */
  forget(key: string, body: string): void {
    this.cache.delete(key + body);
  }

  private wasSeen(key: string, body: string): boolean {
    const hash = hashOf(key, hashOf(body, 0));
    const slot = hash & (SEEN_SLOTS - 1);
    if (this.seen[slot] === hash) return true;
    this.seen[slot] = hash;
    return false;
  }
}

const sizeOf = (key: string, body: string, responseBytes: number): number =>
  ENTRY_CHARS + key.length + body.length + responseBytes;

const hashOf = (text: string, start: number): number => {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
};
