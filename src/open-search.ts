// Picks the search adapter and wires its parts: indexes in this process, or documents in OpenSearch.

import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedSearch } from './adapters/embedded-search/embedded-search.ts';
import {
  buildIndexLog,
  buildPendingLog,
  buildWarmingLog,
  type Log,
} from './adapters/embedded-search/indexing-log.ts';
import { openSearchThreads } from './adapters/embedded-search/query/search-threads.ts';
import { searchMetrics } from './adapters/embedded-search/search-metrics.ts';
import { hasSnapshot } from './adapters/embedded-search/snapshots/snapshot-file.ts';
import { openUseOrder } from './adapters/embedded-search/use-order.ts';
import { startWarming, type Warming } from './adapters/embedded-search/warm-indexes.ts';
import type { IndexThreadSettings } from './adapters/embedded-search/work/index-work.ts';
import { openThreadedWork } from './adapters/embedded-search/work/threaded-work.ts';
import type { FeedStatus } from './adapters/opensearch/feeding/feed-status.ts';
import type { FeederThreadOptions } from './adapters/opensearch/feeding/feeder-thread.ts';
import { type MainThreadShare, UNITS_PER_MS } from './adapters/scheduling/main-thread-share.ts';
import { searchIndexesOf, searchServerOf } from './config/search-server-variables.ts';
import type { Config } from './config.ts';
import type { WorkspaceScope } from './domain/access/scope.ts';
import { indexesWarming } from './domain/failures/unavailable-failures.ts';
import type { Metric } from './domain/metric.ts';
import type { SearchIndex } from './domain/ports.ts';
import type { Store } from './open-store.ts';

export interface OpenedSearch {
  readonly index: SearchIndex;
  /** Grows whenever results may change without a commit. */
  readonly revision: (workspace: WorkspaceScope) => number;
  readonly metrics: () => Metric[];
  /** Starts to prepare indexes. Resolves when they are ready, or after `maxMs`. */
  readonly warm: (maxMs: number) => Promise<void>;
  /** Throws while most searches would have to wait. Else what is to be said of search, if anything. */
  readonly readiness: () => SearchNotes | undefined;
  /** Stops background work. */
  readonly close: () => Promise<void>;
}

export interface SearchNotes {
  readonly search: {
    readonly behind_catalogs: number;
    readonly behind_changes: number;
    readonly behind_seconds: number;
  };
}

/** What is said about search. */
export interface SearchTelling {
  readonly log: FeederThreadOptions['log'];
  readonly tell: Log;
  readonly failed: (error: unknown) => void;
  /** How long a query waited for a thread. */
  readonly waited: (ms: number) => void;
}

/** One builds while another merges. More would only compete with the main thread. */
const INDEX_THREADS_MAX = 2;
const MEBIBYTE = 1024 * 1024;

/** In this process. */
export const searchThreadsOf = ({
  searchThreads,
  workers,
}: Pick<Config, 'searchThreads' | 'workers'>): number =>
  searchThreads === 0 ? defaultSearchThreads(workers) : searchThreads;

/** Leaves a core to the main thread. At least two in each process, so that one long query does not block all others. */
const defaultSearchThreads = (processes: number): number =>
  Math.max(2, Math.floor((availableParallelism() - 1) / processes));

/** `share`: for queries that run on the main thread. */
export const openSearch = (
  config: Config,
  store: Store,
  share: MainThreadShare,
  telling: SearchTelling,
): Promise<OpenedSearch> =>
  config.searchUrls.length === 0
    ? Promise.resolve(openEmbedded(config, store, share, telling))
    : openOnServer(config, store, telling);

