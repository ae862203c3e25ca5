// Sifts a list of products by criteria, one tight loop for each form of a part. Order within a list carries no promise.

import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, TEXT_BYTE, VALUE } from '../budget/work-costs.ts';
import {
  type Column,
  firstNotBelow,
  forEachValue,
  isSingle,
  NO_VALUE,
  spellingAt,
} from '../columns/column.ts';
import { encodeUnits } from '../columns/column-text.ts';
import { textContains } from '../columns/text-scan.ts';
import type { Bits } from '../packing/bitset.ts';
import { criterionBits, listBits, readyBits } from './fill-bitset.ts';
import {
  type ContainsPart,
  type Criterion,
  isLists,
  type Part,
  type ValuesPart,
} from './product-criteria.ts';

/** Keeps in the list, up to `end`, what meets all criteria; returns its new end. Looking into texts comes last. */
export const filterAll = (
  list: Uint32Array,
  end: number,
  criteria: readonly Criterion[],
  items: number,
): number => {
  let kept = end;
  for (const late of [false, true]) {
    for (const criterion of criteria) {
      if (kept === 0) return 0;
      if (looksIntoTexts(criterion) !== late) continue;
      kept = filterOne(list, kept, criterion, items);
    }
  }
  return kept;
};

/** Whether products have to be looked for by the texts of their values. */
export const looksIntoTexts = (criterion: Criterion): boolean =>
  criterion.some(({ kind }) => kind === 'contains');

const filterOne = (list: Uint32Array, end: number, criterion: Criterion, items: number): number => {
  // Many lists, as a word with its prefixes has them, are looked up as one set.
  if (criterion.length > 1 && isLists(criterion))
    return filterBits(list, 0, end, criterionBits(criterion, items), false);
  let held = 0;
  for (const part of criterion) {
    if (held === end) break;
    held = filterList(list, held, end, part, items);
  }
  return held;
};

/** Moves the products between `from` and `to` that the part means to the front; returns where they end. */
export const filterList = (
  list: Uint32Array,
  from: number,
  to: number,
  part: Part,
  items: number,
): number => {
  spend(ITEM * (to - from) + VALUE);
  const ready = readyBits(part);
  if (ready !== undefined) return filterBits(list, from, to, ready, part.isNegated);
  switch (part.kind) {
    case 'values':
      return filterValues(list, from, to, part);
    case 'contains':
      return filterTexts(list, from, to, part);
    case 'list':
      return filterBits(list, from, to, listBits(part, items), part.isNegated);
    case 'bits':
      return from;
  }
};

export const filterBits = (
  list: Uint32Array,
  from: number,
  to: number,
  bits: Bits,
  isNegated: boolean,
): number => {
  const wanted = isNegated ? 0 : 1;
  let end = from;
  for (let at = from; at < to; at += 1) {
    const item = list[at] as number;
    if ((((bits[item >>> 5] as number) >>> (item & 31)) & 1) !== wanted) continue;
    list[at] = list[end] as number;
    list[end] = item;
    end += 1;
  }
  return end;
};

const filterValues = (list: Uint32Array, from: number, to: number, part: ValuesPart): number => {
  const { column, low, high, isNegated } = part;
  const { rowItems, rowValues } = column;
  if (rowItems.length > 0 || !isSingle(column)) {
    return filterBy(list, from, to, isNegated, (item) => hasValueWithin(column, item, low, high));
  }
  let end = from;
  for (let at = from; at < to; at += 1) {
    const item = list[at] as number;
    const value = rowValues[item] as number;
    if ((value >= low && value < high) === isNegated) continue;
    list[at] = list[end] as number;
    list[end] = item;
    end += 1;
  }
  return end;
};

const hasValueWithin = (column: Column, item: number, low: number, high: number): boolean => {
  const { rowItems, rowStart, rowValues } = column;
  const row = rowItems.length === 0 ? item : firstNotBelow(rowItems, item);
  if (rowItems.length > 0 && rowItems[row] !== item) return false;
  const from = rowStart.length === 0 ? row : (rowStart[row] as number);
  const to = rowStart.length === 0 ? row + 1 : (rowStart[row + 1] as number);
  for (let at = from; at < to; at += 1) {
    const value = rowValues[at] as number;
    if (value >= low && value < high) return true;
  }
  return false;
};

/** So many bytes are looked at between two looks at the budget. */
const BYTES_AT_ONCE = 65_536;

const filterTexts = (
  list: Uint32Array,
  from: number,
  to: number,
  { column, needle, isNegated }: ContainsPart,
): number => {
  const { texts, rowItems, rowValues } = column;
  const { start } = texts;
  const bytes = encodeUnits(needle);
  const padded = needle === needle.trim() || column.padded.length === 0 ? undefined : new Set(column.padded);
  let looked = 0;
  const valueHolds = (value: number): boolean => {
    const length = (start[value + 1] as number) - (start[value] as number);
    looked += length;
    if (looked > BYTES_AT_ONCE) {
      spend(TEXT_BYTE * looked);
      looked = 0;
    }
    return (
      textContains(texts, value, bytes) ||
      (padded?.has(value) === true && foldText(spellingAt(column, value)).includes(needle))
    );
  };
  const isPlain = rowItems.length === 0 && isSingle(column);
  const end = filterBy(list, from, to, isNegated, (item) => {
    if (isPlain) {
      const value = rowValues[item] as number;
      return value !== NO_VALUE && valueHolds(value);
    }
    let holds = false;
    forEachValue(column, item, (value) => {
      holds ||= valueHolds(value);
    });
    return holds;
  });
  spend(TEXT_BYTE * looked);
  return end;
};

const filterBy = (
  list: Uint32Array,
  from: number,
  to: number,
  isNegated: boolean,
  holds: (item: number) => boolean,
): number => {
  let end = from;
  for (let at = from; at < to; at += 1) {
    const item = list[at] as number;
    if (holds(item) === isNegated) continue;
    list[at] = list[end] as number;
    list[end] = item;
    end += 1;
  }
  return end;
};
