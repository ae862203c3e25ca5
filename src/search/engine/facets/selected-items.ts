// The selected products of a segment, for counting: as a set, and as lists of what distinguishes them from products that are already
// counted. The lists are made once for all fields; reading them is faster than reading the set, as loads of values need not wait for each other.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM } from '../budget/work-costs.ts';
import type { CountedWords } from '../filters/product-criteria.ts';
import { type Bits, countBits, intersectWith, popcount } from '../packing/bitset.ts';
import { scratchBits, scratchList } from '../packing/bitset-scratch.ts';

export interface SelectedItems {
  readonly bits: Bits;
  /** No products, all of the segment, or those of the counted words at that place. */
  readonly base: 'none' | 'all' | number;
  /** The selected products that are not in the base, and those of the base that are not selected; ascending. */
  readonly added: Uint32Array;
  readonly removed: Uint32Array;
}

const NONE = new Uint32Array(0);

/** `bits` must not change while the result is in use. The lists are scratch lists. */
export const listSelected = (bits: Bits, items: number): SelectedItems => {
  spend(2 * BITS_WORD * bits.length);
  const selected = countBits(bits);
  // Of most products, those that are not selected are fewer.
  return 2 * selected > items
    ? { bits, base: 'all', added: NONE, removed: listItems(bits, -1, items - selected) }
    : { bits, base: 'none', added: listItems(bits, 0, selected), removed: NONE };
};

/** The same from the products of a word, or of two; undefined if that would not be less to count. */
export const listNear = (
  bits: Bits,
  items: number,
  { place, sets: [one, other] }: CountedWords,
): SelectedItems | undefined => {
  spend(4 * BITS_WORD * bits.length);
  const base = other === undefined ? one : both(one, other, items);
  let selected = 0;
  let added = 0;
  let removed = 0;
  for (let word = 0; word < bits.length; word += 1) {
    const own = bits[word] as number;
    selected += popcount(own);
    const differing = own ^ (base[word] as number);
    if (differing === 0) continue;
    added += popcount(differing & own);
    removed += popcount(differing & ~own);
  }
  if (added + removed >= Math.min(selected, items - selected)) return undefined;
  return {
    bits,
    base: place,
    added: added === 0 ? NONE : listItems(minus(bits, base, items), 0, added),
    removed: removed === 0 ? NONE : listItems(minus(base, bits, items), 0, removed),
  };
};

const both = (a: Bits, b: Bits, items: number): Bits => {
  const held = scratchBits(items);
  held.set(a);
  intersectWith(held, b);
  return held;
};

const minus = (a: Bits, b: Bits, items: number): Bits => {
  const left = scratchBits(items);
  for (let word = 0; word < left.length; word += 1) left[word] = (a[word] as number) & ~(b[word] as number);
  return left;
};

/** Room behind a list for bits past the last product, and for what is written too much. */
const SLACK = 32 + 3;

/** The `count` products of the set, or, if `flip` is -1, those that are not in it. */
const listItems = (bits: Bits, flip: 0 | -1, count: number): Uint32Array => {
  const listed = scratchList(count + SLACK);
  spend(ITEM * count);
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
  return listed.subarray(0, count);
};
