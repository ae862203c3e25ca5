// Counts the products that match by value, range or category of each field, without returning them.

import type { searchFacets as contract } from '../../contract/products/search-facets.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import { facetRequest, showFacets } from './facet-payload.ts';
import {
  addTotal,
  type CriteriaPlace,
  findPlace,
  type ProductDependencies,
  productQuery,
  readCriteria,
  writeMeta,
} from './product-request.ts';
import { readNames } from './shown-fields.ts';

export const buildSearchFacets =
  (dependencies: ProductDependencies, from: CriteriaPlace = 'body'): UseCase<typeof contract, JsonText> =>
  async (caller, input) => {
    const { query, body } = input;
    const criteria = readCriteria(body, from);
    const request = {
      ...facetRequest(readNames(query.fields, 'fields'), 'fields', query),
      withOffered: true,
    };
    const place = await findPlace(dependencies, caller, query.store_id);
    const { searchIndex } = dependencies;
    const { catalogId } = place.store;
    const found = await searchIndex.searchProducts(place.scope, catalogId, {
      ...productQuery(place, caller, input, criteria),
      skip: 0,
      limit: 0,
      sortBy: 'relevance',
      sortOrder: 'desc',
      isOutOfStockLast: false,
      facetRequest: request,
    });
    const meta = await writeMeta(dependencies, place, query.include_fields_meta === true);
    const rest = toJsonBytes({ facets: showFacets(found.facets), enabled_facets: [...found.offeredFacets] });
    return new JsonText(`${rest.slice(0, -1)},"_meta_":${addTotal(meta, found.total)}}`);
  };
