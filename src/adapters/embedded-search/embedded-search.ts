// The SearchIndex port over the in-process engine: one index per catalog and environment, warmed up ahead
// (`warm-indexes.ts`) or loaded on first use, kept within a memory budget by LRU eviction, and saved so that a
// restart need not rebuild it. How long a request waits for an index: `find-index.ts`.

import { type Scope, type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import type { ContentQuery, SearchIndex } from '../../domain/ports.ts';
import { describeFields } from '../../domain/products/product-fields.ts';
import type { MainThreadShare } from '../scheduling/main-thread-share.ts';
import { CatalogEntry, type EntryEvents } from './catalog/catalog-entry.ts';
import type { Collection } from './catalog/collection.ts';
import { buildFindIndex, type Need } from './find-index.ts';
import type { IndexId } from './index-id.ts';
import { OpenIndexes } from './open-indexes.ts';
import {
  type ProductKind,
  type ProductQuestion,
  type ProductResults,
  resultWithoutCatalog,
} from './query/product-questions.ts';
import { buildQueryRunner } from './query/query-runner.ts';
import type { SearchThreads } from './query/search-threads.ts';
import type { CatalogSource } from './segments/built-catalog.ts';
import type { IndexWork } from './work/index-work.ts';

interface EmbeddedSearchOptions {
  readonly source: CatalogSource;
  readonly work: IndexWork;
  readonly memoryBudgetBytes: number;
  /** Where expensive queries run; absent: on the calling thread. */
  readonly threads?: SearchThreads;
  /** The budget of a query on the main thread; see `query-runner.ts`. */
  readonly inlineUnits?: number;
  /** Of the main thread, for each tenant; absent: queries have one of their own. */
  readonly share?: MainThreadShare;
  /** How long a request waits for an index to open or refresh; absent: as long as it takes. */
  readonly waitMs?: number;
  /** Called with the number of changed products waiting to be indexed, whenever it changes. */
  readonly onPending?: (indexId: IndexId, products: number) => void;
  /** Called when background work fails. Requests are still served from what is there. */
  readonly onFailure: (error: unknown) => void;
}

/** Counters only grow; `catalogs`, `bytes` and `feedLag` are current values. */
export interface EmbeddedSearchStatistics {
  /** Indexes in memory, and their size. */
  readonly catalogs: number;
  readonly bytes: number;
  readonly evictions: number;
  /** Indexes built from the store, and loaded from snapshots. */
  readonly builds: number;
  readonly snapshotLoads: number;
  /** Snapshots that were damaged, or of another version or catalog. */
  readonly discardedSnapshots: number;
  readonly merges: number;
  /** The largest number of changes that any index has read but not applied yet. */
  readonly feedLag: number;
  /** Failures of background work. */
  readonly failures: number;
}

export interface EmbeddedSearch extends SearchIndex, WarmableIndex {
  /** Grows whenever results may change without a commit, because pending changes were applied. */
  readonly revision: (workspace: WorkspaceScope) => number;
  readonly statistics: () => EmbeddedSearchStatistics;
  /** Stops background work and saves what changed. */
  readonly close: () => Promise<void>;
}

/** What warm-up needs of the index. */
export interface WarmableIndex {
  /** Opens the index, or refreshes it. Unless the feed `isQuiet`, it only stays close: more is about to come. */
  readonly warm: (indexId: IndexId, isQuiet: boolean) => Promise<void>;
  readonly isOpen: (indexId: IndexId) => boolean;
  /** Whether another index fits without evicting one that is in use. */
  readonly hasRoom: () => boolean;
  /** The keys of used indexes, most recent first. */
  readonly uses: () => string[];
}

export const openEmbeddedSearch = (options: EmbeddedSearchOptions): EmbeddedSearch => {
  const { source, work, memoryBudgetBytes, onFailure, threads, inlineUnits, share, waitMs } = options;
  const runner = buildQueryRunner(threads, inlineUnits, share);
  const { counters, events } = openCounters(onFailure);
  const { runInBackground, running } = openBackground(events.onFailure);
  const revisions = new Map<string, number>();
  runInBackground(work.sweep());

  const eventsOf = (indexId: IndexId): EntryEvents => {
    const key = workspaceKey(indexId.scope);
    return {
      ...events,
      onIndexed: () => void revisions.set(key, (revisions.get(key) ?? 0) + 1),
      onPending: (products) => options.onPending?.(indexId, products),
    };
  };
  const indexes = new OpenIndexes({
    memoryBudgetBytes,
    open: (indexId) => new CatalogEntry(source, work, indexId, eventsOf(indexId)),
    onEvicted: (entry) => {
      counters.evictions += 1;
      runInBackground(entry.close());
    },
  });

  const find = buildFindIndex(indexes, waitMs);

  /** Asks the index of a catalog; `none` is the result where there is no catalog. */
  const ask = async <T>(
    [scope, catalogId, need]: Parameters<typeof find>,
    none: T,
    run: (collection: Collection) => T | Promise<T>,
  ): Promise<T> => {
    const found = find(scope, catalogId, need);
    const collection = found instanceof Promise ? await found : found;
    return collection === undefined ? none : run(collection);
  };

  const askProducts: AskProducts = (scope, catalogId, question) => {
    const { position } = question.query;
    const isEnough = (collection: Collection): boolean =>
      hasReached(collection, position) && (waitMs === undefined || !collection.lacksMostProducts);
    return ask(
      [scope, catalogId, { isOfContent: false, isEnough }],
      resultWithoutCatalog(question.kind),
      (collection) => runner.askProducts(scope.tenantId, collection, question),
    );
  };

  return {
    searchContent: (scope, catalogId, query) =>
      ask([scope, catalogId, contentNeedOf(query)], { hits: [], total: 0 }, (collection) =>
        runner.searchContent(scope.tenantId, collection, query),
      ),
    ...buildProductReads(askProducts),
    describeProductFields: (scope, catalogId) =>
      ask([scope, catalogId, anyState], describeFields([]), (collection) => collection.describeFields()),
    nextTimedChange: (scope, catalogId, at) =>
      indexes.peek({ scope, catalogId })?.latest?.nextTimedChange(at) ?? at,
    warm: async (indexId, isQuiet) => {
      const entry = indexes.find(indexId);
      await indexes.refresh(indexId, entry, () => (isQuiet ? entry.current() : entry.keepUp()));
    },
    isOpen: (indexId) => indexes.has(indexId),
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
      await Promise.all([...indexes.all.map((entry) => entry.close()), ...running]);
      indexes.clear();
      await threads?.close();
      await work.close();
    },
  };
};

