// Counts the selected products for each value of a field. Values that compare equal are one value, shown in the first
// of its spellings; a product counts once per value.

import type { AttributeScalar } from '../../../domain/products/product.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import { spend } from '../budget/work-budget.ts';
import { FACET_BYTE, FACET_VALUE, ITEM, VALUE } from '../budget/work-costs.ts';
import { type Column, countValues, isSameText, isSingle, numberOf, spellingAt } from '../columns/column.ts';
import { hasBit } from '../packing/bitset.ts';
import { scratchList } from '../packing/bitset-scratch.ts';
import { textAt } from '../packing/packed-texts.ts';
import type { SelectedItems } from './selected-items.ts';
import { countSingleValues } from './single-values.ts';

export interface FacetValue {
  readonly value: AttributeScalar;
  readonly count: number;
}

interface Tally {
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
  private readonly tallies = new Map<string | number, Tally>();

  constructor(type: FieldType) {
    this.type = type;
  }

  /** `selected` are the matching products of the column's segment. */
  add(column: Column, selected: SelectedItems): void {
    const hasLists = !isSingle(column);
    const isSame = this.type === 'text' ? isSameText : isSameNumber;
    const counts = hasLists ? countLists(column, selected, isSame) : countSingleValues(column, selected);
    let counted = 0;
    for (let value = 0; value < counts.length; value += 1) {
      const seen = counts[value] as number;
      if (seen === 0) continue;
      if (counted % VALUES_PER_STEP === 0) spend(FACET_VALUE * VALUES_PER_STEP);
      counted += 1;
      this.tally(column, value, hasLists ? seen >>> 1 : seen);
    }
  }

  /** Most frequent first; ties in the order of the values. */
  values(): FacetValue[] {
    spend(FACET_VALUE * this.tallies.size);
    return [...this.tallies]
      .sort(([keyA, a], [keyB, b]) => b.count - a.count || (keyA < keyB ? -1 : 1))
      .map(([, { value, count }]) => ({ value, count }));
  }

  private tally(column: Column, value: number, count: number): void {
    const { start } = column.texts;
    const bytes = (start[value + 1] as number) - (start[value] as number);
    if (bytes > LONG_VALUE) spend(FACET_BYTE * bytes);
    const key = this.type === 'text' ? textAt(column.texts, value) : numberOf(column, value);
    // A text that is not a date is not a value of a date field.
    if (Number.isNaN(key)) return;
    const shown = this.type === 'text' ? spellingAt(column, value) : this.show(key as number);
    const tally = this.tallies.get(key);
    if (tally === undefined) {
      this.tallies.set(key, { value: shown, count });
    } else {
      tally.count += count;
      if (shown < tally.value) tally.value = shown;
    }
  }

  private show(number: number): AttributeScalar {
    if (this.type === 'boolean') return number === 1;
    return this.type === 'date' ? new Date(number).toISOString() : number;
  }
}

type IsSame = (column: Column, a: number, b: number) => boolean;

const isSameNumber: IsSame = (column, a, b) => numberOf(column, a) === numberOf(column, b);

/** Rows read between two checks of the budget. */
const ROWS_PER_STEP = 1_024;

/** Longer lists pay extra. */
const LONG_LIST = 8;

/** Twice the number of products of each value, plus one if a product had it without being counted. A scratch list. */
const countLists = (column: Column, { bits, isMost, listed }: SelectedItems, isSame: IsSame): Uint32Array => {
  const { rowItems, rowStart } = column;
  const values = countValues(column);
  spend(values);
  const counts = scratchList(values).fill(0);
  if (rowItems.length === 0 && !isMost) {
    for (let at = 0; at < listed.length; at += 1) {
      if (at % ROWS_PER_STEP === 0) spend(4 * ITEM * ROWS_PER_STEP);
      countRow(column, listed[at] as number, counts, isSame);
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
