// The SearchIndex port over the in-process engine: one index per catalog and environment, made ready ahead (`warm-indexes.ts`) or loaded on
// first use, kept within a memory budget by letting go of what was used least recently, and saved so that a restart need not build it again.
// Nobody waits for an index longer than is set: an older state is searched where there is one, else it is said when to come again.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Scope, type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import { indexNotReady } from '../../domain/failures/unavailable-failures.ts';
import type { SearchIndex } from '../../domain/ports.ts';
import { describeFields } from '../../domain/products/product-fields.ts';
import type { CatalogSource } from './catalog/built-catalog.ts';
import { CatalogEntry, type EntryEvents } from './catalog/catalog-entry.ts';
import type { Collection } from './catalog/collection.ts';
import type { CatalogPlace } from './catalog-place.ts';
import { OpenIndexes } from './open-indexes.ts';
import { buildQueryRunner } from './query/query-runner.ts';
import type { SearchThreads } from './query/search-threads.ts';
import type { IndexWork } from './work/index-work.ts';

export interface EmbeddedSearchOptions {
  readonly source: CatalogSource;
  readonly work: IndexWork;
  readonly memoryBudgetBytes: number;
  /** Where queries run that may take long; absent: where they are asked. */
  readonly threads?: SearchThreads;
  /** What a query may do on the thread that answers; see `query-runner.ts`. */
  readonly inlineUnits?: number;
  /** How long a request waits for an index to be opened or brought up to date; absent: as long as it takes. */
  readonly waitMs?: number;
  /** Told how many changed products wait for their index, whenever that changes. */
  readonly onPending?: (place: CatalogPlace, products: number) => void;
  /** Told of what goes wrong in the background. Requests are answered from what is there. */
  readonly onFailure: (error: unknown) => void;
}

/** Counters only grow; `catalogs`, `bytes` and `feedLag` are as things stand. */
export interface EmbeddedSearchStatistics {
  /** Indexes in memory, and what they take. */
  readonly catalogs: number;
  readonly bytes: number;
  readonly evictions: number;
  /** Indexes built from the store, and loaded from their snapshots. */
  readonly builds: number;
  readonly snapshotLoads: number;
  /** Snapshots that were damaged, or of another version or catalog. */
  readonly discardedSnapshots: number;
  readonly merges: number;
  /** The most changes that any index has read about but not brought in yet. */
  readonly feedLag: number;
  /** What went wrong in the background. */
  readonly failures: number;
}

export interface EmbeddedSearch extends SearchIndex, WarmableIndex {
  /** Grows whenever answers of the workspace may change without a commit: what was pending was brought in. */
  readonly revision: (workspace: WorkspaceScope) => number;
  readonly statistics: () => EmbeddedSearchStatistics;
  /** Ends the background work and saves what changed. */
  readonly close: () => Promise<void>;
}

/** What it takes to make indexes ready before anybody asks. */
export interface WarmableIndex {
  /** Opens the index, or brings it up to date. Unless the feed is `isQuiet`, it only stays near: more is about to come. */
  readonly warm: (place: CatalogPlace, isQuiet: boolean) => Promise<void>;
  readonly isOpen: (place: CatalogPlace) => boolean;
  /** Whether another index can be opened without one that is in use having to go. */
  readonly hasRoom: () => boolean;
  /** The keys of what was asked for, the last first. */
  readonly uses: () => string[];
}

const RETRY_AFTER_SECONDS = 2;

