// What the store needs from a database: everything that differs between databases. Queries are written once, outside.
// An engine must return integers as numbers, and order text by bytes. No text contains NUL, which PostgreSQL cannot store:
// whatever reads input refuses it.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { StorageHealth } from '../storage-health.ts';

declare const hidden: unique symbol;

/** A connection or a transaction. It offers no table: queries are built by `inWorkspace`, in `scoped-query.ts`. */
export interface Db {
  readonly [hidden]: never;
}

export interface Engine {
  /** For single statements. Each sees everything that was committed before it. */
  readonly reads: Db;
  /**
   * One write transaction: durable when the promise resolves, rolled back when `work` throws. Waits for the write lock for
   * `lockTimeoutMs` (default 10 s), then throws `serviceUnavailable`. Throws `outcomeUnknown` if the connection broke during
   * the commit.
   */
  write<T>(work: (tx: Db) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Locks the workspace until the transaction ends, so that feed positions are committed in order. What is read afterwards
   * stays true until then.
   */
  lockWorkspace(tx: Db, workspace: WorkspaceScope): Promise<void>;
  /** Locks the schema until the transaction ends. Throws if the role of the connection may not change it. */
  lockSchema(tx: Db): Promise<void>;
  /** A consistent view while others write. The caller closes it. */
  openSnapshot(): Promise<Snapshot>;
  /** Undefined: the database has none. */
  readonly replicas?: Replicas | undefined;
  /** Changes with each commit to the workspace, and never returns to an earlier value. Cheap: it is read for each request. */
  revision(workspace: WorkspaceScope): number;
  /** The same for all changes but those of products. */
  nonProductRevision(workspace: WorkspaceScope): number;
  /** The same for changes that affect access. */
  accessRevision(workspace: WorkspaceScope): number;
  /** The revision of a workspace whose newest change has this position. */
  revisionAt(head: number): number;
  /** The feed position of the workspace's newest change. The same again if an older state of the database was restored. */
  position(workspace: WorkspaceScope): number;
  /** Afterwards all revisions cover every commit that was acknowledged before the call. */
  catchUp(workspace: WorkspaceScope): Promise<void>;
  /** Resolves when everything that was committed so far is on disk. */
  flushed(): Promise<void>;
  /** The state of the disk or the server, and whether writes are stopped. */
  readonly health: StorageHealth;
  /** Checks whether a failed disk works again, or a lost server responds. Never rejects; `health` has the result. */
  recover(): Promise<void>;
  /** Undefined: the database has none. */
  readonly rowSecurity?: RowSecurity;
  readonly ddl: Ddl;
  readonly dialect: EngineDialect;
  close(): Promise<void>;
}

/** Whether the database itself keeps workspaces apart (decision 0054). */
export interface RowSecurity {
  /** Statements reach the rows of their workspace only. */
  readonly isScoped: boolean;
  /** Why that does not hold for all tables; undefined: it does. */
  readonly lack: string | undefined;
}

export interface WriteOptions {
  readonly lockTimeoutMs?: number;
  /** `work` must not run a second time. Without it, it may: after a deadlock, or after a connection that broke before the commit. */
  readonly runsOnce?: boolean;
}

export interface Snapshot {
  readonly db: Db;
  close(): Promise<void>;
}

/** A copy of the database that follows it and may lag behind (decision 0066). */
export interface Replica {
  /**
   * A consistent view of it. The caller closes it. `isCurrent`: it must show everything that was committed before the call. Throws
   * `ReplicaUnfit` if it does not soon, if it cannot be reached, or does not follow a primary.
   */
  open(isCurrent: boolean): Promise<Snapshot>;
  /** What became of a read: undefined if the replica has served it, otherwise why not. All threads are told. */
  note(refusal: ReplicaRefusal | undefined, cause?: unknown): void;
}

export type ReplicaRefusal = 'unreachable' | 'behind' | 'diverged' | 'failed';

export interface ReplicaNews {
  /** Without user and password. */
  readonly address: string;
  readonly refusal: ReplicaRefusal | undefined;
  readonly cause: string | undefined;
}

export interface Replicas {
  /** Those that may be tried now, another one first each time. */
  inTurn(): readonly Replica[];
  /** Tells what `note` is told, in whichever thread. */
  watch(listener: (news: ReplicaNews) => void): void;
  /** Begins to measure, at intervals. Returns by how many seconds the one lags that is furthest behind, as far as is known. */
  measureLag(): () => number;
}

/** SQL for migrations. `text` compares by bytes; `integer` has at least 53 bits. */
export interface Ddl {
  readonly text: string;
  readonly integer: string;
  /** Suffix of `create table` for small rows that are stored in the order of their key. May be empty. */
  readonly inKeyOrder: string;
  /** Whether the database has policies for rows. */
  readonly hasRowSecurity: boolean;
}

/** SQL of queries that differs between databases, and what their errors mean. */
export interface EngineDialect {
  /** An expression: the clock of the database, in milliseconds since 1970. It goes on during a transaction. */
  readonly nowMs: string;
  /** Suffix of a select in a write transaction: until it ends, nobody changes the rows. Empty if nobody could. */
  readonly forShare: string;
  /** Whether the error of an insert says that the row cannot be stored: a key that exists already, a value that the column does not take. */
  readonly isRefusedRow: (error: unknown) => boolean;
}
