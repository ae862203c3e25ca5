// Operation 1 on the wire: content search. Bare envelope. The interface fixes the message of every validation failure.

import { Type } from 'typebox';
import { TOO_MANY } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import {
  closedObject,
  dateTime,
  limit,
  locale,
  namedObject,
  skip,
  sortOrder,
  text,
  uuid,
} from '../values.ts';

export const SEARCH_CONTENT_LIMIT = { default: 10, max: 100 } as const;

export const contentSorts = [
  'relevance',
  'created_at',
  'created_by',
  'title',
  'modified_at',
  'modified_by',
] as const;

export const contentSearchRecord = Type.Object(
  {
    title: Type.String({ description: 'Title of the item.' }),
    url: Type.String({ description: 'Path to the item, relative to the storefront.' }),
    type: Type.String({
      description: 'Kind of content, such as `page` or `blog`. The `type` parameter filters by it.',
    }),
    summary: Type.String({ description: 'Short extract of the body text.' }),
    image_url: Type.Union([Type.String(), Type.Null()], { description: 'Featured image, or null.' }),
    provider_id: Type.String({ description: 'Id of the item in the system that manages the content.' }),
    created_at: dateTime('When the item was created.'),
    created_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Author, or null when none is recorded.',
    }),
    extra_data: Type.String({ description: 'Source-specific metadata as a JSON-encoded string.' }),
    locale: Type.String({ description: 'The locale of the returned texts.' }),
  },
  { title: 'ContentSearchRecord', additionalProperties: true },
);

export const searchContent = defineOperation({
  name: 'search-content',
  tag: 'Search',
  method: 'GET',
  path: '/discovery/search/content',
  envelope: 'bare',
  scope: 'headers',
  access: 'open',
  isCacheable: true,
  isIndependentOfProducts: true,
  isServedTogether: true,
  invalidInputMessage: 'Invalid Input',
  summary: 'Search content items',
  description:
    'Searches the non-product content of a catalog: pages, articles, posts and published records. `total` is the exact number of matching items, regardless of `skip` and `limit`. The request needs no body. If a JSON body is sent anyway, a blank parameter or a number sent as text in it is rejected; everything else in it is ignored.',
  params: closedObject({}),
  query: closedObject({
    catalog_id: uuid('Catalog to search within.'),
    q: text(
      'Text query matched against content. If fewer than ten items of any type contain enough of its words, items that contain one selective word also match and are ranked below the others.',
    ),
    locale: Type.Optional(locale()),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(SEARCH_CONTENT_LIMIT.default, SEARCH_CONTENT_LIMIT.max)),
    type: Type.Optional(text('Only items of this type.')),
    sort_by: Type.Optional(
      Type.Enum([...contentSorts], { description: 'Field to sort by. Default `relevance`.' }),
    ),
    sort_order: Type.Optional(
      sortOrder('Default `desc` for relevance and dates, `asc` for names. Ties are sorted by item id.'),
    ),
  }),
  headers: closedObject({}),
  body: undefined,
  checksStrayBody: true,
  success: namedObject('ContentSearchResult', {
    data: Type.Array(contentSearchRecord, { description: 'The matching items of this page.' }),
    total: Type.Integer({ minimum: 0, description: 'Number of matching items before `skip` and `limit`.' }),
  }),
  successDescription: 'One page of matching items, and the total number that match.',
  successExample: {
    data: [
      {
        title: 'How to layer for the cold',
        url: '/blog/layering',
        type: 'blog',
        summary: 'Three thin layers beat one thick one.',
        image_url: null,
        provider_id: 'post-17',
        created_at: '2026-01-02T03:04:05Z',
        created_by: null,
        extra_data: '{"published_at":"2026-01-03T08:00:00Z"}',
        locale: 'en-us',
      },
    ],
    total: 1,
  },
  failures: {
    400: 'The request cannot be parsed or validated (the message is `Invalid Input`, and `code` identifies the cause), or a required parameter or header is missing (the message names it).',
    401: 'The environment requires a token and none was sent, or the token is not valid.',
    403: 'The token is for another scope.',
    404: 'The catalog is not visible in this scope.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Content search is not configured for this catalog, or an unexpected error occurred.',
    503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
  },
});
