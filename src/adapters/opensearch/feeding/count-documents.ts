// Counts documents of a catalog: objects that the index has refused, and words of its dictionary. As they were visible at the last refresh.

import type { SearchServer } from '../client/search-server.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import { placeOf, stateScope } from './states.ts';

export const parkedQuery = (state: FeedingState) => ({
  bool: {
    filter: [{ term: { place: placeKey(placeOf(state), 'manifest') } }, { exists: { field: 'parked' } }],
  },
});

const count = async (server: SearchServer, state: FeedingState, query: object): Promise<number> => {
  const { hits } = await server.search<{ readonly hits: { readonly total: { readonly value: number } } }>(
    state.index,
    routingOf(stateScope(state).scope),
    { size: 0, track_total_hits: true, query },
  );
  return hits.total.value;
};

export const countParked = (server: SearchServer, state: FeedingState): Promise<number> =>
  count(server, state, parkedQuery(state));

export const countWords = (server: SearchServer, state: FeedingState): Promise<number> =>
  count(server, state, {
    terms: { place: [placeKey(placeOf(state), 'product-word'), placeKey(placeOf(state), 'content-word')] },
  });
