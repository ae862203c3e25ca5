// The different numbers that counted products have, and how many products have a number before each: in one segment by the values of its
// column, in several as one list.

import { spend } from '../budget/work-budget.ts';
import { ITEM, SUMMED_COUNT, VALUE } from '../budget/work-costs.ts';
import { type Column, countValues } from '../columns/column.ts';
import { queryCounts, queryNumbers } from '../packing/query-lists.ts';

export interface CountedNumbers {
  /** How many different numbers there are. */
  readonly distinct: number;
  /** The smallest of those from `start` on, and the largest before `end`; undefined if there is none between. */
  readonly boundsIn: (start: number, end: number) => readonly [from: number, to: number] | undefined;
}

/** Of a list of different numbers, ascending. */
export const numbersOfList = (list: Float64Array): CountedNumbers => ({
  distinct: list.length,
  boundsIn: (start, end) => {
    const low = firstAtLeast(list, start);
    const high = firstAtLeast(list, end);
    return low === high ? undefined : [list[low] as number, list[high - 1] as number];
  },
});

/** The numbers of one segment. */
export interface SegmentNumbers extends CountedNumbers {
  /** Ascending, each once; some may have no products. */
  readonly all: Float64Array;
  /** How many products have one of the numbers before each, and before the end. */
  readonly before: Uint32Array;
}

/** `counts`: the products of each value. Uses lists of the query. */
export const numbersOfColumn = (column: Column, counts: Uint32Array): SegmentNumbers => {
  const { numbers: all, places } = axisOf(column);
  spend(SUMMED_COUNT * all.length);
  const own = places === undefined ? counts : countPlaces(places, counts, all.length);
  const before = queryCounts(all.length + 1);
  let products = 0;
  let distinct = 0;
  before[0] = 0;
  for (let place = 0; place < all.length; place += 1) {
    const count = own[place] as number;
    products += count;
    // 1 if there are products, without a branch: which values they have is unpredictable.
    distinct += -count >>> 31;
    before[place + 1] = products;
  }
  return segmentNumbers(all, before, distinct);
};

const segmentNumbers = (all: Float64Array, before: Uint32Array, distinct: number): SegmentNumbers => ({
  all,
  before,
  distinct,
  boundsIn: (start, end) => {
    const skipped = before[firstAtLeast(all, start)] as number;
    const reached = before[firstAtLeast(all, end)] as number;
    if (skipped >= reached) return undefined;
    const from = firstAbove(before, skipped) - 1;
    const to = firstAtLeast(before, reached) - 1;
    return [all[from] as number, all[to] as number];
  },
});

/** With fewer products than one in this many values, their values are sorted instead of counted. */
const FEW_SHARE = 32;

/** Whether `numbersOfFew` takes less time. */
export const areFew = (column: Column, products: number): boolean =>
  column.rowItems.length === 0 && products * FEW_SHARE < column.numbers.length;

/** The numbers of these products, each of which has one value at most. Uses lists of the query. */
export const numbersOfFew = (column: Column, products: Uint32Array): SegmentNumbers => {
  const { numbers, places } = axisOf(column);
  spend(VALUE * products.length);
  const found = queryCounts(products.length);
  let end = 0;
  for (const item of products) {
    const value = column.rowValues[item] ?? countValues(column);
    const place = places === undefined ? value : (places[value] ?? numbers.length);
    if (place >= numbers.length) continue;
    found[end] = place;
    end += 1;
  }
  const all = queryNumbers(end);
  const before = queryCounts(end + 1);
  let distinct = 0;
  let seen = 0;
  before[0] = 0;
  for (const place of found.subarray(0, end).sort()) {
    const number = numbers[place] as number;
    if (distinct === 0 || all[distinct - 1] !== number) {
      all[distinct] = number;
      distinct += 1;
    }
    seen += 1;
    before[distinct] = seen;
  }
  return segmentNumbers(all.subarray(0, distinct), before.subarray(0, distinct + 1), distinct);
};

/** How many products have a number from `from` to `to`, if none has two. */
export const countBetween = ({ all, before }: SegmentNumbers, from: number, to: number): number =>
  (before[firstAbove(all, to)] as number) - (before[firstAtLeast(all, from)] as number);

/** The numbers of several segments together. Uses lists of the query. */
export const mergeSegments = (segments: readonly SegmentNumbers[]): CountedNumbers => {
  const [first] = segments;
  if (first !== undefined && segments.length === 1) return first;
  // From the shortest up, so that the longest is read once.
  const [shortest, ...longer] = segments.map(listPresent).sort((a, b) => a.length - b.length);
  return numbersOfList(longer.reduce(mergeTwo, shortest ?? NONE));
};

const NONE = new Float64Array(0);

/** Those with products. */
const listPresent = ({ all, before, distinct }: SegmentNumbers): Float64Array => {
  spend(ITEM * all.length);
  const present = queryNumbers(distinct);
  for (let place = 0, end = 0; end < distinct; place += 1) {
    if (before[place] === before[place + 1]) continue;
    present[end] = all[place] as number;
    end += 1;
  }
  return present;
};

const mergeTwo = (a: Float64Array, b: Float64Array): Float64Array => {
  spend(ITEM * (a.length + b.length));
  const merged = queryNumbers(a.length + b.length);
  let end = 0;
  let inA = 0;
  let inB = 0;
  while (inA < a.length && inB < b.length) {
    const fromA = a[inA] as number;
    const fromB = b[inB] as number;
    merged[end] = Math.min(fromA, fromB);
    end += 1;
    if (fromA <= fromB) inA += 1;
    if (fromB <= fromA) inB += 1;
  }
  for (const rest of [a.subarray(inA), b.subarray(inB)]) {
    merged.set(rest, end);
    end += rest.length;
  }
  return merged.subarray(0, end);
};

interface Axis {
  /** The different numbers of the column, ascending. */
  readonly numbers: Float64Array;
  /** The place of each value among them, or their number if it is none. Undefined: the first values are the numbers. */
  readonly places: Uint32Array | undefined;
}

const axisOf = ({ numbers, orderedNumbers, distinctNumbers, numberPlaces }: Column): Axis =>
  numberPlaces.length === 0
    ? { numbers: numbers.subarray(0, orderedNumbers), places: undefined }
    : { numbers: distinctNumbers, places: numberPlaces };

/** A list of the query. */
const countPlaces = (places: Uint32Array, counts: Uint32Array, length: number): Uint32Array => {
  spend(ITEM * places.length);
  const own = queryCounts(length + 1).fill(0);
  places.forEach((place, value) => {
    own[place] = (own[place] as number) + (counts[value] as number);
  });
  return own;
};

const firstAtLeast = (ascending: Float64Array | Uint32Array, wanted: number): number =>
  firstWhere(ascending, (number) => number >= wanted);

const firstAbove = (ascending: Float64Array | Uint32Array, wanted: number): number =>
  firstWhere(ascending, (number) => number > wanted);

const firstWhere = (ascending: Float64Array | Uint32Array, isAfter: (number: number) => boolean): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(ascending[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
};
