// The selected products of a segment, for counting: as a set, and as a list of those that are fewer, the selected ones or the others. The
// list is made once for all fields; reading it is faster than reading the set, as loads of values need not wait for each other.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM } from '../budget/work-costs.ts';
import { type Bits, countBits, popcount } from '../packing/bitset.ts';
import { scratchList } from '../packing/bitset-scratch.ts';

export interface SelectedItems {
  readonly bits: Bits;
  /** Whether `listed` are those that are not selected. */
  readonly isMost: boolean;
  /** Ascending. */
  readonly listed: Uint32Array;
}

/** Room behind the list for bits past the last product, and for what is written too much. */
const SLACK = 32 + 3;

/** `bits` must not change while the result is in use. The list is a scratch list. */
export const listSelected = (bits: Bits, items: number): SelectedItems => {
  spend(2 * BITS_WORD * bits.length);
  const selected = countBits(bits);
  const isMost = 2 * selected > items;
  const listed = scratchList((isMost ? items - selected : selected) + SLACK);
  spend(ITEM * listed.length);
  const flip = isMost ? -1 : 0;
  let end = 0;
  for (let word = 0; word < bits.length; word += 1) {
    const all = (bits[word] as number) ^ flip;
    if (all === 0) continue;
    const last = (word << 5) + 31;
    // Four at a time, whether or not there are as many: where a word ends is unpredictable. What is too much is overwritten.
    for (let rest = all, at = end; rest !== 0; at += 4) {
      listed[at] = last - Math.clz32(rest ^ (rest - 1));
      rest &= rest - 1;
      listed[at + 1] = last - Math.clz32(rest ^ (rest - 1));
      rest &= rest - 1;
      listed[at + 2] = last - Math.clz32(rest ^ (rest - 1));
      rest &= rest - 1;
      listed[at + 3] = last - Math.clz32(rest ^ (rest - 1));
      rest &= rest - 1;
    }
    end += popcount(all);
  }
  return { bits, isMost, listed: listed.subarray(0, listed.length - SLACK) };
};
