// The facets of a search: for each field, the products that meet all criteria but the values chosen in that field itself, counted by
// value, range or category.

import type { CatalogContents } from '../../../domain/ports.ts';
import { assertFacets } from '../../../domain/products/attribute-settings.ts';
import {
  facetBoundaries,
  facetLabel,
  facetLimit,
  isCountedByRange,
} from '../../../domain/products/facet-settings.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import { CATEGORIES, type Comparable, facetBounds } from '../../../domain/products/product-filter.ts';
import type {
  FacetBucket,
  FacetRequest,
  FacetSort,
  FoundFacet,
  FoundProducts,
  ProductSearch,
} from '../../../domain/products/product-search.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { FACET_VALUE, TEXT } from '../budget/work-costs.ts';
import type { Bits } from '../packing/bitset.ts';
import { withScope } from '../packing/bitset-scratch.ts';
import { categoriesIn } from '../products/localized-categories.ts';
import { describeField, findColumn } from '../products/product-columns.ts';
import { type ProductPlan, withoutFacets } from '../products/product-plan.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { selectIn } from '../products/product-selection.ts';
import type { FindTerm } from '../products/product-term-match.ts';
import { CategoryCounter, type CountedCategory } from './category-counts.ts';
import { keepBest } from './keep-best.ts';
import { offeredFacets } from './offered-facets.ts';
import { RangeCounter } from './range-counts.ts';
import { listSelected } from './selected-items.ts';
import { FacetCounter, type FacetValue } from './value-counts.ts';

/** Counts the facets of a search, segment by segment. */
export interface FacetCount {
  /** `selected`: the products of the segment that the search finds, for the term that `findTerm` finds. */
  readonly addSegment: (segment: ProductSegment, selected: Bits, findTerm: FindTerm) => void;
  readonly finish: () => Pick<FoundProducts, 'facets' | 'offeredFacets'>;
}

/** Throws `invalidInput` if the catalog does not offer a field as a facet. */
export const openFacetCount = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductSearch,
  request: FacetRequest,
): FacetCount => {
  if (request.fields !== undefined) assertFacets(contents.attributes, request.fields, request.parameter);
  const isAsked = request.fields === undefined || request.withOffered === true;
  const offered = isAsked ? offeredFacets(segments, contents) : [];
  const fields = [...new Set(request.fields ?? offered)];
  const chosen = new Set(query.facets.map(({ field }) => field));
  const facets = fields.map((field) => ({ field, ...openFacet(segments, contents, field, query) }));
  const shared = facets.filter(({ field }) => !chosen.has(field));
  const own = facets
    .filter(({ field }) => chosen.has(field))
    .map((facet) => ({ facet, without: withoutFacets(plan, segments, facet.field) }));
  return {
    addSegment: (segment, selected, findTerm) => {
      countSelected(segment, selected, query, shared);
      // Once for all of them: within a scope, it would not outlive the first.
      if (own.length > 0 && plan.query.term !== undefined) findTerm();
      for (const { facet, without } of own) {
        withScope(() => {
          spend(TEXT);
          countSelected(segment, selectIn(without, segment, findTerm).selected, query, [facet]);
        });
      }
    },
    finish: () => ({
      facets: facets.map(({ field, boundaries, finish }) => ({
        ...finish({ ...request, limit: facetLimit(contents.facets, field, request, boundaries) }),
        label: facetLabel(contents.facets, field, query),
      })),
      offeredFacets: offered,
    }),
  };
};

/** Counts the selected products of a segment for each of the fields. */
export const countSelected = (
  segment: ProductSegment,
  bits: Bits,
  { currency }: Pick<ProductSearch, 'currency'>,
  facets: readonly Pick<FacetOfField & { readonly field: string }, 'field' | 'counter'>[],
): void => {
  if (facets.length === 0) return;
  const items = countProductsIn(segment);
  const selected = listSelected(bits, items);
  for (const { field, counter } of facets) {
    const column = findColumn(segment, field === CATEGORIES ? 'category_id' : field, currency);
    if (column !== undefined) withScope(() => counter.add(column, selected, items));
  }
};

