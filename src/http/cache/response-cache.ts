// Responses that may be sent again: those of operations that only read, byte for byte, until their workspace changes.
// The key is everything a response depends on: who asks and where (as `identify.ts` found out), the method, the URL, what else an
// operation or a browser says in headers, and the body.

import type { IncomingMessage } from 'node:http';
import type { Search } from '../../domain/access/caller.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { ChangeSignal } from '../../domain/ports.ts';
import { RevisionCache } from '../../domain/revision-cache.ts';
import type { Identity } from '../caller/identity.ts';
import type { Responses } from '../output/success-response.ts';
import { headersKey, repeatedHeaders } from '../wire/raw-headers.ts';

export interface CachedResponse {
  readonly responses: Responses;
  readonly workspace: WorkspaceScope;
  /** What is to be counted each time it is sent. */
  readonly search: Search | undefined;
}

/** How a body is to be read, and for which page of which site a response is. */
const OTHER_HEADERS = ['content-type', 'origin'];
export const NO_BODY = '';
const RESPONSES_MAX = 20_000;
const RESPONSE_CHARS_MAX = 16_384;
export const REQUEST_CHARS_MAX = 16_384;
/** What an entry takes beside its key and its body. */
const ENTRY_CHARS = 1_024;
const SEEN_SLOTS = 1 << 16;

/** Whether a body goes with the request, in one way or another. */
export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

export class ResponseCache {
  private readonly cache: RevisionCache<CachedResponse>;
  private readonly headerNames: readonly string[];
  /** Hashes of keys asked for lately: once the cache is full, only what is asked for again takes the place of others. */
  private readonly seen = new Uint32Array(SEEN_SLOTS);

  /** `ownHeaders`: those that any of the operations has of its own. */
  constructor(signal: Pick<ChangeSignal, 'revision'>, ownHeaders: readonly string[], sizeMax: number) {
    this.cache = new RevisionCache(signal, { entriesMax: RESPONSES_MAX, sizeMax });
    this.headerNames = [...OTHER_HEADERS, ...ownHeaders];
  }

  /** The key of a request of that caller but for its body; undefined when it may not be answered from the cache. */
  keyOf(request: IncomingMessage, { key, revision }: Identity): string | undefined {
    // Of some headers Node keeps the first and drops the others: such a request must be looked at closely.
    if (Number.isNaN(revision) || repeatedHeaders(request).size > 0) return undefined;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    // A line feed is in no header and in no URL, and the body comes last.
    return `${key}\n${method}\n${request.url}${headersKey(request.headers, this.headerNames)}\n`;
  }

  /** To be asked before anything is read of which a response is made. */
  revision(workspace: WorkspaceScope): number {
    return this.cache.revision(workspace);
  }

  find(key: string, body: string): CachedResponse | undefined {
    return this.cache.get(key + body);
  }

  /** Whether a response under this key and body would be kept. */
  takes(key: string, body: string, responseChars: number): boolean {
    if (responseChars > RESPONSE_CHARS_MAX || body.length > REQUEST_CHARS_MAX) return false;
    return this.cache.hasRoom(sizeOf(key, body, responseChars)) || this.wasSeen(key, body);
  }

  /** Not kept when the workspace has changed since `revision`. */
  keep(key: string, body: string, revision: number, response: CachedResponse): void {
    const size = sizeOf(key, body, response.responses.plain.body.length);
    this.cache.set(key + body, response.workspace, revision, response, size);
  }

  private wasSeen(key: string, body: string): boolean {
    const hash = hashOf(key, hashOf(body, 0));
    const slot = hash & (SEEN_SLOTS - 1);
    if (this.seen[slot] === hash) return true;
    this.seen[slot] = hash;
    return false;
  }
}

const sizeOf = (key: string, body: string, responseChars: number): number =>
  ENTRY_CHARS + key.length + body.length + responseChars;

const hashOf = (text: string, start: number): number => {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
};
