// What is remembered of catalogs between their turns: of a limited number their tables and known words, and of all others which of them
// need a new generation.

import type { FedPlace } from './fed-place.ts';

const PLACES_KEPT = 200;

export const buildKeptPlaces = (isBusy: (key: string) => boolean) => {
  const places = new Map<string, FedPlace>();

  const forgetOldest = (): void => {
    let newer = 0;
    for (const [key, place] of [...places].reverse()) {
      newer += 1;
      if (newer <= PLACES_KEPT || isBusy(key) || place.built !== undefined) continue;
      place.stored = undefined;
      place.followed = undefined;
      if (place.needsBuild !== true) places.delete(key);
    }
  };

  return {
    /** As it was left, or `fresh`. */
    find: (key: string, fresh: FedPlace): FedPlace => {
      const place = places.get(key) ?? fresh;
      places.delete(key);
      places.set(key, place);
      if (places.size > PLACES_KEPT) forgetOldest();
      return place;
    },
    /** Those that were used last come last. */
    list: (): ReadonlyMap<string, FedPlace> => places,
  };
};
