// Several products by id on the wire, such as those of a cart or a wish list.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, identifier, namedObject } from '../values.ts';
import { onlyFields, PRODUCTS_PATH, readProduct } from './get-product.ts';
import { criteriaFailures, shopperHeaders, shopperQuery } from './product-criteria.ts';
import { productExample } from './product-record.ts';

const IDS_MAX = 100;

export const lookupProducts = defineOperation({
  name: 'lookup-products',
  operationId: 'listProductsById',
  tag: 'Products',
  method: 'POST',
  path: `${PRODUCTS_PATH}/lookup`,
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  isServedTogether: true,
  summary: 'Look up products by id',
  description:
    'Returns products in the order of the given ids, each once, and names the ids of which the catalog has no product that the shopper may see.',
  params: closedObject({}),
  query: closedObject({ ...shopperQuery, ...onlyFields }),
  headers: shopperHeaders,
  body: namedObject('ProductIds', {
    ids: Type.Array(identifier('Id of a product.'), {
      maxItems: IDS_MAX,
      description: `Ids of products, up to ${IDS_MAX}.`,
    }),
  }),
  success: namedObject('ProductLookupResult', {
    records: Type.Array(readProduct, { description: 'The products that exist, in the order asked.' }),
    missing: Type.Array(Type.String(), { description: 'The ids of the others.' }),
  }),
  successDescription: 'The products, and the ids of those that are missing.',
  requestExample: { ids: ['jacket-7', 'gone'] },
  successExample: { records: [productExample], missing: ['gone'] },
  failures: criteriaFailures,
});
