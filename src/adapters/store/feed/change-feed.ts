// The change feed: every change is appended in the transaction that makes it. Positions are counted per workspace under
// its lock, so they commit in order and without gaps, whatever the database.

import { scopeKey, type WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ChangeKind } from '../../../domain/ports.ts';
import { type CountingEngine, type UsageWriter, writeCounted } from '../limits/usage-writer.ts';
import type { Db } from '../sql/engine.ts';
import { deleteRows } from '../sql/key-range.ts';

const ROWS_AT_ONCE = 50;

export interface FeedWriter {
  /** Has the workspace to itself until the transaction ends. */
  lock(workspace: WorkspaceScope): Promise<void>;
  append(workspace: WorkspaceScope, change: FeedEntry): Promise<void>;
  /** For a record that is gone without an entry of its own: lists must not keep it. */
  noteRecord(workspace: WorkspaceScope, recordId: string): void;
  /** Brings the lists of records up to date before the transaction ends. */
  flushLists(): Promise<void>;
  /**
   * For a workspace that is gone: forgets its changes, and whoever has read any of them has to start over. Its head stays, so
   * that a new workspace of the same name counts on from there and nothing made of the old one can pass for it.
   */
  resetFeed(workspace: WorkspaceScope): Promise<void>;
}

export interface FeedEntry {
  readonly kind: ChangeKind;
  readonly catalogId: string;
  readonly id: string;
}

interface OpenFeed {
  readonly workspace: WorkspaceScope;
  readonly before: number;
  head: number;
  /** Where the last change of who may ask is; absent: nobody has changed that. */
  accessHead?: number;
  trimmedThrough?: number;
}

/** Changes of these decide nothing about who may ask. Of whatever else changes it is believed that it does. */
const contentKinds: ReadonlySet<ChangeKind> = new Set([
  'catalog',
  'category',
  'product',
  'content_item',
  'content_model',
  'record',
  'version',
  'publication',
  'synonyms',
  'merchandising_rule',
  'attribute',
  'store',
  'form',
  'popular_term',
]);

/** Their id is that of a record. */
const recordKinds: ReadonlySet<ChangeKind> = new Set(['record', 'version', 'publication']);

/** A write transaction that may append to the feed; what it appended and counted is committed with it or not at all. */
export const writeWithFeed = <T>(
  engine: CountingEngine,
  work: (tx: Db, feed: FeedWriter, usage: UsageWriter) => Promise<T>,
  options: { readonly lockTimeoutMs?: number } = {},
): Promise<T> =>
  writeCounted(
    engine,
    async (tx, usage) => {
      const feed = buildFeedWriter(engine, tx);
      const result = await work(tx, feed, usage);
      await feed.finish();
      return result;
    },
    options,
  );

const buildFeedWriter = (engine: CountingEngine, tx: Db): FeedWriter & { finish(): Promise<void> } => {
  const open = new Map<string, OpenFeed>();
  const lists = engine.recordIndex.begin(tx);
  const atMs = Date.now();
  let pending: ReturnType<typeof rowOf>[] = [];

  const openFeed = async (workspace: WorkspaceScope): Promise<OpenFeed> => {
    const key = scopeKey({ ...workspace, environmentId: '' });
    const known = open.get(key);
    if (known !== undefined) {
      return known;
    }
    await engine.lockWorkspace(tx, workspace);
    const before = await findHead(tx, workspace);
    const feed: OpenFeed = { workspace, before, head: before };
    open.set(key, feed);
    return feed;
  };

  const flush = async (): Promise<void> => {
    const rows = pending;
    pending = [];
    if (rows.length > 0) await tx.insertInto('change').values(rows).execute();
  };

  return {
    lock: async (workspace) => {
      await openFeed(workspace);
    },
    append: async (workspace, change) => {
      const feed = await openFeed(workspace);
      feed.head += 1;
      if (!contentKinds.has(change.kind)) feed.accessHead = feed.head;
      pending.push(rowOf(workspace, feed.head, change, atMs));
      if (recordKinds.has(change.kind)) lists.noteRecord(workspace, change.id);
      if (change.kind === 'environment') lists.noteEnvironment(workspace, change.id);
      if (pending.length === ROWS_AT_ONCE) await flush();
    },
    noteRecord: (workspace, recordId) => lists.noteRecord(workspace, recordId),
    flushLists: () => lists.flush(),
    resetFeed: async (workspace) => {
      lists.forgetWorkspace(workspace);
      const feed = await openFeed(workspace);
      await flush();
      await deleteRows(tx, {
        table: 'change',
        prefix: { tenant_id: workspace.tenantId, workspace_id: workspace.workspaceId },
        key: ['position'],
      });
      feed.head += 1;
      feed.accessHead = feed.head;
      feed.trimmedThrough = feed.head;
    },
    finish: async () => {
      await lists.flush();
      await flush();
      for (const feed of open.values()) {
        if (feed.head > feed.before) await saveHead(tx, feed);
      }
    },
  };
};

const rowOf = (workspace: WorkspaceScope, position: number, change: FeedEntry, atMs: number) => ({
  tenant_id: workspace.tenantId,
  workspace_id: workspace.workspaceId,
  position,
  kind: change.kind,
  catalog_id: change.catalogId,
  id: change.id,
  at_ms: atMs,
});

const findHead = async (db: Db, workspace: WorkspaceScope): Promise<number> => {
  const row = await db
    .selectFrom('feed_head')
    .select('head')
    .where('tenant_id', '=', workspace.tenantId)
    .where('workspace_id', '=', workspace.workspaceId)
    .executeTakeFirst();
  return row?.head ?? 0;
};

const saveHead = async (tx: Db, { workspace, head, accessHead, trimmedThrough }: OpenFeed): Promise<void> => {
  const changed = {
    head,
    ...(accessHead === undefined ? {} : { access_head: accessHead }),
    ...(trimmedThrough === undefined ? {} : { trimmed_through: trimmedThrough }),
  };
  await tx
    .insertInto('feed_head')
    .values({
      tenant_id: workspace.tenantId,
      workspace_id: workspace.workspaceId,
      access_head: 0,
      trimmed_through: 0,
      ...changed,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'workspace_id']).doUpdateSet(changed))
    .execute();
};
