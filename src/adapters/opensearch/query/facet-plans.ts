// How the facet of a field is counted: which values of the index are listed, and what becomes of them.

import type { AttributeScalar } from '../../../domain/products/product.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import type { Comparable } from '../../../domain/products/product-filter.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import type { CountedCategory } from '../../../search/engine/facets/category-counts.ts';
import { numbersOfList } from '../../../search/engine/facets/counted-numbers.ts';
import {
  type FinishFacet,
  finishCategories,
  finishRanges,
  finishValues,
} from '../../../search/engine/facets/finish-facets.ts';
import { countRanges, type RangeCounts } from '../../../search/engine/facets/range-counts.ts';
import type { FacetValue } from '../../../search/engine/facets/value-counts.ts';
import { categoriesIn } from '../../../search/engine/products/localized-categories.ts';
import { fromSortableNumber, fromSortableText, sortableText } from '../documents/encode.ts';
import { valuePlace } from '../documents/product-values.ts';
import { between } from './filter-queries.ts';
import type { ListedValues, ValueCounts } from './list-values.ts';
import type { OpenedCatalog, SearchQuery } from './opened-catalog.ts';

export interface FacetPlan {
  readonly lists: readonly Omit<ListedValues, 'query'>[];
  /** `counts`: of the lists, in their order. */
  readonly count: (counts: readonly ValueCounts[]) => FinishFacet | Promise<FinishFacet>;
  /** Those of the setting, if it is counted by them. */
  readonly boundaries?: readonly number[] | undefined;
}

const NONE: ValueCounts = new Map();

/** What no product has matches nothing, whatever was chosen. */
export const noFacet = (field: string): FacetPlan => ({
  lists: [],
  count: () => finishValues(field, 'text', { facets: [] }, () => []),
});

export const valueFacet = (
  { products }: OpenedCatalog,
  search: ProductSearch,
  field: string,
  type: FieldType,
): FacetPlan => {
  const at = valuePlace(products.place, field, search.currency);
  return {
    lists: [
      { field: at.field, prefix: at.prefix(type) },
      ...(type === 'text' ? [{ field: at.originals, prefix: at.originalPrefix }] : []),
    ],
    count: ([counts = NONE, originals = NONE]) =>
      finishValues(field, type, search, () => readValues(type, counts, smallestSpellings(originals))),
  };
};

const readValues = (
  type: FieldType,
  counts: ValueCounts,
  spellings: ReadonlyMap<string, string>,
): FacetValue[] =>
  [...counts].map(([value, count]) => {
    const key = readKey(type, value);
    return { key, count, value: shownValue(type, key, spellings.get(value)) };
  });

const readKey = (type: FieldType, value: string): Comparable => {
  if (type === 'text') return fromSortableText(value);
  return type === 'boolean' ? value === '1' : fromSortableNumber(value);
};

const shownValue = (type: FieldType, key: Comparable, spelling: string | undefined): AttributeScalar => {
  if (type === 'date') return new Date(Number(key)).toISOString();
  return spelling === undefined ? key : fromSortableText(spelling);
};

/** Of the values as they were written, the first of those that are compared alike. */
const smallestSpellings = (originals: ValueCounts): ReadonlyMap<string, string> => {
  const smallest = new Map<string, string>();
  for (const original of originals.keys()) {
    const end = original.indexOf('\0');
    const [key, spelling] = [original.slice(0, end), original.slice(end + 1)];
    const known = smallest.get(key);
    if (known === undefined || spelling < known) smallest.set(key, spelling);
  }
  return smallest;
};

interface CountedRanges {
  readonly type: 'number' | 'date';
  /** Whether products may have several values. */
  readonly isArray: boolean;
  readonly boundaries: readonly number[] | undefined;
  readonly query: SearchQuery;
}

export const rangeFacet = (
  catalog: OpenedCatalog,
  search: ProductSearch,
  field: string,
  { type, isArray, boundaries, query }: CountedRanges,
): FacetPlan => {
  const at = valuePlace(catalog.products.place, field, search.currency);
  return {
    lists: [{ field: at.field, prefix: at.prefix(type) }],
    boundaries,
    count: async ([counts = NONE]) => {
      const numbers = [...counts].map(([value, count]) => ({ number: fromSortableNumber(value), count }));
      numbers.sort((a, b) => a.number - b.number);
      const distinct = Float64Array.from(numbers, ({ number }) => number);
      const found = countRanges(numbersOfList(distinct), type === 'date', boundaries, (from, to) => {
        let total = 0;
        for (const { number, count } of numbers) if (number >= from && number <= to) total += count;
        return total;
      });
      // A product with several numbers in a range counts once.
      const ranges = isArray ? await countProducts(catalog, search, field, type, query, found) : found;
      return finishRanges(field, type, search, () => ranges);
    },
  };
};

const countProducts = async (
  { products, fields }: OpenedCatalog,
  { currency }: ProductSearch,
  field: string,
  type: 'number' | 'date',
  query: SearchQuery,
  found: RangeCounts,
): Promise<RangeCounts> => {
  if (found.buckets.length === 0) return found;
  const at = { place: products.place, fields, currency };
  const inRange = ({ from = 0, to = 0 }: RangeCounts['buckets'][number]) =>
    between(at, field, type, { gte: from, lte: to });
  const { aggregations } = await products.search({
    query,
    size: 0,
    track_total_hits: false,
    aggs: { ranges: { filters: { filters: found.buckets.map(inRange) } } },
  });
  const ranges = aggregations?.['ranges'] as { readonly buckets: readonly { readonly doc_count: number }[] };
  return {
    ...found,
    buckets: found.buckets.map((bucket, place) => ({
      ...bucket,
      count: ranges.buckets[place]?.doc_count ?? 0,
    })),
  };
};

export const categoryFacet = (
  { products: { place }, contents }: OpenedCatalog,
  search: ProductSearch,
): FacetPlan => ({
  lists: [{ field: 'categories', prefix: place }],
  count: ([counts = NONE]) =>
    finishCategories(search, () =>
      categoriesIn(contents.categories, search).flatMap((category): CountedCategory[] => {
        const count = counts.get(sortableText(category.id));
        return count === undefined ? [] : [{ category, count, name: foldText(category.name) }];
      }),
    ),
});
