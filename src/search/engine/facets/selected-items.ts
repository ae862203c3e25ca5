// The selected products of a segment, for counting: as a set, and as a list of those that are fewer, the selected ones or the others. The
// list is made once for all fields; reading it is faster than reading the set, as loads of values need not wait for each other.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM } from '../budget/work-costs.ts';
import { type Bits, countBits } from '../packing/bitset.ts';
import { scratchList } from '../packing/bitset-scratch.ts';

export interface SelectedItems {
  readonly bits: Bits;
  /** Whether `listed` are those that are not selected. */
  readonly isMost: boolean;
  /** Ascending. */
  readonly listed: Uint32Array;
}

/** `bits` must not change while the result is in use. The list is a scratch list. */
export const listSelected = (bits: Bits, items: number): SelectedItems => {
  spend(2 * BITS_WORD * bits.length);
  const selected = countBits(bits);
  const isMost = 2 * selected > items;
  const listed = scratchList(isMost ? items - selected : selected);
  spend(ITEM * listed.length);
  const flip = isMost ? -1 : 0;
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    const first = word << 5;
    // Past the last product there are bits, but no room in the list.
    for (let rest = (bits[word] as number) ^ flip; rest !== 0; rest &= rest - 1) {
      listed[count] = first + (31 - Math.clz32(rest & -rest));
      count += 1;
    }
  }
  return { bits, isMost, listed };
};
