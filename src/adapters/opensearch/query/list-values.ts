// Counts documents by all values of an index field that begin with a prefix. Exact: either all values are listed, or the request is
// refused.

import { tooMuchAsked } from '../../../domain/failures/failures.ts';
import type { Documents, SearchBody, SearchQuery, SearchResponse } from './opened-catalog.ts';

export interface ListedValues {
  readonly query: SearchQuery;
  /** An index field of keywords. */
  readonly field: string;
  /** Of letters, digits, `-` and `_`. */
  readonly prefix: string;
}

/** The number of documents of each value, which is written without its prefix. */
export type ValueCounts = ReadonlyMap<string, number>;

/** Values of one list that the first search returns; there are seldom more. */
const FIRST_VALUES = 1_000;
/** Lists in one search, so that it stays below `search.max_buckets`. */
const LISTS_PER_SEARCH = 32;
const VALUES_PER_PAGE = 20_000;
const PAGES_MAX = 10;

interface Terms {
  readonly sum_other_doc_count: number;
  readonly doc_count_error_upper_bound: number;
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

interface Composite {
  readonly after_key?: { readonly value: string };
  readonly buckets: readonly { readonly key: { readonly value: string }; readonly doc_count: number }[];
}

/** `field` names the list in the message of a refusal. */
export const listValues = async (
  documents: Documents,
  lists: readonly (ListedValues & { readonly name: string })[],
): Promise<ValueCounts[]> => {
  const searches: { readonly body: SearchBody; readonly places: number[] }[] = [];
  for (const [query, places] of Map.groupBy(lists.keys(), (at) => lists[at]?.query as SearchQuery)) {
    for (let from = 0; from < places.length; from += LISTS_PER_SEARCH) {
      const part = places.slice(from, from + LISTS_PER_SEARCH);
      searches.push({ body: firstSearch(query, lists, part), places: part });
    }
  }
  const responses = await documents.searchAll(searches.map(({ body }) => body));
  const found = new Map<number, ValueCounts>();
  await Promise.all(
    searches.flatMap(({ places }, search) =>
      places.map(async (at) => {
        const list = lists[at] as (typeof lists)[number];
        const first = readTerms(responses[search], at, list.prefix);
        found.set(at, first ?? (await listPages(documents, list)));
      }),
    ),
  );
  return lists.map((_, at) => found.get(at) as ValueCounts);
};

const firstSearch = (
  query: SearchQuery,
  lists: readonly ListedValues[],
  places: readonly number[],
): SearchBody => ({
  query,
  size: 0,
  track_total_hits: false,
  aggs: Object.fromEntries(
    places.map((at) => {
      const { field, prefix } = lists[at] as ListedValues;
      return [`values${at}`, { terms: { field, include: `${prefix}.*`, size: FIRST_VALUES } }];
    }),
  ),
});

/** Undefined if there are more. */
const readTerms = (
  response: SearchResponse | undefined,
  at: number,
  prefix: string,
): ValueCounts | undefined => {
  const terms = response?.aggregations?.[`values${at}`] as Terms;
  if (terms.sum_other_doc_count > 0 || terms.doc_count_error_upper_bound > 0) return undefined;
  return new Map(terms.buckets.map(({ key, doc_count }) => [key.slice(prefix.length), doc_count]));
};

/** Page by page, in the order of the values. */
const listPages = async (
  documents: Documents,
  { query, field, prefix, name }: ListedValues & { readonly name: string },
): Promise<ValueCounts> => {
  const counts = new Map<string, number>();
  let after = before(prefix);
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { aggregations } = await documents.search({
      query,
      size: 0,
      track_total_hits: false,
      aggs: {
        values: {
          composite: {
            size: VALUES_PER_PAGE,
            sources: [{ value: { terms: { field } } }],
            after: { value: after },
          },
        },
      },
    });
    const composite = aggregations?.['values'] as Composite | undefined;
    const { buckets = [], after_key } = composite ?? {};
    for (const { key, doc_count } of buckets) {
      if (!key.value.startsWith(prefix)) return counts;
      counts.set(key.value.slice(prefix.length), doc_count);
    }
    if (after_key === undefined || buckets.length < VALUES_PER_PAGE) return counts;
    after = after_key.value;
  }
  throw tooMuchAsked('facets', `the facet ${name} has too many values: leave it out, or filter first`);
};

/** Comes before everything that begins with the prefix, and after everything else that does. */
const before = (prefix: string): string =>
  `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) - 1)}\u{10ffff}`;