export const openEmbeddedSearch = (options: EmbeddedSearchOptions): EmbeddedSearch => {
  const { source, work, memoryBudgetBytes, onFailure, threads, inlineUnits, waitMs } = options;
  const runner = buildQueryRunner(threads, inlineUnits);
  const { counters, events } = openCounters(onFailure);
  const { aside, leaving } = openAside(events.onFailure);
  const revisions = new Map<string, number>();
  aside(work.sweep());

  const eventsOf = (place: CatalogPlace): EntryEvents => {
    const key = workspaceKey(place.scope);
    return {
      ...events,
      onArrival: () => void revisions.set(key, (revisions.get(key) ?? 0) + 1),
      onPending: (products) => options.onPending?.(place, products),
    };
  };
  const indexes = new OpenIndexes({
    memoryBudgetBytes,
    open: (place) => new CatalogEntry(source, work, place, eventsOf(place)),
    onEvicted: (entry) => {
      counters.evictions += 1;
      aside(entry.close());
    },
  });

  const bringUp = async (place: CatalogPlace, entry: CatalogEntry): Promise<Collection | undefined> => {
    const bringing = indexes.bringUp(place, entry, () => entry.current());
    if (waitMs === undefined) return bringing;
    const inTime = await within(waitMs, bringing);
    if (inTime !== LATE) return inTime;
    const asItIs = entry.asItIs();
    if (asItIs === undefined) throw indexNotReady(RETRY_AFTER_SECONDS);
    return asItIs;
  };

  /** At once where nothing has to be waited for, which is nearly always. */
  const find = (scope: Scope, catalogId: string) => {
    const place = { scope, catalogId };
    const entry = indexes.use(place);
    return entry.ready ?? bringUp(place, entry);
  };

  return {
    searchContent: async (scope, catalogId, query) => {
      const found = find(scope, catalogId);
      const collection = found instanceof Promise ? await found : found;
      return collection === undefined
        ? { hits: [], total: 0 }
        : runner.searchContent(scope.tenantId, collection, query);
    },
    countProducts: async (scope, catalogId, query) => {
      const found = find(scope, catalogId);
      const collection = found instanceof Promise ? await found : found;
      if (collection === undefined) return 0;
      if (waitMs !== undefined && collection.lacksMostProducts) throw indexNotReady(RETRY_AFTER_SECONDS);
      return runner.countProducts(scope.tenantId, collection, query);
    },
    describeProductFields: async (scope, catalogId) => {
      const collection = await find(scope, catalogId);
      return collection === undefined ? describeFields([]) : collection.describeFields();
    },
    warm: async (place, isQuiet) => {
      const entry = indexes.find(place);
      await indexes.bringUp(place, entry, () => (isQuiet ? entry.current() : entry.keepUp()));
    },
    isOpen: (place) => indexes.has(place),
    hasRoom: () => indexes.hasRoom,
    uses: () => indexes.listUses(),
    revision: (workspace) => revisions.get(workspaceKey(workspace)) ?? 0,
    statistics: () => ({
      ...counters,
      catalogs: indexes.all.filter(({ isOpen }) => isOpen).length,
      bytes: indexes.bytes,
      feedLag: Math.max(0, ...indexes.all.map(({ feedLag }) => feedLag)),
    }),
    close: async () => {
      await Promise.all([...indexes.all.map((entry) => entry.close()), ...leaving]);
      indexes.clear();
      await threads?.close();
      await work.close();
    },
  };
};

/** Tasks that nobody waits for before the end. */
const openAside = (onFailure: (error: unknown) => void) => {
  const leaving = new Set<Promise<void>>();
  const aside = (task: Promise<void>): void => {
    const done = task.catch(onFailure).finally(() => leaving.delete(done));
    leaving.add(done);
  };
  return { aside, leaving };
};

const LATE = Symbol('late');

/** What becomes of the promise within the time. What comes of it later is nobody's any more. */
const within = async <T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> => {
  const timer = new AbortController();
  try {
    return await Promise.race([promise, sleep(ms, LATE, { signal: timer.signal, ref: false })]);
  } finally {
    timer.abort();
    promise.catch(() => {});
  }
};

/** Counts what entries tell. */
const openCounters = (onFailure: (error: unknown) => void) => {
  const counters = {
    evictions: 0,
    builds: 0,
    snapshotLoads: 0,
    discardedSnapshots: 0,
    merges: 0,
    failures: 0,
  };
  const count = (name: keyof typeof counters) => (): void => {
    counters[name] += 1;
  };
  const events: Omit<EntryEvents, 'onArrival' | 'onPending'> = {
    onFailure: (error) => {
      counters.failures += 1;
      onFailure(error);
    },
    onOpened: (origin) => count(origin === 'store' ? 'builds' : 'snapshotLoads')(),
    onDiscarded: count('discardedSnapshots'),
    onMerged: count('merges'),
  };
  return { counters, events };
};
