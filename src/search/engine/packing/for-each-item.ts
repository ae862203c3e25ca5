// Visits the items of a bitset, ascending, and pays for it along the way.

import { spend } from '../budget/work-budget.ts';
import { ITEM } from '../budget/work-costs.ts';
import type { Bits } from './bitset.ts';

/** Bitset words read between two checks of the budget. */
const WORDS_PER_STEP = 1_024;
const ITEMS_PER_WORD = 32;

export const forEachItem = (bits: Bits, visit: (item: number) => void): void => {
  for (let word = 0; word < bits.length; word += 1) {
    if (word % WORDS_PER_STEP === 0)
      spend(ITEM * ITEMS_PER_WORD * Math.min(WORDS_PER_STEP, bits.length - word));
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1)
      visit((word << 5) + (31 - Math.clz32(rest & -rest)));
  }
};

/** The same, until `visit` returns true. */
export const forEachItemUntil = (bits: Bits, visit: (item: number) => boolean): void => {
  for (let word = 0; word < bits.length; word += 1) {
    if (word % WORDS_PER_STEP === 0) spend(ITEM * Math.min(WORDS_PER_STEP, bits.length - word));
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) {
      spend(ITEM);
      if (visit((word << 5) + (31 - Math.clz32(rest & -rest)))) return;
    }
  }
};
