// What the log says of indexes on their way: that they are made ready, how far that is, and that it is done. Seldom enough to be read.

import type { CatalogPlace } from './catalog-place.ts';
import { placeKey } from './catalog-place.ts';
import type { WarmingProgress } from './warm-indexes.ts';

const EVERY_MS = 5_000;
/** Fewer changed products than these are in before anybody reads of it. */
const PENDING_MIN = 2_000;

export type Tell = (values: object, message: string) => void;

/** The first round: its beginning, its end, and how far it is every few seconds. Nothing, where there is nothing to do. */
export const buildWarmingLog = (tell: Tell, nowMs: () => number): ((progress: WarmingProgress) => void) => {
  let toldAt = Number.NaN;
  return ({ done, total, tookMs }) => {
    if (total === 0) return;
    if (done === total) tell({ indexes: total, durationMs: tookMs }, 'search indexes are ready');
    else if (done === 0 || nowMs() - toldAt >= EVERY_MS) {
      toldAt = nowMs();
      tell({ done, indexes: total }, 'search indexes are being made ready');
    }
  };
};

/** An index that is behind by many products: that it is, how many are left every few seconds, and that it is up to date. */
export const buildPendingLog = (
  tell: Tell,
  nowMs: () => number,
): ((place: CatalogPlace, products: number) => void) => {
  const toldAt = new Map<string, number>();
  return (place, products) => {
    const key = placeKey(place);
    const last = toldAt.get(key);
    const values = { ...place.scope, catalogId: place.catalogId };
    if (products === 0) {
      if (toldAt.delete(key)) tell(values, 'a search index is up to date');
    } else if (last === undefined ? products > PENDING_MIN : nowMs() - last >= EVERY_MS) {
      toldAt.set(key, nowMs());
      tell({ ...values, productsLeft: products }, 'a search index takes in changes');
    }
  };
};
