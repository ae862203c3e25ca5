// Operation 2 on the wire: counts products. The interface leaves parameter names and filter actions open; Decision 0008 sets them.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, identifier, limit, namedObject, skip, sortOrder, text } from '../values.ts';
import {
  criteriaFailures,
  matchingQuery,
  metaExample,
  productCriteria,
  productMeta,
  shopperHeaders,
  shopperQuery,
  totalCount,
} from './product-criteria.ts';

export const countProducts = defineOperation({
  name: 'count-products',
  tag: 'Products',
  method: 'POST',
  path: '/apis/ecommerce-service/public/discovery/v2/search/count',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  isServedTogether: true,
  summary: 'Count products',
  description:
    'Returns the exact number of products that match the criteria, without the products. All criteria are ANDed. `{}` counts every visible product.',
  params: closedObject({}),
  query: closedObject({
    fields: Type.Optional(text('Comma-separated fields to include. Does not change the count.')),
    ...shopperQuery,
    ...matchingQuery,
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(10, 100)),
    sort_by: Type.Optional(identifier('Field to sort by. Does not change the count.')),
    sort_order: Type.Optional(sortOrder('Sort direction. Does not change the count.')),
  }),
  headers: shopperHeaders,
  body: productCriteria,
  longList: 'filter',
  success: namedObject('ProductCount', {
    result: closedObject({ total_count: totalCount() }),
    _meta_: closedObject(productMeta),
  }),
  successDescription: 'The exact count, and the scope it applies to.',
  requestExample: {
    search_term: 'down jacket',
    facets: [{ field_internal_name: 'color', value: 'red' }],
    filter: [
      { group: { operator: 'AND', rules: [{ action: 'less_than', field_name: 'price', value: '200' }] } },
    ],
  },
  successExample: {
    result: { total_count: 12 },
    _meta_: metaExample,
  },
  failures: criteriaFailures,
});
