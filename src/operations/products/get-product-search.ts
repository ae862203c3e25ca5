// Searches products by the criteria in a query string.

import type { getProductSearch as contract } from '../../contract/products/get-product-search.ts';
import type { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import type { ProductDependencies } from './product-request.ts';
import { criteriaOf } from './query-criteria.ts';
import { buildSearchProducts } from './search-products.ts';

export const buildGetProductSearch = (
  dependencies: ProductDependencies,
): UseCase<typeof contract, JsonText> => {
  const search = buildSearchProducts(dependencies, 'query');
  return async (caller, input) => search(caller, { ...input, body: criteriaOf(input.query) });
};
