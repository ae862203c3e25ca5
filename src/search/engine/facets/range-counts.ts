// Counts the selected products for ranges of a field of numbers or dates. A product counts once per range, however many of its values
// fall into it.

import type { FacetBucket } from '../../../domain/products/product-search.ts';
import { rangeStarts } from '../../../domain/products/range-bounds.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM, VALUE } from '../budget/work-costs.ts';
import { type Column, isSingle, numberBound } from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { buildVisit } from '../columns/visit-values.ts';
import { type Bits, countIntersection } from '../packing/bitset.ts';
import { emptyScratchBits, withScopedBits } from '../packing/bitset-scratch.ts';
import { forEachItem } from '../packing/for-each-item.ts';
import type { SelectedItems } from './selected-items.ts';
import { countSingleValues } from './single-values.ts';

/** The values that selected products of one segment have. */
interface SegmentValues {
  /** Counts the products that have a number from `from` to `to`. */
  readonly countIn: (from: number, to: number) => number;
  /** Different numbers, ascending. */
  readonly numbers: Float64Array;
}

export interface RangeCounts {
  /** The bounds of a bucket are those of its values, so that a filter between them finds exactly its products. */
  readonly buckets: readonly Omit<FacetBucket, 'isSelected'>[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly distinct: number;
}

/** Counts one field over several segments. */
export class RangeCounter {
  private readonly segments: SegmentValues[] = [];
  private readonly isDate: boolean;
  private readonly boundaries: readonly number[] | undefined;

  /** `boundaries`: where ranges begin and end. Undefined: at round numbers or dates. */
  constructor(isDate: boolean, boundaries: readonly number[] | undefined) {
    this.isDate = isDate;
    this.boundaries = boundaries;
  }

  add(column: Column, selected: SelectedItems, items: number): void {
    this.segments.push(
      isSingle(column) ? countByValue(column, selected) : keepSelected(column, selected.bits, items),
    );
  }

  finish(): RangeCounts {
    const distinct = mergeNumbers(this.segments.map(({ numbers }) => numbers));
    return countRanges(distinct, this.isDate, this.boundaries, (from, to) => this.countIn(from, to));
  }

