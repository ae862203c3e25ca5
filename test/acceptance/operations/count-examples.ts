// Product counts of the fixture: criteria of every sort, and what else decides which products match.

import { home, ownOf } from '../service/fixture-bundle.ts';
import type { Call } from '../service/fixture-service.ts';

/** How many products of the fixture meet these criteria. */
export const countExamples: readonly (readonly [total: number, body: object, more?: Call])[] = [
  // p12 is for a customer group only.
  [11, {}],
  [12, {}, { headers: [['x-customer-group-id', 'vip']] }],
  [11, {}, { headers: [['x-customer-group-id', 'null']] }],
  [4, { search_term: 'rain jacket' }],
  [6, { search_term: 'sock' }],
  [7, { search_term: 'sock' }, { query: { by_pass_merchandising: true } }],
  [4, { category_id: 'c-jackets' }],
  [11, { category_id: 'c-clothes' }],
  [7, { category_name: 'SOCKS' }],
  [0, { category_name: 'No such category' }],
  [2, { collection_id: 'winter' }],
  [3, { facets: [{ field_internal_name: 'color', value: 'red' }] }],
  [
    11,
    {
      facets: [
        { field_internal_name: 'color', value: 'RED' },
        { field_internal_name: 'color', value: 'green' },
      ],
    },
  ],
  [3, { facets: [{ field_internal_name: 'price', min: 20, max: '40' }] }],
  [2, { facets: [{ field_internal_name: 'price', min: '*', max: 20 }] }],
  [
    4,
    {
      filter: [
        rules(
          'AND',
          ['price', 'greater_than', '20'],
          ['brand', 'equal_to', 'NORDIC'],
          ['color', 'equal_to', 'green'],
        ),
      ],
    },
    { query: { skip: 5, limit: 1 } },
  ],
  [0, { filter: [rules('AND', ['nothing', 'equal_to', 'x'])] }],
  [11, { filter: [rules('AND', ['nothing', 'not_equal_to', 'x'])] }],
  [5, { filter: [rules('OR', ['price', 'less_than_or_equal_to', '20'], ['price', 'greater_than', '80'])] }],
  [3, { filter: [rules('AND', ['price', 'equal_to', '9'])] }, { query: { currency: 'eur' } }],
  [6, { filter: [rules('AND', ['brand', 'contains', 'nord'])] }],
  [3, { filter: [rules('AND', ['created_at', 'less_than', '2026-01-04'])] }],
  [10, {}, { query: { channel_id: 'channel-2' } }],
  [11, {}, { query: { channel_id: 'channel-1' } }],
  [10, {}, { query: { location_id: 'location-2' } }],
  [11, {}, { query: { store_id: ownOf(home).store } }],
  [11, {}, { query: { fields: 'a,b', sort_by: 'price', sort_order: 'asc', skip: 3, limit: 0 } }],
  [4, { search_term: 'jacket', facets: null, filter: [], category_id: null, collection_id: [] }],
];

function rules(operator: string, ...list: (readonly [field: string, action: string, value: string])[]) {
  return {
    group: { operator, rules: list.map(([field_name, action, value]) => ({ field_name, action, value })) },
  };
}
