// One product on the wire, by its id.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, identifier, namedObject, text } from '../values.ts';
import { criteriaFailures, shopperHeaders, shopperQuery } from './product-criteria.ts';
import { productExample, shownProduct } from './product-record.ts';

export const PRODUCTS_PATH = '/apis/ecommerce-service/public/discovery/v2/products';

export const onlyFields = {
  fields: Type.Optional(
    text('Comma-separated top-level fields of a product to return. Default: all.', 'ProductFields'),
  ),
};

/** Every field is optional: the request may name those it wants. */
export const readProduct = Type.Partial(Type.Object(shownProduct), {
  title: 'ShownProduct',
  additionalProperties: true,
});

export const productOperation = {
  tag: 'Products' as const,
  method: 'GET' as const,
  envelope: 'wrapped' as const,
  scope: 'headers-or-domain' as const,
  access: 'open' as const,
  isCacheable: true,
  isServedTogether: true,
  headers: shopperHeaders,
  body: undefined,
  success: namedObject('ShownProductResult', { record: readProduct }),
  successDescription: 'The product, in the locale and currency of the request.',
  successExample: { record: productExample },
  failures: {
    ...criteriaFailures,
    404: 'The host, the environment or the store does not exist, or its catalog has no such product that the shopper may see.',
  },
};

export const PRODUCT_RULES =
  'A product of another channel, location or customer group does not exist for the shopper. Merchandising rules apply only if they hold for every search: those that name a term, a category or a collection do not.';

export const getProduct = defineOperation({
  ...productOperation,
  name: 'get-product',
  operationId: 'getStorefrontProduct',
  path: `${PRODUCTS_PATH}/{product_id}`,
  summary: 'Get a product',
  description: `Returns one product of the store's catalog. ${PRODUCT_RULES}`,
  params: closedObject({ product_id: identifier('Id of the product.') }),
  query: closedObject({ ...shopperQuery, ...onlyFields }),
});
