// Computes the popularity of products from their events, and deletes events that are kept no longer. It runs on a schedule or by
// command, never during a request.

import { workspaceKey } from '../../domain/access/scope.ts';
import type { EventStore } from '../../domain/events/event-ports.ts';
import { chooseChanges, POPULARITY_DAYS, PopularityScores } from '../../domain/events/popularity.ts';
import { dayOf, type EventPlace, firstDayOf } from '../../domain/events/product-event.ts';

interface Dependencies {
  readonly store: Omit<EventStore, 'appendEvents' | 'countVisitors' | 'eraseMarks'>;
  readonly now: () => Date;
  /** How many visitors a product must have on one day before it gets a score. */
  readonly minVisitors: number;
  readonly retentionDays: number;
  /** Changes in all catalogs of a workspace together; what does not fit waits for the next run. */
  readonly changesMax?: number;
}

export interface RefreshedPlace extends EventPlace {
  /** Number of products with a score. */
  readonly products: number;
  /** Number of scores that changed. */
  readonly changed: number;
}

export type RefreshPopularity = (
  /** Only the catalog with this id, in any workspace. */
  catalogId?: string,
  onProgress?: (done: number, total: number) => void,
) => Promise<readonly RefreshedPlace[]>;

/** Each may put a product into the search index anew, and searches wait for that. */
const CHANGES_MAX = 500;
/** The popularity that a shop gives its products itself. */
const OWN_ATTRIBUTE = 'popularity';

export const buildRefreshPopularity =
  ({ store, now, minVisitors, retentionDays, changesMax = CHANGES_MAX }: Dependencies): RefreshPopularity =>
  async (catalogId, onProgress) => {
    // One point in time for all catalogs, so that they agree even if midnight passes.
    const instant = now().getTime();
    await store.dropEventsBefore(firstDayOf(retentionDays, instant));
    const places = await store.listEventPlaces(catalogId?.toLowerCase());
    const placesIn = Map.groupBy(places, workspaceKey);
    const refreshed: RefreshedPlace[] = [];
    for (const place of places) {
      const wanted = await scoresOf(store, place, instant, minVisitors);
      const max = Math.ceil(changesMax / (placesIn.get(workspaceKey(place))?.length ?? 1));
      const changes = chooseChanges(await store.readScores(place), wanted, max);
      await store.changeScores(place, changes);
      refreshed.push({ ...place, products: wanted.size, changed: changes.length });
      onProgress?.(refreshed.length, places.length);
    }
    return refreshed;
  };

/** None where the products have an attribute that says how popular they are. */
const scoresOf = async (
  store: Dependencies['store'],
  place: EventPlace,
  instant: number,
  minVisitors: number,
): Promise<Map<string, number>> => {
  if (await store.hasAttribute(place, OWN_ATTRIBUTE)) return new Map();
  return store.summarizeEvents(
    place,
    firstDayOf(POPULARITY_DAYS, instant),
    () => new PopularityScores(dayOf(instant), minVisitors),
  );
};
