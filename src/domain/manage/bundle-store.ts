// What import and export need from a store. Import is all or nothing: one transaction, committed or rolled back. The
// objects are those of a bundle, whose shapes the contract knows.

import type { WorkspaceScope } from '../access/scope.ts';
import type { Failure } from '../failures/failures.ts';

export type PutOutcome = 'created' | 'updated' | 'unchanged';

/**
 * What a version is once all of its bundle stands. The latest of a record and those that are in place somewhere are held
 * against their model; history is kept as it was, for models change. `as-is` is held against nothing.
 */
export type VersionRole = 'latest' | 'in-place' | 'history' | 'as-is';

/** A line that cannot be written as it stands, said for the person who wrote the bundle. Nothing of it was written. */
export class BundleFault extends Error {
  /** The field that is at fault, as a path; `''` where it is no single one. */
  readonly field: string;
  /** Where it is the failure of the whole request, if the line is all of it. */
  readonly failure: Failure | undefined;

  constructor(message: string, field = '', failure?: Failure) {
    super(message);
    this.field = field;
    this.failure = failure;
  }
}

export interface BundleWriter<BundleObject> {
  /**
   * Writes one whole object under its id; the same object again is `unchanged` and leaves no trace in the change feed.
   * Throws `BundleFault` when what it refers to does not exist, when it would take something of another workspace, or when
   * it is beyond a limit, or when its values do not fit their model. `role` is that of a version: the latest if nothing is said.
   */
  put(scope: WorkspaceScope, object: BundleObject, role?: VersionRole): Promise<PutOutcome>;
}

export interface BundleStore<BundleObject> {
  /** Runs `work` in one write transaction; commits when it resolves to true, else leaves everything as it was. */
  writeBundle(work: (writer: BundleWriter<BundleObject>) => Promise<boolean>): Promise<boolean>;
  /** Everything of the matching workspaces as one consistent state, in an order that `put` accepts. */
  readBundle(filter: Partial<WorkspaceScope>): AsyncIterable<{ scope: WorkspaceScope; object: BundleObject }>;
  /** Whether the store holds no tenant at all. */
  isEmpty(): Promise<boolean>;
}
