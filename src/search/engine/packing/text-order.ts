// Puts packed texts into order without comparing them in pairs: three bytes of each at a time become part of a number, and
// numbers are what the runtime sorts fast. Exact for any texts; beginnings that many share are stepped over, not sorted.

import { compareTexts, type PackedText } from '../columns/column-text.ts';

/** One more than there are bytes: 0 says that the text is over, so that it comes before every longer one. */
const BASE = 257;
const DIGIT_BYTES = 3;
/** A digit and a place together stay below 2^53. */
const PLACES_MAX = 2 ** 28;
const FEW = 12;

/** The places of all texts in the order of the texts; those of equal texts ascending. */
export const orderTexts = (texts: PackedText): Uint32Array => {
  const count = texts.start.length - 1;
  if (count >= PLACES_MAX) throw new RangeError('too many texts');
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) order[place] = place;
  if (isSorted(texts, count)) return order;
  const keys = new Float64Array(count);
  /** What is still to be sorted, three entries each: from, to, and how many bytes of it are known to be the same. */
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
  for (let place = 1; place < count; place += 1)
    if (compareTexts(texts, place - 1, texts, place) > 0) return false;
  return true;
};

/** Sorts by the next three bytes; who is alike in them, and not over, is left as a group. */
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
    const place = order[at] as number;
    keys[at] = digitAt(texts, place, shared) * PLACES_MAX + place;
  }
  keys.subarray(from, to).sort();
  let first = from;
  let previous = -1;
  for (let at = from; at < to; at += 1) {
    const key = keys[at] as number;
    const digit = Math.floor(key / PLACES_MAX);
    order[at] = key - digit * PLACES_MAX;
    if (digit === previous) continue;
    if (at - first > 1 && previous % BASE !== 0) groups.push(first, at, shared + DIGIT_BYTES);
    first = at;
    previous = digit;
  }
  if (to - first > 1 && previous % BASE !== 0) groups.push(first, to, shared + DIGIT_BYTES);
};

const digitAt = ({ bytes, start }: PackedText, place: number, offset: number): number => {
  const at = (start[place] as number) + offset;
  const left = (start[place + 1] as number) - at;
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

/** How many bytes at the beginning all of them have in common; at least `shared`. */
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
    const place = order[at] as number;
    const other = start[place] as number;
    const end = Math.min(common, (start[place + 1] as number) - other);
    let same = shared;
    while (same < end && bytes[own + same] === bytes[other + same]) same += 1;
    common = same;
  }
  return Math.max(common, shared);
};

const sortFew = (texts: PackedText, order: Uint32Array, from: number, to: number): void => {
  for (let at = from + 1; at < to; at += 1) {
    const place = order[at] as number;
    let slot = at;
    while (slot > from && compareTexts(texts, order[slot - 1] as number, texts, place) > 0) {
      order[slot] = order[slot - 1] as number;
      slot -= 1;
    }
    order[slot] = place;
  }
};
