// Lists what an index has of a catalog, in batches, sorted by object. What is written meanwhile may be missing.

import type { SearchServer } from '../client/search-server.ts';
import { type DocumentKind, placeKey, routingOf } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import { parkedQuery } from './count-documents.ts';
import type { Manifest } from './manifests.ts';
import { placeOf } from './states.ts';
import type { ParkedObject } from './write-objects.ts';

const HITS_AT_ONCE = 500;

const listHits = async function* <T>(
  server: SearchServer,
  state: FeedingState,
  query: object,
  sort: readonly string[],
): AsyncIterable<T[]> {
  let after: readonly unknown[] | undefined;
  do {
    const { hits } = await server.search<{
      readonly hits: { readonly hits: readonly { readonly _source: T; readonly sort: readonly unknown[] }[] };
    }>(state.index, routingOf(placeOf(state).scope), {
      size: HITS_AT_ONCE,
      query,
      sort,
      _source: { excludes: ['source', 'words'] },
      ...(after === undefined ? {} : { search_after: after }),
    });
    yield hits.hits.map(({ _source }) => _source);
    after = hits.hits.length < HITS_AT_ONCE ? undefined : hits.hits.at(-1)?.sort;
  } while (after !== undefined);
};

export const liveIn = (state: FeedingState, ...kinds: readonly DocumentKind[]): object => ({
  bool: {
    filter: [
      { terms: { place: kinds.map((kind) => placeKey(placeOf(state), kind)) } },
      { term: { live: true } },
    ],
  },
});

export const listManifests = (server: SearchServer, state: FeedingState): AsyncIterable<Manifest[]> =>
  listHits(server, state, liveIn(state, 'manifest'), ['id', 'type']);

/** One for each locale of an object. */
export interface LiveDocument {
  readonly id: string;
  readonly locale: string;
}

export const listDocuments = (
  server: SearchServer,
  state: FeedingState,
  kind: 'product' | 'content',
): AsyncIterable<LiveDocument[]> => listHits(server, state, liveIn(state, kind), ['id', 'locale']);

/** What the index has refused. */
export const listParked = async (
  server: SearchServer,
  state: FeedingState,
  most: number,
): Promise<ParkedObject[]> => {
  const parked: ParkedObject[] = [];
  for await (const manifests of listHits<Manifest>(server, state, parkedQuery(state), ['id', 'type'])) {
    parked.push(...manifests.map(({ type, id, parked: reason = '' }) => ({ kind: type, id, reason })));
    if (parked.length >= most) break;
  }
  return parked.slice(0, most);
};
