// Counts the selected products for each value of a field. Values that compare equal are one value, shown in the first
// of its spellings; a product counts once per value.

import type { AttributeScalar } from '../../../domain/products/product.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import type { Comparable } from '../../../domain/products/product-filter.ts';
import { spend } from '../budget/work-budget.ts';
import { FACET_BYTE, FACET_VALUE, ITEM, VALUE } from '../budget/work-costs.ts';
import { type Column, countValues, isSameText, isSingle, numberOf } from '../columns/column.ts';
import { buildDecode, type DecodeValue } from '../columns/decoded-values.ts';
import { hasBit } from '../packing/bitset.ts';
import { scratchList } from '../packing/bitset-scratch.ts';
import type { SelectedItems } from './selected-items.ts';
import { countSingleValues } from './single-values.ts';

export interface FacetValue {
  /** As comparisons see it. */
  readonly key: Comparable;
  readonly value: AttributeScalar;
  readonly count: number;
}

interface Tally {
  key: Comparable;
  value: AttributeScalar;
  count: number;
}

/** Longer values also pay by the byte. */
const LONG_VALUE = 16;

/** Values counted between two checks of the budget. */
const VALUES_PER_STEP = 16;

/** Counts one field over several segments. */
export class FacetCounter {
  private readonly type: FieldType;
  private readonly tallies = new Map<Comparable, Tally>();

  constructor(type: FieldType) {
    this.type = type;
  }

  /** `selected` are the matching products of the column's segment. */
  add(column: Column, selected: SelectedItems): void {
    const hasLists = !isSingle(column);
    const isSame = this.type === 'text' ? isSameText : isSameNumber;
    const counts = hasLists ? countLists(column, selected, isSame) : countSingleValues(column, selected);
    const decode = buildDecode(column);
    let counted = 0;
    for (let value = 0; value < counts.length; value += 1) {
      const seen = counts[value] as number;
      if (seen === 0) continue;
      if (counted % VALUES_PER_STEP === 0) spend(FACET_VALUE * VALUES_PER_STEP);
      counted += 1;
      this.tally(column, value, hasLists ? seen >>> 1 : seen, decode);
    }
  }

  /** In no particular order. */
  values(): FacetValue[] {
    spend(FACET_VALUE * this.tallies.size);
    return [...this.tallies.values()];
  }

  private tally(column: Column, value: number, count: number, decode: DecodeValue): void {
    const { start } = column.texts;
    const bytes = (start[value + 1] as number) - (start[value] as number);
    if (bytes > LONG_VALUE) spend(FACET_BYTE * bytes);
    if (this.type === 'text') {
      const { text, spelling } = decode(value);
      this.addTo(text, spelling, count);
      return;
    }
    const number = numberOf(column, value);
    // A text that is not a date is not a value of a date field.
    if (!Number.isNaN(number)) this.addTo(this.type === 'boolean' ? number === 1 : number, undefined, count);
  }

  /** `spelling`: of a text. */
  private addTo(key: Comparable, spelling: string | undefined, count: number): void {
    const tally = this.tallies.get(key);
    if (tally === undefined) {
      this.tallies.set(key, { key, value: spelling ?? this.show(key), count });
    } else {
      tally.count += count;
      if (spelling !== undefined && spelling < tally.value) tally.value = spelling;
    }
  }

  private show(key: Comparable): AttributeScalar {
    return this.type === 'date' ? new Date(Number(key)).toISOString() : key;
  }
}

type IsSame = (column: Column, a: number, b: number) => boolean;

const isSameNumber: IsSame = (column, a, b) => numberOf(column, a) === numberOf(column, b);

/** Rows read between two checks of the budget. */
const ROWS_PER_STEP = 1_024;

/** Longer lists pay extra. */
const LONG_LIST = 8;

/** Twice the number of products of each value, plus one if a product had it without being counted. A scratch list. */
const countLists = (column: Column, { bits, base, added }: SelectedItems, isSame: IsSame): Uint32Array => {
  const { rowItems, rowStart } = column;
  const values = countValues(column);
  spend(values);
  const counts = scratchList(values).fill(0);
  if (rowItems.length === 0 && base === 'none') {
    for (let at = 0; at < added.length; at += 1) {
      if (at % ROWS_PER_STEP === 0) spend(4 * ITEM * ROWS_PER_STEP);
      countRow(column, added[at] as number, counts, isSame);
    }
    return counts;
  }
  for (let row = 0; row + 1 < rowStart.length; row += 1) {
    if (row % ROWS_PER_STEP === 0) spend(4 * ITEM * ROWS_PER_STEP);
    if (hasBit(bits, rowItems.length > 0 ? (rowItems[row] as number) : row))
      countRow(column, row, counts, isSame);
  }
  return counts;
};

const countRow = (column: Column, row: number, counts: Uint32Array, isSame: IsSame): void => {
  const { rowStart, rowValues } = column;
  const from = rowStart[row] as number;
  const to = rowStart[row + 1] as number;
  // Each value of a list is compared with those before it.
  if (to - from > LONG_LIST) spend((VALUE * (to - from) * (to - from)) / 2);
  for (let at = from; at < to; at += 1) {
    const value = rowValues[at] as number;
    let isCounted = false;
    for (let other = from; other < at && !isCounted; other += 1)
      isCounted = isSame(column, value, rowValues[other] as number);
    counts[value] = isCounted ? (counts[value] as number) | 1 : (counts[value] as number) + 2;
  }
};
