// One product, by its id.

import type { getProduct } from '../../contract/products/get-product.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { productNotFound } from '../../domain/failures/failures.ts';
import type { ProductLookup } from '../../domain/products/product-lookup.ts';
import { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import { findPlace, type ProductDependencies, type ShopperInput, shopperOf } from './product-request.ts';
import { readNames } from './shown-fields.ts';

export const buildGetProduct =
  (dependencies: ProductDependencies): UseCase<typeof getProduct, JsonText> =>
  (caller, input) =>
    readOne(dependencies, caller, input, { ids: [input.params.product_id] });

export const readOne = async (
  dependencies: ProductDependencies,
  caller: Caller,
  input: ShopperInput & { readonly query: { readonly fields?: string } },
  by: ProductLookup['by'],
): Promise<JsonText> => {
  const fields = readNames(input.query.fields, 'fields');
  const place = await findPlace(dependencies, caller, input.query.store_id);
  const [hit] = await dependencies.searchIndex.findProducts(place.scope, place.store.catalogId, {
    ...shopperOf(place, caller, input),
    by,
    fields,
  });
  if (hit === undefined) {
    throw productNotFound();
  }
  return new JsonText(`{"record":${hit.shown}}`);
};
