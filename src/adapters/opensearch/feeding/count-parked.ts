// Objects of a catalog that the index has refused. Counts what was visible at the last refresh.

import type { SearchServer } from '../client/search-server.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import { placeOf, stateScope } from './states.ts';

export const parkedQuery = (state: FeedingState) => ({
  bool: {
    filter: [{ term: { place: placeKey(placeOf(state), 'manifest') } }, { exists: { field: 'parked' } }],
  },
});

export const countParked = async (server: SearchServer, state: FeedingState): Promise<number> => {
  const { hits } = await server.search<{ readonly hits: { readonly total: { readonly value: number } } }>(
    state.index,
    routingOf(stateScope(state).scope),
    { size: 0, track_total_hits: true, query: parkedQuery(state) },
  );
  return hits.total.value;
};
