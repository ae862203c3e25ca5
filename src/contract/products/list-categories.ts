// The category tree on the wire, with the number of products in each category.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, namedObject } from '../values.ts';
import { criteriaFailures, shopperHeaders, shopperQuery } from './product-criteria.ts';

const category = namedObject('CategoryNode', {
  id: Type.String(),
  name: Type.String(),
  parent_id: Type.Union([Type.String(), Type.Null()], {
    description: 'The category above it, or null at the top.',
  }),
  depth: Type.Integer({ minimum: 0, description: 'How many categories are above it.' }),
  product_count: Type.Integer({
    minimum: 0,
    description: 'The exact number of products in it and below it that the shopper may see, each once.',
  }),
});

export const listCategories = defineOperation({
  name: 'list-categories',
  operationId: 'listStorefrontCategories',
  tag: 'Products',
  method: 'GET',
  path: '/apis/ecommerce-service/public/discovery/v2/categories',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  isServedTogether: true,
  summary: 'List the category tree',
  description:
    'Returns every category of the catalog, each after the one above it and before its siblings, siblings by name. A category whose parent does not exist is at the top.',
  params: closedObject({}),
  query: closedObject({ ...shopperQuery }),
  headers: shopperHeaders,
  body: undefined,
  success: namedObject('CategoryTree', { categories: Type.Array(category) }),
  successDescription: 'The categories in the order of the tree.',
  successExample: {
    categories: [
      { id: 'clothing', name: 'Clothing', parent_id: null, depth: 0, product_count: 12 },
      { id: 'jackets', name: 'Jackets', parent_id: 'clothing', depth: 1, product_count: 5 },
    ],
  },
  failures: criteriaFailures,
});
