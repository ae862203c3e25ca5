// Turns clauses into bitsets of the products they match.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, POSTING } from '../budget/work-costs.ts';
import { denseSet, findSorted } from '../columns/column.ts';
import { forEachValueContaining, setValueBits } from '../columns/column-bits.ts';
import { cacheShort, findShort, isShort } from '../columns/short-substrings.ts';
import { type Bits, clearBit, negate, setBits, unionWith, wordsFor, writeUnion } from '../packing/bitset.ts';
import { emptyScratchBits, scratchBits, withScopedBits } from '../packing/bitset-scratch.ts';
import type { Clause, ContainsClause, Criterion, ListClause, ValuesClause } from './product-criteria.ts';

/** The clause's bitset if it exists already; not negated. */
export const readyBits = (clause: Clause): Bits | undefined => {
  if (clause.kind === 'bits') return clause.bits;
  if (clause.kind === 'contains') return findShort(clause.column, clause.substring);
  if (clause.kind !== 'values' || clause.high - clause.low !== 1) return undefined;
  const place = findSorted(clause.column.denseValues, clause.low);
  return place === -1 ? undefined : denseSet(clause.column, place);
};

/** The union of all clauses. Modify the set only if none of them was ready. */
export const criterionBits = (criterion: Criterion, items: number): Bits => {
  const ready: Bits[] = [];
  const rest: Clause[] = [];
  for (const clause of criterion) {
    const own = clause.isNegated ? undefined : readyBits(clause);
    if (own === undefined) rest.push(clause);
    else ready.push(own);
  }
  const [only] = ready;
  if (only !== undefined && criterion.length === 1) return only;
  spend(BITS_WORD * wordsFor(items) * (criterion.length + 1));
  const bits = scratchBits(items);
  if (only !== undefined) writeUnion(bits, ready);
  else writeClause(rest.shift() as Clause, bits, items);
  for (const clause of rest) addClause(clause, bits, items);
  return bits;
};

/** Sets the bitset to exactly the clause's products. */
const writeClause = (clause: Clause, bits: Bits, items: number): void => {
  const ready = readyBits(clause);
  if (ready !== undefined) bits.set(ready);
  else if (clause.kind === 'values' && clause.column.blockSize > 0) writeRange(clause, bits);
  else setClauseBits(clause, bits.fill(0));
  if (clause.isNegated) negate(bits, items);
};

export const addClause = (clause: Clause, bits: Bits, items: number): void => {
  const ready = readyBits(clause);
  if (ready !== undefined && !clause.isNegated) {
    unionWith(bits, ready);
    return;
  }
  if (!clause.isNegated && (clause.kind !== 'values' || clause.column.blockSize === 0)) {
    setClauseBits(clause, bits);
    return;
  }
  withScopedBits(() => {
    const own = scratchBits(items);
    writeClause(clause, own, items);
    unionWith(bits, own);
  });
};

/** Adds the clause's products, ignoring its negation. */
const setClauseBits = (clause: Clause, bits: Bits): void => {
  switch (clause.kind) {
    case 'values':
      setValueBits(clause.column, clause.low, clause.high, bits);
      break;
    case 'contains':
      setContaining(clause, bits);
      break;
    case 'bits':
      unionWith(bits, clause.bits);
      break;
    case 'list':
      spend(POSTING * (clause.to - clause.from));
      setBits(bits, clause.items, clause.from, clause.to);
      break;
  }
};

/** Results of short substrings are cached: they will be asked for again. */
const setContaining = ({ column, substring }: ContainsClause, bits: Bits): void => {
  const mark = (into: Bits): void =>
    forEachValueContaining(column, substring, (value) => setValueBits(column, value, value + 1, into));
  if (!isShort(substring)) {
    mark(bits);
    return;
  }
  const own = new Uint32Array(bits.length);
  mark(own);
  cacheShort(column, substring, own);
  unionWith(bits, own);
};

/** A range of a blocked column: the difference of two block bitsets, corrected at both ends. */
const writeRange = ({ column, low, high }: ValuesClause, bits: Bits): void => {
  const { postingStart, postingItem, blockSize, blockBits } = column;
  const from = postingStart[low] as number;
  const to = postingStart[high] as number;
  const first = Math.round(from / blockSize);
  const last = Math.round(to / blockSize);
  if (first >= last) {
    setBits(bits.fill(0), postingItem, from, to);
    return;
  }
  const words = bits.length;
  spend(BITS_WORD * words + POSTING * blockSize);
  const before = blockBits.subarray(first * words, (first + 1) * words);
  const through = blockBits.subarray(last * words, (last + 1) * words);
  for (let word = 0; word < words; word += 1)
    bits[word] = (through[word] as number) & ~(before[word] as number);
  // Each product is in a blocked column once, so postings at an end can be removed as well as added.
  const begin = first * blockSize;
  const end = Math.min(last * blockSize, postingItem.length);
  if (from < begin) setBits(bits, postingItem, from, begin);
  for (let at = begin; at < from; at += 1) clearBit(bits, postingItem[at] as number);
  if (end < to) setBits(bits, postingItem, end, to);
  for (let at = to; at < end; at += 1) clearBit(bits, postingItem[at] as number);
};

/** The list's items as a bitset. */
export const listBits = ({ items: list, from, to }: ListClause, items: number): Bits => {
  spend(BITS_WORD * wordsFor(items) + POSTING * (to - from));
  const bits = emptyScratchBits(items);
  setBits(bits, list, from, to);
  return bits;
};

/** Appends the items of a range whose bits are not set, and sets them; returns the new end of the list. */
export const gatherUnset = (
  items: Uint32Array,
  from: number,
  to: number,
  marks: Bits,
  into: Uint32Array,
  end: number,
): number => {
  spend(POSTING * (to - from));
  let at = end;
  for (let place = from; place < to; place += 1) {
    const item = items[place] as number;
    const word = item >>> 5;
    const bit = 1 << (item & 31);
    const before = marks[word] as number;
    if ((before & bit) !== 0) continue;
    marks[word] = before | bit;
    into[at] = item;
    at += 1;
  }
  return at;
};
