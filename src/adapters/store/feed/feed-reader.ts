// Following the change feed, and forgetting its oldest part. Whoever would miss a forgotten change is told so.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { FeedTrimmed } from '../../../domain/failures/feed-trimmed.ts';
import type { ChangeKind, SearchSource } from '../../../domain/ports.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { acrossWorkspaces, inWorkspace } from '../sql/scoped-query.ts';

const DAY_MS = 86_400_000;
const TRIM_BATCH_ROWS = 1_000;

export const KEPT_CHANGES_MIN = 100_000;
export const KEPT_DAYS_MIN = 7;

export interface FeedTrimming {
  readonly now: Date;
  /** The newest changes of a workspace that stay, however old. */
  readonly keepChanges?: number;
  /** Younger changes stay, however many. */
  readonly keepDays?: number;
}

export interface FeedKeeper {
  /** Forgets changes that are both beyond the newest and old. Readers behind them get `FeedTrimmed`. */
  trimChanges(trimming: FeedTrimming): Promise<void>;
}

/** Every commit that changes anything of the workspace moves the head. */
export const prepareHead = (reads: Db) =>
  prepareInWorkspace(reads, {}, (workspace) =>
    workspace.selectFrom('feed_head').select(['head', 'trimmed_through']),
  );

/** What this serves of the source of an index. */
export type FeedReads = 'headPosition' | 'listChanges' | 'changeFingerprint';

/** `listChanges` throws `FeedTrimmed` for a position it cannot go on from: too old, or not of this database at all. */
export const buildFeedReader = (engine: Engine): Pick<SearchSource, FeedReads> & FeedKeeper => {
  const { reads } = engine;
  const headOf = prepareHead(reads);
  const changesAfter = prepareInWorkspace(reads, { position: 0, limit: 0 }, (workspace, value) =>
    workspace
      .selectFrom('change')
      .select(['position', 'kind', 'catalog_id', 'id'])
      .where('position', '>', value.position)
      .orderBy('position')
      .limit(value.limit),
  );
  const changeAt = prepareInWorkspace(reads, { position: 0 }, (workspace, value) =>
    workspace
      .selectFrom('change')
      .select(['kind', 'catalog_id', 'id', 'at_ms'])
      .where('position', '=', value.position),
  );

  return {
    async changeFingerprint({ tenantId, workspaceId }, position) {
      if (position === 0) return '';
      const row = await changeAt.first(reads, { tenantId, workspaceId, position });
      // When it was made is what two copies of the data never share once they have gone different ways.
      return row && JSON.stringify([row.at_ms, row.kind, row.catalog_id, row.id]);
    },
    async headPosition({ tenantId, workspaceId }) {
      return (await headOf.first(reads, { tenantId, workspaceId }))?.head ?? 0;
    },
    async listChanges({ tenantId, workspaceId }, position, limit) {
      const rows = await changesAfter.all(reads, { tenantId, workspaceId, position, limit });
      // Looked at after the changes are read: a trim between the two is then seen, never missed.
      const feed = await headOf.first(reads, { tenantId, workspaceId });
      if (position < (feed?.trimmed_through ?? 0) || position > (feed?.head ?? 0)) {
        throw new FeedTrimmed(position);
      }
      return rows.map((row) => ({
        position: row.position,
        kind: row.kind as ChangeKind,
        catalogId: row.catalog_id,
        id: row.id,
      }));
    },
    trimChanges: (trimming) => trimChanges(engine, trimming),
  };
};

const trimChanges = async (
  engine: Engine,
  { now, keepChanges = KEPT_CHANGES_MIN, keepDays = KEPT_DAYS_MIN }: FeedTrimming,
): Promise<void> => {
  const yieldIfDue = buildYield();
  const olderThanMs = now.getTime() - keepDays * DAY_MS;
  const feeds = await acrossWorkspaces(engine.reads)
    .selectFrom('feed_head')
    .select(['tenant_id', 'workspace_id', 'head', 'trimmed_through'])
    .where((eb) => eb('trimmed_through', '<', eb('head', '-', keepChanges)))
    .execute();
  for (const feed of feeds) {
    const workspace = { tenantId: feed.tenant_id, workspaceId: feed.workspace_id };
    const lastAllowed = feed.head - keepChanges;
    // In small transactions: a long delete would hold up every other writer, and in SQLite every reader too.
    while (await engine.write((tx) => trimBatch(tx, workspace, lastAllowed, olderThanMs))) {
      await yieldIfDue();
    }
  }
};

/** False when nothing more is to go. */
const trimBatch = async (
  tx: Db,
  scope: WorkspaceScope,
  lastAllowed: number,
  olderThanMs: number,
): Promise<boolean> => {
  const workspace = inWorkspace(tx, scope);
  const oldest = await workspace
    .selectFrom('change')
    .select(['position', 'at_ms'])
    .where('position', '<=', lastAllowed)
    .orderBy('position')
    .limit(TRIM_BATCH_ROWS)
    .execute();
  const firstYoung = oldest.findIndex((change) => change.at_ms >= olderThanMs);
  const last = oldest[(firstYoung === -1 ? oldest.length : firstYoung) - 1];
  if (last === undefined) {
    return false;
  }
  await workspace.deleteFrom('change').where('position', '<=', last.position).execute();
  await workspace.updateTable('feed_head').set({ trimmed_through: last.position }).execute();
  return oldest.length === TRIM_BATCH_ROWS && firstYoung === -1;
};
