// Merges one column of several segments into one, leaving out deleted products and the values that only they had.

import { hasBit } from '../packing/bitset.ts';
import { GrowableUint32 } from '../packing/growable.ts';
import { NO_RANK } from '../packing/ranked-strings.ts';
import { type Column, countValues, findSorted, NO_VALUE } from './column.ts';
import { ValueCollector } from './column-dictionary.ts';
import type { ColumnEntries } from './column-pack.ts';

export interface ColumnSource {
  readonly column: Column;
  /** Where each product of the segment goes; NO_RANK when it is gone. */
  readonly place: Uint32Array;
}

/** `isNumeric` columns stay in the order of their numbers even if some value is none. */
export const mergeColumns = (
  name: string,
  sources: readonly ColumnSource[],
  items: number,
  isNumeric: boolean,
): ColumnEntries => {
  // All that can come, so that nothing is copied as it grows.
  const total = (count: (column: Column) => number): number =>
    sources.reduce((sum, { column }) => sum + count(column), 0);
  const values = new ValueCollector(
    total(countValues),
    total(({ texts }) => texts.bytes.length),
  );
  const pairs = total(({ rowValues }) => rowValues.length);
  const pairItem = new GrowableUint32(pairs + 1);
  const pairPlace = new GrowableUint32(pairs + 1);
  const emptyItems = new GrowableUint32(16);
  const listItems = new GrowableUint32(16);
  for (const source of sources) {
    const { column, place } = source;
    const moved = copyLiveValues(source, values);
    forEachEntry(column, place.length, (item, value) => {
      const to = place[item] as number;
      if (to === NO_RANK) return;
      pairItem.push(to);
      pairPlace.push(moved[value] as number);
    });
    for (const item of column.emptyItems) pushLive(emptyItems, place[item] as number);
    for (const item of column.listItems) pushLive(listItems, place[item] as number);
    if (column.listBits.length > 0) {
      for (let item = 0; item < place.length; item += 1)
        if (hasBit(column.listBits, item)) pushLive(listItems, place[item] as number);
    }
  }
  const { dictionary, rank } = values.finish(isNumeric);
  return {
    name,
    items,
    dictionary,
    pairItem: pairItem.view(),
    pairValue: pairPlace.view().map((place) => rank[place] as number),
    emptyItems: emptyItems.view(),
    listItems: listItems.view(),
  };
};

const pushLive = (list: GrowableUint32, item: number): void => {
  if (item !== NO_RANK) list.push(item);
};

/** Copies what some live product has, in the column's order, and says where each value went. */
const copyLiveValues = ({ column, place }: ColumnSource, into: ValueCollector): Uint32Array => {
  const count = countValues(column);
  const moved = new Uint32Array(count).fill(NO_VALUE);
  const isLive = new Uint8Array(count);
  forEachEntry(column, place.length, (item, value) => {
    if (place[item] !== NO_RANK) isLive[value] = 1;
  });
  for (let value = 0; value < count; value += 1) {
    if (isLive[value] === 0) continue;
    moved[value] = into.copy(column, value);
    if (findSorted(column.padded, value) !== -1) into.markPadded(moved[value] as number);
  }
  return moved;
};

const forEachEntry = (
  { rowItems, rowStart, rowValues }: Column,
  items: number,
  visit: (item: number, value: number) => void,
): void => {
  const isDirect = rowItems.length === 0;
  const rows = isDirect ? Math.min(items, rowStart.length === 0 ? rowValues.length : items) : rowItems.length;
  for (let row = 0; row < rows; row += 1) {
    const item = isDirect ? row : (rowItems[row] as number);
    if (rowStart.length === 0) {
      const value = rowValues[row] as number;
      if (value !== NO_VALUE) visit(item, value);
    } else {
      for (let at = rowStart[row] as number; at < (rowStart[row + 1] as number); at += 1)
        visit(item, rowValues[at] as number);
    }
  }
};
