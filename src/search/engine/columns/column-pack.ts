// Packs a column from its dictionary and its (product, value) pairs: first the row of each product, then the posting
// list of each value.

import { setBits, wordsFor } from '../packing/bitset.ts';
import {
  type Column,
  type ColumnDictionary,
  countValues,
  kindOf,
  LISTS,
  PRESENT,
  type RowValues,
} from './column.ts';
import { packAxis } from './number-axis.ts';
import type { ProductTuning } from './product-tuning.ts';
import { packGrams } from './trigram-filter.ts';

export interface ColumnEntries {
  readonly name: string;
  /** Number of products in the segment. */
  readonly items: number;
  readonly dictionary: ColumnDictionary;
  /** In any order, duplicates allowed. */
  readonly pairItem: Uint32Array;
  readonly pairValue: Uint32Array;
  /** In any order. */
  readonly emptyItems: Uint32Array;
  readonly listItems: Uint32Array;
}

/** Shared by all columns; nothing writes to an empty array. */
const NONE = new Uint32Array(0);

/** A blocked column stores every value as a posting list, so the postings of a range of values are contiguous. */
export const packColumn = (entries: ColumnEntries, tuning: ProductTuning, isChosen: boolean): Column => {
  const { name, items, dictionary } = entries;
  const rows = packRows(entries);
  // Subtracting one block from another is exact only if no product is in both.
  const isBlocked = isChosen && rows.values.length === rows.items.length;
  const denseFrom = isBlocked
    ? Number.POSITIVE_INFINITY
    : Math.max(tuning.denseMin, items / tuning.denseValueShare);
  const postings = packPostings(rows, items, countValues(dictionary), denseFrom);
  const lists = sortedCopy(entries.listItems);
  const areListsDense = lists.length * 32 > items;
  return {
    name,
    ...dictionary,
    ...packAxis(dictionary),
    grams: packGrams(dictionary.texts, tuning.gramsBytesMin),
    ...postings,
    ...(isBlocked
      ? packBlocks(postings.postingItem, items, tuning.blocks)
      : { blockSize: 0, blockBits: NONE }),
    ...narrowRows(rows, items, countValues(dictionary)),
    wordCounts: NONE,
    emptyItems: sortedCopy(entries.emptyItems),
    listItems: areListsDense ? NONE : lists,
    listBits: areListsDense ? bitsOf(lists, items) : NONE,
    statistics: countStatistics(rows, dictionary, entries),
  };
};

const sortedCopy = (list: Uint32Array): Uint32Array => (list.length === 0 ? NONE : list.slice().sort());

const bitsOf = (list: Uint32Array, items: number): Uint32Array => {
  const bits = new Uint32Array(wordsFor(items));
  setBits(bits, list, 0, list.length);
  return bits;
};

interface Rows {
  readonly items: Uint32Array;
  readonly start: Uint32Array;
  readonly values: Uint32Array;
}

/** One row per product that has values: sorted, no duplicates. */
const packRows = ({ pairItem, pairValue, items }: ColumnEntries): Rows => {
  const slot = new Uint32Array(items + 1);
  for (const item of pairItem) slot[item + 1] = (slot[item + 1] as number) + 1;
  let carriers = 0;
  for (let item = 0; item < items; item += 1) {
    if (slot[item + 1] !== 0) carriers += 1;
    slot[item + 1] = (slot[item + 1] as number) + (slot[item] as number);
  }
  const placed = new Uint32Array(pairItem.length);
  const next = slot.slice();
  for (let pair = 0; pair < pairItem.length; pair += 1) {
    const item = pairItem[pair] as number;
    const at = next[item] as number;
    next[item] = at + 1;
    placed[at] = pairValue[pair] as number;
  }
  const rowItems = new Uint32Array(carriers);
  const start = new Uint32Array(carriers + 1);
  let row = 0;
  let end = 0;
  for (let item = 0; item < items; item += 1) {
    const from = slot[item] as number;
    const to = slot[item + 1] as number;
    if (from === to) continue;
    if (to - from > 1) placed.subarray(from, to).sort();
    rowItems[row] = item;
    start[row] = end;
    row += 1;
    for (let at = from; at < to; at += 1) {
      if (at > from && placed[at] === placed[at - 1]) continue;
      placed[end] = placed[at] as number;
      end += 1;
    }
  }
  start[carriers] = end;
  return { items: rowItems, start, values: end === placed.length ? placed : placed.slice(0, end) };
};