interface FacetOfField {
  /** Those of the setting, if it is counted by them. */
  readonly boundaries?: readonly number[] | undefined;
  readonly counter: Pick<RangeCounter, 'add'>;
  readonly finish: (request: FacetRequest) => Omit<FoundFacet, 'label'>;
}

const openFacet = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  field: string,
  query: ProductSearch,
): FacetOfField => {
  if (field === CATEGORIES) return openCategories(contents, query);
  const type = describeField(segments, field)?.type;
  // What no product has matches nothing, whatever was chosen.
  if (type === undefined) return openValues(field, 'text', { ...query, facets: [] });
  return isCountedByRange(contents.facets, field, type)
    ? openRanges(field, type, facetBoundaries(contents.facets, field, type), query)
    : openValues(field, type, query);
};

/** The bounds of what was chosen in the field. */
const chosenBounds = (field: string, type: FieldType, { facets }: ProductSearch) =>
  facets.filter((facet) => facet.field === field).map((facet) => facetBounds(facet, type));

const openRanges = (
  field: string,
  type: 'number' | 'date',
  boundaries: readonly number[] | undefined,
  query: ProductSearch,
): FacetOfField => {
  const counter = new RangeCounter(type === 'date', boundaries);
  const bounds = chosenBounds(field, type, query);
  return {
    boundaries,
    counter,
    finish: ({ limit }) => {
      const { buckets, ...rest } = counter.finish();
      const isSelected = ({ from, to }: Pick<FacetBucket, 'from' | 'to'>): boolean =>
        bounds.some(
          ({ lower, upper }) =>
            (lower === undefined || Number(lower) <= Number(from)) &&
            (upper === undefined || Number(to) <= Number(upper)),
        );
      return {
        field,
        type: 'ranges',
        isDate: type === 'date',
        ...rest,
        buckets: buckets
          .map((bucket) => ({ ...bucket, isSelected: isSelected(bucket) }))
          .filter((bucket, place) => place < limit || bucket.isSelected),
      };
    },
  };
};

const openValues = (field: string, type: FieldType, query: ProductSearch): FacetOfField => {
  const counter = new FacetCounter(type);
  const isChosen = buildIsChosen(type, chosenBounds(field, type, query));
  return {
    counter,
    finish: ({ limit, sortBy, text }) => {
      const all = counter.values();
      spend(FACET_VALUE * all.length);
      const wanted = text === undefined ? undefined : foldText(text);
      const found =
        wanted === undefined ? all : all.filter(({ value }) => foldText(String(value)).includes(wanted));
      const best = keepBest(found, limit, compareValues[sortBy], ({ key }) => isChosen(key));
      const buckets = best.map(({ key, value, count }) => ({ value, count, isSelected: isChosen(key) }));
      return { ...extentOf(all, type), field, type: 'values', buckets, distinct: all.length };
    },
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

const openCategories = ({ categories }: CatalogContents, query: ProductSearch): FacetOfField => {
  const counter = new CategoryCounter(categoriesIn(categories, query));
  const chosen = new Set(query.facets.filter(({ field }) => field === CATEGORIES).map(({ value }) => value));
  return {
    counter,
    finish: ({ limit, sortBy, text }) => {
      const all = counter.finish();
      spend(FACET_VALUE * all.length);
      const wanted = text === undefined ? undefined : foldText(text);
      const found = all.filter(({ name }) => wanted === undefined || name.includes(wanted));
      const compare = (a: CountedCategory, b: CountedCategory): number =>
        (sortBy === 'count' ? b.count - a.count : 0) ||
        compareKeys(a.name, b.name) ||
        compareKeys(a.category.id, b.category.id);
      const isChosen = ({ category }: CountedCategory): boolean => chosen.has(category.id);
      const buckets = keepBest(found, limit, compare, isChosen).map((one) => ({
        value: one.category.id,
        label: one.category.name,
        parentId: one.category.parentId,
        count: one.count,
        isSelected: isChosen(one),
      }));
      return { ...UNBOUNDED, field: CATEGORIES, type: 'categories', buckets, distinct: all.length };
    },
  };
};

const compareKeys = (a: Comparable, b: Comparable): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
