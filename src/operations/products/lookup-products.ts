// Several products by id, in the order asked.

import type { lookupProducts as contract } from '../../contract/products/lookup-products.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import { findPlace, type ProductDependencies, shopperOf } from './product-request.ts';
import { readNames } from './shown-fields.ts';

export const buildLookupProducts =
  (dependencies: ProductDependencies): UseCase<typeof contract, JsonText> =>
  async (caller, input) => {
    const ids = [...new Set(input.body.ids)];
    const fields = readNames(input.query.fields, 'fields');
    const place = await findPlace(dependencies, caller, input.query.store_id);
    const hits = await dependencies.searchIndex.findProducts(place.scope, place.store.catalogId, {
      ...shopperOf(place, caller, input),
      by: { ids },
      fields,
    });
    const found = new Set(hits.map(({ id }) => id));
    const missing = toJsonBytes(ids.filter((id) => !found.has(id)));
    const records = hits.map(({ shown }) => shown).join(',');
    return new JsonText(`{"records":[${records}],"missing":${missing}}`);
  };
