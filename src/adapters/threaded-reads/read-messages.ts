// The messages between the main thread and the thread for long reads.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { PlainFailure } from '../../domain/failures/plain-failure.ts';
import type { Limits } from '../../domain/limits/limits.ts';
import type { ReadRequest } from '../../domain/limits/long-reads.ts';
import type { LargeJson } from '../../domain/text/large-json.ts';
import type { StorageShare } from '../store/storage-health.ts';

/** What the thread needs before its first read. */
export interface ReadThreadSettings {
  readonly dataDir: string;
  /** A database in place of the data folder's. */
  readonly storeUrl: string | undefined;
  /** From the store of the main thread. */
  readonly storage: StorageShare;
  readonly limits: Limits;
  readonly popularTermsMinVisitors: number;
}

export type ReadTask =
  | {
      readonly kind: 'read';
      readonly request: ReadRequest;
      /** How far the main thread has come in the feed of the workspace: the response must not be older. */
      readonly position: number;
    }
  | {
      readonly kind: 'match';
      readonly workspace: WorkspaceScope;
      readonly pattern: string;
      readonly text: string;
    };

/** What comes back: JSON, or whether the text matches. */
export type ReadResult = string | LargeJson | boolean;

export interface ToReadThread {
  readonly number: number;
  readonly task: ReadTask;
}

export type FromReadThread =
  /** The store is open. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly number: number; readonly result: ReadResult }
  | { readonly kind: 'failure'; readonly number: number; readonly failure: PlainFailure }
  /** An unexpected error. */
  | { readonly kind: 'error'; readonly number: number; readonly cause: string };
