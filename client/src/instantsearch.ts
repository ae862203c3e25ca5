// A `searchClient` for InstantSearch and its widgets, over the client of a shop. The entry `@vitrine/client/instantsearch`.

import type { InputOf } from './call-types.ts';
import { type PlannedSearch, planSearches } from './instantsearch/plan-searches.ts';
import { HITS_PER_PAGE, showContent, showFacetValues, showProducts } from './instantsearch/show-results.ts';
import type {
  FacetValuesAnswer,
  FacetValuesRequest,
  SearchAnswer,
  SearchParams,
  SearchRequest,
} from './instantsearch/wire-types.ts';
import type { StorefrontClient } from './storefront.ts';

export type {
  FacetValuesAnswer,
  FacetValuesRequest,
  Hit,
  SearchAnswer,
  SearchRequest,
} from './instantsearch/wire-types.ts';

type ProductInput = InputOf<'searchProducts'>;
type ContentInput = InputOf<'searchContent'>;

/** What an index adds to each search. With `catalog_id` it is an index of content, otherwise of products. */
export type IndexInput =
  | (Omit<ProductInput, 'facets' | 'filter' | 'skip' | 'limit'> & { readonly catalog_id?: undefined })
  | Omit<ContentInput, 'q' | 'skip' | 'limit'>;

export interface SearchClientOptions {
  /**
   * By the name of an index. Indices that are not listed are products by relevance; `name:field:asc` and `name:field:desc` are
   * sorted by that field.
   */
  readonly indices?: Readonly<Record<string, IndexInput>> | undefined;
  /** Added to every search of products, such as `locale` or `currency`. */
  readonly input?: Omit<ProductInput, 'facets' | 'filter' | 'skip' | 'limit'> | undefined;
}

export interface SearchClient {
  search(requests: readonly SearchRequest[]): Promise<{ results: SearchAnswer[] }>;
  searchForFacetValues(requests: readonly FacetValuesRequest[]): Promise<FacetValuesAnswer[]>;
}

const FACET_VALUES_MAX = 1_000;
/** Of all facets of a response together. */
const ALL_VALUES_MAX = 10_000;
/** As which facets that the catalog offers count. */
const OFFERED_FACETS = 50;
const FACET_HITS = 10;

const sortOf = (indexName: string): Pick<ProductInput, 'sort_by' | 'sort_order'> => {
  const [, sort_by, sort_order] = /:([^:]+):(asc|desc)$/.exec(indexName) ?? [];
  return sort_by === undefined ? {} : { sort_by, sort_order: sort_order as 'asc' | 'desc' };
};

const facetInput = (
  { maxValuesPerFacet, sortFacetValuesBy }: SearchParams,
  facets: readonly string[] | undefined,
): ProductInput => {
  if (facets?.length === 0) return {};
  const most = Math.floor(ALL_VALUES_MAX / (facets?.length ?? OFFERED_FACETS));
  return {
    include_facets: facets?.join() ?? 'enabled',
    facet_limit: maxValuesPerFacet && Math.min(maxValuesPerFacet, FACET_VALUES_MAX, most),
    facet_sort: sortFacetValuesBy === 'alpha' ? 'value' : undefined,
  };
};

const isContent = (input: IndexInput | undefined): input is Omit<ContentInput, 'q' | 'skip' | 'limit'> =>
  input?.catalog_id !== undefined;

const pageOf = ({ page = 0, hitsPerPage = HITS_PER_PAGE }: SearchParams) => ({
  skip: page * hitsPerPage,
  limit: hitsPerPage,
});

/** The result, and how long it took. */
const timed = async <T>(call: Promise<T>): Promise<readonly [T, number]> => {
  const startMs = Date.now();
  return [await call, Date.now() - startMs];
};

export const createSearchClient = (
  shop: Pick<StorefrontClient, 'searchProducts' | 'searchFacets' | 'searchContent'>,
  { indices = {}, input: common }: SearchClientOptions = {},
): SearchClient => {
  const inputOf = (indexName: string): ProductInput => {
    const own = indices[indexName];
    return { ...common, ...sortOf(indexName), ...(isContent(own) ? {} : own) };
  };

  const searchProducts = ({ request, criteria, facets }: PlannedSearch) => {
    const { indexName, params = {} } = request;
    return shop.searchProducts({
      ...inputOf(indexName),
      ...pageOf(params),
      ...facetInput(params, facets),
      ...criteria,
      search_term: params.query,
      highlight: params.hitsPerPage !== 0,
    });
  };

  const answerProducts = async (requests: readonly SearchRequest[]): Promise<SearchAnswer[]> => {
    const plan = planSearches(requests);
    const found = await Promise.all(plan.searches.map((search) => timed(searchProducts(search))));
    return plan.requests.map((planned) => {
      const [result, tookMs] = found[planned.search] as (typeof found)[number];
      return showProducts(planned, result, tookMs);
    });
  };

  const answerContent = async (request: SearchRequest, index: Omit<ContentInput, 'q' | 'skip' | 'limit'>) => {
    const { query = '' } = request.params ?? {};
    const nothing = { data: [], total: 0 };
    // There is no content search without words.
    const asked = { ...index, ...pageOf(request.params ?? {}), q: query };
    const call = query.trim() === '' ? Promise.resolve(nothing) : shop.searchContent(asked);
    return showContent(request, ...(await timed(call)));
  };

  return {
    search: async (requests) => {
      const isProducts = ({ indexName }: SearchRequest): boolean => !isContent(indices[indexName]);
      const products = answerProducts(requests.filter(isProducts));
      const results = requests.map((request) => {
        const index = indices[request.indexName];
        return isContent(index) ? answerContent(request, index) : undefined;
      });
      const [found, all] = await Promise.all([products, Promise.all(results)]);
      const left = found.values();
      return { results: all.map((answer) => answer ?? (left.next().value as SearchAnswer)) };
    },
    searchForFacetValues: (requests) =>
      Promise.all(
        requests.map(async (request) => {
          const { indexName, params } = request;
          const { facetName, facetQuery, maxFacetHits = FACET_HITS, query } = params;
          const [{ criteria } = { criteria: {} }] = planSearches([request]).searches;
          const { sort_by: _, sort_order: __, ...rest } = inputOf(indexName);
          const asked = { ...rest, ...criteria, search_term: query, fields: facetName };
          const call = shop.searchFacets({ ...asked, facet_query: facetQuery, facet_limit: maxFacetHits });
          const [{ facets }, tookMs] = await timed(call);
          return showFacetValues(request, facets[facetName], tookMs);
        }),
      ),
  };
};
