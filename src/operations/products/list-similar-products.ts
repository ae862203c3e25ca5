// Products like another one.

import {
  type listSimilarProducts as contract,
  SIMILAR_LIMIT,
} from '../../contract/products/list-similar-products.ts';
import { productNotFound } from '../../domain/failures/failures.ts';
import { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import { findPlace, type ProductDependencies, shopperOf } from './product-request.ts';
import { readNames } from './shown-fields.ts';

export const buildListSimilarProducts =
  (dependencies: ProductDependencies): UseCase<typeof contract, JsonText> =>
  async (caller, input) => {
    const fields = readNames(input.query.fields, 'fields');
    const place = await findPlace(dependencies, caller, input.query.store_id);
    const hits = await dependencies.searchIndex.findSimilar(place.scope, place.store.catalogId, {
      ...shopperOf(place, caller, input),
      productId: input.params.product_id,
      limit: input.query.limit ?? SIMILAR_LIMIT.default,
      fields,
    });
    if (hits === undefined) {
      throw productNotFound();
    }
    return new JsonText(`{"records":[${hits.map(({ shown }) => shown).join(',')}]}`);
  };
