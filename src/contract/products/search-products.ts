// Product search on the wire: the count's criteria, and a page of the products that they match.

import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { closedObject, flag, identifier, limit, namedObject, skip, sortOrder, text } from '../values.ts';
import { facetExample, facetOptions, facets } from './facets.ts';
import { onlyFields } from './get-product.ts';
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
import { productExample, shownProduct } from './product-record.ts';
import { scoreExplanation } from './score-explanation.ts';

export const SEARCH_PRODUCTS_LIMIT = { default: 10, max: 100 } as const;
export const DID_YOU_MEAN_LIMIT = { default: 3, max: 10 } as const;

const markedText = (what: string) =>
  Type.Union([Type.String(), Type.Null()], {
    description: `The ${what}, as HTML: matched words in \`<mark>\`, everything else escaped. Null if no word of it matches. Only with \`highlight=true\`.`,
  });

/** Every field is optional: the request may name those it wants. */
const foundProduct = Type.Partial(
  Type.Object({
    ...shownProduct,
    position: Type.Integer({ minimum: 1, description: 'Its place in the whole result, from 1.' }),
    pin: Type.Boolean({ description: 'Whether a merchandising rule put it there.' }),
    boost: Type.Number({
      description:
        'By how much merchandising rules multiply its score: 1 if none does, less than 1 if it is buried.',
    }),
    is_merchandising: Type.Boolean({ description: 'Whether any merchandising rule applies to it.' }),
    rule_details: Type.Array(
      namedObject('RuleDetail', {
        rule_id: Type.String(),
        action: Type.Enum(['pin', 'boost', 'bury']),
        factor: Type.Optional(Type.Number({ description: 'Of `boost` and `bury`.' })),
      }),
      { description: 'The rules that put it where it is, in the order in which they act.' },
    ),
    highlights: namedObject('ProductHighlights', {
      name: markedText('name'),
      description: markedText(
        'description, as plain text, up to about 300 characters around the first match',
      ),
    }),
    explanation: scoreExplanation,
  }),
  { title: 'ProductRecord', additionalProperties: true },
);

export const searchProducts = defineOperation({
  name: 'search-products',
  tag: 'Discovery',
  method: 'POST',
  path: '/apis/ecommerce-service/public/discovery/v2/search',
  envelope: 'wrapped',
  scope: 'headers-or-domain',
  access: 'open',
  isCacheable: true,
  isServedTogether: true,
  summary: 'Search products',
  description:
    'Returns one page of the products that match the criteria. For the same criteria, `_meta_.total_count`, the count of `POST …/search/count`, and the number of products on all pages are the same. All criteria are ANDed. `{}` finds every visible product.',
  params: closedObject({}),
  query: closedObject({
    ...shopperQuery,
    ...matchingQuery,
    skip: Type.Optional(skip()),
    limit: Type.Optional(
      limit(
        SEARCH_PRODUCTS_LIMIT.default,
        SEARCH_PRODUCTS_LIMIT.max,
        'ProductLimit',
        ' Products of more than 2,000,000 characters together are rejected (400); request fewer.',
      ),
    ),
    sort_by: Type.Optional(
      identifier(
        '`relevance` (default), `name`, `price`, `created_at`, `popularity`, or any attribute. Products without a value come last in both directions; ties are sorted by product id.',
      ),
    ),
    sort_order: Type.Optional(
      sortOrder('Default `desc` for `relevance`, `created_at` and `popularity`, `asc` for everything else.'),
    ),
    ...onlyFields,
    include_count: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether to return `total_count`. Default true.' }),
    ),
    did_you_mean_limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: DID_YOU_MEAN_LIMIT.max,
        default: DID_YOU_MEAN_LIMIT.default,
        title: 'DidYouMeanLimit',
        description: `Maximum number of other spellings to return, up to ${DID_YOU_MEAN_LIMIT.max}.`,
      }),
    ),
    highlight: Type.Optional(
      flag('Whether to return `highlights`: the matched words of name and description, marked.', 'Highlight'),
    ),
    explain: Type.Optional(
      flag(
        'Whether to return `explanation`, the parts of the score of each record. Only for `sort_by=relevance`. Needs a token with the permission `full`; such a response is not stored by any cache.',
        'Explain',
      ),
    ),
    include_facets: Type.Optional(
      text(
        'Comma-separated fields to return facets of, or `enabled` for those that the catalog offers. Default: none.',
      ),
    ),
    ...facetOptions,
  }),
  headers: shopperHeaders,
  body: productCriteria,
  longList: 'filter',
  success: namedObject('ProductSearchResult', {
    records: Type.Array(foundProduct, { description: 'The products of this page.' }),
    did_you_mean: Type.Array(Type.String(), {
      description:
        'Other spellings of a search term with a word that no product has, the likeliest first. Each finds something with the other criteria of the request. Also if `is_auto_spellcheck=false`.',
    }),
    corrected_term: Type.Union([Type.String(), Type.Null()], {
      description: 'The search term as it was understood, if words of it were corrected.',
    }),
    redirect_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Where a merchandising rule sends shoppers who search for this.',
    }),
    facets: Type.Optional(facets()),
    _meta_: closedObject({ ...productMeta, total_count: Type.Optional(totalCount()) }),
  }),
  successDescription: 'One page of matching products, and the scope it applies to.',
  requestExample: { search_term: 'down jacket', facets: [{ field_internal_name: 'color', value: 'blue' }] },
  successExample: {
    records: [
      { ...productExample, position: 1, pin: false, boost: 1, is_merchandising: false, rule_details: [] },
    ],
    did_you_mean: [],
    corrected_term: null,
    redirect_url: null,
    facets: facetExample,
    _meta_: { ...metaExample, total_count: 1 },
  },
  failures: {
    ...criteriaFailures,
    401: 'The environment, `preview` or `explain` requires a token and none was sent, or the token is not valid.',
    403: 'The token is for another scope, or may neither preview nor explain.',
  },
});
