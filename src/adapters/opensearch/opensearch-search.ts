// The SearchIndex port over OpenSearch. Results are as new as the feeder has made them: a request that carries the position of a write
// waits for it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope, WorkspaceScope } from '../../domain/access/scope.ts';
import {
  deadlineExceeded,
  indexNotReady,
  searchUnavailable,
} from '../../domain/failures/unavailable-failures.ts';
import type { FeedPositions, SearchIndex, SearchSource } from '../../domain/ports.ts';
import { describeUses } from '../../domain/products/attribute-settings.ts';
import { describeFields } from '../../domain/products/product-fields.ts';
import {
  type FoundProducts,
  noProducts,
  type ProductHit,
  type ProductSearch,
} from '../../domain/products/product-search.ts';
import type { SimilarProducts } from '../../domain/products/similar-products.ts';
import { noSuggestions } from '../../domain/products/suggestion.ts';
import { nextTimedChange } from '../../domain/products/timed-change.ts';
import type { SearchServer } from './client/search-server.ts';
import { SearchServerError, SearchServerGone } from './client/search-server-errors.ts';
import { buildStates } from './feeding/states.ts';
import { findProducts } from './query/find-products.ts';
import { findSimilar } from './query/find-similar.ts';
import { findSpellings } from './query/find-spellings.ts';
import { listCategories } from './query/list-categories.ts';
import { buildOpenCatalogs } from './query/open-catalog.ts';
import type { OpenedCatalog } from './query/opened-catalog.ts';
import { type RequestBudget, SEARCHES_MAX, withinBudget } from './query/request-budget.ts';
import { searchContent } from './query/search-content.ts';
import { searchProducts } from './query/search-products.ts';
import { searchTogether } from './query/search-together.ts';
import { selectProducts } from './query/select-products.ts';
import { suggest } from './query/suggest.ts';

interface OpenSearchOptions {
  readonly server: SearchServer;
  /** Of the names of its indexes. */
  readonly prefix: string;
  readonly source: Pick<SearchSource, 'loadCatalog'> & Pick<FeedPositions, 'position'>;
  /** How long a request waits for the index to reach its position. */
  readonly waitMs: number;
  /** For all calls of a request together, beside the wait for its position. */
  readonly deadlineMs: number;
  /** Whether a request whose position is not reached in time is served from what is there. */
  readonly servesStale: boolean;
  /** A request has to wait for the feeder. */
  readonly onWaiting: () => void;
}

export interface OpenSearchIndex extends SearchIndex {
  /** Grows whenever results may change without a commit, because the feeder has caught up. */
  readonly revision: (workspace: WorkspaceScope) => number;
}

const RETRY_SECONDS = 2;

const startBudget = (deadlineMs: number): RequestBudget => ({
  endsAt: performance.now() + deadlineMs,
  now: () => performance.now(),
  searchesMax: SEARCHES_MAX,
});

export const buildOpenSearchIndex = (options: OpenSearchOptions): OpenSearchIndex => {
  const { server, prefix, source, waitMs, deadlineMs, servesStale, onWaiting } = options;
  const states = buildStates(server, prefix, deadlineMs);
  const catalogs = buildOpenCatalogs({
    ...{ server, source, waitMs, servesStale, onWaiting },
    readState: states.find,
    now: () => performance.now(),
    sleep: (ms) => sleep(ms),
  });

  /** Asks a catalog; `none` is the result where there is none. */
  const ask = async <T>(
    [scope, catalogId, position]: readonly [Scope, string, number | undefined],
    none: T,
    run: (catalog: OpenedCatalog) => Promise<T>,
  ): Promise<T> => {
    const search = async (): Promise<T> => {
      const catalog = await catalogs.open(scope, catalogId, position);
      if (catalog === undefined) return none;
      return run(searchTogether(withinBudget(catalog, startBudget(deadlineMs))));
    };
    try {
      return await within(waitMs + deadlineMs, search());
    } catch (error) {
      throw failureOf(error);
    }
  };

  return {
    searchContent: (scope, catalogId, query) =>
      ask([scope, catalogId, query.position], { hits: [], total: 0 }, (catalog) =>
        searchContent(catalog, query),
      ),
    countProducts: (scope, catalogId, query) =>
      ask([scope, catalogId, query.position], 0, async (catalog) => {
        const selection = await selectProducts(catalog, query);
        const { hits } = await catalog.products.search({ query: selection.query(), size: 0 });
        return hits.total.value;
      }),
    searchProducts: (scope, catalogId, search) =>
      ask([scope, catalogId, search.position], noProducts, (catalog) => findWithSpellings(catalog, search)),
    findProducts: (scope, catalogId, lookup) =>
      ask<readonly ProductHit[]>([scope, catalogId, lookup.position], [], (catalog) =>
        findProducts(catalog, lookup),
      ),
    listCategories: (scope, catalogId, shopper) =>
      ask([scope, catalogId, shopper.position], '[]', (catalog) => listCategories(catalog, shopper)),
    findSimilar: (scope, catalogId, query) =>
      ask<SimilarProducts>([scope, catalogId, query.position], undefined, (catalog) =>
        findSimilar(catalog, query),
      ),
    suggest: (scope, catalogId, query) =>
      ask([scope, catalogId, query.position], noSuggestions, (catalog) =>
        suggest(catalog, query, findWithSpellings),
      ),
    describeProductFields: (scope, catalogId) =>
      ask([scope, catalogId, undefined], describeFields([]), async ({ fields, contents }) =>
        describeUses(fields, contents.attributes),
      ),
    nextTimedChange: (scope, catalogId, at) => {
      const contents = catalogs.peek(scope, catalogId);
      return contents === undefined ? at : nextTimedChange(contents, at);
    },
    revision: (workspace) => {
      const position = source.position(workspace);
      return catalogs.revision(workspace, Number.isNaN(position) ? 0 : position);
    },
  };
};

const findWithSpellings = async (catalog: OpenedCatalog, search: ProductSearch): Promise<FoundProducts> => {
  const selection = await selectProducts(catalog, search);
  const found = await searchProducts(catalog, selection, search);
  return { ...found, ...(await findSpellings(catalog, selection.term, search, found.total)) };
};

/** A search is several calls, each with a deadline of its own. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(deadlineExceeded(RETRY_SECONDS)), ms);
    work.finally(() => clearTimeout(late)).then(resolve, reject);
  });

const failureOf = (error: unknown): unknown => {
  if (error instanceof SearchServerGone)
    return error.why === 'deadline'
      ? deadlineExceeded(RETRY_SECONDS)
      : searchUnavailable(RETRY_SECONDS, error);
  // Somebody has deleted the index. The feeder makes another.
  const isMissing = error instanceof SearchServerError && error.type === 'index_not_found_exception';
  return isMissing ? indexNotReady(RETRY_SECONDS) : error;
};
