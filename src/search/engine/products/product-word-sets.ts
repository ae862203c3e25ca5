// Sets of products put together: those of two words, of at least so many words, of any of them; and how many of one are alive.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM } from '../budget/work-costs.ts';
import {
  type Bits,
  hasBit,
  intersectWith,
  markItems,
  popcount,
  uniteWith,
  wordsFor,
} from '../packing/bitset.ts';
import { takeBits, takeEmptyBits, takeList } from '../packing/bitset-scratch.ts';
import { listBits } from './fill-bitset.ts';
import type { BitsPart, ListPart } from './product-criteria.ts';

export type Found = BitsPart | ListPart;

export const bitsOf = (found: Found, items: number): Bits =>
  found.kind === 'bits' ? found.bits : listBits(found, items);

export const bothOf = (a: Found, b: Found, items: number): Found => {
  const [list, other] = a.kind === 'list' ? [a, b] : [b, a];
  if (list.kind === 'bits') {
    spend(2 * BITS_WORD * wordsFor(items));
    const bits = takeBits(items);
    bits.set(list.bits);
    intersectWith(bits, bitsOf(other, items));
    return { kind: 'bits', bits, size: undefined, isNegated: false };
  }
  const bits = bitsOf(other, items);
  spend(ITEM * (list.to - list.from));
  const kept = takeList(list.to - list.from);
  let to = 0;
  for (let at = list.from; at < list.to; at += 1) {
    const item = list.items[at] as number;
    if ((((bits[item >>> 5] as number) >>> (item & 31)) & 1) === 0) continue;
    kept[to] = item;
    to += 1;
  }
  return { kind: 'list', items: kept, from: 0, to, isNegated: false };
};

/** So many words of bits are put together between two looks at the budget. */
const WORDS_AT_ONCE = 1_024;

/** The products in at least so many of the sets: for each word of bits, which of them were met once, twice, … so far. */
export const atLeast = (sets: readonly Bits[], required: number, items: number): Bits => {
  const bits = takeBits(items);
  const met = new Uint32Array(required + 1).fill(0xffff_ffff, 0, 1);
  for (let word = 0; word < bits.length; word += 1) {
    if (word % WORDS_AT_ONCE === 0)
      spend(BITS_WORD * sets.length * required * Math.min(WORDS_AT_ONCE, bits.length - word));
    met.fill(0, 1);
    for (let set = 0; set < sets.length; set += 1) {
      const own = (sets[set] as Bits)[word] as number;
      // What can no longer come to enough, or not yet be there, need not be kept up.
      const least = Math.max(1, required - (sets.length - set - 1));
      for (let times = Math.min(required, set + 1); times >= least; times -= 1)
        met[times] = (met[times] as number) | ((met[times - 1] as number) & own);
    }
    bits[word] = met[required] as number;
  }
  return bits;
};

/** The products of any of the sets. */
export const anyOf = (sets: readonly Found[], items: number): Found => {
  spend(BITS_WORD * wordsFor(items));
  const bits = takeEmptyBits(items);
  for (const set of sets) {
    if (set.kind === 'bits') {
      spend(BITS_WORD * bits.length);
      uniteWith(bits, set.bits);
    } else {
      spend(ITEM * (set.to - set.from));
      markItems(bits, set.items, set.from, set.to);
    }
  }
  return { kind: 'bits', bits, size: undefined, isNegated: false };
};

/** How many of the set are among the living; where they are `enough` or more, only that. */
export const countLiving = (set: Found, alive: Bits, enough: number): number => {
  let count = 0;
  if (set.kind === 'list') {
    spend(ITEM * (set.to - set.from));
    for (let at = set.from; at < set.to && count < enough; at += 1)
      if (hasBit(alive, set.items[at] as number)) count += 1;
    return count;
  }
  spend(BITS_WORD * alive.length);
  for (let word = 0; word < alive.length && count < enough; word += 1)
    count += popcount((set.bits[word] as number) & (alive[word] as number));
  return count;
};
