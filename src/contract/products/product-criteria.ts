// What product count, search and facets have in common on the wire: the criteria, whose products they mean, and their failures.

import { Type } from 'typebox';
import { TOO_MANY } from '../common-failures.ts';
import {
  closedObject,
  flag,
  IDENTIFIER_MAX_CHARS,
  identifier,
  locale,
  namedObject,
  TEXT_MAX_CHARS,
  text,
} from '../values.ts';

export const stockChoices = ['include', 'exclude', 'last'] as const;

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
  field_internal_name: identifier(
    'Name of the field. `categories` chooses categories by id, including their descendants.',
  ),
  value: Type.Optional(
    text('A value that the field must have. Several values for one field are alternatives.'),
  ),
  min: Type.Optional(bound('Lower')),
  max: Type.Optional(bound('Upper')),
});

const rule = namedObject('FilterRule', {
  action: Type.Enum([...filterActions], { description: 'How to compare the field with the value.' }),
  field_name: identifier(
    'The field: `id`, `sku`, `name`, `description`, `brand`, `price`, `in_stock`, `created_at`, `category_id`, `collection_id`, `variant_skus`, or the name of any attribute.',
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

/** Previews of merchandising rules. */
const previewQuery = {
  preview: Type.Optional(
    flag(
      'Whether merchandising rules that are drafts apply too. Needs a token with the permission `full`; such a response is not stored by any cache.',
      'PreviewDrafts',
    ),
  ),
  preview_at: Type.Optional(
    text(
      'With `preview=true`: the time for which merchandising rules are chosen, such as `2026-01-02T03:04:05Z`. Default: now.',
      'PreviewDraftsAt',
    ),
  ),
};

/** Whose products are meant, and in which words and currency they are compared. */
export const shopperQuery = {
  locale: Type.Optional(locale()),
  store_id: Type.Optional(
    identifier(
      "The store whose products are meant. Default: the environment's default store.",
      'ProductStoreId',
    ),
  ),
  channel_id: Type.Optional(identifier('Only products sold in this sales channel.', 'ChannelId')),
  location_id: Type.Optional(identifier('Only products in stock at this location.', 'LocationId')),
  currency: Type.Optional(
    Type.String({
      title: 'Currency',
      pattern: '^[A-Za-z]{3}$',
      description:
        'ISO 4217 code of the currency that price rules refer to. Default: the currency of the store.',
    }),
  ),
  ...previewQuery,
};

/** What decides, beside the body, which products match. */
export const matchingQuery = {
  include_fields_meta: Type.Optional(
    flag('Whether to describe the filterable fields in `_meta_._fields_`.', 'IncludeFieldsMeta'),
  ),
  by_pass_merchandising: Type.Optional(flag('Whether to ignore merchandising rules.', 'ByPassMerchandising')),
  out_of_stock: Type.Optional(
    Type.Enum([...stockChoices], {
      title: 'OutOfStock',
      description:
        'Products that are not in stock: `include` them (default), `exclude` them, or list them `last`.',
    }),
  ),
  is_auto_spellcheck: Type.Optional(
    Type.Boolean({
      title: 'AutoSpellcheck',
      default: true,
      description: 'Whether a word that no product has is taken for words near it. Default true.',
    }),
  ),
};

export const shopperHeaders = closedObject({
  'x-customer-group-id': Type.Optional(
    identifier(
      'Customer group of the shopper. Products restricted to customer groups are counted only for those groups.',
    ),
  ),
  'x-ecomm-provider': Type.Optional(identifier('Name of the commerce provider. For information only.')),
});

export const productCriteria = namedObject('ProductCriteria', {
  search_term: Type.Optional(
    text(
      'Keyword or phrase. If fewer than ten products of the catalog contain enough of its words, products that contain one selective word also match. Filters and facets do not affect which of the two rules applies.',
    ),
  ),
  category_id: Type.Optional(identifier('Id of a category, including its descendants.')),
  category_name: Type.Optional(
    text(
      'Name of a category, including its descendants: its own, or the one in the locale of the request. Case and accents are ignored.',
    ),
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
});

/** The criteria that fit into a query string. */
export const criteriaQuery = {
  search_term: productCriteria.properties.search_term,
  category_id: productCriteria.properties.category_id,
  category_name: productCriteria.properties.category_name,
  collection_id: productCriteria.properties.collection_id,
  facet: Type.Optional(
    Type.Array(Type.String({ maxLength: IDENTIFIER_MAX_CHARS + 1 + TEXT_MAX_CHARS }), {
      title: 'ChosenFacet',
      maxItems: LIST_MAX_ITEMS,
      description:
        'A value that a field must have, as `field:value`; the field ends at the first colon. Repeat the parameter for more. Values of one field are ORed, different fields are ANDed. `categories:{id}` chooses a category including its descendants.',
    }),
  ),
};

const fieldMeta = namedObject('ProductFieldMeta', {
  type: Type.Enum(['text', 'number', 'boolean', 'date']),
  sub_type: Type.Enum(['identifier', 'plain', 'currency', 'attribute']),
  is_array: Type.Boolean(),
  is_searchable: Type.Boolean(),
});

/** The scope that a response applies to. */
export const productMeta = {
  tenant_id: Type.String(),
  workspace_id: Type.String(),
  env_type: Type.String(),
  store_hash: Type.String(),
  content_model_id: Type.String(),
  _fields_: Type.Record(Type.String(), fieldMeta, {
    description: 'Empty unless `include_fields_meta=true`.',
  }),
};

export const metaExample = {
  tenant_id: 'acme',
  workspace_id: 'web',
  env_type: 'PRODUCTION',
  store_hash: 'x7k2',
  content_model_id: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
  _fields_: {},
};

export const totalCount = () =>
  Type.Integer({ minimum: 0, description: 'The exact number of matching products.' });

export const criteriaFailures = {
  400: 'The request cannot be parsed or validated. `message` says what is wrong, `code` identifies the cause.',
  401: 'The environment or `preview` requires a token and none was sent, or the token is not valid.',
  403: 'The token is for another scope, or may not preview.',
  404: 'The host, the environment or the store does not exist.',
  413: 'The request body is too large.',
  429: TOO_MANY,
  500: 'Unexpected error.',
  503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
};
