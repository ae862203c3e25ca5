// The change feed. Each change is appended in the transaction that makes it. Positions are numbered per workspace, under
// the workspace's lock, so they are committed in order and without gaps.

import { type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';
import type { ChangeKind } from '../../../domain/ports.ts';
import { type CountingEngine, type UsageWriter, writeCounted } from '../limits/usage-writer.ts';
import type { ListChanges } from '../list-index-port.ts';
import type { RecordIndexWriter } from '../record-index-port.ts';
import type { Db, WriteOptions } from '../sql/engine.ts';
import type { ChangeRow } from '../sql/feed-rows.ts';
import { deleteRows } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';

const ROWS_AT_ONCE = 250;

export interface FeedWriter {
  /** Locks the workspace until the transaction ends. Returns the position of its newest change, those of this transaction included. */
  lock(workspace: WorkspaceScope): Promise<number>;
  append(workspace: WorkspaceScope, change: FeedEntry): Promise<void>;
  /** Does this before the transaction ends, while changes can still be appended. */
  beforeEnd(work: () => Promise<void>): void;
  /** The lists of managed objects. Their changes are written before the transaction ends. */
  readonly lists: ListChanges;
  /** The lists of records. The feed reports changed records itself; report a record that is deleted without an entry here. */
  readonly records: RecordIndexWriter;
  /**
   * Called when a workspace is deleted. Deletes its changes, so that everyone who follows the feed has to start over. The
   * head is kept: a new workspace with the same id continues from there, and no index of the old one matches it.
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
  /** Position of the last change that affects access. Zero if this transaction made none. */
  accessHead: number;
  /** How many changes of products this transaction made. */
  productChanges: number;
  /** Zero unless this transaction has reset the feed. */
  trimmedThrough: number;
  /** Not inserted yet. */
  readonly pending: ChangeRow[];
}

/** Changes of these kinds do not affect who has access. Changes of all other kinds may. */
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
  'facet',
  'store',
  'form',
  'popular_term',
]);

/** Changes whose id is the id of a record. */
export const recordKinds: ReadonlySet<ChangeKind> = new Set(['record', 'version', 'publication']);

/** A write transaction that can append to the feed. Its changes and counters are committed with it, or not at all. */
export const writeWithFeed = <T>(
  engine: CountingEngine,
  work: (tx: Db, feed: FeedWriter, usage: UsageWriter) => Promise<T>,
  options: WriteOptions = {},
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
  const rows = engine.feedRows;
  const lists = engine.listIndex.begin(tx);
  const records = engine.recordIndex.begin(tx);
  const atMs = Date.now();
  const last: (() => Promise<void>)[] = [];

  const openFeed = async (workspace: WorkspaceScope): Promise<OpenFeed> => {
    const key = workspaceKey(workspace);
    const known = open.get(key);
    if (known !== undefined) {
      return known;
    }
    await engine.lockWorkspace(tx, workspace);
    const before = await rows.findHead(tx, workspace);
    const changes = { accessHead: 0, productChanges: 0, trimmedThrough: 0 };
    const feed: OpenFeed = { workspace, before, head: before, ...changes, pending: [] };
    open.set(key, feed);
    return feed;
  };

  const flush = async ({ workspace, pending }: OpenFeed): Promise<void> => {
    if (pending.length > 0) await rows.insert(tx, workspace, pending.splice(0));
  };

  return {
    lists,
    records,
    beforeEnd: (work) => {
      last.push(work);
    },
    lock: async (workspace) => (await openFeed(workspace)).head,
    append: async (workspace, change) => {
      const feed = await openFeed(workspace);
      feed.head += 1;
      if (!contentKinds.has(change.kind)) feed.accessHead = feed.head;
      if (change.kind === 'product') feed.productChanges += 1;
      feed.pending.push(rowOf(feed.head, change, atMs));
      if (recordKinds.has(change.kind)) records.noteRecord(workspace, change.id);
      if (change.kind === 'environment') records.noteEnvironment(workspace, change.id);
      if (feed.pending.length === ROWS_AT_ONCE) await flush(feed);
    },
    resetFeed: async (workspace) => {
      records.forgetWorkspace(workspace);
      const feed = await openFeed(workspace);
      await flush(feed);
      await deleteRows(tx, {
        table: 'change',
        prefix: workspacePrefix(workspace),
        key: ['position'],
      });
      feed.head += 1;
      feed.accessHead = feed.head;
      feed.trimmedThrough = feed.head;
    },
    finish: async () => {
      for (const work of last) await work();
      await records.flush();
      await lists.flush();
      for (const feed of open.values()) {
        await flush(feed);
        const { workspace, before, head, accessHead, productChanges, trimmedThrough } = feed;
        if (head === before) continue;
        await rows.saveHead(tx, workspace, { head, accessHead, productChanges, trimmedThrough });
      }
    },
  };
};

const rowOf = (position: number, change: FeedEntry, atMs: number): ChangeRow => ({
  position,
  kind: change.kind,
  catalog_id: change.catalogId,
  id: change.id,
  at_ms: atMs,
});
