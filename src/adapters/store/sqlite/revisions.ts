// The feed position of each workspace. Needed for each request, so it is cached until another process commits anything. Of commits of
// this process it is known which workspaces they change.

import { type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';
import type { ChangeSignal } from '../../../domain/ports.ts';
import type { Connection } from './connection.ts';
import type { DataVersion } from './data-version.ts';

const WORKSPACES_MAX = 10_000;
const HEADS_OF =
  'select head, access_head, product_changes from feed_head where tenant_id = ? and workspace_id = ?';

interface Heads {
  readonly head: number;
  readonly access_head: number;
  readonly product_changes: number;
}

const NO_FEED: Heads = { head: 0, access_head: 0, product_changes: 0 };
/** NaN never equals a cached revision, so callers go on to read and get the error. */
const UNKNOWN: Heads = { head: Number.NaN, access_head: Number.NaN, product_changes: 0 };

export interface Revisions extends ChangeSignal {
  /**
   * Within a transaction, before it commits: reads the heads of the workspaces that it has locked. Call the result as soon as it has committed.
   * A transaction without a lock may have changed any workspace.
   */
  follow(transaction: Pick<Connection, 'run'>, locked: Iterable<WorkspaceScope>): () => void;
  /** Nothing is known any more. */
  forget(): void;
}

export const buildRevisions = (reader: Connection, version: DataVersion): Revisions => {
  const known = new Map<string, Heads>();
  let seen = Number.NaN;
  /** A request asks several times in a row, with the scope object of its caller. */
  let last: { readonly workspace: WorkspaceScope; readonly heads: Heads } | undefined;

  const readHeads = (from: Pick<Connection, 'run'>, { tenantId, workspaceId }: WorkspaceScope): Heads => {
    const [row] = from.run(HEADS_OF, [tenantId, workspaceId]).rows as Heads[];
    return row ?? NO_FEED;
  };

  const headsOf = (workspace: WorkspaceScope): Heads => {
    const current = version.read();
    if (current === seen && last?.workspace === workspace) return last.heads;
    if (current !== seen || known.size >= WORKSPACES_MAX) known.clear();
    seen = current;
    const heads = findHeads(workspace);
    last = heads === UNKNOWN ? undefined : { workspace, heads };
    return heads;
  };

  const findHeads = (workspace: WorkspaceScope): Heads => {
    const key = workspaceKey(workspace);
    const before = known.get(key);
    if (before !== undefined) return before;
    try {
      const heads = readHeads(reader, workspace);
      known.set(key, heads);
      return heads;
    } catch {
      return UNKNOWN;
    }
  };

  const forget = (): void => {
    known.clear();
    last = undefined;
    version.forget();
  };

  return {
    follow: (transaction, locked) => {
      const heads = Array.from(
        locked,
        (workspace) => [workspaceKey(workspace), readHeads(transaction, workspace)] as const,
      );
      if (heads.length === 0) return forget;
      return () => {
        last = undefined;
        for (const [key, changed] of heads) known.set(key, changed);
      };
    },
    forget,
    revision: (workspace) => headsOf(workspace).head,
    nonProductRevision: (workspace) => {
      const { head, product_changes } = headsOf(workspace);
      return head - product_changes;
    },
    accessRevision: (workspace) => headsOf(workspace).access_head,
  };
};
