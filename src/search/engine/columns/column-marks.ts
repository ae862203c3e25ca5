// Marks in a set which products have a value of a column, and finds the values that contain a text.

import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, nextPostings, VALUE } from '../budget/work-costs.ts';
import { type Bits, markItems, uniteWith } from '../packing/bitset.ts';
import { type Column, denseSet, firstNotBelow, spellingAt } from './column.ts';
import { encodeUnits } from './column-text.ts';
import { forEachHolding } from './trigram-filter.ts';

/** Adds the products that have one of the values. */
export const markValues = (column: Column, low: number, high: number, bits: Bits): void => {
  const { postingStart, postingItem, denseValues } = column;
  const end = postingStart[high] as number;
  for (let from = postingStart[low] as number; from < end; ) {
    const to = nextPostings(from, end);
    markItems(bits, postingItem, from, to);
    from = to;
  }
  if (denseValues.length === 0) return;
  for (let place = firstNotBelow(denseValues, low); place < denseValues.length; place += 1) {
    if ((denseValues[place] as number) >= high) break;
    spend(BITS_WORD * bits.length);
    uniteWith(bits, denseSet(column, place));
  }
};

/** Calls for each value whose folded text contains the folded needle; a value may be called twice. */
export const forEachValueContaining = (
  column: Column,
  needle: string,
  visit: (value: number) => void,
): void => {
  forEachHolding(column.texts, column.grams, encodeUnits(needle), visit);
  forEachPaddedContaining(column, needle, visit);
};

/** White space around a value is not in its text; only a needle that begins or ends with some can tell. */
export const forEachPaddedContaining = (
  column: Column,
  needle: string,
  visit: (value: number) => void,
): void => {
  if (needle === needle.trim()) return;
  for (const value of column.padded) {
    spend(VALUE);
    const spelling = spellingAt(column, value);
    spend(spelling.length * VALUE);
    if (foldText(spelling).includes(needle)) visit(value);
  }
};
