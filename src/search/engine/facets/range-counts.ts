// Counts the selected products for ranges of a field of numbers or dates. A product counts once per range, however many of its values
// fall into it.

import type { FacetBucket } from '../../../domain/products/product-search.ts';
import { rangeStarts } from '../../../domain/products/range-bounds.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM } from '../budget/work-costs.ts';
import { type Column, isSingle, numberBound } from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { buildVisit } from '../columns/visit-values.ts';
import { type Bits, countIntersection } from '../packing/bitset.ts';
import { emptyScratchBits, scratchList, withScopedBits } from '../packing/bitset-scratch.ts';
import { forEachItem } from '../packing/for-each-item.ts';
import {
  areFew,
  type CountedNumbers,
  countBetween,
  mergeSegments,
  numbersOfColumn,
  numbersOfFew,
  type SegmentNumbers,
} from './counted-numbers.ts';
import type { SelectedItems } from './selected-items.ts';
import { countSingleValues } from './single-values.ts';

/** The values that selected products of one segment have. */
interface SegmentValues {
  /** Counts the products that have a number from `from` to `to`. */
  readonly countIn: (from: number, to: number) => number;
  readonly numbers: SegmentNumbers;
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
    const numbers = mergeSegments(this.segments.map((segment) => segment.numbers));
    return countRanges(numbers, this.isDate, this.boundaries, (from, to) => this.countIn(from, to));
  }

  private countIn(from: number, to: number): number {
    let count = 0;
    for (const segment of this.segments) count += segment.countIn(from, to);
    return count;
  }
}

/** `countIn` counts the products that have a number from `from` to `to`. */
export const countRanges = (
  { distinct, boundsIn }: CountedNumbers,
  isDate: boolean,
  boundaries: readonly number[] | undefined,
  countIn: (from: number, to: number) => number,
): RangeCounts => {
  const [min, max] = boundsIn(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) ?? [];
  if (min === undefined || max === undefined) return { buckets: [], min, max, distinct: 0 };
  const starts =
    boundaries === undefined ? rangeStarts(min, max, isDate) : [Number.NEGATIVE_INFINITY, ...boundaries];
  const buckets: Omit<FacetBucket, 'isSelected'>[] = [];
  starts.forEach((start, at) => {
    const end = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    const bounds = boundsIn(start, end);
    if (bounds === undefined) return;
    const [from, to] = bounds;
    buckets.push({
      value: `${said(start)}..${said(end)}`,
      count: countIn(from, to),
      from,
      to,
    });
  });
  return { buckets, min, max, distinct };
};

/** Where each product has one number, the products of all numbers in a range are those of the range. */
const countByValue = (column: Column, selected: SelectedItems): SegmentValues => {
  const { base, added } = selected;
  const numbers =
    base === 'none' && areFew(column, added.length)
      ? numbersOfFew(column, added)
      : numbersOfColumn(column, countSingleValues(column, selected));
  return { numbers, countIn: (from, to) => countBetween(numbers, from, to) };
};

/** Where a product may have several numbers, it must not count twice. */
const keepSelected = (column: Column, scratch: Bits, items: number): SegmentValues => {
  // Copied: scratch arrays do not outlive their segment.
  const selected = scratch.slice();
  const isPresent = scratchList(column.numbers.length).fill(0);
  const visitValues = buildVisit(column);
  forEachItem(selected, (item) =>
    visitValues(item, (value) => {
      isPresent[value] = 1;
    }),
  );
  return {
    numbers: numbersOfColumn(column, isPresent),
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
