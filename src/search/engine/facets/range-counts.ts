// Counts the selected products for ranges of a field of numbers or dates. A product counts once per range, however many of its values
// fall into it.

import type { FacetBucket } from '../../../domain/products/product-search.ts';
import { rangeStarts } from '../../../domain/products/range-bounds.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM, VALUE } from '../budget/work-costs.ts';
import { type Column, numberBound } from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { buildVisit } from '../columns/visit-values.ts';
import { type Bits, countIntersection } from '../packing/bitset.ts';
import { emptyScratchBits, withScopedBits } from '../packing/bitset-scratch.ts';
import { forEachItem } from '../packing/for-each-item.ts';

/** The values that selected products of one segment have. */
interface SegmentValues {
  readonly column: Column;
  /** The selected products, copied: scratch arrays do not outlive their segment. */
  readonly selected: Bits;
  readonly items: number;
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

  constructor(isDate: boolean) {
    this.isDate = isDate;
  }

  add(column: Column, selected: Bits, items: number): void {
    this.segments.push({
      column,
      selected: selected.slice(),
      items,
      numbers: presentNumbers(column, selected),
    });
  }

  finish(): RangeCounts {
    const distinct = mergeNumbers(this.segments.map(({ numbers }) => numbers));
    const min = distinct[0];
    const max = distinct.at(-1);
    if (min === undefined || max === undefined) return { buckets: [], min, max, distinct: 0 };
    const starts = rangeStarts(min, max, this.isDate);
    const buckets: Omit<FacetBucket, 'isSelected'>[] = [];
    starts.forEach((start, at) => {
      const end = starts[at + 1] ?? Number.POSITIVE_INFINITY;
      const low = firstAtLeast(distinct, start);
      const high = firstAtLeast(distinct, end);
      if (low === high) return;
      const [from, to] = [distinct[low] as number, distinct[high - 1] as number];
      buckets.push({
        value: `${start}..${at + 1 < starts.length ? end : ''}`,
        count: this.countIn(from, to),
        from,
        to,
      });
    });
    return { buckets, min, max, distinct: distinct.length };
  }

  private countIn(from: number, to: number): number {
    let count = 0;
    for (const { column, selected, items } of this.segments) {
      withScopedBits(() => {
        spend(2 * BITS_WORD * selected.length);
        const bits = emptyScratchBits(items);
        setRangeBits(column, from, to, bits);
        count += countIntersection([bits, selected]);
      });
    }
    return count;
  }
}

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

/** The different numbers that selected products have, ascending. */
const presentNumbers = (column: Column, selected: Bits): Float64Array => {
  const { numbers } = column;
  spend(VALUE + numbers.length * ITEM);
  const isPresent = new Uint8Array(numbers.length);
  const visitValues = buildVisit(column);
  forEachItem(selected, (item) =>
    visitValues(item, (value) => {
      isPresent[value] = 1;
    }),
  );
  const present = numbers.filter((number, value) => isPresent[value] === 1 && !Number.isNaN(number));
  return distinctOf(isOrdered(column) ? present : present.sort());
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

const firstAtLeast = (ascending: Float64Array, wanted: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};
