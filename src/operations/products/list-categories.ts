// The category tree with exact counts.

import type { listCategories as contract } from '../../contract/products/list-categories.ts';
import { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import { findPlace, type ProductDependencies, shopperOf } from './product-request.ts';

export const buildListCategories =
  (dependencies: ProductDependencies): UseCase<typeof contract, JsonText> =>
  async (caller, input) => {
    const place = await findPlace(dependencies, caller, input.query.store_id);
    const { scope, store } = place;
    const shopper = shopperOf(place, caller, input);
    const categories = await dependencies.searchIndex.listCategories(scope, store.catalogId, shopper);
    return new JsonText(`{"categories":${categories}}`);
  };
