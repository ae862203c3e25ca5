// Picks the search adapter and wires its parts: indexes in this process, or documents in OpenSearch.

import { availableParallelism } from 'node:os';
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
import type { Config } from './config.ts';
import type { WorkspaceScope } from './domain/access/scope.ts';
import { indexesWarming } from './domain/failures/unavailable-failures.ts';
import type { Metric } from './domain/metric.ts';
import type { SearchIndex } from './domain/ports.ts';
import type { Store } from './open-store.ts';

export interface OpenedSearch {
  readonly index: SearchIndex;
  /** Grows whenever answers may change without a commit. */
  readonly revision: (workspace: WorkspaceScope) => number;
  readonly metrics: () => Metric[];
  /** Starts to prepare indexes. Resolves when they are ready, or after `maxMs`. */
  readonly warm: (maxMs: number) => Promise<void>;
  /** Throws while most searches would have to wait. */
  readonly assertReady: () => void;
  /** Stops background work. */
  readonly close: () => Promise<void>;
}

/** What is said about search. */
export interface SearchTelling {
  readonly tell: Log;
  readonly failed: (error: unknown) => void;
  /** How long a query waited for a thread. */
  readonly waited: (ms: number) => void;
}

/** One builds while another merges. More would only compete with the main thread. */
const INDEX_THREADS_MAX = 2;
const MEBIBYTE = 1024 * 1024;
/** Units of work, see `work-budget.ts`. */
const UNITS_PER_MS = 1_000_000;

/** Leaves a core to the main thread. At least two in each process, so that one long query does not block all others. */
const defaultSearchThreads = (processes: number): number =>
  Math.max(2, Math.floor((availableParallelism() - 1) / processes));

export const openSearch = (
  config: Config,
  store: Store,
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
        threadsMax: config.searchThreads === 0 ? defaultSearchThreads(config.workers) : config.searchThreads,
        deadlineMs: config.searchDeadlineMs,
        budgetUnits: config.searchBudgetMs * UNITS_PER_MS,
      },
      waited,
    ),
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
    assertReady: () => assertWarm(warming),
    close: async () => {
      await warming?.close();
      await index.close();
    },
  };
};

/** After this, `/readyz` no longer waits, so that one large shop does not keep the others offline. */
const WARMING_MAX_MS = 60_000;
const WARMING_RETRY_SECONDS = 2;

const assertWarm = (warming: Warming | undefined): void => {
  const progress = warming?.progress();
  if (progress === undefined || progress.tookMs > WARMING_MAX_MS) return;
  throw indexesWarming(progress.done, progress.total, WARMING_RETRY_SECONDS);
};
