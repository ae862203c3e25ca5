// What a write transaction reports to the index of lists (decision 0041).

import type { BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { Db } from './sql/engine.ts';
import type { StoredDocument } from './sql/stored-document.ts';

/** Gathers the changes of a transaction. They are written by `flush`, or earlier if there are many. */
export interface ListChanges {
  /** `before`: what was stored under the same key, if anything. Objects without a list are ignored. */
  put(
    workspace: WorkspaceScope,
    object: BundleObject,
    before: Pick<StoredDocument, 'value'> | undefined,
  ): Promise<void>;
  delete(workspace: WorkspaceScope, object: BundleObject): Promise<void>;
  /** The lists of the catalog were deleted, rows and all; without a catalog, those of the workspace. */
  forget(workspace: WorkspaceScope, catalogId?: string): void;
  flush(): Promise<void>;
}

/** Prepared once per store; `begin` is for one transaction. */
export interface ListIndex {
  begin(tx: Db): ListChanges;
}
