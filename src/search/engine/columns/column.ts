// One filterable field over the products of a segment: its distinct values in order, the products of each value, and the
// values of each product. Everything but the live statistics is immutable; deleted products stay in until a merge.

import type { Bits } from '../packing/bitset.ts';
import { compareTexts, compareTextTo, isEmptyText, type PackedText, textAt } from './column-text.ts';
import type { TrigramFilter } from './trigram-filter.ts';

/** The kinds of scalar a value can be; also their places in `statistics`. */
export const TEXT = 0;
export const DATE = 1;
export const NUMBER = 2;
export const BOOLEAN = 3;
/** Products that carry the field, and those that carry it as a list. */
export const CARRIERS = 4;
export const LISTS = 5;

export const NO_VALUE = 0xffff_ffff;

export interface ColumnDictionary {
  /** Each value as it is compared as text: folded and trimmed. */
  readonly texts: PackedText;
  /** Each value as it was written, empty where that is the same; no entries at all where every one is the same. */
  readonly spellings: PackedText;
  /** Values with white space around them. */
  readonly padded: Uint32Array;
  /** Empty where all are TEXT. */
  readonly kinds: Uint8Array;
  /** Each value as a number: of a date the instant, of a flag 0 or 1, else NaN. Empty where all are NaN. */
  readonly numbers: Float64Array;
  /** So many values come first, in the order of their numbers; the rest is in the order of texts. */
  readonly orderedNumbers: number;
}

export interface Column extends ColumnDictionary {
  readonly name: string;
  /** Where in `texts` a text can be found at all. */
  readonly grams: TrigramFilter;
  /** Of each value the products, ascending, unless the value is held as bits. */
  readonly postingStart: Uint32Array;
  readonly postingItem: Uint32Array;
  /** Values held as bits, ascending; how many products each has; and their sets one after another. */
  readonly denseValues: Uint32Array;
  readonly denseCounts: Uint32Array;
  readonly denseBits: Uint32Array;
  /** Set k holds the products of the first k * blockSize postings; 0 and none where that does not pay. */
  readonly blockSize: number;
  readonly blockBits: Uint32Array;
  /** Products that have values, ascending, each with a row; empty where row k is simply product k. */
  readonly rowItems: Uint32Array;
  /** Where each row begins in `rowValues`, and an end; empty where each row is one entry, NO_VALUE for none. */
  readonly rowStart: Uint32Array;
  /** Ascending within a row. */
  readonly rowValues: Uint32Array;
  /** Products that carry the field as an empty list. */
  readonly emptyItems: Uint32Array;
  /** Products that carry the field as a list: as a list of ordinals, or as bits. */
  readonly listItems: Uint32Array;
  readonly listBits: Bits;
  /** Live products that have a value of each kind, that carry the field, that carry it as a list. */
  readonly statistics: Uint32Array;
}

export const countValues = ({ texts }: ColumnDictionary): number => texts.start.length - 1;

export const kindOf = ({ kinds }: ColumnDictionary, value: number): number => kinds[value] ?? TEXT;

export const numberOf = ({ numbers }: ColumnDictionary, value: number): number =>
  numbers[value] ?? Number.NaN;

/** The value as it was written (or, where nobody asks for that, folded). */
export const spellingAt = ({ texts, spellings }: ColumnDictionary, value: number): string =>
  spellings.start.length === 1 || isEmptyText(spellings, value)
    ? textAt(texts, value)
    : textAt(spellings, value);

/** Index of a sorted list's entry, or -1. */
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

/** The set of the dense value at that place of `denseValues`. */
export const denseSet = ({ denseBits, denseValues }: Column, place: number): Bits => {
  const words = denseBits.length / denseValues.length;
  return denseBits.subarray(place * words, (place + 1) * words);
};

/** How many entries the values `low` up to `high` have; a product with several of them counts several times. */
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

/** Calls for each value of one product, ascending. */
export const forEachValue = (column: Column, item: number, visit: (value: number) => void): void => {
  const { rowItems, rowStart, rowValues } = column;
  const row = rowItems.length === 0 ? item : findSorted(rowItems, item);
  if (row === -1) return;
  if (rowStart.length === 0) {
    const value = rowValues[row] ?? NO_VALUE;
    if (value !== NO_VALUE) visit(value);
    return;
  }
  for (let at = rowStart[row] as number; at < (rowStart[row + 1] as number); at += 1)
    visit(rowValues[at] as number);
};

/** The first value whose number is not below (or, if `after`, above) the wanted one; among the ordered ones. */
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

/** The first value whose text is not before (or, if `after`, after) the wanted one; only where texts are in order. */
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

/** Whether two values are the same to a text comparison. */
export const isSameText = ({ texts }: ColumnDictionary, a: number, b: number): boolean =>
  compareTexts(texts, a, texts, b) === 0;
