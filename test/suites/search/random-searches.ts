// Random product searches: every order, facet and option.

import fc from 'fast-check';
import type { ProductSearch } from '../../../src/domain/products/product-search.ts';
import { productQuery, shownFields } from './random-products.ts';

const facetFields = [
  ...['brand', 'price', 'in_stock', 'created_at', 'category_id', 'categories'],
  ...['any', 'size', 'since', 'fresh', 'hue', 'none'],
];
const sorts = [
  'relevance',
  'name',
  'price',
  'created_at',
  'popularity',
  'any',
  'size',
  'since',
  'hue',
  'none',
];

const request = fc.record({
  fields: fc.option(fc.subarray(facetFields), { nil: undefined }),
  limit: fc.constantFrom(0, 1, 3, 100),
  isLimitDefault: fc.boolean(),
  sortBy: fc.constantFrom('count' as const, 'value' as const),
  text: fc.constantFrom(undefined, undefined, 'r', 'OO'),
  parameter: fc.constant('include_facets'),
  withOffered: fc.boolean(),
});

const more = fc.record({
  skip: fc.nat({ max: 4 }),
  limit: fc.nat({ max: 6 }),
  sortBy: fc.oneof(fc.constant('relevance'), fc.constantFrom(...sorts)),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  isOutOfStockLast: fc.boolean(),
  correctsWords: fc.boolean(),
  didYouMeanLimit: fc.constantFrom(0, 1, 3),
  withHighlights: fc.boolean(),
  facetRequest: fc.option(request, { nil: undefined }),
  fields: shownFields,
});

export const randomSearch: fc.Arbitrary<ProductSearch> = fc
  .tuple(productQuery, more)
  .map(([query, rest]) => ({ ...query, ...rest }));
