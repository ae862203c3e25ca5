// Counts products by field, by the criteria in a query string.

import type { getFacetSearch as contract } from '../../contract/products/get-facet-search.ts';
import type { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import type { ProductDependencies } from './product-request.ts';
import { criteriaOf } from './query-criteria.ts';
import { buildSearchFacets } from './search-facets.ts';

export const buildGetFacetSearch = (
  dependencies: ProductDependencies,
): UseCase<typeof contract, JsonText> => {
  const search = buildSearchFacets(dependencies, 'query');
  return async (caller, input) => search(caller, { ...input, body: criteriaOf(input.query) });
};
