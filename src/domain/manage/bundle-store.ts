// The port of import and export. An import is one transaction, committed or rolled back. The contract defines the shapes
// of the objects.

import type { WorkspaceScope } from '../access/scope.ts';
import type { Failure } from '../failures/failures.ts';

export type PutOutcome = 'created' | 'updated' | 'unchanged';

/**
 * The role of a version after the whole bundle is written. The latest version of a record and published ones (`in-place`) are
 * checked against their model. `history` is not, because models change. `as-is` is not checked at all.
 */
export type VersionRole = 'latest' | 'in-place' | 'history' | 'as-is';

/** A line that cannot be written, with a message for the author of the bundle. Nothing of it was written. */
export class BundleFault extends Error {
  /** Path of the faulty field; `''` if it is not a single field. */
  readonly field: string;
  /** The failure to throw if the line is the whole request. */
  readonly failure: Failure | undefined;

  constructor(message: string, field = '', failure?: Failure) {
    super(message);
    this.field = field;
    this.failure = failure;
  }
}

export interface PlacedObject<BundleObject> {
  readonly scope: WorkspaceScope;
  readonly object: BundleObject;
}

/** What an import can look through and delete. */
export type PrunableKind =
  | 'product'
  | 'category'
  | 'content_item'
  | 'merchandising_rule'
  | 'content_model'
  | 'record'
  | 'version'
  | 'publication'
  | 'form';

export interface BundleWriter<BundleObject> {
  /** A hint: these objects will be put next, so what that needs may be read at once. */
  expect?(objects: readonly PlacedObject<BundleObject>[]): Promise<void>;
  /**
   * Writes one complete object under its id. Writing the same object again is `unchanged` and leaves no entry in the change
   * feed. Throws `BundleFault` if it refers to a missing object, uses something of another workspace, exceeds a limit, or has
   * values that do not fit their model. `role` is for versions and defaults to `latest`.
   */
  put(scope: WorkspaceScope, object: BundleObject, role?: VersionRole): Promise<PutOutcome>;
  /**
   * Everything of one kind in batches, including what was put. Objects of a batch may be deleted before the next one is asked for.
   * `parent` is the catalog, the model of records or the record of versions; others belong to the workspace.
   */
  list(scope: WorkspaceScope, kind: PrunableKind, parent?: string): AsyncIterable<readonly BundleObject[]>;
  /**
   * Deletes it with everything that belongs to it; a publication is unpublished. False if something needs it: a record that another
   * one relates to, a model with records, a form with submissions.
   */
  delete(scope: WorkspaceScope, kind: PrunableKind, object: BundleObject): Promise<boolean>;
}

export interface BundleStore<BundleObject> {
  /** Runs `work` in one write transaction. Commits if it resolves to true, otherwise rolls back. */
  writeBundle(work: (writer: BundleWriter<BundleObject>) => Promise<boolean>): Promise<boolean>;
  /** All objects of the matching workspaces from one consistent state, in an order that `put` accepts. */
  readBundle(filter: Partial<WorkspaceScope>): AsyncIterable<{ scope: WorkspaceScope; object: BundleObject }>;
  /** Whether the store has no tenant. */
  isEmpty(): Promise<boolean>;
}
