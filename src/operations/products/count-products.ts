// Operation 2: counts the products that match. Paging, sorting and field selection are accepted and do not change the count.

import type { countProducts as contract } from '../../contract/products/count-products.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';
import {
  findPlace,
  metaOf,
  noteSearch,
  type ProductDependencies,
  productQuery,
  readCriteria,
} from './product-request.ts';

export const buildCountProducts =
  (dependencies: ProductDependencies): UseCase<typeof contract> =>
  async (caller, input) => {
    const { query, body } = input;
    pageOf(query, 0);
    const criteria = readCriteria(body);
    const place = await findPlace(dependencies, caller, query.store_id);
    const { catalogId } = place.store;
    const asked = productQuery(place, caller, input, criteria);
    const total = await dependencies.searchIndex.countProducts(place.scope, catalogId, asked);
    noteSearch(caller, place, asked, total);
    return {
      result: { total_count: total },
      _meta_: await metaOf(dependencies, place, query.include_fields_meta === true),
    };
  };
