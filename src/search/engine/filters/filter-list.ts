// Filters a list of products by criteria, with one tight loop per kind of clause. The order within a list may change.

import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, TEXT_BYTE, VALUE } from '../budget/work-costs.ts';
import {
  type Column,
  countValues,
  firstNotBelow,
  forEachValue,
  isSingle,
  spellingAt,
} from '../columns/column.ts';
import { textContains } from '../columns/text-scan.ts';
import type { Bits } from '../packing/bitset.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { criterionBits, listBits, readyBits } from './fill-bitset.ts';
import {
  type Clause,
  type ContainsClause,
  type Criterion,
  isLists,
  type ValuesClause,
} from './product-criteria.ts';

/** Keeps the products that meet all criteria; returns the new end. Criteria that read texts come last. */
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

/** Whether the criterion has to read the texts of values. */
export const looksIntoTexts = (criterion: Criterion): boolean =>
  criterion.some(({ kind }) => kind === 'contains');

const filterOne = (list: Uint32Array, end: number, criterion: Criterion, items: number): number => {
  // Many posting lists, as a word with its prefixes has, are tested as one bitset.
  if (criterion.length > 1 && isLists(criterion))
    return filterBits(list, 0, end, criterionBits(criterion, items), false);
  let held = 0;
  for (const clause of criterion) {
    if (held === end) break;
    held = filterList(list, held, end, clause, items);
  }
  return held;
};

/** Moves the products between `from` and `to` that match the clause to the front; returns where they end. */
export const filterList = (
  list: Uint32Array,
  from: number,
  to: number,
  clause: Clause,
  items: number,
): number => {
  spend(ITEM * (to - from) + VALUE);
  const ready = readyBits(clause);
  if (ready !== undefined) return filterBits(list, from, to, ready, clause.isNegated);
  switch (clause.kind) {
    case 'values':
      return filterValues(list, from, to, clause);
    case 'contains':
      return filterTexts(list, from, to, clause);
    case 'list':
      return filterBits(list, from, to, listBits(clause, items), clause.isNegated);
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

const filterValues = (list: Uint32Array, from: number, to: number, clause: ValuesClause): number => {
  const { column, low, high, isNegated } = clause;
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

/** Longer lists pay extra. */
const LONG_LIST = 8;

const hasValueWithin = (column: Column, item: number, low: number, high: number): boolean => {
  const { rowItems, rowStart, rowValues } = column;
  const row = rowItems.length === 0 ? item : firstNotBelow(rowItems, item);
  if (rowItems.length > 0 && rowItems[row] !== item) return false;
  const from = rowStart.length === 0 ? row : (rowStart[row] as number);
  const to = rowStart.length === 0 ? row + 1 : (rowStart[row + 1] as number);
  if (to - from > LONG_LIST) spend(ITEM * (to - from));
  for (let at = from; at < to; at += 1) {
    const value = rowValues[at] as number;
    if (value >= low && value < high) return true;
  }
  return false;
};

/** Bytes read between two checks of the budget. */
const BYTES_PER_STEP = 65_536;

const filterTexts = (
  list: Uint32Array,
  from: number,
  to: number,
  { column, substring, isNegated }: ContainsClause,
): number => {
  const { texts, rowItems, rowValues } = column;
  const { start } = texts;
  const values = countValues(column);
  const bytes = encodeUnits(substring);
  const padded =
    substring === substring.trim() || column.padded.length === 0 ? undefined : new Set(column.padded);
  let looked = 0;
  const valueHolds = (value: number): boolean => {
    const length = (start[value + 1] as number) - (start[value] as number);
    looked += length;
    if (looked > BYTES_PER_STEP) {
      spend(TEXT_BYTE * looked);
      looked = 0;
    }
    return (
      textContains(texts, value, bytes) ||
      (padded?.has(value) === true && foldText(spellingAt(column, value)).includes(substring))
    );
  };
  const isPlain = rowItems.length === 0 && isSingle(column);
  const end = filterBy(list, from, to, isNegated, (item) => {
    if (isPlain) {
      const value = rowValues[item] as number;
      return value < values && valueHolds(value);
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
