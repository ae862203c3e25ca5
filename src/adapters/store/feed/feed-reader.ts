// Reads the change feed, and trims its oldest part. Readers that would miss a trimmed change get `FeedTrimmed`.

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
  /** How many of the newest changes of a workspace are kept, however old they are. */
  readonly keepChanges?: number;
  /** Changes of the last days are kept, however many there are. */
  readonly keepDays?: number;
}

export interface FeedKeeper {
  /** Deletes changes that neither limit keeps. Readers that have not come so far get `FeedTrimmed`. */
  trimChanges(trimming: FeedTrimming): Promise<void>;
}

/** Each commit that changes anything in the workspace advances the head. */
export const prepareHead = (reads: Db) =>
  prepareInWorkspace(reads, {}, (workspace) =>
    workspace.selectFrom('feed_head').select(['head', 'trimmed_through']),
  );

/** The part of `SearchSource` that is served here. */
export type FeedReads = 'headPosition' | 'listChanges' | 'changeFingerprint';

export const buildFeedReader = (engine: Engine): Pick<SearchSource, FeedReads> & FeedKeeper => ({
  ...buildFeedReads(engine),
  trimChanges: (trimming) => trimChanges(engine, trimming),
});

/** `listChanges` throws `FeedTrimmed` for a position that is too old, or not from this database. */
export const buildFeedReads = ({ reads }: Pick<Engine, 'reads'>): Pick<SearchSource, FeedReads> => {
  const headOf = prepareHead(reads);
  const changesAfter = prepareInWorkspace(reads, { position: 0, limit: 0 }, (workspace, value) =>
    workspace
      .selectFrom('change')
      .select(['position', 'kind', 'catalog_id', 'id', 'at_ms'])
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
      return row && fingerprintOf(row);
    },
    async headPosition({ tenantId, workspaceId }) {
      return (await headOf.first(reads, { tenantId, workspaceId }))?.head ?? 0;
    },
    async listChanges({ tenantId, workspaceId }, position, limit) {
      const rows = await changesAfter.all(reads, { tenantId, workspaceId, position, limit });
      // Read after the changes, so that a trim in between is noticed.
      const feed = await headOf.first(reads, { tenantId, workspaceId });
      if (position < (feed?.trimmed_through ?? 0) || position > (feed?.head ?? 0)) {
        throw new FeedTrimmed(position);
      }
      return rows.map((row) => ({
        position: row.position,
        kind: row.kind as ChangeKind,
        catalogId: row.catalog_id,
        id: row.id,
        fingerprint: fingerprintOf(row),
      }));
    },
  };
};

/** The time tells two copies of a database apart after they have diverged. */
export const fingerprintOf = (row: {
  readonly at_ms: number;
  readonly kind: string;
  readonly catalog_id: string;
  readonly id: string;
}): string => JSON.stringify([row.at_ms, row.kind, row.catalog_id, row.id]);

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
    // In small transactions: a long delete would block all other writers, and the event loop.
    const trimSome = async (tx: Db): Promise<boolean> => {
      await engine.lockWorkspace(tx, workspace);
      return trimBatch(tx, workspace, lastAllowed, olderThanMs);
    };
    while (await engine.write(trimSome)) await yieldIfDue();
  }
};

/** Under the lock of the workspace. Returns false when nothing is left to trim. */
export const trimBatch = async (
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
