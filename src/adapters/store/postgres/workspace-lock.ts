// The lock of a workspace: the row of its feed. A workspace that has no feed yet is locked by its name.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from '../sql/engine.ts';
import { acrossWorkspaces, inWorkspace } from '../sql/scoped-query.ts';
import type { HeadRow, Heads } from './revisions.ts';

/**
 * The heads of some workspaces: a list of pairs in parentheses. There is always a row, with nulls if no workspace has a head, so the
 * timeline is always told. `timeline`: SQL, see `timeline.ts`.
 */
export const headsOf = (timeline: string, workspaces: string): string =>
  `select heads.*, here.timeline from (select ${timeline} as timeline) as here left join (
    select tenant_id, workspace_id, head, access_head, product_changes from feed_head
      where (tenant_id, workspace_id) in ${workspaces}) as heads on true`;

type FoundRow = { readonly [K in keyof HeadRow]: HeadRow[K] | null } & Pick<Heads, 'timeline'>;

/** What `headsOf` has found. */
export const toHeads = (found: readonly unknown[]): Heads => {
  const rows = found as readonly FoundRow[];
  return {
    timeline: rows[0]?.timeline,
    rows: rows.filter((row) => row.tenant_id !== null) as (FoundRow & HeadRow)[],
  };
};

/** Separates these locks from those of other programs that use the same database. */
const LOCK_CLASS = 783_640;

/**
 * A transaction that waited here reads the head afterwards, with another statement, and so sees what the others committed: positions
 * become visible in their order.
 */
export const lockFeed = async (tx: Db, workspace: WorkspaceScope): Promise<void> => {
  if (await lockRow(tx, workspace)) return;
  const name = JSON.stringify([workspace.tenantId, workspace.workspaceId]);
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, hashtext(${name}))`.execute(
    acrossWorkspaces(tx),
  );
  // By now another transaction may have begun the feed.
  await lockRow(tx, workspace);
};

const lockRow = async (tx: Db, workspace: WorkspaceScope): Promise<boolean> => {
  const row = await inWorkspace(tx, workspace)
    .selectFrom('feed_head')
    .select('head')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
};
