// How many live documents match each of several queries, in one request.

import type { Documents, SearchBody, SearchQuery } from './opened-catalog.ts';

/** More go into further requests, sent together. */
const QUERIES_MAX = 128;

/** Each is a search of its own: an aggregation of filters would look at every document of the catalog for each of them. */
export const countMatches = async (
  documents: Documents,
  queries: readonly SearchQuery[],
): Promise<readonly number[]> => {
  const parts: SearchBody[][] = [];
  for (let from = 0; from < queries.length; from += QUERIES_MAX)
    parts.push(queries.slice(from, from + QUERIES_MAX).map((query) => ({ query, size: 0 })));
  const responses = await Promise.all(parts.map((bodies) => documents.searchAll(bodies)));
  return responses.flat().map(({ hits }) => hits.total.value);
};
