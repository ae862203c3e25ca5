// PostgreSQL behind the store: a pool of connections for reads and one for writes, so that neither waits for the other, a
// connection for each snapshot, and one that watches the feeds of all nodes.

import { sql } from 'kysely';
import { UnusableStore } from '../../../domain/failures/unusable-store.ts';
import type { StoreMetrics } from '../../../domain/metric.ts';
import { buildDeadlineSemaphore } from '../sql/deadline-semaphore.ts';
import type { RunStatement } from '../sql/driver.ts';
import type { Db, Engine, EngineDialect } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { openStorageHealth, type StorageShare } from '../storage-health.ts';
import { openPool, watchSilence } from './connections.ts';
import { buildDb } from './dialect.ts';
import { buildFeedNotifier, buildFeedWatcher, type FeedWatcher } from './feed-watcher.ts';
import { isRefusedRow } from './postgres-errors.ts';
import { buildReach } from './reach.ts';
import { buildReads } from './reads.ts';
import { openReplicas } from './replicas.ts';
import { buildRevisions } from './revisions.ts';
import { explainDenial } from './role-rights.ts';
import { inspectRowSecurity } from './row-security.ts';
import { buildSnapshots } from './snapshots.ts';
import { findTimeline } from './timeline.ts';
import { buildTransactions } from './transactions.ts';

const NAME = 'vitrine';
const CONNECTIONS = 10;
const VERSION_MIN = 15;
/** While the watcher sees the database at its intervals, nobody else has to look: a busy one may take its time. */
const JUST_SEEN_MS = 3_000;

export interface ServerOptions {
  /** For reads and writes together. */
  readonly connections?: number;
  /** How often commits of other nodes are looked for. */
  readonly pollMs?: number;
  /** From then on a revision that could not be read again counts as unknown. */
  readonly staleAfterMs?: number;
  readonly snapshotMaxMs?: number;
  /** Addresses of standbys, for work that reads much. */
  readonly replicaUrls?: readonly string[] | undefined;
  readonly metrics?: Pick<StoreMetrics, 'waitedToWrite'> | undefined;
}

const dialect: EngineDialect = {
  nowMs: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  forShare: 'for share',
  isRefusedRow,
};

/** `share` comes from the thread that opened the same database first: whether it can be reached concerns all threads. */
export const openPostgresEngine = async (
  url: string,
  { connections = CONNECTIONS, metrics, ...options }: ServerOptions = {},
  share?: StorageShare,
): Promise<Engine> => {
  const health = openStorageHealth(share);
  let onLost = (): void => {};
  const reach = buildReach(health, () => onLost());
  const writers = Math.max(1, Math.floor(connections / 2));
  const pools = {
    reads: openPool(url, NAME, Math.max(1, connections - writers)),
    writes: openPool(url, `${NAME} write`, writers),
  };
  const silence = watchSilence(Object.values(pools));
  const endPools = () => Promise.all([pools.reads.end(), pools.writes.end()]);
  const read = buildReads(pools.reads, reach);
  const { settings, timeline, rowSecurity } = await inspect(read).catch(async (error: unknown) => {
    await endPools();
    health.close();
    throw explainDenial(error, url);
  });
  const { isScoped } = rowSecurity;
  const snapshots = buildSnapshots(
    { url, name: `${NAME} snapshot`, isScoped, maxMs: options.snapshotMaxMs },
    reach,
  );
  const replicas = openReplicas(options.replicaUrls ?? [], read, health.share);
  const notifier = buildFeedNotifier(pools.reads);
  const watcher = buildFeedWatcher(
    { url, name: `${NAME} feed`, timeline, isScoped, pollMs: options.pollMs },
    () => revisions,
    reach,
    silence,
  );
  const revisions = buildRevisions(
    health.share,
    { onMissing: watcher.wake, onCommit: notifier.notify },
    { staleAfterMs: options.staleAfterMs },
  );
  onLost = watcher.wake;
  const transactions = buildTransactions(
    {
      ...{ pool: pools.writes, places: buildDeadlineSemaphore(writers), revisions, settings, timeline },
      ...{ isScoped, metrics },
    },
    reach,
  );
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    await notifier.close();
    await watcher.close();
    await snapshots.close();
    await replicas?.close();
    await endPools();
    revisions.close();
    health.close();
  };

  return {
    reads: buildDb(read, isScoped),
    rowSecurity,
    ...transactions,
    openSnapshot: snapshots.open,
    replicas,
    revision: revisions.revision,
    revisionAt: revisions.revisionAt,
    position: revisions.position,
    nonProductRevision: revisions.nonProductRevision,
    accessRevision: revisions.accessRevision,
    catchUp: async (workspace) => {
      // Only workspaces that are in use are looked for.
      revisions.revision(workspace);
      await watcher.lookNow();
    },
    // The server acknowledges a commit when it is on disk, and shows it to others only then.
    flushed: async () => {},
    health,
    recover: () => recover(health, watcher, transactions),
    dialect,
    ddl: { text: 'text collate "C"', integer: 'bigint', inKeyOrder: '', hasRowSecurity: true },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

/** The watcher goes on looking for a lost server. If none is known to be lost, the address may lead to a standby by now. */
const recover = async (
  health: ReturnType<typeof openStorageHealth>,
  watcher: FeedWatcher,
  { write }: Pick<Engine, 'write'>,
): Promise<void> => {
  if (health.fault() === 'unreachable') return watcher.wake();
  await watcher.lookNow(JUST_SEEN_MS);
  const fault = health.fault();
  if (fault === undefined || fault === 'unreachable') return;
  const reading = health.read();
  // It gets a number, so its end is written to the journal.
  await write(touch)
    .then(() => health.recover(reading))
    .catch(() => {});
};

const inspect = async (read: RunStatement) => ({
  settings: await inspectServer(read),
  timeline: await findTimeline(read),
  rowSecurity: await inspectRowSecurity(read),
});

/** Refuses a server that the store cannot work with. Returns what each transaction has to set. */
const inspectServer = async (read: RunStatement): Promise<string> => {
  const { rows } = await read(
    `select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as commits`,
    [],
  );
  const [server] = rows as {
    readonly version: number;
    readonly encoding: string;
    readonly commits: string;
  }[];
  if (server === undefined || server.version < VERSION_MIN) {
    throw new UnusableStore(`PostgreSQL ${server?.version} is too old: ${VERSION_MIN} or later is needed.`);
  }
  if (server.encoding !== 'UTF8') {
    throw new UnusableStore(
      `The database has the encoding ${server.encoding}: create it with the encoding UTF8.`,
    );
  }
  // An acknowledged write must be on disk.
  return server.commits === 'off' ? '; set local synchronous_commit = on' : '';
};

const touch = async (tx: Db): Promise<void> => {
  await sql`select pg_current_xact_id()::text`.execute(acrossWorkspaces(tx));
};
