// The products of a segment that a query finds, as a set, and those among them that merchandising pinned.

import { selectMatching } from '../filters/product-select.ts';
import { type Bits, setBits } from '../packing/bitset.ts';
import { emptyScratchBits } from '../packing/bitset-scratch.ts';
import { matchesIn } from './product-matches.ts';
import type { ProductPlan } from './product-plan.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';
import type { FindTerm } from './product-term-match.ts';

export interface Selection {
  /** Pinned products included. */
  readonly selected: Bits;
  readonly pinned: Uint32Array;
}

/** Uses scratch arrays: consume the result before starting the next segment. */
export const selectIn = (plan: ProductPlan, segment: ProductSegment, findTerm?: FindTerm): Selection => {
  const { criteria, added } = matchesIn(plan, segment, findTerm);
  const selected =
    criteria === undefined
      ? emptyScratchBits(countProductsIn(segment))
      : selectMatching(segment, criteria, plan.tuning);
  setBits(selected, added, 0, added.length);
  return { selected, pinned: added };
};
