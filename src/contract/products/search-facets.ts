// Facets on the wire, without products: the count's criteria, counted by field.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, namedObject, text } from '../values.ts';
import { facetExample, facetOptions, facets } from './facets.ts';
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

export const searchFacets = defineOperation({
  name: 'search-facets',
  tag: 'Discovery',
  method: 'POST',
  path: '/apis/ecommerce-service/public/discovery/v2/search/facet',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  isServedTogether: true,
  summary: 'Count products by field',
  description:
    'Counts the products that match the criteria by value, range or category of each field. Counts are exact. Values chosen in one field do not narrow that field, as shoppers expect of check boxes.',
  params: closedObject({}),
  query: closedObject({
    ...shopperQuery,
    ...matchingQuery,
    fields: Type.Optional(
      text('Comma-separated fields to count by. Default: those that the catalog offers.'),
    ),
    ...facetOptions,
  }),
  headers: shopperHeaders,
  body: productCriteria,
  longList: 'filter',
  success: namedObject('FacetSearchResult', {
    facets: facets(),
    enabled_facets: Type.Array(Type.String(), {
      description: 'The fields that the catalog offers as facets, in order.',
    }),
    _meta_: closedObject({ ...productMeta, total_count: totalCount() }),
  }),
  successDescription: 'The facets, and the scope they apply to.',
  requestExample: { search_term: 'jacket', facets: [{ field_internal_name: 'color', value: 'blue' }] },
  successExample: {
    facets: facetExample,
    enabled_facets: ['categories', 'brand', 'price', 'color'],
    _meta_: { ...metaExample, total_count: 1 },
  },
  failures: criteriaFailures,
});