const openEmbedded = (
  config: Config,
  store: Store,
  share: MainThreadShare,
  { tell, failed, waited }: SearchTelling,
): OpenedSearch => {
  const snapshotDir = join(config.dataDir, 'search');
  const { dataDir, storeUrl, storeReplicaUrls } = config;
  const onFailure = buildIndexLog(failed);
  const index = openEmbeddedSearch({
    source: store,
    work: openThreadedWork(
      new URL('./workers/index-work.ts', import.meta.url),
      {
        ...{ dataDir, storeUrl, storeReplicaUrls, snapshotDir },
        storage: store.health.share,
      } satisfies IndexThreadSettings,
      INDEX_THREADS_MAX,
      { hasSnapshot: (indexId) => hasSnapshot(snapshotDir, indexId) },
    ),
    memoryBudgetBytes: config.searchMemoryMiB * MEBIBYTE,
    threads: openSearchThreads(
      new URL('./workers/search.ts', import.meta.url),
      {
        threadsMax: searchThreadsOf(config),
        deadlineMs: config.searchDeadlineMs,
        budgetUnits: config.searchBudgetMs * UNITS_PER_MS,
      },
      waited,
    ),
    share,
    waitMs: config.searchWaitMs,
    onPending: buildPendingLog(tell, () => performance.now()),
    onFailure,
  });
  let warming: Warming | undefined;
  return {
    index,
    revision: index.revision,
    metrics: () => searchMetrics(index.statistics()),
    warm: async (maxMs) => {
      warming = startWarming({
        places: store,
        index,
        useOrder: openUseOrder(join(snapshotDir, 'use-order.json')),
        onProgress: buildWarmingLog(tell, () => performance.now()),
        onFailure,
      });
      await Promise.race([warming.firstRound, sleep(maxMs, undefined, { ref: false })]);
    },
    readiness: () => assertWarm(warming),
    close: async () => {
      await warming?.close();
      await index.close();
    },
  };
};

/** After this, `/readyz` no longer waits, so that one large shop does not keep the others offline. */
const WARMING_MAX_MS = 60_000;
const WARMING_RETRY_SECONDS = 2;

const assertWarm = (warming: Warming | undefined): undefined => {
  const progress = warming?.progress();
  if (progress === undefined || progress.tookMs > WARMING_MAX_MS) return undefined;
  throw indexesWarming(progress.done, progress.total, WARMING_RETRY_SECONDS);
};

/** Searches run on OpenSearch, which a thread feeds. Its modules are loaded only where they are needed. */
const openOnServer = async (config: Config, store: Store, { log }: SearchTelling): Promise<OpenedSearch> => {
  const { openSearchServer } = await import('./adapters/opensearch/client/search-server.ts');
  const { buildOpenSearchIndex } = await import('./adapters/opensearch/opensearch-search.ts');
  const { startFeederThread } = await import('./adapters/opensearch/feeding/feeder-thread.ts');
  const { dataDir, storeUrl, storeReplicaUrls, searchPrefix: prefix } = config;
  const settings = { ...searchServerOf(config), searchDeadlineMs: config.searchDeadlineMs };
  const server = openSearchServer(settings);
  const feeder = startFeederThread({
    module: new URL('./workers/feed-search.ts', import.meta.url),
    request: {
      ...{ dataDir, storeUrl, storeReplicaUrls, storage: store.health.share },
      holder: `${hostname()}/${process.pid}/${randomUUID()}`,
      server: settings,
      indexes: searchIndexesOf(config),
    },
    log,
  });
  const index = buildOpenSearchIndex({
    ...{ server, prefix, source: store, deadlineMs: config.searchDeadlineMs },
    waitMs: config.searchWaitMs,
    servesStale: config.searchStale === 'answer',
    onWaiting: feeder.wake,
  });
  return {
    index,
    revision: index.revision,
    metrics: () => [...server.metrics(), ...feeder.metrics()],
    warm: async () => undefined,
    readiness: () => notesOf(feeder.status()),
    close: async () => {
      await feeder.stop();
      await server.close();
    },
  };
};

const notesOf = (status: FeedStatus | undefined): SearchNotes | undefined =>
  status?.isFeeding === true
    ? {
        search: {
          behind_catalogs: status.behindCatalogs,
          behind_changes: status.behindChanges,
          behind_seconds: Math.round(status.behindMs / 1_000),
        },
      }
    : undefined;
