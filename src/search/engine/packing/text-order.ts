// Sorts packed texts without comparing pairs, most significant bytes first: three bytes of each text become part of a
// number, and typed arrays of numbers sort fast. Exact for any texts; shared prefixes are skipped, not sorted.

import { compareTexts, type PackedText } from './packed-texts.ts';

/** One more than the number of bytes: digit 0 ends a text, so that it sorts before every longer one. */
const BASE = 257;
const DIGIT_BYTES = 3;
/** A digit and an index together stay below 2^53. */
const TEXTS_MAX = 2 ** 28;
const FEW = 12;

/** The indexes of all texts in sorted order; those of equal texts ascend. */
export const orderTexts = (texts: PackedText): Uint32Array => {
  const count = texts.start.length - 1;
  if (count >= TEXTS_MAX) throw new RangeError('too many texts');
  const order = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) order[index] = index;
  if (isSorted(texts, count)) return order;
  const keys = new Float64Array(count);
  /** The groups still to be sorted, three entries each: from, to, and the length of their shared prefix. */
  const groups = [0, count, 0];
  while (groups.length > 0) {
    const shared = groups.pop() as number;
    const to = groups.pop() as number;
    const from = groups.pop() as number;
    if (to - from <= FEW) sortFew(texts, order, from, to);
    else sortGroup(texts, order, keys, groups, from, to, skipShared(texts, order, from, to, shared));
  }
  return order;
};

const isSorted = (texts: PackedText, count: number): boolean => {
  for (let index = 1; index < count; index += 1)
    if (compareTexts(texts, index - 1, texts, index) > 0) return false;
  return true;
};

/** Sorts by the next three bytes; texts that tie and continue form a new group. */
const sortGroup = (
  texts: PackedText,
  order: Uint32Array,
  keys: Float64Array,
  groups: number[],
  from: number,
  to: number,
  shared: number,
): void => {
  for (let at = from; at < to; at += 1) {
    const index = order[at] as number;
    keys[at] = digitAt(texts, index, shared) * TEXTS_MAX + index;
  }
  keys.subarray(from, to).sort();
  let first = from;
  let previous = -1;
  for (let at = from; at < to; at += 1) {
    const key = keys[at] as number;
    const digit = Math.floor(key / TEXTS_MAX);
    order[at] = key - digit * TEXTS_MAX;
    if (digit === previous) continue;
    if (at - first > 1 && previous % BASE !== 0) groups.push(first, at, shared + DIGIT_BYTES);
    first = at;
    previous = digit;
  }
  if (to - first > 1 && previous % BASE !== 0) groups.push(first, to, shared + DIGIT_BYTES);
};

const digitAt = ({ bytes, start }: PackedText, index: number, offset: number): number => {
  const at = (start[index] as number) + offset;
  const left = (start[index + 1] as number) - at;
  if (left >= DIGIT_BYTES)
    return (
      (((bytes[at] as number) + 1) * BASE + (bytes[at + 1] as number) + 1) * BASE +
      (bytes[at + 2] as number) +
      1
    );
  const first = left > 0 ? (bytes[at] as number) + 1 : 0;
  const second = left > 1 ? (bytes[at + 1] as number) + 1 : 0;
  return (first * BASE + second) * BASE;
};

/** The length of the prefix that all of them share; at least `shared`. */
const skipShared = (
  { bytes, start }: PackedText,
  order: Uint32Array,
  from: number,
  to: number,
  shared: number,
): number => {
  const first = order[from] as number;
  const own = start[first] as number;
  let common = (start[first + 1] as number) - own;
  for (let at = from + 1; at < to && common > shared; at += 1) {
    const index = order[at] as number;
    const other = start[index] as number;
    const end = Math.min(common, (start[index + 1] as number) - other);
    let same = shared;
    while (same < end && bytes[own + same] === bytes[other + same]) same += 1;
    common = same;
  }
  return Math.max(common, shared);
};

const sortFew = (texts: PackedText, order: Uint32Array, from: number, to: number): void => {
  for (let at = from + 1; at < to; at += 1) {
    const index = order[at] as number;
    let slot = at;
    while (slot > from && compareTexts(texts, order[slot - 1] as number, texts, index) > 0) {
      order[slot] = order[slot - 1] as number;
      slot -= 1;
    }
    order[slot] = index;
  }
};
