// The messages between the main thread and a thread that runs bulk requests and imports. Each side sends the next chunk only on request,
// so neither is flooded.

import type { PlainFailure } from '../../domain/failures/plain-failure.ts';
import type { Limits } from '../../domain/limits/limits.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type { BulkAction, BulkSender } from '../../domain/manage/bulk-lines.ts';
import type { ImportJob, UploadedFiles } from '../../domain/manage/import-job.ts';
import type { StorageShare } from '../store/storage-health.ts';

/** What a thread needs before its first request. */
export interface BulkThreadSettings {
  readonly dataDir: string;
  /** A database in place of the data folder's. */
  readonly storeUrl: string | undefined;
  /** From the store of the main thread. */
  readonly storage: StorageShare | undefined;
  readonly limits: Limits;
  readonly importLimits: ImportLimits;
}

export interface ImportLimits {
  /** Of an upload; also of what a packed file holds. */
  readonly maxBytes: number;
  /** How long an import may take a thread from others. */
  readonly maxMs: number;
  /** How long the transaction of an import may keep other tenants from writing. */
  readonly writeMaxMs: number;
}

/** What a thread is to do: with a body, or with files that have arrived. */
export type BulkTask =
  | { readonly action: BulkAction; readonly sender: BulkSender }
  | { readonly action: 'import'; readonly job: ImportJob; readonly uploaded: UploadedFiles };

/** Each message names its request: a late message for an old request must not reach the next one. */
export type ToBulkThread = { readonly request: number } & (
  | { readonly kind: 'begin'; readonly task: BulkTask }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  /** The rest of the body will not come. */
  | { readonly kind: 'broken'; readonly failure: PlainFailure }
  | { readonly kind: 'read' }
  /** The client no longer reads the results. */
  | { readonly kind: 'stop' }
);

export type FromBulkThread =
  | OfRequest
  /** A limit is nearly reached. Not tied to a request. */
  | { readonly request: undefined; readonly kind: 'near'; readonly near: NearLimit };

type OfRequest = { readonly request: number } & (
  | { readonly kind: 'read' }
  | { readonly kind: 'text'; readonly text: string }
  /** All results were sent. */
  | { readonly kind: 'end' }
  /** The whole request is refused. */
  | { readonly kind: 'refused'; readonly failure: PlainFailure }
  /** An unexpected error. */
  | { readonly kind: 'failed'; readonly cause: string }
  /** The thread can take another request. */
  | { readonly kind: 'free' }
);
