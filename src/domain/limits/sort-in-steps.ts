// Sorts and merges long arrays in steps, for a budget. The results are those of `toSorted` with the same comparison.

import type { WorkSteps } from './work-steps.ts';

export interface Sorting<T> {
  readonly compare: (one: T, other: T) => number;
  /** What one comparison with the item costs at most, in units. */
  readonly unitsOf: (item: T) => number;
}

/** A run is sorted at once. */
const RUN_ITEMS_MAX = 64;
const RUN_UNITS_MAX = 20_000;
/** Of each item of a run, about. */
const COMPARISONS = 6;

export const sortInSteps = async <T>(
  items: readonly T[],
  sorting: Sorting<T>,
  steps: WorkSteps,
): Promise<readonly T[]> => {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; ) {
    const { to, units } = runFrom(items, from, sorting);
    const pause = steps.spend(units * COMPARISONS);
    if (pause !== undefined) await pause;
    runs.push(items.slice(from, to).sort(sorting.compare));
    from = to;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one, other] = [runs[at] as readonly T[], runs[at + 1]];
      merged.push(other === undefined ? one : await mergeInSteps(one, other, sorting, steps));
    }
    runs = merged;
  }
  return runs[0] ?? [];
};

/** Of two sorted arrays. Of equal items, those of the first come first. */
export const mergeInSteps = async <T>(
  one: readonly T[],
  other: readonly T[],
  { compare, unitsOf }: Sorting<T>,
  steps: WorkSteps,
): Promise<readonly T[]> => {
  const merged: T[] = [];
  let left = 0;
  let right = 0;
  while (left < one.length && right < other.length) {
    const [first, second] = [one[left] as T, other[right] as T];
    const pause = steps.spend(unitsOf(first));
    if (pause !== undefined) await pause;
    if (compare(first, second) <= 0) {
      merged.push(first);
      left += 1;
    } else {
      merged.push(second);
      right += 1;
    }
  }
  while (left < one.length) merged.push(one[left++] as T);
  while (right < other.length) merged.push(other[right++] as T);
  return merged;
};

const runFrom = <T>(
  items: readonly T[],
  from: number,
  { unitsOf }: Sorting<T>,
): { readonly to: number; readonly units: number } => {
  let units = 0;
  let to = from;
  while (to < items.length && to - from < RUN_ITEMS_MAX) {
    const more = unitsOf(items[to] as T);
    if (to > from && units + more > RUN_UNITS_MAX) break;
    units += more;
    to += 1;
  }
  return { to, units };
};
