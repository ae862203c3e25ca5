// What a facet shows once its field is counted: the order of its buckets, which of them are returned, and which were chosen. Shared by
// every engine that counts values, ranges and categories.

import type { FieldType } from '../../../domain/products/product-fields.ts';
import { CATEGORIES, type Comparable, facetBounds } from '../../../domain/products/product-filter.ts';
import type {
  FacetBucket,
  FacetRequest,
  FacetSort,
  FoundFacet,
  ProductSearch,
} from '../../../domain/products/product-search.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { FACET_VALUE } from '../budget/work-costs.ts';
import type { CountedCategory } from './category-counts.ts';
import { keepBest } from './keep-best.ts';
import type { RangeCounts } from './range-counts.ts';
import type { FacetValue } from './value-counts.ts';

/** A counted facet; the limit of the request is that of the field. */
export type FinishFacet = (
  request: Pick<FacetRequest, 'limit' | 'sortBy' | 'text'>,
) => Omit<FoundFacet, 'label'>;

type Chosen = Pick<ProductSearch, 'facets'>;

/** The bounds of what was chosen in the field. */
const chosenBounds = (field: string, type: FieldType, { facets }: Chosen) =>
  facets.filter((facet) => facet.field === field).map((facet) => facetBounds(facet, type));

/** `count` is called once. Throws at once if a chosen value does not parse. */
export const finishRanges = (
  field: string,
  type: 'number' | 'date',
  query: Chosen,
  count: () => RangeCounts,
): FinishFacet => {
  const bounds = chosenBounds(field, type, query);
  const isSelected = ({ from, to }: Pick<FacetBucket, 'from' | 'to'>): boolean =>
    bounds.some(
      ({ lower, upper }) =>
        (lower === undefined || Number(lower) <= Number(from)) &&
        (upper === undefined || Number(to) <= Number(upper)),
    );
  return ({ limit }) => {
    const { buckets, ...rest } = count();
    return {
      field,
      type: 'ranges',
      isDate: type === 'date',
      ...rest,
      buckets: buckets
        .map((bucket) => ({ ...bucket, isSelected: isSelected(bucket) }))
        .filter((bucket, place) => place < limit || bucket.isSelected),
    };
  };
};

export const finishValues = (
  field: string,
  type: FieldType,
  query: Chosen,
  count: () => readonly FacetValue[],
): FinishFacet => {
  const isChosen = buildIsChosen(type, chosenBounds(field, type, query));
  return ({ limit, sortBy, text }) => {
    const all = count();
    spend(FACET_VALUE * all.length);
    const wanted = text === undefined ? undefined : foldText(text);
    const found =
      wanted === undefined ? all : all.filter(({ value }) => foldText(String(value)).includes(wanted));
    const best = keepBest(found, limit, compareValues[sortBy], ({ key }) => isChosen(key));
    const buckets = best.map(({ key, value, count }) => ({ value, count, isSelected: isChosen(key) }));
    return { ...extentOf(all, type), field, type: 'values', buckets, distinct: all.length };
  };
};

export const finishCategories = (query: Chosen, count: () => readonly CountedCategory[]): FinishFacet => {
  const chosen = new Set(query.facets.filter(({ field }) => field === CATEGORIES).map(({ value }) => value));
  const isChosen = ({ category }: CountedCategory): boolean => chosen.has(category.id);
  return ({ limit, sortBy, text }) => {
    const all = count();
    spend(FACET_VALUE * all.length);
    const wanted = text === undefined ? undefined : foldText(text);
    const found = all.filter(({ name }) => wanted === undefined || name.includes(wanted));
    const compare = (a: CountedCategory, b: CountedCategory): number =>
      (sortBy === 'count' ? b.count - a.count : 0) ||
      compareKeys(a.name, b.name) ||
      compareKeys(a.category.id, b.category.id);
    const buckets = keepBest(found, limit, compare, isChosen).map((one) => ({
      value: one.category.id,
      label: one.category.name,
      parentId: one.category.parentId,
      count: one.count,
      isSelected: isChosen(one),
    }));
    return { ...UNBOUNDED, field: CATEGORIES, type: 'categories', buckets, distinct: all.length };
  };
};

/** Ties in number are in the order of the values. */
const compareValues: Readonly<Record<FacetSort, (a: FacetValue, b: FacetValue) => number>> = {
  count: (a, b) => b.count - a.count || compareKeys(a.key, b.key),
  value: (a, b) => compareKeys(a.key, b.key),
};

/** Numbers and dates may also be chosen by range. */
const buildIsChosen = (
  type: FieldType,
  bounds: ReturnType<typeof chosenBounds>,
): ((key: Comparable) => boolean) => {
  if (type === 'number' || type === 'date')
    return (key) =>
      bounds.some(
        ({ lower, upper }) => (lower === undefined || lower <= key) && (upper === undefined || key <= upper),
      );
  const chosen = new Set(bounds.map(({ lower }) => lower));
  return (key) => chosen.has(key);
};

/** The smallest and the largest of numbers and dates. */
const extentOf = (values: readonly FacetValue[], type: FieldType) => {
  if (type !== 'number' && type !== 'date') return UNBOUNDED;
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { key } of values) {
    const number = Number(key);
    if (number < min) min = number;
    if (number > max) max = number;
  }
  return {
    isDate: type === 'date',
    ...(values.length === 0 ? { min: undefined, max: undefined } : { min, max }),
  };
};

const UNBOUNDED = { isDate: false, min: undefined, max: undefined };

const compareKeys = (a: Comparable, b: Comparable): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
