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
import { CATEGORIES } from '../../../domain/products/product-filter.ts';
import type { FacetRequest, FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { spend } from '../budget/work-budget.ts';
import { TEXT } from '../budget/work-costs.ts';
import type { Column } from '../columns/column.ts';
import type { CountedWords } from '../filters/product-criteria.ts';
import { type Bits, hasAny } from '../packing/bitset.ts';
import { withScope } from '../packing/bitset-scratch.ts';
import { releaseQueryLists } from '../packing/query-lists.ts';
import { categoriesIn } from '../products/localized-categories.ts';
import { describeField, findColumn } from '../products/product-columns.ts';
import { type ProductPlan, withoutFacets } from '../products/product-plan.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { selectIn } from '../products/product-selection.ts';
import type { FindTerm } from '../products/product-term-match.ts';
import { CategoryCounter } from './category-counts.ts';
import { type FinishFacet, finishCategories, finishRanges, finishValues } from './finish-facets.ts';
import { offeredFacets } from './offered-facets.ts';
import { RangeCounter } from './range-counts.ts';
import { listNear, listSelected } from './selected-items.ts';
import { FacetCounter } from './value-counts.ts';

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
  releaseQueryLists();
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
      // Once for all of them: within a scope, it would not outlive the first. Where nothing is selected, nobody has searched for it.
      const isSearched = plan.query.term !== undefined && (own.length > 0 || hasAny(selected));
      const found = isSearched ? findTerm() : undefined;
      countSelected(segment, selected, query, shared, found);
      for (const { facet, without } of own) {
        withScope(() => {
          spend(TEXT);
          countSelected(segment, selectIn(without, segment, findTerm).selected, query, [facet], found);
        });
      }
    },
    finish: () => {
      const counted = facets.map(({ field, boundaries, finish }) => ({
        ...finish({ ...request, limit: facetLimit(contents.facets, field, request, boundaries) }),
        label: facetLabel(contents.facets, field, query),
      }));
      releaseQueryLists();
      return { facets: counted, offeredFacets: offered };
    },
  };
};

/** Counts the selected products of a segment for each of the fields. `found`: the term that they hold. */
export const countSelected = (
  segment: ProductSegment,
  bits: Bits,
  { currency }: Pick<ProductSearch, 'currency'>,
  facets: readonly Pick<FacetOfField & { readonly field: string }, 'field' | 'counter'>[],
  found?: ReturnType<FindTerm>,
): void => {
  const items = countProductsIn(segment);
  const columns = facets.flatMap(({ field, counter }) => {
    const column = findColumn(segment, field === CATEGORIES ? 'category_id' : field, currency);
    return column === undefined ? [] : [{ column, counter }];
  });
  const words = nearestWords(found);
  const near = words && columns.some(hasWordCounts) ? listNear(bits, items, words) : undefined;
  const others = near === undefined ? columns : columns.filter((one) => !hasWordCounts(one));
  const selected = others.length === 0 ? undefined : listSelected(bits, items);
  for (const one of columns) {
    const from = near !== undefined && hasWordCounts(one) ? near : selected;
    if (from !== undefined) withScope(() => one.counter.add(one.column, from, items));
  }
};

const hasWordCounts = ({ column }: { readonly column: Column }): boolean => column.wordCounts.length > 0;

const nearestWords = (found: ReturnType<FindTerm>): CountedWords | undefined => {
  const [only] = found ?? [];
  return found?.length === 1 && only?.kind === 'bits' ? only.nearest : undefined;
};

interface FacetOfField {
  /** Those of the setting, if it is counted by them. */
  readonly boundaries?: readonly number[] | undefined;
  readonly counter: Pick<RangeCounter, 'add'>;
  readonly finish: FinishFacet;
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

const openRanges = (
  field: string,
  type: 'number' | 'date',
  boundaries: readonly number[] | undefined,
  query: ProductSearch,
): FacetOfField => {
  const counter = new RangeCounter(type === 'date', boundaries);
  return { boundaries, counter, finish: finishRanges(field, type, query, () => counter.finish()) };
};

const openValues = (field: string, type: FieldType, query: ProductSearch): FacetOfField => {
  const counter = new FacetCounter(type);
  return { counter, finish: finishValues(field, type, query, () => counter.values()) };
};

const openCategories = ({ categories }: CatalogContents, query: ProductSearch): FacetOfField => {
  const counter = new CategoryCounter(categoriesIn(categories, query));
  return { counter, finish: finishCategories(query, () => counter.finish()) };
};
