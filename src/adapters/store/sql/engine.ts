// What the store needs from a database, and all that differs between two of them. Queries live outside, once for all.
// An engine must hand integers back as numbers, and order text by its bytes.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { StorageHealth } from '../storage-health.ts';

declare const hidden: unique symbol;

/** A connection or a transaction. It offers no table: queries are built by `inWorkspace`, in `scoped-query.ts`. */
export interface Db {
  readonly [hidden]: never;
}

export interface Engine {
  /** For single statements, each of which sees everything committed before it. */
  readonly reads: Db;
  /**
   * One write transaction: committed durably when `work` resolves, gone when it throws. Waits its turn for
   * `lockTimeoutMs` (10 s unless said), then throws `serviceUnavailable`.
   */
  write<T>(work: (tx: Db) => Promise<T>, options?: { readonly lockTimeoutMs?: number }): Promise<T>;
  /** Writers of one workspace take turns from here to the end of their transactions, so that feed positions commit in order. */
  lockWorkspace(tx: Db, workspace: WorkspaceScope): Promise<void>;
  /** A view that stays as it is while others write. Whoever opens it closes it. */
  openSnapshot(): Promise<Snapshot>;
  /** The position of the workspace's newest change. Cheap enough to ask for every request. */
  revision(workspace: WorkspaceScope): number;
  /** The position of the newest change that decides who may ask. */
  accessRevision(workspace: WorkspaceScope): number;
  /** Resolves when everything that can be read now is on disk. */
  flushed(): Promise<void>;
  /** What is wrong with the disk, and what stops all writes. */
  readonly health: StorageHealth;
  /** Tries whether a disk that failed serves again. Never rejects: the health tells what came of it. */
  recover(): Promise<void>;
  readonly ddl: Ddl;
  close(): Promise<void>;
}

export interface Snapshot {
  readonly db: Db;
  close(): Promise<void>;
}

/** Words for migrations. `text` compares by bytes, `integer` holds 53 bits at least. */
export interface Ddl {
  readonly text: string;
  readonly integer: string;
  /** Ends a `create table` of small rows that are read in the order of their key; empty where a table has no such form. */
  readonly inKeyOrder: string;
}
