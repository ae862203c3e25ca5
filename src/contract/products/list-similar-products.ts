// Products like another one, on the wire.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, identifier, limit, namedObject } from '../values.ts';
import { onlyFields, PRODUCTS_PATH, productOperation, readProduct } from './get-product.ts';
import { shopperQuery } from './product-criteria.ts';
import { productExample } from './product-record.ts';

export const SIMILAR_LIMIT = { default: 10, max: 100 } as const;

export const listSimilarProducts = defineOperation({
  ...productOperation,
  name: 'list-similar-products',
  path: `${PRODUCTS_PATH}/{product_id}/similar`,
  summary: 'List similar products',
  description:
    'Returns products that share words, categories, the brand or attributes with this one, those that share the rarest first; ties are sorted by product id. The product itself is not among them, nor is any that the shopper may not see or that a merchandising rule hides everywhere.',
  params: closedObject({ product_id: identifier('Id of the product.') }),
  query: closedObject({
    ...shopperQuery,
    limit: Type.Optional(limit(SIMILAR_LIMIT.default, SIMILAR_LIMIT.max)),
    ...onlyFields,
  }),
  success: namedObject('SimilarProductsResult', {
    records: Type.Array(readProduct, { description: 'The most similar first.' }),
  }),
  successDescription: 'The products, in the locale and currency of the request.',
  successExample: { records: [productExample] },
});
