// Merges one column of several segments, without deleted products and the values that only they had.

import { hasBit } from '../packing/bitset.ts';
import { GrowableUint32 } from '../packing/growable.ts';
import { NO_RANK } from '../packing/ranked-strings.ts';
import { type Column, countValues, findSorted } from './column.ts';
import { ValueCollector } from './column-dictionary.ts';
import type { ColumnEntries } from './column-pack.ts';

export interface ColumnSource {
  readonly column: Column;
  /** The new ordinal of each product; NO_RANK if it was deleted. */
  readonly itemMap: Uint32Array;
}

/** `isNumeric` columns stay sorted by number even if some value is not one. */
export const mergeColumns = (
  name: string,
  sources: readonly ColumnSource[],
  items: number,
  isNumeric: boolean,
): ColumnEntries => {
  // Sized for everything, so that no array is copied while it grows.
  const total = (count: (column: Column) => number): number =>
    sources.reduce((sum, { column }) => sum + count(column), 0);
  const values = new ValueCollector(
    total(countValues),
    total(({ texts }) => texts.bytes.length),
  );
  const pairs = total(({ rowValues }) => rowValues.length);
  const pairItem = new GrowableUint32(pairs + 1);
  const pairId = new GrowableUint32(pairs + 1);
  const emptyItems = new GrowableUint32(16);
  const listItems = new GrowableUint32(16);
  for (const source of sources) {
    const { column, itemMap } = source;
    const moved = copyLiveValues(source, values);
    forEachEntry(column, itemMap.length, (item, value) => {
      const to = itemMap[item] as number;
      if (to === NO_RANK) return;
      pairItem.push(to);
      pairId.push(moved[value] as number);
    });
    for (const item of column.emptyItems) pushLive(emptyItems, itemMap[item] as number);
    for (const item of column.listItems) pushLive(listItems, itemMap[item] as number);
    if (column.listBits.length > 0) {
      for (let item = 0; item < itemMap.length; item += 1)
        if (hasBit(column.listBits, item)) pushLive(listItems, itemMap[item] as number);
    }
  }
  const { dictionary, rank } = values.finish(isNumeric);
  return {
    name,
    items,
    dictionary,
    pairItem: pairItem.view(),
    pairValue: pairId.view().map((id) => rank[id] as number),
    emptyItems: emptyItems.view(),
    listItems: listItems.view(),
  };
};

const pushLive = (list: GrowableUint32, item: number): void => {
  if (item !== NO_RANK) list.push(item);
};

/** Copies the values of live products in the column's order; returns the new id of each. */
const copyLiveValues = ({ column, itemMap }: ColumnSource, into: ValueCollector): Uint32Array => {
  const count = countValues(column);
  const moved = new Uint32Array(count);
  const isLive = new Uint8Array(count);
  forEachEntry(column, itemMap.length, (item, value) => {
    if (itemMap[item] !== NO_RANK) isLive[value] = 1;
  });
  for (let value = 0; value < count; value += 1) {
    if (isLive[value] === 0) continue;
    moved[value] = into.copy(column, value);
    if (findSorted(column.padded, value) !== -1) into.addPadded(moved[value] as number);
  }
  return moved;
};

const forEachEntry = (column: Column, items: number, visit: (item: number, value: number) => void): void => {
  const { rowItems, rowStart, rowValues } = column;
  const none = countValues(column);
  const isDirect = rowItems.length === 0;
  const rows = isDirect ? Math.min(items, rowStart.length === 0 ? rowValues.length : items) : rowItems.length;
  for (let row = 0; row < rows; row += 1) {
    const item = isDirect ? row : (rowItems[row] as number);
    if (rowStart.length === 0) {
      const value = rowValues[row] as number;
      if (value !== none) visit(item, value);
    } else {
      for (let at = rowStart[row] as number; at < (rowStart[row + 1] as number); at += 1)
        visit(item, rowValues[at] as number);
    }
  }
};
