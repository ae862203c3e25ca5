// Facets by full scan: for each field, the products that meet all criteria but the values chosen in that field.

import type { CatalogContents } from '../../domain/ports.ts';
import { assertFacets, byName, isOffered } from '../../domain/products/attribute-settings.ts';
import {
  facetBoundaries,
  facetLabel,
  facetLimit,
  isCountedByRange,
  settledFacets,
} from '../../domain/products/facet-settings.ts';
import type { AttributeScalar, Product } from '../../domain/products/product.ts';
import {
  builtInFields,
  type FieldType,
  type ProductFields,
  readField,
} from '../../domain/products/product-fields.ts';
import { CATEGORIES, comparable, facetBounds } from '../../domain/products/product-filter.ts';
import {
  type FacetRequest,
  type FoundFacet,
  type FoundProducts,
  leadingFacets,
  OFFERED_MAX,
  OFFERED_VALUES_MAX,
  type ProductSearch,
} from '../../domain/products/product-search.ts';
import { rangeStarts } from '../../domain/products/range-bounds.ts';
import { allAttributes } from '../../domain/products/variant-attributes.ts';
import { type Category, categoryName, withDescendants } from '../../domain/search/catalog.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { type AnalyzedProduct, matchingProducts } from './count-products.ts';
import { compare, sortable } from './sortable-value.ts';

export const findFacets = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  search: ProductSearch,
  request: FacetRequest,
): Pick<FoundProducts, 'facets' | 'offeredFacets'> => {
  assertFacets(contents.attributes, request.fields ?? [], request.parameter);
  const isAsked = request.fields === undefined || request.withOffered === true;
  const offered = isAsked ? offeredFacets(products, contents) : [];
  const settings = contents.facets;
  const countOne = (field: string): Omit<FoundFacet, 'label'> => {
    const type = fields.get(field)?.type;
    const isRange = type !== undefined && field !== CATEGORIES && isCountedByRange(settings, field, type);
    const boundaries = isRange ? facetBoundaries(settings, field, type) : undefined;
    const own = { ...request, limit: facetLimit(settings, field, request, boundaries) };
    const facets = search.facets.filter((facet) => facet.field !== field);
    const found = matchingProducts(products, contents, fields, { ...search, facets }).map(
      ({ product }) => product,
    );
    if (field === CATEGORIES) return categoryFacet(found, contents.categories, search, own);
    if (type === undefined) return valueFacet([], field, 'text', { ...search, facets: [] }, own);
    return isRange
      ? rangeFacet(found, field, type, search, own, boundaries)
      : valueFacet(found, field, type, search, own);
  };
  return {
    facets: [...new Set(request.fields ?? offered)].map((field) => ({
      ...countOne(field),
      label: facetLabel(settings, field, search),
    })),
    offeredFacets: offered,
  };
};

const offeredFacets = (
  products: readonly AnalyzedProduct[],
  { attributes: settings, facets }: CatalogContents,
): string[] => {
  if (facets.length > 0) return settledFacets(facets, settings);
  const known = byName(settings);
  const holders = new Map<string, number>();
  for (const { product } of products) {
    for (const name of Object.keys(allAttributes(product))) holders.set(name, (holders.get(name) ?? 0) + 1);
  }
  const hasFewValues = (field: string): boolean => {
    const values = products.flatMap(({ product }) => readField(product, field, ''));
    return new Set(values.map((value) => foldText(String(value)).trim())).size <= OFFERED_VALUES_MAX;
  };
  const attributes = [...holders.keys()]
    .filter((name) => !builtInFields.has(name) && isOffered(name, known.get(name)) && hasFewValues(name))
    .sort((a, b) => (holders.get(b) ?? 0) - (holders.get(a) ?? 0) || compare(a, b));
  return [...leadingFacets.filter((field) => field !== 'brand' || hasFewValues(field)), ...attributes].slice(
    0,
    OFFERED_MAX,
  );
};

