// Turns parts into sets: marks in bits which products a part means.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, POSTING } from '../budget/work-costs.ts';
import { denseSet, findSorted } from '../columns/column.ts';
import { forEachValueContaining, markValues } from '../columns/column-marks.ts';
import { findShort, isShort, keepShort } from '../columns/short-needles.ts';
import {
  type Bits,
  clearBit,
  markItems,
  negate,
  uniteWith,
  wordsFor,
  writeUnion,
} from '../packing/bitset.ts';
import { takeBits, takeEmptyBits, withOwnBits } from '../packing/bitset-scratch.ts';
import type { ContainsPart, Criterion, ListPart, Part, ValuesPart } from './product-criteria.ts';

/** The part's set where it lies ready, not negated. */
export const readyBits = (part: Part): Bits | undefined => {
  if (part.kind === 'bits') return part.bits;
  if (part.kind === 'contains') return findShort(part.column, part.needle);
  if (part.kind !== 'values' || part.high - part.low !== 1) return undefined;
  const place = findSorted(part.column.denseValues, part.low);
  return place === -1 ? undefined : denseSet(part.column, place);
};

/** The products of all parts together, as a set that may be changed only if it was not ready. */
export const criterionBits = (criterion: Criterion, items: number): Bits => {
  const ready: Bits[] = [];
  const rest: Part[] = [];
  for (const part of criterion) {
    const own = part.isNegated ? undefined : readyBits(part);
    if (own === undefined) rest.push(part);
    else ready.push(own);
  }
  const [only] = ready;
  if (only !== undefined && criterion.length === 1) return only;
  spend(BITS_WORD * wordsFor(items) * (criterion.length + 1));
  const bits = takeBits(items);
  if (only !== undefined) writeUnion(bits, ready);
  else writePart(rest.shift() as Part, bits, items);
  for (const part of rest) addPart(part, bits, items);
  return bits;
};

/** Makes the set exactly the part's. */
export const writePart = (part: Part, bits: Bits, items: number): void => {
  const ready = readyBits(part);
  if (ready !== undefined) bits.set(ready);
  else if (part.kind === 'values' && part.column.blockSize > 0) writeRange(part, bits);
  else markPart(part, bits.fill(0));
  if (part.isNegated) negate(bits, items);
};

export const addPart = (part: Part, bits: Bits, items: number): void => {
  const ready = readyBits(part);
  if (ready !== undefined && !part.isNegated) {
    uniteWith(bits, ready);
    return;
  }
  if (!part.isNegated && (part.kind !== 'values' || part.column.blockSize === 0)) {
    markPart(part, bits);
    return;
  }
  withOwnBits(() => {
    const own = takeBits(items);
    writePart(part, own, items);
    uniteWith(bits, own);
  });
};

/** Adds the part's products, whether or not it is negated. */
const markPart = (part: Part, bits: Bits): void => {
  switch (part.kind) {
    case 'values':
      markValues(part.column, part.low, part.high, bits);
      break;
    case 'contains':
      markContaining(part, bits);
      break;
    case 'bits':
      uniteWith(bits, part.bits);
      break;
    case 'list':
      spend(POSTING * (part.to - part.from));
      markItems(bits, part.items, part.from, part.to);
      break;
  }
};

/** What short needles find is kept: somebody will ask for it again. */
const markContaining = ({ column, needle }: ContainsPart, bits: Bits): void => {
  const mark = (into: Bits): void =>
    forEachValueContaining(column, needle, (value) => markValues(column, value, value + 1, into));
  if (!isShort(needle)) {
    mark(bits);
    return;
  }
  const own = new Uint32Array(bits.length);
  mark(own);
  keepShort(column, needle, own);
  uniteWith(bits, own);
};

/** A stretch of a blocked column: the difference of two blocks, put right at both ends. */
const writeRange = ({ column, low, high }: ValuesPart, bits: Bits): void => {
  const { postingStart, postingItem, blockSize, blockBits } = column;
  const from = postingStart[low] as number;
  const to = postingStart[high] as number;
  const first = Math.round(from / blockSize);
  const last = Math.round(to / blockSize);
  if (first >= last) {
    markItems(bits.fill(0), postingItem, from, to);
    return;
  }
  const words = bits.length;
  spend(BITS_WORD * words + POSTING * blockSize);
  const before = blockBits.subarray(first * words, (first + 1) * words);
  const through = blockBits.subarray(last * words, (last + 1) * words);
  for (let word = 0; word < words; word += 1)
    bits[word] = (through[word] as number) & ~(before[word] as number);
  // Each product stands in a blocked column once, so an end can be cut off as well as added.
  const begin = first * blockSize;
  const end = Math.min(last * blockSize, postingItem.length);
  if (from < begin) markItems(bits, postingItem, from, begin);
  for (let at = begin; at < from; at += 1) clearBit(bits, postingItem[at] as number);
  if (end < to) markItems(bits, postingItem, end, to);
  for (let at = to; at < end; at += 1) clearBit(bits, postingItem[at] as number);
};

/** The list's items as a set. */
export const listBits = ({ items: list, from, to }: ListPart, items: number): Bits => {
  spend(BITS_WORD * wordsFor(items) + POSTING * (to - from));
  const bits = takeEmptyBits(items);
  markItems(bits, list, from, to);
  return bits;
};

/** Appends the items of a stretch that are not marked yet, and marks them; returns the new end of the list. */
export const gatherUnmarked = (
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
