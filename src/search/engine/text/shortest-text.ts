// The length of the shortest text of an index: no document scores higher with the same weight.

import { spend } from '../budget/work-budget.ts';
import { POSTING } from '../budget/work-costs.ts';
import type { TextIndex } from './text-index.ts';

/** Lengths do not change; those of deleted documents stay, and only make the bound lower. */
const known = new WeakMap<Uint32Array, number>();

/** At least 1 for a document that holds a word. */
export const shortestIn = ({ lengths }: TextIndex): number => {
  let shortest = known.get(lengths);
  if (shortest === undefined) {
    spend(POSTING * lengths.length);
    shortest = Number.POSITIVE_INFINITY;
    // Items without a text have length 0.
    for (const length of lengths) if (length > 0 && length < shortest) shortest = length;
    if (shortest === Number.POSITIVE_INFINITY) shortest = 0;
    known.set(lengths, shortest);
  }
  return shortest;
};
