// Operation 2: counts the products that match. Paging, sorting and field selection are accepted and do not change the count.

import type { countProducts as contract } from '../../contract/products/count-products.ts';
import { JsonText } from '../json-text.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';
import {
  findPlace,
  noteSearch,
  type ProductDependencies,
  productQuery,
  readCriteria,
  writeMeta,
} from './product-request.ts';

export const buildCountProducts =
  (dependencies: ProductDependencies): UseCase<typeof contract, JsonText> =>
  async (caller, input) => {
    const { query, body } = input;
    pageOf(query, 0);
    const criteria = readCriteria(body);
    const place = await findPlace(dependencies, caller, query.store_id);
    const { catalogId } = place.store;
    const asked = productQuery(place, caller, input, criteria);
    const total = await dependencies.searchIndex.countProducts(place.scope, catalogId, asked);
    noteSearch(caller, place, asked, total);
    const written = writeMeta(dependencies, place, query.include_fields_meta === true);
    const meta = typeof written === 'string' ? written : await written;
    return new JsonText(`{"result":{"total_count":${total}},"_meta_":${meta}}`);
  };
