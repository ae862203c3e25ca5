// One product on the wire, by its slug.

import { defineOperation } from '../operation.ts';
import { closedObject, identifier } from '../values.ts';
import { onlyFields, PRODUCT_RULES, PRODUCTS_PATH, productOperation } from './get-product.ts';
import { shopperQuery } from './product-criteria.ts';

export const getProductBySlug = defineOperation({
  ...productOperation,
  name: 'get-product-by-slug',
  operationId: 'getStorefrontProductBySlug',
  path: PRODUCTS_PATH,
  summary: 'Get a product by its slug',
  description: `Returns the product with this slug in any locale; if several have it, the first by id. ${PRODUCT_RULES}`,
  params: closedObject({}),
  query: closedObject({
    slug: identifier('Slug of the product, exactly as stored.'),
    ...shopperQuery,
    ...onlyFields,
  }),
});
