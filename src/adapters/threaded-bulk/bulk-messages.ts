// What the thread that answers and a thread that does a bulk request say to each other. Each side sends the next piece only
// when it is asked for one, so neither can be flooded.

import type { PlainFailure } from '../../domain/failures/plain-failure.ts';
import type { Limits } from '../../domain/limits/limits.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type { BulkAction, BulkSender } from '../../domain/manage/bulk-lines.ts';
import type { StorageShare } from '../store/storage-health.ts';

/** What a thread must know before its first request. */
export interface BulkThreadSettings {
  readonly dataDir: string;
  /** Of the store that the thread which answers has open. */
  readonly storage: StorageShare | undefined;
  readonly limits: Limits;
}

/** Each message says of which request it is: what comes late for one that has ended must never reach another. */
export type ToBulkThread = { readonly request: number } & (
  | { readonly kind: 'begin'; readonly action: BulkAction; readonly sender: BulkSender }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  /** The rest of the request will not come. */
  | { readonly kind: 'broken'; readonly failure: PlainFailure }
  | { readonly kind: 'read' }
  /** Nobody reads the results any more. */
  | { readonly kind: 'stop' }
);

export type FromBulkThread =
  | OfRequest
  /** A limit has become near: of the thread, not of one request. */
  | { readonly request: undefined; readonly kind: 'near'; readonly near: NearLimit };

type OfRequest = { readonly request: number } & (
  | { readonly kind: 'read' }
  | { readonly kind: 'text'; readonly text: string }
  /** All results are told. */
  | { readonly kind: 'end' }
  /** The whole request is refused. */
  | { readonly kind: 'refused'; readonly failure: PlainFailure }
  /** What went wrong in a way that nobody foresaw. */
  | { readonly kind: 'failed'; readonly cause: string }
  /** The thread can take another request. */
  | { readonly kind: 'free' }
);
