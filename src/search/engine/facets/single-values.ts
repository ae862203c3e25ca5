// Counts the selected products by value where no product has more than one.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM } from '../budget/work-costs.ts';
import { type Column, countValues, NO_VALUE } from '../columns/column.ts';
import { type Bits, countBits, hasBit } from '../packing/bitset.ts';

/** Rows, or bitset words, read between two checks of the budget. */
const ROWS_PER_STEP = 1_024;
const ITEMS_PER_WORD = 32;

/** Only for columns with one value per product. `counts` has a place for each value, and begins with zeros. */
export const countSingleValues = (column: Column, selected: Bits, counts: Uint32Array): void => {
  if (column.rowItems.length > 0) {
    countRows(column, selected, counts);
    return;
  }
  spend(BITS_WORD * selected.length);
  // Of most products, those that were not selected are fewer.
  const isMost = 2 * countBits(selected) > selected.length * ITEMS_PER_WORD;
  if (isMost) countAll(column, counts);
  countWords(column, selected, counts, isMost);
};

const countRows = ({ rowItems, rowValues }: Column, selected: Bits, counts: Uint32Array): void => {
  for (let row = 0; row < rowItems.length; row += 1) {
    if (row % ROWS_PER_STEP === 0) spend(ITEM * ROWS_PER_STEP);
    if (!hasBit(selected, rowItems[row] as number)) continue;
    const value = rowValues[row] as number;
    counts[value] = (counts[value] as number) + 1;
  }
};

/** Deleted products included: they are never selected. */
const countAll = (column: Column, counts: Uint32Array): void => {
  const { postingStart, denseValues, denseCounts } = column;
  const values = countValues(column);
  spend(values);
  for (let value = 0; value < values; value += 1)
    counts[value] = (postingStart[value + 1] as number) - (postingStart[value] as number);
  for (let place = 0; place < denseValues.length; place += 1)
    counts[denseValues[place] as number] = denseCounts[place] as number;
};

/** `isMost`: takes away those that are not selected. */
const countWords = ({ rowValues }: Column, selected: Bits, counts: Uint32Array, isMost: boolean): void => {
  const step = isMost ? -1 : 1;
  const flip = isMost ? -1 : 0;
  for (let word = 0; word < selected.length; word += 1) {
    if (word % ROWS_PER_STEP === 0)
      spend(ITEM * ITEMS_PER_WORD * Math.min(ROWS_PER_STEP, selected.length - word));
    const first = word << 5;
    for (let rest = (selected[word] as number) ^ flip; rest !== 0; rest &= rest - 1) {
      const item = first + (31 - Math.clz32(rest & -rest));
      // Past the last product there are bits, but no rows.
      const value = item < rowValues.length ? (rowValues[item] as number) : NO_VALUE;
      if (value !== NO_VALUE) counts[value] = (counts[value] as number) + step;
    }
  }
};
