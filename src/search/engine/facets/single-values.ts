// Counts the selected products by value where no product has more than one.

import { spend } from '../budget/work-budget.ts';
import { ITEM } from '../budget/work-costs.ts';
import { type Column, countValues } from '../columns/column.ts';
import { type Bits, hasBit } from '../packing/bitset.ts';
import { scratchList } from '../packing/bitset-scratch.ts';
import type { SelectedItems } from './selected-items.ts';

/** Products read between two checks of the budget. */
const ITEMS_PER_STEP = 32_768;

/** For each value, how many of the products have it. Only for columns with one value per product. A scratch list. */
export const countSingleValues = (column: Column, selected: SelectedItems): Uint32Array => {
  const values = countValues(column);
  spend(values);
  // Products without a value are counted too, behind the values: faster than asking.
  const counts = scratchList(values + 1).fill(0);
  if (column.rowItems.length > 0) {
    countRows(column, selected.bits, counts);
  } else {
    const { base, added, removed } = selected;
    if (base === 'all') countAll(column, counts);
    if (typeof base === 'number') counts.set(column.wordCounts.subarray(base * values, (base + 1) * values));
    countListed(column, removed, -1, counts);
    countListed(column, added, 1, counts);
  }
  return counts.subarray(0, values);
};

const countRows = ({ rowItems, rowValues }: Column, selected: Bits, counts: Uint32Array): void => {
  for (let row = 0; row < rowItems.length; row += 1) {
    if (row % ITEMS_PER_STEP === 0) spend(ITEM * Math.min(ITEMS_PER_STEP, rowItems.length - row));
    if (!hasBit(selected, rowItems[row] as number)) continue;
    const value = rowValues[row] as number;
    counts[value] = (counts[value] as number) + 1;
  }
};

/** Deleted products included: they are never selected. */
const countAll = (column: Column, counts: Uint32Array): void => {
  const { postingStart, denseValues, denseCounts } = column;
  for (let value = 0; value + 1 < postingStart.length; value += 1)
    counts[value] = (postingStart[value + 1] as number) - (postingStart[value] as number);
  for (let place = 0; place < denseValues.length; place += 1)
    counts[denseValues[place] as number] = denseCounts[place] as number;
};

/** Adds `step` for each of the products. */
const countListed = ({ rowValues }: Column, listed: Uint32Array, step: 1 | -1, counts: Uint32Array): void => {
  // No product has a value.
  if (rowValues.length === 0) return;
  for (let from = 0; from < listed.length; from += ITEMS_PER_STEP) {
    const to = Math.min(listed.length, from + ITEMS_PER_STEP);
    spend(ITEM * (to - from));
    let at = from;
    // It takes most of the time of a page with facets. Four at a time: values are read while earlier counts are still being written.
    for (const last = to - 3; at < last; at += 4) {
      const a = rowValues[listed[at] as number] as number;
      const b = rowValues[listed[at + 1] as number] as number;
      const c = rowValues[listed[at + 2] as number] as number;
      const d = rowValues[listed[at + 3] as number] as number;
      counts[a] = (counts[a] as number) + step;
      counts[b] = (counts[b] as number) + step;
      counts[c] = (counts[c] as number) + step;
      counts[d] = (counts[d] as number) + step;
    }
    for (; at < to; at += 1) {
      const value = rowValues[listed[at] as number] as number;
      counts[value] = (counts[value] as number) + step;
    }
  }
};
