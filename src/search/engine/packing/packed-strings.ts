// Many strings in two typed arrays, so that a dictionary crosses threads and disks without parsing. Sorted lists are
// ordered by UTF-16 code units, as JavaScript compares strings.

export interface PackedStrings {
  /** Code units of all strings, one after another. */
  readonly pool: Uint16Array;
  /** Offset of each string, and the end of the last one. */
  readonly start: Uint32Array;
}

export const packStrings = (strings: readonly string[]): PackedStrings => {
  let units = 0;
  for (const text of strings) units += text.length;
  const pool = new Uint16Array(units);
  const start = new Uint32Array(strings.length + 1);
  let at = 0;
  for (let index = 0; index < strings.length; index += 1) {
    const text = strings[index] as string;
    start[index] = at;
    for (let unit = 0; unit < text.length; unit += 1) pool[at + unit] = text.charCodeAt(unit);
    at += text.length;
  }
  start[strings.length] = at;
  return { pool, start };
};

export const countStrings = (strings: PackedStrings): number => strings.start.length - 1;

const SHORT_MAX = 64;

/** One reusable array per short length: allocating one costs as much as reading a word. */
const unitsByLength = Array.from({ length: SHORT_MAX + 1 }, (_, length) => Array.from({ length }, () => 0));

export const stringAt = (strings: PackedStrings, index: number): string => {
  const { pool } = strings;
  const from = strings.start[index] as number;
  const length = (strings.start[index + 1] as number) - from;
  // Through an array: creating a view of the pool costs more than copying a few units.
  const units = unitsByLength[length] ?? new Array<number>(length);
  for (let unit = 0; unit < length; unit += 1) units[unit] = pool[from + unit] as number;
  return String.fromCharCode.apply(null, units);
};

/** The code point at `at` of a string that ends at `end`. */
export const codePointAt = (pool: Uint16Array, at: number, end: number): number => {
  const unit = pool[at] as number;
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= end) return unit;
  const low = pool[at + 1] as number;
  return low >= 0xdc00 && low <= 0xdfff ? (unit - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : unit;
};

/** Negative, zero or positive if the string at `index` comes before, equals or comes after `text`. */
const compareAt = (strings: PackedStrings, index: number, text: string): number => {
  const { pool } = strings;
  const from = strings.start[index] as number;
  const length = (strings.start[index + 1] as number) - from;
  const shared = Math.min(length, text.length);
  for (let unit = 0; unit < shared; unit += 1) {
    const difference = (pool[from + unit] as number) - text.charCodeAt(unit);
    if (difference !== 0) return difference;
  }
  return length - text.length;
};

/** The same, but zero if the string starts with `prefix`. */
export const comparePrefix = (strings: PackedStrings, index: number, prefix: string): number =>
  startsWith(strings, index, prefix) ? 0 : compareAt(strings, index, prefix);

export const comparePacked = (a: PackedStrings, indexA: number, b: PackedStrings, indexB: number): number => {
  const fromA = a.start[indexA] as number;
  const fromB = b.start[indexB] as number;
  const lengthA = (a.start[indexA + 1] as number) - fromA;
  const lengthB = (b.start[indexB + 1] as number) - fromB;
  const shared = Math.min(lengthA, lengthB);
  for (let unit = 0; unit < shared; unit += 1) {
    const difference = (a.pool[fromA + unit] as number) - (b.pool[fromB + unit] as number);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
};

/** Index of the first string that is not before `text`. */
export const lowerBound = (sorted: PackedStrings, text: string): number => {
  let low = 0;
  let high = countStrings(sorted);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAt(sorted, middle, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Index of `text` in a sorted list, or -1. */
export const findString = (sorted: PackedStrings, text: string): number => {
  const index = lowerBound(sorted, text);
  return equalsAt(sorted, index, text) ? index : -1;
};

/** The strings that start with `prefix`, as a half-open range of indexes. */
export const prefixRange = (sorted: PackedStrings, prefix: string): readonly [number, number] => {
  const from = lowerBound(sorted, prefix);
  return [from, prefixEnd(sorted, from, prefix)];
};

/** The end of the strings that start with `prefix`; they begin at `from`. Mostly few, hence an exponential search. */
export const prefixEnd = (sorted: PackedStrings, from: number, prefix: string): number => {
  const count = countStrings(sorted);
  let low = from;
  let step = 1;
  while (low + step <= count && startsWith(sorted, low + step - 1, prefix)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(count, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startsWith(sorted, middle, prefix)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Whether the string at `index` exists and equals `text`. */
export const equalsAt = (strings: PackedStrings, index: number, text: string): boolean =>
  index < countStrings(strings) && compareAt(strings, index, text) === 0;

export const startsWith = (strings: PackedStrings, index: number, prefix: string): boolean => {
  const from = strings.start[index] as number;
  if ((strings.start[index + 1] as number) - from < prefix.length) return false;
  for (let unit = 0; unit < prefix.length; unit += 1) {
    if (strings.pool[from + unit] !== prefix.charCodeAt(unit)) return false;
  }
  return true;
};
