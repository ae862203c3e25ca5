// The facets of a search: for each field, the products that meet all criteria but the values chosen in that field itself, counted by
// value, range or category.

import type { CatalogContents } from '../../../domain/ports.ts';
import { assertFacets } from '../../../domain/products/attribute-settings.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import { CATEGORIES, comparable, facetBounds } from '../../../domain/products/product-filter.ts';
import type {
  FacetBucket,
  FacetRequest,
  FoundFacet,
  FoundProducts,
  ProductSearch,
} from '../../../domain/products/product-search.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { FACET_VALUE, TEXT } from '../budget/work-costs.ts';
import { CategoryCounter } from '../facets/category-counts.ts';
import { RangeCounter } from '../facets/range-counts.ts';
import { FacetCounter } from '../facets/value-counts.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { offeredFacets } from './offered-facets.ts';
import { describeField, findColumn } from './product-columns.ts';
import { type ProductPlan, withoutFacets } from './product-plan.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';
import { selectIn } from './product-selection.ts';

/** Throws `invalidInput` if the catalog does not offer a field as a facet. */
export const findFacets = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductSearch,
  request: FacetRequest,
): Pick<FoundProducts, 'facets' | 'offeredFacets'> => {
  if (request.fields !== undefined) assertFacets(contents.attributes, request.fields, request.parameter);
  const isAsked = request.fields === undefined || request.withOffered === true;
  const offered = isAsked ? offeredFacets(segments, contents) : [];
  const fields = request.fields ?? offered;
  const chosen = new Set(query.facets.map(({ field }) => field));
  const facets = new Map<string, FacetOfField>();
  for (const field of fields) facets.set(field, openFacet(segments, contents, field, query));
  const shared = fields.filter((field) => !chosen.has(field));
  countInto(plan, segments, query, shared, facets);
  for (const field of fields) {
    if (chosen.has(field)) countInto(withoutFacets(plan, segments, field), segments, query, [field], facets);
  }
  return {
    facets: [...facets.values()].map((facet) => facet.finish(request)),
    offeredFacets: offered,
  };
};

/** Counts the products that the plan selects for each of the fields. */
export const countInto = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  { currency }: Pick<ProductSearch, 'currency'>,
  fields: readonly string[],
  facets: ReadonlyMap<string, Pick<FacetOfField, 'counter'>>,
): void => {
  if (fields.length === 0) return;
  for (const segment of segments) {
    releaseScratch();
    spend(TEXT);
    const { selected } = selectIn(plan, segment);
    for (const field of fields) {
      const column = findColumn(segment, field === CATEGORIES ? 'category_id' : field, currency);
      if (column !== undefined) facets.get(field)?.counter.add(column, selected, countProductsIn(segment));
    }
  }
};

interface FacetOfField {
  readonly counter: Pick<RangeCounter, 'add'>;
  readonly finish: (request: FacetRequest) => FoundFacet;
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
  return type === 'number' || type === 'date'
    ? openRanges(field, type, query)
    : openValues(field, type, query);
};

/** The bounds of what was chosen in the field. */
const chosenBounds = (field: string, type: FieldType, { facets }: ProductSearch) =>
  facets.filter((facet) => facet.field === field).map((facet) => facetBounds(facet, type));

const openRanges = (field: string, type: 'number' | 'date', query: ProductSearch): FacetOfField => {
  const counter = new RangeCounter(type === 'date');
  const bounds = chosenBounds(field, type, query);
  return {
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
        buckets: buckets.slice(0, limit).map((bucket) => ({ ...bucket, isSelected: isSelected(bucket) })),
      };
    },
  };
};

const openValues = (field: string, type: FieldType, query: ProductSearch): FacetOfField => {
  const counter = new FacetCounter(type);
  const chosen = new Set(chosenBounds(field, type, query).map(({ lower }) => lower));
  return {
    counter,
    finish: ({ limit, sortBy, text }) => {
      const all = counter.values();
      spend(FACET_VALUE * all.length);
      const wanted = text === undefined ? undefined : foldText(text);
      const found = all
        .map((one) => ({ ...one, key: comparable(type, one.value) }))
        .filter(({ value }) => wanted === undefined || foldText(String(value)).includes(wanted));
      if (sortBy === 'value') found.sort((a, b) => (a.key < b.key ? -1 : 1));
      const buckets = keepChosen(
        found.map(({ key, ...one }) => ({ ...one, isSelected: chosen.has(key) })),
        limit,
      );
      return { ...UNBOUNDED, field, type: 'values', buckets, distinct: all.length };
    },
  };
};

const UNBOUNDED = { isDate: false, min: undefined, max: undefined };

/** The first ones, and those that were chosen: what cannot be seen cannot be unchosen. */
const keepChosen = (buckets: readonly FacetBucket[], limit: number): FacetBucket[] =>
  buckets.filter(({ isSelected }, place) => place < limit || isSelected);

const openCategories = ({ categories }: CatalogContents, query: ProductSearch): FacetOfField => {
  const counter = new CategoryCounter(categories);
  const chosen = new Set(query.facets.filter(({ field }) => field === CATEGORIES).map(({ value }) => value));
  return {
    counter,
    finish: ({ limit, sortBy, text }) => {
      const all = counter.finish();
      spend(FACET_VALUE * all.length);
      const wanted = text === undefined ? undefined : foldText(text);
      const found = all
        .map((one) => ({ ...one, name: foldText(one.category.name) }))
        .filter(({ name }) => wanted === undefined || name.includes(wanted));
      found.sort(
        (a, b) =>
          (sortBy === 'count' ? b.count - a.count : 0) ||
          compareTexts(a.name, b.name) ||
          compareTexts(a.category.id, b.category.id),
      );
      const buckets = keepChosen(
        found.map(({ category, count }) => ({
          value: category.id,
          label: category.name,
          parentId: category.parentId,
          count,
          isSelected: chosen.has(category.id),
        })),
        limit,
      );
      return { ...UNBOUNDED, field: CATEGORIES, type: 'categories', buckets, distinct: all.length };
    },
  };
};

const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
