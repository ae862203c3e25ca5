// The messages between the main thread and the thread for long requests.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { PlainFailure } from '../../domain/failures/plain-failure.ts';
import type { WriteRequest, WriteResult } from '../../domain/limits/large-writes.ts';
import type { Limits } from '../../domain/limits/limits.ts';
import type { ReadRequest } from '../../domain/limits/long-reads.ts';
import type { NearLimit } from '../../domain/limits/usage-ports.ts';
import type { LargeJson } from '../../domain/text/large-json.ts';
import type { StorageShare } from '../store/storage-health.ts';

/** What the thread needs before its first task. */
export interface RequestThreadSettings {
  readonly dataDir: string;
  /** A database in place of the data folder's. */
  readonly storeUrl: string | undefined;
  /** From the store of the main thread. */
  readonly storage: StorageShare;
  readonly limits: Limits;
  readonly popularTermsMinVisitors: number;
}

export interface ReadTask {
  readonly kind: 'read';
  readonly request: ReadRequest;
  /** How far the main thread has come in the feed of the workspace: the response must not be older. */
  readonly position: number;
}

export interface WriteTask {
  readonly kind: 'write';
  /** The memory of the body moves with it. */
  readonly request: WriteRequest & { readonly body: Uint8Array<ArrayBuffer> };
  /** As above: what the write looks at must not be older. */
  readonly position: number;
}

export interface MatchTask {
  readonly kind: 'match';
  readonly workspace: WorkspaceScope;
  readonly pattern: string;
  readonly text: string;
}

export type Task = ReadTask | WriteTask | MatchTask;

/** JSON, the result of a write, or whether the text matches. */
export type TaskResult = string | LargeJson | WriteResult | boolean;

export type ResultOf<T extends Task> = T extends ReadTask
  ? string | LargeJson
  : T extends WriteTask
    ? WriteResult
    : boolean;

/** 'ping' asks whether it responds. */
export type ToThread = 'ping' | { readonly number: number; readonly task: Task };

export type FromThread =
  /** The store is open. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly number: number; readonly result: TaskResult }
  | { readonly kind: 'failure'; readonly number: number; readonly failure: PlainFailure }
  /** An unexpected error. */
  | { readonly kind: 'error'; readonly number: number; readonly cause: string }
  /** From now on nobody knows whether the write is done, unless the thread says so. */
  | { readonly kind: 'begun'; readonly number: number }
  | News;

/** Not tied to a task. */
export type News =
  /** It responds. */
  | { readonly kind: 'there' }
  /** A limit is nearly reached. */
  | { readonly kind: 'near'; readonly near: NearLimit }
  /** As `StoreMetrics`. */
  | { readonly kind: 'waited-to-write'; readonly tookMs: number }
  | { readonly kind: 'flushed'; readonly tookMs: number; readonly isDone: boolean };
