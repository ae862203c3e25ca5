// The documents of one kind in a place. The only way from a query to the server: the filter on the place is added here.

import type { SearchServer } from '../client/search-server.ts';
import { type DocumentKind, type Place, placeKey, routingOf } from '../documents/place.ts';
import type { Documents, SearchBody, SearchResponse } from './opened-catalog.ts';

export type SearchedKind = Extract<DocumentKind, 'product' | 'content'>;

const wordKinds: Readonly<Record<SearchedKind, DocumentKind>> = {
  product: 'product-word',
  content: 'content-word',
};

/** `locales` are not known yet. */
export const documentsIn = (
  server: SearchServer,
  index: string,
  at: Place,
  kind: SearchedKind,
): Omit<Documents, 'locales'> => {
  const routing = routingOf(at.scope);
  const place = placeKey(at, kind);
  const wordPlace = placeKey(at, wordKinds[kind]);
  const calls = server.callsOf(at.scope.tenantId);
  const searchAll = (
    bodies: readonly SearchBody[],
    inPlace: string,
    deadlineMs: number | undefined,
  ): Promise<SearchResponse[]> => {
    const scoped = bodies.map((body) => scopedTo(inPlace, body));
    const [only] = scoped;
    if (only === undefined) return Promise.resolve([]);
    if (scoped.length > 1) return calls.searchAll<SearchResponse>(index, routing, scoped, deadlineMs);
    return calls.search<SearchResponse>(index, routing, only, deadlineMs).then((response) => [response]);
  };
  return {
    place,
    wordPlace,
    wordCounts: new Map(),
    search: async (body, deadlineMs) => (await searchAll([body], place, deadlineMs))[0] as SearchResponse,
    searchAll: (bodies, deadlineMs) => searchAll(bodies, place, deadlineMs),
    searchWords: (bodies, deadlineMs) => searchAll(bodies, wordPlace, deadlineMs),
  };
};

const scopedTo = (place: string, { query, ...rest }: SearchBody) => ({
  track_total_hits: true,
  ...rest,
  query: { bool: { filter: [{ term: { place } }, { term: { live: true } }], must: [query] } },
});
