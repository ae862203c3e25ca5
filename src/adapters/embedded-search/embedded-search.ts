// The SearchIndex port over the in-process engine: one index per catalog and environment, loaded on first use, kept within a
// memory budget by letting go of what was used least recently, and saved so that a restart need not build it again.

import type { SearchIndex } from '../../domain/ports.ts';
import { describeFields } from '../../domain/product-fields.ts';
import { type Scope, type WorkspaceScope, workspaceKey } from '../../domain/scope.ts';
import type { CatalogSource } from './built-catalog.ts';
import { CatalogEntries } from './catalog-entries.ts';
import { CatalogEntry, type EntryEvents } from './catalog-entry.ts';
import type { IndexWork } from './index-work.ts';
import { buildQueryRunner } from './query-runner.ts';
import type { SearchThreads } from './search-threads.ts';

export interface EmbeddedSearchOptions {
  readonly source: CatalogSource;
  readonly work: IndexWork;
  readonly memoryBudgetBytes: number;
  /** Where queries run that may take long; absent: where they are asked. */
  readonly threads?: SearchThreads;
  /** What a query may do on the thread that answers; see `query-runner.ts`. */
  readonly inlineUnits?: number;
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

export interface EmbeddedSearch extends SearchIndex {
  /** Grows whenever answers of the workspace may change without a commit: what was pending was brought in. */
  readonly revision: (workspace: WorkspaceScope) => number;
  readonly statistics: () => EmbeddedSearchStatistics;
  /** Ends the background work and saves what changed. */
  readonly close: () => Promise<void>;
}

export const openEmbeddedSearch = (options: EmbeddedSearchOptions): EmbeddedSearch => {
  const { source, work, memoryBudgetBytes, onFailure, threads, inlineUnits } = options;
  const runner = buildQueryRunner(threads, inlineUnits);
  /** What nobody waits for before the end. */
  const leaving = new Set<Promise<void>>();
  const { counters, events } = openCounters(onFailure);
  const revisions = new Map<string, number>();
  const aside = (task: Promise<void>): void => {
    const done = task.catch(events.onFailure).finally(() => leaving.delete(done));
    leaving.add(done);
  };
  aside(work.sweep());

  const eventsOf = (scope: Scope): EntryEvents => {
    const key = workspaceKey(scope);
    return { ...events, onArrival: () => void revisions.set(key, (revisions.get(key) ?? 0) + 1) };
  };

  const entries = new CatalogEntries(
    (scope, catalogId) => new CatalogEntry(source, work, { scope, catalogId }, eventsOf(scope)),
  );

  const current = async (entry: CatalogEntry, scope: Scope, catalogId: string) => {
    const before = entry.bytes;
    const collection = await entry.current();
    if (collection === undefined) entries.remove(scope, catalogId);
    else if (entry.bytes !== before) {
      for (const evicted of entries.takeSurplus(memoryBudgetBytes, entry)) {
        counters.evictions += 1;
        aside(evicted.close());
      }
    }
    return collection;
  };

  /** At once where nothing has to be waited for, which is nearly always. */
  const find = (scope: Scope, catalogId: string) => {
    const entry = entries.use(scope, catalogId);
    return entry.ready() ?? current(entry, scope, catalogId);
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
      return collection === undefined ? 0 : runner.countProducts(scope.tenantId, collection, query);
    },
    describeProductFields: async (scope, catalogId) => {
      const collection = await find(scope, catalogId);
      return collection === undefined ? describeFields([]) : collection.describeFields();
    },
    revision: (workspace) => revisions.get(workspaceKey(workspace)) ?? 0,
    statistics: () => {
      return {
        ...counters,
        catalogs: entries.size,
        bytes: entries.bytes,
        feedLag: Math.max(0, ...entries.all().map(({ feedLag }) => feedLag)),
      };
    },
    close: async () => {
      await Promise.all([...entries.all().map((entry) => entry.close()), ...leaving]);
      entries.clear();
      await threads?.close();
      await work.close();
    },
  };
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
  const events: Omit<EntryEvents, 'onArrival'> = {
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
