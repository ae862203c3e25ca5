// Operation 3 on the wire: the stored, ranked list of popular search terms. Bare envelope; success is a plain array.

import { Type } from 'typebox';
import { TOO_MANY } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, limit, skip, text } from '../values.ts';

export const POPULAR_TERMS_LIMIT = { default: 10, max: 100 } as const;

export const popularTerms = defineOperation({
  name: 'popular-terms',
  operationId: 'listPopularTerms',
  tag: 'Popular terms',
  method: 'GET',
  path: '/discovery/search/popular-terms',
  envelope: 'bare',
  scope: 'headers',
  access: 'open',
  isCacheable: true,
  summary: 'Popular search terms',
  description:
    'Returns a page of the ranked list that was computed ahead from recorded searches. Between two computations the list never changes.',
  params: closedObject({}),
  query: closedObject({
    catalog_id: text(
      'Catalog to return terms for. Any string: an id that names no catalog here answers 404.',
    ),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(POPULAR_TERMS_LIMIT.default, POPULAR_TERMS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: Type.Array(Type.String(), { title: 'PopularTerms' }),
  successDescription: 'Terms, the most popular first.',
  successExample: ['down jacket', 'headlamp', 'tent'],
  failures: {
    400: 'The request cannot be parsed or validated, or `catalog_id` or a scoping header is missing.',
    401: 'The environment demands a token and none was sent, or the one sent is not valid.',
    403: 'The token is for another scope.',
    404: 'The catalog is unknown.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Unexpected error.',
    503: 'A backend is down; try again after `Retry-After` seconds.',
  },
});
