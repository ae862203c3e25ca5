// Combines the product sets of single words: both, at least some, any; and counts live products.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM } from '../budget/work-costs.ts';
import { listBits } from '../filters/fill-bitset.ts';
import { type BitsClause, bitsClause, type ListClause, listClause } from '../filters/product-criteria.ts';
import {
  addIntersection,
  type Bits,
  hasBit,
  intersectWith,
  popcount,
  setBit,
  setBits,
  unionWith,
  wordsFor,
} from '../packing/bitset.ts';
import { emptyScratchBits, scratchBits, scratchList } from '../packing/bitset-scratch.ts';
import { forEachItem } from '../packing/for-each-item.ts';

export type Found = BitsClause | ListClause;

export const bitsOf = (found: Found, items: number): Bits =>
  found.kind === 'bits' ? found.bits : listBits(found, items);

export const intersect = (a: Found, b: Found, items: number): Found => {
  const [list, other] = a.kind === 'list' ? [a, b] : [b, a];
  if (list.kind === 'bits') {
    spend(2 * BITS_WORD * wordsFor(items));
    const bits = scratchBits(items);
    bits.set(list.bits);
    intersectWith(bits, bitsOf(other, items));
    return bitsClause(bits);
  }
  const bits = bitsOf(other, items);
  spend(ITEM * (list.to - list.from));
  const kept = scratchList(list.to - list.from);
  let to = 0;
  for (let at = list.from; at < list.to; at += 1) {
    const item = list.items[at] as number;
    if ((((bits[item >>> 5] as number) >>> (item & 31)) & 1) === 0) continue;
    kept[to] = item;
    to += 1;
  }
  return listClause(kept, 0, to);
};

/**
 * The products in at least `required` of the sets: set after set, which products were in one, two, … sets so far. One loop over whole
 * sets for each of them: all counts of one word, and then the next word, would take several times as long.
 */
export const atLeast = (sets: readonly Bits[], required: number, items: number): Bits => {
  const words = wordsFor(items);
  /** At place k: the products in more than k of the sets. */
  const met = Array.from({ length: required }, () => emptyScratchBits(items));
  sets.forEach((own, set) => {
    // Skip the counts that can no longer reach `required`, or cannot be reached yet.
    const least = Math.max(1, required - (sets.length - set - 1));
    for (let times = Math.min(required, set + 1); times >= least; times -= 1) {
      spend(BITS_WORD * words);
      if (times === 1) unionWith(met[0] as Bits, own);
      else addIntersection(met[times - 1] as Bits, met[times - 2] as Bits, own);
    }
  });
  return met[required - 1] as Bits;
};

/**
 * The same, for sets from the smallest to the largest. A product in `required` of them is in one of the first ones, so only those are
 * read whole.
 */
export const atLeastByLeads = (sets: readonly Found[], required: number, items: number): Bits => {
  const bits = emptyScratchBits(items);
  const all = sets.map((set) => bitsOf(set, items));
  const leads = sets.length - required + 1;
  const visit = (item: number, lead: number): void => {
    if (isInAny(all, 0, lead, item)) return;
    let missing = required - 1;
    for (let set = lead + 1; set < all.length && missing > 0; set += 1)
      if (hasBit(all[set] as Bits, item)) missing -= 1;
    if (missing === 0) setBit(bits, item);
  };
  sets.slice(0, leads).forEach((set, lead) => {
    if (set.kind === 'bits') {
      forEachItem(set.bits, (item) => visit(item, lead));
      return;
    }
    spend(ITEM * sets.length * (set.to - set.from));
    for (let at = set.from; at < set.to; at += 1) visit(set.items[at] as number, lead);
  });
  return bits;
};

const isInAny = (sets: readonly Bits[], from: number, to: number, item: number): boolean => {
  for (let set = from; set < to; set += 1) if (hasBit(sets[set] as Bits, item)) return true;
  return false;
};

export const union = (sets: readonly Found[], items: number): Found => {
  spend(BITS_WORD * wordsFor(items));
  const bits = emptyScratchBits(items);
  for (const set of sets) {
    if (set.kind === 'bits') {
      spend(BITS_WORD * bits.length);
      unionWith(bits, set.bits);
    } else {
      spend(ITEM * (set.to - set.from));
      setBits(bits, set.items, set.from, set.to);
    }
  }
  return bitsClause(bits);
};

/** How many of the set are live; stops at `enough`. */
export const countLive = (set: Found, alive: Bits, enough: number): number => {
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
