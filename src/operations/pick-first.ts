// The first items of a long list, without sorting all of it, in steps so short that nobody else waits.

import type { RequestBudget } from '../domain/limits/request-budget.ts';

/** Items that are sorted at once, beside those that are wanted. */
const SORTED_AT_ONCE = 2_048;

/** The first `most` of them in this order. */
export const pickFirst = async <T>(
  all: Iterable<T>,
  most: number,
  compare: (a: T, b: T) => number,
  budget: RequestBudget,
): Promise<T[]> => {
  let first: T[] = [];
  /** What comes after it is not wanted. */
  let last: T | undefined;
  let seen = 0;
  for (const one of all) {
    seen += 1;
    if (seen % SORTED_AT_ONCE === 0) await budget.pause();
    if (last !== undefined && compare(one, last) > 0) continue;
    first.push(one);
    if (first.length < most + SORTED_AT_ONCE) continue;
    first = first.sort(compare).slice(0, most);
    last = first.at(-1);
  }
  return first.sort(compare).slice(0, most);
};