  private countIn(from: number, to: number): number {
    let count = 0;
    for (const segment of this.segments) count += segment.countIn(from, to);
    return count;
  }
}

/** `distinct`: the different numbers, ascending. `countIn` counts the products that have a number from `from` to `to`. */
export const countRanges = (
  distinct: Float64Array,
  isDate: boolean,
  boundaries: readonly number[] | undefined,
  countIn: (from: number, to: number) => number,
): RangeCounts => {
  const min = distinct[0];
  const max = distinct.at(-1);
  if (min === undefined || max === undefined) return { buckets: [], min, max, distinct: 0 };
  const starts =
    boundaries === undefined ? rangeStarts(min, max, isDate) : [Number.NEGATIVE_INFINITY, ...boundaries];
  const buckets: Omit<FacetBucket, 'isSelected'>[] = [];
  starts.forEach((start, at) => {
    const end = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    const low = firstAtLeast(distinct, start);
    const high = firstAtLeast(distinct, end);
    if (low === high) return;
    const [from, to] = [distinct[low] as number, distinct[high - 1] as number];
    buckets.push({
      value: `${said(start)}..${said(end)}`,
      count: countIn(from, to),
      from,
      to,
    });
  });
  return { buckets, min, max, distinct: distinct.length };
};

/** Where each product has one number, the products of all numbers in a range are those of the range. */
const countByValue = (column: Column, selected: SelectedItems): SegmentValues => {
  const counts = countSingleValues(column, selected);
  const room = selected.isMost ? counts.length : Math.min(counts.length, selected.listed.length);
  const numbers = new Float64Array(room);
  /** How many products have one of the numbers before each. */
  const before = new Uint32Array(room + 1);
  let distinct = 0;
  forEachNumber(column, counts, (value, number) => {
    if (distinct === 0 || numbers[distinct - 1] !== number) {
      numbers[distinct] = number;
      distinct += 1;
      before[distinct] = before[distinct - 1] as number;
    }
    before[distinct] = (before[distinct] as number) + (counts[value] as number);
  });
  const ascending = numbers.subarray(0, distinct);
  return {
    numbers: ascending,
    countIn: (from, to) =>
      (before[firstAbove(ascending, to)] as number) - (before[firstAtLeast(ascending, from)] as number),
  };
};

/** Where a product may have several numbers, it must not count twice. */
const keepSelected = (column: Column, scratch: Bits, items: number): SegmentValues => {
  // Copied: scratch arrays do not outlive their segment.
  const selected = scratch.slice();
  const isPresent = new Uint8Array(column.numbers.length);
  const visitValues = buildVisit(column);
  forEachItem(selected, (item) =>
    visitValues(item, (value) => {
      isPresent[value] = 1;
    }),
  );
  const numbers: number[] = [];
  forEachNumber(column, isPresent, (_, number) => {
    if (numbers.at(-1) !== number) numbers.push(number);
  });
  return {
    numbers: Float64Array.from(numbers),
    countIn: (from, to) =>
      withScopedBits(() => {
        spend(2 * BITS_WORD * selected.length);
        const bits = emptyScratchBits(items);
        setRangeBits(column, from, to, bits);
        return countIntersection([bits, selected]);
      }),
  };
};

/** An open end is empty. */
const said = (bound: number): string => (Number.isFinite(bound) ? String(bound) : '');

/**
 * Whether the numbers of the column are its first values, ascending. A column that also holds text of deleted products is sorted by
 * text instead.
 */
const isOrdered = ({ orderedNumbers }: Column): boolean => orderedNumbers > 0;

const setRangeBits = (column: Column, from: number, to: number, bits: Bits): void => {
  if (isOrdered(column)) {
    setValueBits(column, numberBound(column, from, false), numberBound(column, to, true), bits);
    return;
  }
  const { numbers } = column;
  spend(ITEM * numbers.length);
  for (let value = 0; value < numbers.length; value += 1) {
    const number = numbers[value] as number;
    if (number >= from && number <= to) setValueBits(column, value, value + 1, bits);
  }
};

/** Visits the values that some product has, by their numbers, ascending. What is no number is left out. */
const forEachNumber = (
  column: Column,
  isPresent: Uint8Array | Uint32Array,
  visit: (value: number, number: number) => void,
): void => {
  const { numbers, orderedNumbers } = column;
  spend(VALUE + numbers.length * ITEM);
  if (isOrdered(column)) {
    for (let value = 0; value < orderedNumbers; value += 1)
      if (isPresent[value] !== 0) visit(value, numbers[value] as number);
    return;
  }
  for (const value of orderOf(column)) if (isPresent[value] !== 0) visit(value, numbers[value] as number);
};

/** Columns do not change. */
const orders = new WeakMap<Column, Uint32Array>();

/** The numbers of a column that is sorted by text, ascending. */
const orderOf = (column: Column): Uint32Array => {
  let order = orders.get(column);
  if (order === undefined) {
    const { numbers } = column;
    spend(VALUE * numbers.length);
    order = Uint32Array.from(numbers.keys())
      .filter((value) => !Number.isNaN(numbers[value]))
      .sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
    orders.set(column, order);
  }
  return order;
};

/** The different numbers of several ascending lists, ascending. */
const mergeNumbers = (lists: readonly Float64Array[]): Float64Array => {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  let length = 0;
  for (const list of lists) length += list.length;
  spend(ITEM * length);
  const all = new Float64Array(length);
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return distinctOf(all.sort());
};

/** Of an ascending list; changes it. */
const distinctOf = (ascending: Float64Array): Float64Array => {
  let count = 0;
  for (const number of ascending) {
    if (count > 0 && ascending[count - 1] === number) continue;
    ascending[count] = number;
    count += 1;
  }
  return ascending.subarray(0, count);
};

const firstAtLeast = (ascending: Float64Array, wanted: number): number =>
  firstWhere(ascending, (number) => number >= wanted);

const firstAbove = (ascending: Float64Array, wanted: number): number =>
  firstWhere(ascending, (number) => number > wanted);

const firstWhere = (ascending: Float64Array, isAfter: (number: number) => boolean): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(ascending[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
};
