// One filterable field over the products of a segment (a column of doc values): its sorted dictionary, the posting
// list of each value, and the values of each product. Everything but the live statistics is immutable; deleted
// products stay until a merge.

import { type Bits, hasBit } from '../packing/bitset.ts';
import {
  compareTexts,
  compareTextTo,
  isEmptyText,
  type PackedText,
  textAt,
} from '../packing/packed-texts.ts';
import type { TrigramFilter } from './trigram-filter.ts';

/** The kinds of a value, and their indexes in `statistics`. */
export const TEXT = 0;
export const DATE = 1;
export const NUMBER = 2;
export const BOOLEAN = 3;
/** Products that have the field, and those that have it as a list. */
export const PRESENT = 4;
export const LISTS = 5;

/** As narrow as the number of values allows: reading the values of many products is a matter of memory. */
export type RowValues = Uint8Array | Uint16Array | Uint32Array;

export interface ColumnDictionary {
  /** Each value as text comparisons see it: folded and trimmed. */
  readonly texts: PackedText;
  /** Each value as it was written, empty where that equals the text; no entries at all if all are equal. */
  readonly spellings: PackedText;
  /** Values with surrounding white space. */
  readonly padded: Uint32Array;
  /** Empty if all are TEXT. */
  readonly kinds: Uint8Array;
  /** Each value as a number: the instant of a date, 0 or 1 of a flag, otherwise NaN. Empty if all are NaN. */
  readonly numbers: Float64Array;
  /** The first values, this many, are sorted by number; the rest by text. */
  readonly orderedNumbers: number;
}

/** The different numbers of a column. */
export interface NumberAxis {
  /** Ascending; empty if they are the first `orderedNumbers` of its values. */
  readonly distinctNumbers: Float64Array;
  /** The place of each value among them, or how many there are if the value is no number. */
  readonly numberPlaces: Uint32Array;
}

export interface Column extends ColumnDictionary, NumberAxis {
  readonly name: string;
  /** Rules out blocks of `texts` that cannot contain a substring. */
  readonly grams: TrigramFilter;
  /** The posting list of each value, ascending, unless the value is stored as a bitset. */
  readonly postingStart: Uint32Array;
  readonly postingItem: Uint32Array;
  /** Values stored as bitsets, ascending; how many products each has; the bitsets, concatenated. */
  readonly denseValues: Uint32Array;
  readonly denseCounts: Uint32Array;
  readonly denseBits: Uint32Array;
  /** Bitset k holds the products of the first k * blockSize postings; 0 and empty where that does not pay off. */
  readonly blockSize: number;
  readonly blockBits: Uint32Array;
  /** Products that have values, ascending, one row each; empty if row k is product k. */
  readonly rowItems: Uint32Array;
  /**
   * Offset of each row in `rowValues`, and the end of the last; empty if each row is one entry, the number of
   * values for none.
   */
  readonly rowStart: Uint32Array;
  /** Ascending within a row. */
  readonly rowValues: RowValues;
  /** For each counted word of the segment, then for each counted pair, how many of its products have each value; empty if that is not kept. */
  readonly wordCounts: Uint32Array;
  /** Products whose value is an empty list. */
  readonly emptyItems: Uint32Array;
  /** Products whose value is a list: as ordinals, or as a bitset. */
  readonly listItems: Uint32Array;
  readonly listBits: Bits;
  /** Live products that have a value of each kind, that have the field, and that have it as a list. */
  readonly statistics: Uint32Array;
}

export const countValues = ({ texts }: ColumnDictionary): number => texts.start.length - 1;

export const kindOf = ({ kinds }: ColumnDictionary, value: number): number => kinds[value] ?? TEXT;

export const numberOf = ({ numbers }: ColumnDictionary, value: number): number =>
  numbers[value] ?? Number.NaN;

/** The value as it was written, or folded if the column does not keep spellings. */
export const spellingAt = ({ texts, spellings }: ColumnDictionary, value: number): string =>
  spellings.start.length === 1 || isEmptyText(spellings, value)
    ? textAt(texts, value)
    : textAt(spellings, value);

/** Index of an entry of a sorted list, or -1. */
export const findSorted = (sorted: Uint32Array, wanted: number): number => {
  const at = firstNotBelow(sorted, wanted);
  return sorted[at] === wanted ? at : -1;
};

export const firstNotBelow = (sorted: Uint32Array, wanted: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The bitset at index `place` of `denseValues`. */
export const denseSet = ({ denseBits, denseValues }: Column, place: number): Bits => {
  const words = denseBits.length / denseValues.length;
  return denseBits.subarray(place * words, (place + 1) * words);
};

/** Postings of the values `low` up to `high`; a product with several of them counts several times. */
export const countEntries = (column: Column, low: number, high: number): number => {
  const { postingStart, denseValues, denseCounts } = column;
  let count = (postingStart[high] as number) - (postingStart[low] as number);
  for (let place = firstNotBelow(denseValues, low); place < denseValues.length; place += 1) {
    if ((denseValues[place] as number) >= high) break;
    count += denseCounts[place] as number;
  }
  return count;
};

/** Whether no product has two values. */
export const isSingle = ({ rowStart }: Column): boolean => rowStart.length === 0;

/** Whether a live product has a value. */
export const hasLiveRow = (column: Column, alive: Bits): boolean => {
  const { rowItems, rowStart, rowValues } = column;
  const none = countValues(column);
  const rows = rowStart.length === 0 ? rowValues.length : rowStart.length - 1;
  for (let row = 0; row < rows; row += 1) {
    const isEmpty = rowStart.length === 0 ? rowValues[row] === none : rowStart[row] === rowStart[row + 1];
    if (!isEmpty && hasBit(alive, rowItems.length === 0 ? row : (rowItems[row] as number))) return true;
  }
  return false;
};

/** Visits the values of one product, ascending. */
export const forEachValue = (column: Column, item: number, visit: (value: number) => void): void => {
  const { rowItems, rowStart, rowValues } = column;
  const row = rowItems.length === 0 ? item : findSorted(rowItems, item);
  if (row === -1) return;
  if (rowStart.length === 0) {
    const value = rowValues[row];
    if (value !== undefined && value < countValues(column)) visit(value);
    return;
  }
  for (let at = rowStart[row] as number; at < (rowStart[row + 1] as number); at += 1)
    visit(rowValues[at] as number);
};

/** The first value whose number is at least the wanted one (or, if `after`, greater); among the ordered ones. */
export const numberBound = (column: ColumnDictionary, wanted: number, after: boolean): number => {
  let low = 0;
  let high = column.orderedNumbers;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const own = column.numbers[middle] as number;
    if (own < wanted || (after && own === wanted)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * The first value whose text is not before the wanted one (or, if `after`, is after it); only if texts are sorted.
 */
export const textBound = (column: ColumnDictionary, wanted: Uint8Array, after: boolean): number => {
  let low = 0;
  let high = countValues(column);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareTextTo(column.texts, middle, wanted);
    if (order < 0 || (after && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Whether text comparisons see the two values as equal. */
export const isSameText = ({ texts }: ColumnDictionary, a: number, b: number): boolean =>
  compareTexts(texts, a, texts, b) === 0;
