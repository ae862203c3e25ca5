// Sets the bits of the products that have a value of a column, and finds the values that contain a substring.

import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, nextPostings, VALUE } from '../budget/work-costs.ts';
import { type Bits, setBits, unionWith } from '../packing/bitset.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { type Column, denseSet, firstNotBelow, spellingAt } from './column.ts';
import { forEachFiltered } from './trigram-filter.ts';

/** Adds the products that have one of the values `low` up to `high`. */
export const setValueBits = (column: Column, low: number, high: number, bits: Bits): void => {
  const { postingStart, postingItem, denseValues } = column;
  const end = postingStart[high] as number;
  for (let from = postingStart[low] as number; from < end; ) {
    const to = nextPostings(from, end);
    setBits(bits, postingItem, from, to);
    from = to;
  }
  if (denseValues.length === 0) return;
  for (let place = firstNotBelow(denseValues, low); place < denseValues.length; place += 1) {
    if ((denseValues[place] as number) >= high) break;
    spend(BITS_WORD * bits.length);
    unionWith(bits, denseSet(column, place));
  }
};

/** Visits each value whose folded text contains the folded substring; a value may be visited twice. */
export const forEachValueContaining = (
  column: Column,
  substring: string,
  visit: (value: number) => void,
): void => {
  forEachFiltered(column.texts, column.grams, encodeUnits(substring), visit);
  forEachPaddedContaining(column, substring, visit);
};

/** Stored texts are trimmed, so a substring with white space at either end is tested against the spelling. */
export const forEachPaddedContaining = (
  column: Column,
  substring: string,
  visit: (value: number) => void,
): void => {
  if (substring === substring.trim()) return;
  for (const value of column.padded) {
    spend(VALUE);
    const spelling = spellingAt(column, value);
    spend(spelling.length * VALUE);
    if (foldText(spelling).includes(substring)) visit(value);
  }
};
