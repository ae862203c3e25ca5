// The statements of the change feed that each write needs, prepared once.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from './engine.ts';
import { prepareBatches } from './prepared-batches.ts';
import { prepareInWorkspace } from './prepared-query.ts';
import { inWorkspace, type WorkspaceQueries } from './scoped-query.ts';

export type ChangeRow = {
  readonly position: number;
  readonly kind: string;
  readonly catalog_id: string;
  readonly id: string;
  readonly at_ms: number;
};

/** What a transaction changes in the head of a feed. Zero: nothing. */
export type HeadChange = {
  readonly head: number;
  /** Position of the last change that affects access. */
  readonly accessHead: number;
  readonly productChanges: number;
  readonly trimmedThrough: number;
};

export type FeedRows = ReturnType<typeof buildFeedRows>;

export const buildFeedRows = (db: Db) => {
  const head = prepareInWorkspace(db, {}, selectHead);
  const insert = prepareBatches(
    db,
    {},
    { position: 0, kind: '', catalog_id: '', id: '', at_ms: 0 } as ChangeRow,
    (workspace, _, rows) => workspace.insertInto('change').values(rows),
  );
  const save = prepareInWorkspace(
    db,
    { head: 0, accessHead: 0, productChanges: 0, trimmedThrough: 0 } as HeadChange,
    (workspace, { head, accessHead, productChanges, trimmedThrough }) =>
      workspace
        .insertInto('feed_head')
        .values({
          head,
          access_head: accessHead,
          product_changes: productChanges,
          trimmed_through: trimmedThrough,
        })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'workspace_id']).doUpdateSet((eb) => ({
            head: eb.ref('excluded.head'),
            access_head: greaterOf('access_head'),
            product_changes: eb('feed_head.product_changes', '+', eb.ref('excluded.product_changes')),
            trimmed_through: greaterOf('trimmed_through'),
          })),
        ),
  );
  return {
    /** The position of the newest change; 0 if there is none. */
    findHead: async (from: Db, { tenantId, workspaceId }: WorkspaceScope): Promise<number> =>
      (await head.first(from, { tenantId, workspaceId }))?.head ?? 0,
    insert: async (tx: Db, { tenantId, workspaceId }: WorkspaceScope, rows: readonly ChangeRow[]) => {
      await insert(tx, { tenantId, workspaceId }, rows);
    },
    saveHead: async (tx: Db, { tenantId, workspaceId }: WorkspaceScope, change: HeadChange) => {
      await save.all(tx, { ...change, tenantId, workspaceId });
    },
  };
};

/** For the few that need no prepared statement. */
export const findHead = async (db: Db, workspace: WorkspaceScope): Promise<number> =>
  (await selectHead(inWorkspace(db, workspace)).executeTakeFirst())?.head ?? 0;

const selectHead = (workspace: WorkspaceQueries) => workspace.selectFrom('feed_head').select('head');

/** Positions only grow. */
const greaterOf = (column: 'access_head' | 'trimmed_through') => {
  const [before, now] = [sql.ref(`feed_head.${column}`), sql.ref(`excluded.${column}`)];
  return sql<number>`case when ${now} > ${before} then ${now} else ${before} end`;
};