const packPostings = (rows: Rows, items: number, values: number, denseFrom: number) => {
  const counts = new Uint32Array(values);
  for (const value of rows.values) counts[value] = (counts[value] as number) + 1;
  const dense: number[] = [];
  for (let value = 0; value < values; value += 1)
    if ((counts[value] as number) > denseFrom) dense.push(value);
  const denseValues = dense.length === 0 ? NONE : Uint32Array.from(dense);
  const denseCounts = dense.length === 0 ? NONE : denseValues.map((value) => counts[value] as number);
  const words = wordsFor(items);
  const denseBits = dense.length === 0 ? NONE : new Uint32Array(dense.length * words);
  const isDense = new Map<number, number>();
  denseValues.forEach((value, place) => {
    isDense.set(value, place);
    counts[value] = 0;
  });
  const postingStart = new Uint32Array(values + 1);
  for (let value = 0; value < values; value += 1)
    postingStart[value + 1] = (postingStart[value] as number) + (counts[value] as number);
  const postingItem = new Uint32Array(postingStart[values] as number);
  const next = postingStart.slice();
  for (let row = 0; row < rows.items.length; row += 1) {
    const item = rows.items[row] as number;
    for (let at = rows.start[row] as number; at < (rows.start[row + 1] as number); at += 1) {
      const value = rows.values[at] as number;
      const place = isDense.size === 0 ? undefined : isDense.get(value);
      if (place === undefined) {
        postingItem[next[value] as number] = item;
        next[value] = (next[value] as number) + 1;
      } else {
        const word = place * words + (item >>> 5);
        denseBits[word] = (denseBits[word] as number) | (1 << (item & 31));
      }
    }
  }
  return { postingStart, postingItem, denseValues, denseCounts, denseBits };
};

/** Drops the arrays that a column does not need. */
const narrowRows = (rows: Rows, items: number, values: number) => {
  const isSingle = rows.values.length === rows.items.length;
  const isDirect = rows.items.length * 2 > items;
  if (!isDirect) {
    return {
      rowItems: rows.items,
      rowStart: isSingle ? NONE : rows.start,
      rowValues: narrowed(rows.values, values),
    };
  }
  if (isSingle) {
    const rowValues = newRowValues(items, values).fill(values);
    rows.items.forEach((item, row) => {
      rowValues[item] = rows.values[row] as number;
    });
    return { rowItems: NONE, rowStart: NONE, rowValues };
  }
  const rowStart = new Uint32Array(items + 1);
  for (let item = 0, row = 0; item < items; item += 1) {
    rowStart[item] = rows.start[row] as number;
    if (rows.items[row] === item) row += 1;
    rowStart[item + 1] = rows.start[row] as number;
  }
  return { rowItems: NONE, rowStart, rowValues: narrowed(rows.values, values) };
};

/** Room for that many entries, each a value or the number of values. */
const newRowValues = (entries: number, values: number): RowValues => {
  if (values <= 0xff) return new Uint8Array(entries);
  return values <= 0xffff ? new Uint16Array(entries) : new Uint32Array(entries);
};

const narrowed = (wide: Uint32Array, values: number): RowValues => {
  const narrow = newRowValues(wide.length, values);
  narrow.set(wide);
  return narrow;
};

const countStatistics = (
  rows: Rows,
  dictionary: ColumnDictionary,
  { emptyItems, listItems }: ColumnEntries,
): Uint32Array => {
  const statistics = new Uint32Array(LISTS + 1);
  statistics[PRESENT] = rows.items.length + emptyItems.length;
  statistics[LISTS] = listItems.length;
  for (let row = 0; row < rows.items.length; row += 1) {
    let kinds = 0;
    for (let at = rows.start[row] as number; at < (rows.start[row + 1] as number); at += 1)
      kinds |= 1 << kindOf(dictionary, rows.values[at] as number);
    for (let kind = 0; kind < PRESENT; kind += 1)
      if ((kinds >>> kind) & 1) statistics[kind] = (statistics[kind] as number) + 1;
  }
  return statistics;
};

/** The numeric columns that range filters most likely use: those with the most values. */
export const chooseBlocked = (
  columns: readonly ColumnEntries[],
  { blockedValuesMin, blockedItemsMin, blockedColumnsMax }: ProductTuning,
): ReadonlySet<ColumnEntries> =>
  new Set(
    columns
      .filter(
        ({ dictionary, pairItem }) =>
          dictionary.orderedNumbers > blockedValuesMin && pairItem.length >= blockedItemsMin,
      )
      .sort((a, b) => b.pairItem.length - a.pairItem.length || (a.name < b.name ? -1 : 1))
      .slice(0, blockedColumnsMax),
  );

const packBlocks = (postingItem: Uint32Array, items: number, blocks: number) => {
  const words = wordsFor(items);
  const blockSize = Math.max(1, Math.ceil(postingItem.length / blocks));
  const count = Math.ceil(postingItem.length / blockSize) + 1;
  const blockBits = new Uint32Array(count * words);
  for (let block = 1; block < count; block += 1) {
    blockBits.copyWithin(block * words, (block - 1) * words, block * words);
    const own = blockBits.subarray(block * words, (block + 1) * words);
    const end = Math.min(postingItem.length, block * blockSize);
    setBits(own, postingItem, (block - 1) * blockSize, end);
  }
  return { blockSize, blockBits };
};