const valueFacet = (
  found: readonly Product[],
  field: string,
  type: FieldType,
  search: ProductSearch,
  { limit, sortBy, text }: FacetRequest,
): Omit<FoundFacet, 'label'> => {
  const tallies = new Map<string | number, { shown: AttributeScalar[]; ids: Set<string> }>();
  for (const product of found) {
    for (const value of readField(product, field, search.currency)) {
      const key = sortable(type, value);
      if (key === undefined) continue;
      const tally = tallies.get(key) ?? { shown: [], ids: new Set<string>() };
      tallies.set(key, tally);
      tally.ids.add(product.id);
      tally.shown.push(type === 'text' ? String(value) : value);
    }
  }
  const chosen = search.facets
    .filter((facet) => facet.field === field)
    .map((facet) => facetBounds(facet, type));
  const buckets = [...tallies]
    .sort(
      ([a, { ids: idsA }], [b, { ids: idsB }]) =>
        (sortBy === 'count' ? idsB.size - idsA.size : 0) || compare(a, b),
    )
    .map(([key, { shown, ids }]) => ({
      value: showValue(type, key, shown),
      count: ids.size,
    }))
    .filter(({ value }) => text === undefined || foldText(String(value)).includes(foldText(text)))
    .map((bucket) => {
      const own = comparable(type, bucket.value);
      const isSelected = chosen.some(
        ({ lower, upper }) => (lower === undefined || own >= lower) && (upper === undefined || own <= upper),
      );
      return { ...bucket, isSelected };
    })
    .filter(({ isSelected }, place) => place < limit || isSelected);
  const numbers = [...tallies.keys()].filter((key) => typeof key === 'number').sort((a, b) => a - b);
  const isBounded = type === 'number' || type === 'date';
  return {
    field,
    type: 'values',
    isDate: type === 'date',
    buckets,
    min: isBounded ? numbers[0] : undefined,
    max: isBounded ? numbers.at(-1) : undefined,
    distinct: tallies.size,
  };
};

const showValue = (type: FieldType, key: string | number, shown: AttributeScalar[]): AttributeScalar =>
  type === 'date' ? new Date(key).toISOString() : (shown.sort()[0] as AttributeScalar);

const rangeFacet = (
  found: readonly Product[],
  field: string,
  type: 'number' | 'date',
  search: ProductSearch,
  { limit }: FacetRequest,
  boundaries: readonly number[] | undefined,
): Omit<FoundFacet, 'label'> => {
  const numbersOf = (product: Product): number[] =>
    readField(product, field, search.currency)
      .map((value) => sortable(type, value))
      .filter((value) => typeof value === 'number');
  const distinct = [...new Set(found.flatMap(numbersOf))].sort((a, b) => a - b);
  const [min, max] = [distinct[0], distinct.at(-1)];
  const chosenStarts = min === undefined || max === undefined ? [] : rangeStarts(min, max, type === 'date');
  const starts = boundaries === undefined ? chosenStarts : [Number.NEGATIVE_INFINITY, ...boundaries];
  const chosen = search.facets
    .filter((facet) => facet.field === field)
    .map((facet) => facetBounds(facet, type));
  const buckets = starts.flatMap((start, at) => {
    const end = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    const inside = distinct.filter((number) => number >= start && number < end);
    const [from, to] = [inside[0], inside.at(-1)];
    if (from === undefined || to === undefined) return [];
    const count = found.filter((one) =>
      numbersOf(one).some((number) => number >= from && number <= to),
    ).length;
    const isSelected = chosen.some(
      ({ lower, upper }) =>
        (lower === undefined || Number(lower) <= from) && (upper === undefined || to <= Number(upper)),
    );
    const value = `${start}..${end}`.replace('-Infinity', '').replace('Infinity', '');
    return [{ value, count, from, to, isSelected }];
  });
  return {
    field,
    type: 'ranges',
    isDate: type === 'date',
    buckets: buckets.filter(({ isSelected }, place) => place < limit || isSelected),
    min,
    max,
    distinct: distinct.length,
  };
};

const categoryFacet = (
  found: readonly Product[],
  categories: readonly Category[],
  search: ProductSearch,
  { limit, sortBy, text }: FacetRequest,
): Omit<FoundFacet, 'label'> => {
  const counted = categories
    .map((one) => {
      const category = { ...one, name: categoryName(one, search) };
      const below = withDescendants(categories, [category.id]);
      return { category, count: found.filter((one) => one.categoryIds.some((id) => below.has(id))).length };
    })
    .filter(({ count }) => count > 0);
  const buckets = counted
    .filter(({ category }) => text === undefined || foldText(category.name).includes(foldText(text)))
    .sort(
      (a, b) =>
        (sortBy === 'count' ? b.count - a.count : 0) ||
        compare(foldText(a.category.name), foldText(b.category.name)) ||
        compare(a.category.id, b.category.id),
    )
    .map(({ category, count }) => ({
      value: category.id,
      label: category.name,
      parentId: category.parentId,
      count,
      isSelected: search.facets.some(({ field, value }) => field === CATEGORIES && value === category.id),
    }))
    .filter(({ isSelected }, place) => place < limit || isSelected);
  return {
    field: CATEGORIES,
    type: 'categories',
    isDate: false,
    buckets,
    min: undefined,
    max: undefined,
    distinct: counted.length,
  };
};
