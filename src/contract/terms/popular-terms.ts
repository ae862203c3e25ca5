// Operation 3 on the wire: the precomputed, ranked list of popular search terms. Bare envelope; success is a plain array.

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
  isIndependentOfProducts: true,
  summary: 'Popular search terms',
  description:
    'Returns one page of the ranked list, which is precomputed from recorded searches. The list changes only when it is recomputed.',
  params: closedObject({}),
  query: closedObject({
    catalog_id: text('Catalog to return terms for. Any string is accepted; an unknown catalog returns 404.'),
    skip: Type.Optional(skip()),
    limit: Type.Optional(limit(POPULAR_TERMS_LIMIT.default, POPULAR_TERMS_LIMIT.max)),
  }),
  headers: closedObject({}),
  body: undefined,
  success: Type.Array(Type.String(), { title: 'PopularTerms' }),
  successDescription: 'The terms, most popular first.',
  successExample: ['down jacket', 'headlamp', 'tent'],
  failures: {
    400: 'The request cannot be parsed or validated, or `catalog_id` or a scoping header is missing.',
    401: 'The environment requires a token and none was sent, or the token is not valid.',
    403: 'The token is for another scope.',
    404: 'The catalog does not exist in this scope.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Unexpected error.',
    503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
  },
});
