// From a product search to what InstantSearch shows: hits, pages and facets.

import type { ResultOf, Schemas } from '../call-types.ts';
import type { Planned } from './plan-searches.ts';
import { buildMarking, type Marking } from './show-highlights.ts';
import type {
  FacetValuesAnswer,
  FacetValuesRequest,
  Hit,
  SearchAnswer,
  SearchRequest,
} from './wire-types.ts';

type ProductSearch = ResultOf<'searchProducts'>;
type ContentSearch = ResultOf<'searchContent'>;
type Facets = NonNullable<ProductSearch['facets']>;
type Facet = Schemas['FacetResult'];

/** Pages reach no further. */
const WINDOW_ITEMS = 100_000;
export const HITS_PER_PAGE = 20;

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

const highlightTexts = (fields: object, marking: Marking) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(isText)
      .map(([name, text]) => [name, marking.showPlain(text)]),
  );

const showHit = ({ highlights, ...product }: Schemas['ProductRecord'], marking: Marking): Hit => {
  const marked = Object.entries(highlights ?? {})
    .filter(isText)
    .map(([name, html]) => [name, marking.show(html)]);
  const highlighted = { ...highlightTexts(product, marking), ...Object.fromEntries(marked) };
  return {
    ...product,
    objectID: String(product.id),
    _highlightResult: highlighted,
    _snippetResult: highlighted,
  };
};

const countsOf = ({ buckets }: Facet): Record<string, number> =>
  Object.fromEntries(buckets.map(({ val, count }) => [String(val), count]));

const labelsOf = ({ buckets }: Facet): Record<string, string> =>
  Object.fromEntries(
    buckets.filter(({ val, label }) => String(val) !== label).map(({ val, label }) => [String(val), label]),
  );

const statsOf = ({ min, max }: Facet) =>
  typeof min === 'number' && typeof max === 'number' ? { min, max } : undefined;

const mapFacets = <T>(facets: Facets, show: (facet: Facet) => T): Record<string, NonNullable<T>> =>
  Object.fromEntries(
    Object.entries(facets)
      .map(([name, facet]) => [name, show(facet)] as const)
      .filter((entry): entry is readonly [string, NonNullable<T>] => entry[1] !== undefined),
  );

const showFacets = (facets: Facets, asked: readonly string[] | undefined) => {
  const wanted = Object.fromEntries(
    Object.entries(facets).filter(([name]) => asked === undefined || asked.includes(name)),
  );
  return {
    facets: mapFacets(wanted, countsOf),
    facets_stats: mapFacets(wanted, statsOf),
    facets_labels: mapFacets(wanted, labelsOf),
  };
};

/** What every answer has, however it was found. */
const showPage = ({ indexName, params = {} }: SearchRequest, hits: Hit[], total: number, tookMs: number) => {
  const { page = 0, hitsPerPage = HITS_PER_PAGE, query = '' } = params;
  return {
    index: indexName,
    query,
    params: new URLSearchParams({ query }).toString(),
    hits,
    nbHits: total,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(Math.min(total, WINDOW_ITEMS) / hitsPerPage),
    hitsPerPage,
    processingTimeMS: tookMs,
    exhaustiveNbHits: true,
    exhaustiveFacetsCount: true,
  } as const;
};

export const showProducts = (
  { request, facets, isDerived }: Planned,
  found: ProductSearch,
  tookMs: number,
): SearchAnswer => {
  const marking = buildMarking(request.params ?? {});
  const hits = isDerived ? [] : found.records.map((record) => showHit(record, marking));
  const { did_you_mean, corrected_term, redirect_url } = found;
  return {
    ...showPage(request, hits, found._meta_.total_count ?? 0, tookMs),
    ...showFacets(found.facets ?? {}, facets),
    ...((did_you_mean.length > 0 || corrected_term !== null) && {
      userData: [{ did_you_mean, corrected_term }],
    }),
    ...(redirect_url !== null && { renderingContent: { redirect: { url: redirect_url } } }),
  };
};

export const showContent = (request: SearchRequest, found: ContentSearch, tookMs: number): SearchAnswer => {
  const marking = buildMarking(request.params ?? {});
  const hits = found.data.map((item) => ({
    ...item,
    objectID: item.provider_id,
    _highlightResult: highlightTexts(item, marking),
    _snippetResult: highlightTexts(item, marking),
  }));
  return showPage(request, hits, found.total, tookMs);
};

export const showFacetValues = (
  { params }: FacetValuesRequest,
  facet: Facet | undefined,
  tookMs: number,
): FacetValuesAnswer => {
  const marking = buildMarking(params);
  return {
    facetHits: (facet?.buckets ?? []).map(({ val, label, count }) => ({
      value: String(val),
      highlighted: marking.showFound(label, params.facetQuery ?? ''),
      count,
    })),
    exhaustiveFacetsCount: true,
    processingTimeMS: tookMs,
  };
};
