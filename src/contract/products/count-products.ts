// Operation 2 on the wire: counts products. The interface leaves parameter names and filter actions open; Decision 0008 sets them.

import { Type } from 'typebox';
import { TOO_MANY } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import {
  closedObject,
  flag,
  identifier,
  limit,
  locale,
  namedObject,
  skip,
  sortOrder,
  text,
} from '../values.ts';

const LIST_MAX_ITEMS = 100;

export const filterOperators = ['AND', 'OR'] as const;

export const filterActions = [
  'contains',
  'does_not_contains',
  'equal_to',
  'not_equal_to',
  'greater_than',
  'less_than',
  'greater_than_or_equal_to',
  'less_than_or_equal_to',
] as const;

const bound = (side: string) =>
  Type.Union([Type.Number(), Type.String({ maxLength: 64 })], {
    description: `${side} bound, inclusive: a number, an ISO 8601 date, or \`*\` for no bound. Replaces \`value\`.`,
  });

const facet = namedObject('Facet', {
  field_internal_name: identifier('Name of the field.'),
  value: Type.Optional(
    text('A value that the field must have. Several values for one field are alternatives.'),
  ),
  min: Type.Optional(bound('Lower')),
  max: Type.Optional(bound('Upper')),
});

const rule = namedObject('FilterRule', {
  action: Type.Enum([...filterActions], { description: 'How to compare the field with the value.' }),
  field_name: identifier(
    'The field: `id`, `sku`, `name`, `description`, `brand`, `price`, `in_stock`, `created_at`, `category_id`, `collection_id`, or the name of any attribute.',
  ),
  value: text('The value, always sent as text. For a number, date or boolean field it must parse as one.'),
});

const group = namedObject('FilterGroup', {
  operator: Type.Optional(
    Type.Enum([...filterOperators], { description: 'How the rules combine. Default `AND`.' }),
  ),
  rules: Type.Optional(
    Type.Array(rule, { maxItems: LIST_MAX_ITEMS, description: 'The rules of the group.' }),
  ),
});

export const countProducts = defineOperation({
  name: 'count-products',
  tag: 'Products',
  method: 'POST',
  path: '/apis/ecommerce-service/public/discovery/v2/search/count',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  summary: 'Count products',
  description:
    'Returns the exact number of products that match the criteria, without the products. All criteria are ANDed. `{}` counts every visible product.',
  params: closedObject({}),
  query: closedObject({
    fields: Type.Optional(text('Comma-separated fields to include. Does not change the count.')),
    locale: Type.Optional(locale()),
    store_id: Type.Optional(
      identifier("Store whose products are counted. Default: the environment's default store."),
    ),
    channel_id: Type.Optional(identifier('Only products sold in this sales channel.')),
    location_id: Type.Optional(identifier('Only products in stock at this location.')),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{3}$',
        description:
          'ISO 4217 code of the currency that price rules refer to. Default: the currency of the store.',
      }),
    ),
    include_fields_meta: Type.Optional(
      flag('Whether to describe the filterable fields in `_meta_._fields_`.'),
    ),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(10, 100)),
    sort_by: Type.Optional(identifier('Field to sort by. Does not change the count.')),
    sort_order: Type.Optional(sortOrder('Sort direction. Does not change the count.')),
    by_pass_merchandising: Type.Optional(flag('Whether to ignore merchandising rules.')),
  }),
  headers: closedObject({
    'x-customer-group-id': Type.Optional(
      identifier(
        'Customer group of the shopper. Products restricted to customer groups are counted only for those groups.',
      ),
    ),
    'x-ecomm-provider': Type.Optional(identifier('Name of the commerce provider. For information only.')),
  }),
  body: namedObject('ProductCriteria', {
    search_term: Type.Optional(
      text(
        'Keyword or phrase. If fewer than ten products of the catalog contain enough of its words, products that contain one selective word also match. Filters and facets do not affect which of the two rules applies.',
      ),
    ),
    category_id: Type.Optional(identifier('Id of a category, including its descendants.')),
    category_name: Type.Optional(
      text('Name of a category, including its descendants. Case and accents are ignored.'),
    ),
    collection_id: Type.Optional(identifier('Id of a collection or campaign.')),
    facets: Type.Optional(
      Type.Array(facet, {
        maxItems: LIST_MAX_ITEMS,
        description: 'Values of one field are ORed, different fields are ANDed.',
      }),
    ),
    filter: Type.Optional(
      Type.Array(namedObject('Filter', { group: Type.Optional(group) }), {
        maxItems: LIST_MAX_ITEMS,
        description: 'Groups of rules. The groups are ANDed; `operator` combines the rules within a group.',
      }),
    ),
  }),
  success: namedObject('ProductCount', {
    result: closedObject({
      total_count: Type.Integer({ minimum: 0, description: 'The exact number of matching products.' }),
    }),
    _meta_: closedObject({
      tenant_id: Type.String(),
      workspace_id: Type.String(),
      env_type: Type.String(),
      store_hash: Type.String(),
      content_model_id: Type.String(),
      _fields_: Type.Record(
        Type.String(),
        namedObject('ProductFieldMeta', {
          type: Type.Enum(['text', 'number', 'boolean', 'date']),
          sub_type: Type.Enum(['identifier', 'plain', 'currency', 'attribute']),
          is_array: Type.Boolean(),
          is_searchable: Type.Boolean(),
        }),
        { description: 'Empty unless `include_fields_meta=true`.' },
      ),
    }),
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
    _meta_: {
      tenant_id: 'acme',
      workspace_id: 'web',
      env_type: 'PRODUCTION',
      store_hash: 'x7k2',
      content_model_id: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
      _fields_: {},
    },
  },
  failures: {
    400: 'The request cannot be parsed or validated. `message` says what is wrong, `code` identifies the cause.',
    401: 'The environment requires a token and none was sent, or the token is not valid.',
    403: 'The token is for another scope.',
    404: 'The host, the environment or the store does not exist.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Unexpected error.',
    503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
  },
});
