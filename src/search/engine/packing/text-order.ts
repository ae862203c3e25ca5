// Sorts packed texts without comparing pairs, most significant bytes first: three bytes of each text become part of a
// number, and typed arrays of numbers sort fast. Exact for any texts; shared prefixes are skipped, not sorted.

import { compareBytes, type PackedText } from './packed-texts.ts';

/** One more than the number of bytes: digit 0 ends a text, so that it sorts before every longer one. */
const BASE = 257;
const DIGIT_BYTES = 3;
/** A digit and an index together stay below 2^53. */
const TEXTS_MAX = 2 ** 28;
const FEW = 12;

/** Texts in one byte array. They may overlap. */
export interface Slices {
  readonly bytes: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
}

/** The indexes of all texts in sorted order; those of equal texts ascend. */
export const orderTexts = ({ bytes, start }: PackedText): Uint32Array =>
  orderSlices({ bytes, start, end: start.subarray(1) });

export const orderSlices = (texts: Slices): Uint32Array => {
  const count = texts.end.length;
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

const isSorted = (texts: Slices, count: number): boolean => {
  for (let index = 1; index < count; index += 1) if (compare(texts, index - 1, index) > 0) return false;
  return true;
};

const compare = ({ bytes, start, end }: Slices, a: number, b: number): number =>
  compareBytes(bytes, start[a] as number, end[a] as number, bytes, start[b] as number, end[b] as number);

/** Sorts by the next three bytes; texts that tie and continue form a new group. */
const sortGroup = (
  texts: Slices,
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

const digitAt = ({ bytes, start, end }: Slices, index: number, offset: number): number => {
  const at = (start[index] as number) + offset;
  const left = (end[index] as number) - at;
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
  { bytes, start, end }: Slices,
  order: Uint32Array,
  from: number,
  to: number,
  shared: number,
): number => {
  const first = order[from] as number;
  const own = start[first] as number;
  let common = (end[first] as number) - own;
  for (let at = from + 1; at < to && common > shared; at += 1) {
    const index = order[at] as number;
    const other = start[index] as number;
    const most = Math.min(common, (end[index] as number) - other);
    let same = shared;
    while (same < most && bytes[own + same] === bytes[other + same]) same += 1;
    common = same;
  }
  return Math.max(common, shared);
};

const sortFew = (texts: Slices, order: Uint32Array, from: number, to: number): void => {
  for (let at = from + 1; at < to; at += 1) {
    const index = order[at] as number;
    let slot = at;
    while (slot > from && compare(texts, order[slot - 1] as number, index) > 0) {
      order[slot] = order[slot - 1] as number;
      slot -= 1;
    }
    order[slot] = index;
  }
};

/** The same order for texts that come in sorted runs, each of which begins at one of these indexes. Equal texts may change places. */
export const mergeRuns = (texts: Slices, runs: readonly number[]): Uint32Array => {
  const count = texts.end.length;
  let order = Uint32Array.from(texts.end, (_, index) => index);
  let merged = new Uint32Array(count);
  for (let starts = [...runs]; starts.length > 1; ) {
    const next: number[] = [];
    for (let run = 0; run < starts.length; run += 2) {
      const from = starts[run] as number;
      const middle = starts[run + 1] ?? count;
      mergeTwo(texts, order, merged, from, middle, starts[run + 2] ?? count);
      next.push(from);
    }
    [order, merged] = [merged, order];
    starts = next;
  }
  return order;
};

const mergeTwo = (
  texts: Slices,
  order: Uint32Array,
  merged: Uint32Array,
  from: number,
  middle: number,
  to: number,
): void => {
  let left = from;
  let right = middle;
  for (let at = from; at < to; at += 1) {
    const takesLeft =
      right === to || (left < middle && compare(texts, order[left] as number, order[right] as number) <= 0);
    merged[at] = (takesLeft ? order[left++] : order[right++]) as number;
  }
};
