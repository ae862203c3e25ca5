// Operation 2 on the wire: product search count. The names of its parameters and the words of its filter language are ours (Decision 0008).

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
    description: `${side} bound, inclusive: a number, an ISO 8601 date, or \`*\` for open. In place of \`value\`.`,
  });

const facet = namedObject('Facet', {
  field_internal_name: identifier('The field.'),
  value: Type.Optional(text('The value the field must have. Values of one field are alternatives.')),
  min: Type.Optional(bound('Lower')),
  max: Type.Optional(bound('Upper')),
});

const rule = namedObject('FilterRule', {
  action: Type.Enum([...filterActions], { description: 'How the field is compared with the value.' }),
  field_name: identifier(
    'The field: `id`, `sku`, `name`, `description`, `brand`, `price`, `in_stock`, `created_at`, `category_id`, `collection_id`, or any attribute by its own name.',
  ),
  value: text('The value, always as text. It must parse where the field is a number, a date or a flag.'),
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
    'Returns exactly how many products match the criteria, without the products. All criteria are ANDed; `{}` counts every visible product.',
  params: closedObject({}),
  query: closedObject({
    fields: Type.Optional(text('Comma-separated fields to include. Cannot change a count.')),
    locale: Type.Optional(locale()),
    store_id: Type.Optional(
      identifier("Store whose catalog is counted. Default: the environment's default store."),
    ),
    channel_id: Type.Optional(identifier('Only products sold in this sales channel.')),
    location_id: Type.Optional(identifier('Only products in stock at this location.')),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{3}$',
        description: "ISO 4217 code of the price that a price rule means. Default: the store's.",
      }),
    ),
    include_fields_meta: Type.Optional(flag('Whether `_meta_._fields_` describes the filterable fields.')),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(10, 100)),
    sort_by: Type.Optional(identifier('Sort field. Cannot change a count.')),
    sort_order: Type.Optional(sortOrder('Sort direction. Cannot change a count.')),
    by_pass_merchandising: Type.Optional(flag('Whether merchandising rules are left out.')),
  }),
  headers: closedObject({
    'x-customer-group-id': Type.Optional(
      identifier(
        'Customer group of the shopper. Products kept for groups are counted only for a matching one.',
      ),
    ),
    'x-ecomm-provider': Type.Optional(identifier('Name of the commerce provider. Informative.')),
  }),
  body: namedObject('ProductCriteria', {
    search_term: Type.Optional(
      text(
        'Keyword or phrase. Where fewer than ten products of the catalog hold enough of its words, those that hold one telling word count as well; filters and facets never change which of both holds.',
      ),
    ),
    category_id: Type.Optional(identifier('Category, its descendants included.')),
    category_name: Type.Optional(text('Category by name, case and accents ignored, descendants included.')),
    collection_id: Type.Optional(identifier('Collection or campaign.')),
    facets: Type.Optional(
      Type.Array(facet, {
        maxItems: LIST_MAX_ITEMS,
        description: 'Values of one field are ORed, fields are ANDed.',
      }),
    ),
    filter: Type.Optional(
      Type.Array(namedObject('Filter', { group: Type.Optional(group) }), {
        maxItems: LIST_MAX_ITEMS,
        description: 'Groups of rules. Groups are ANDed; `operator` combines the rules of one.',
      }),
    ),
  }),
  success: namedObject('ProductCount', {
    result: closedObject({
      total_count: Type.Integer({ minimum: 0, description: 'How many products match. Exact.' }),
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
  successDescription: 'The exact count, and where it was taken.',
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
    400: 'The request cannot be parsed or validated; the message says what is wrong and `code` pins it.',
    401: 'The environment demands a token and none was sent, or the one sent is not valid.',
    403: 'The token is for another scope.',
    404: 'The host, the environment or the store is unknown.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Unexpected error.',
    503: 'A backend is down; try again after `Retry-After` seconds.',
  },
});
