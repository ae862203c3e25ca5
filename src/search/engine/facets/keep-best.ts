// Chooses the buckets of a facet that are returned, without sorting the others.

import { spend } from '../budget/work-budget.ts';
import { HEAP_ITEM } from '../budget/work-costs.ts';

/** From here on, sorting everything costs more than keeping the best. */
const SORTED_MAX = 64;

/** The first `limit` in order, then those that were chosen: what cannot be seen cannot be unchosen. */
export const keepBest = <T>(
  all: readonly T[],
  limit: number,
  compare: (a: T, b: T) => number,
  isChosen: (one: T) => boolean,
): T[] => {
  if (all.length <= SORTED_MAX || limit > SORTED_MAX)
    return all.toSorted(compare).filter((one, place) => place < limit || isChosen(one));
  const best: T[] = [];
  const chosen: T[] = [];
  for (const one of all) {
    const last = best[limit - 1];
    if (last !== undefined && compare(one, last) >= 0) {
      if (isChosen(one)) chosen.push(one);
      continue;
    }
    spend(HEAP_ITEM);
    best.splice(placeIn(best, one, compare), 0, one);
    const dropped = best.length > limit ? best.pop() : undefined;
    if (dropped !== undefined && isChosen(dropped)) chosen.push(dropped);
  }
  return [...best, ...chosen.sort(compare)];
};

const placeIn = <T>(sorted: readonly T[], one: T, compare: (a: T, b: T) => number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as T, one) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