type AskProducts = <K extends ProductKind>(
  scope: Scope,
  catalogId: string,
  question: ProductQuestion<K>,
) => Promise<ProductResults[K]>;

/** Each of them is one kind of question. */
const buildProductReads = (askProducts: AskProducts) =>
  ({
    countProducts: (scope, catalogId, query) => askProducts(scope, catalogId, { kind: 'count', query }),
    searchProducts: (scope, catalogId, query) => askProducts(scope, catalogId, { kind: 'products', query }),
    findProducts: (scope, catalogId, query) => askProducts(scope, catalogId, { kind: 'lookup', query }),
    listCategories: (scope, catalogId, query) => askProducts(scope, catalogId, { kind: 'categories', query }),
    findSimilar: (scope, catalogId, query) => askProducts(scope, catalogId, { kind: 'similar', query }),
    suggest: (scope, catalogId, query) => askProducts(scope, catalogId, { kind: 'suggest', query }),
  }) satisfies Partial<SearchIndex>;

const anyState: Need = { isOfContent: false, isEnough: () => true };

const contentNeedOf = ({ position }: ContentQuery): Need => ({
  // A position may be that of a product.
  isOfContent: position === undefined,
  isEnough: (collection) => hasReached(collection, position),
});

/** Whether it includes the commit that a query must include. */
const hasReached = (collection: Collection, position: number | undefined): boolean =>
  position === undefined || collection.appliedPosition >= position;

/** Background tasks that only `close` waits for. */
const openBackground = (onFailure: (error: unknown) => void) => {
  const running = new Set<Promise<void>>();
  const runInBackground = (task: Promise<void>): void => {
    const done = task.catch(onFailure).finally(() => running.delete(done));
    running.add(done);
  };
  return { runInBackground, running };
};

/** Counts the events of all entries. */
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
  const events: Omit<EntryEvents, 'onIndexed' | 'onPending'> = {
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
