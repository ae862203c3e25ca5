// Narrows a set of products by criteria that look into texts: the cheapest first, nobody is looked at any more once nothing is
// left, and of what is left only as much as a criterion has not let pass yet. Finds exactly the products that unions of whole
// sets would find.

import { spend } from '../budget/work-budget.ts';
import {
  BITS_WORD,
  ITEM,
  JUDGED_BLOCK,
  ORDERED_PART,
  PASSED_BYTE,
  SCANNED_BYTE,
  TEXT_BYTE,
} from '../budget/work-costs.ts';
import { markContainingAny } from '../columns/many-needles.ts';
import { findShortNeedles, isShort } from '../columns/short-needles.ts';
import {
  type Bits,
  countBits,
  intersectWith,
  listItems,
  markItems,
  subtractFrom,
} from '../packing/bitset.ts';
import { takeBits, takeList, withOwnBits, withOwnList } from '../packing/bitset-scratch.ts';
import { addPart, criterionBits, readyBits } from './fill-bitset.ts';
import { filterAll, filterList } from './filter-list.ts';
import type { ContainsPart, Criterion, Part } from './product-criteria.ts';

/** Keeps in the set what meets all criteria. */
export const narrowByTexts = (set: Bits, criteria: readonly Criterion[], items: number): void => {
  for (const criterion of criteria) spend(ORDERED_PART * criterion.length);
  findTogether(criteria, items);
  const ordered = subtractTogether(set, criteria, items)
    .map((criterion) => ({ criterion, cost: costOf(criterion) }))
    .sort((a, b) => a.cost - b.cost);
  for (let place = 0; place < ordered.length; place += 1) {
    spend(BITS_WORD * 2 * set.length);
    const left = countBits(set);
    if (left === 0) return;
    const { criterion, cost } = ordered[place] as (typeof ordered)[number];
    if (filterCost(criterion, left) < cost) {
      const rest = ordered.slice(place).map((own) => own.criterion);
      filterSet(set, left, (list) => filterAll(list, left, rest, items));
      return;
    }
    withOwnBits(() => narrowByOne(set, criterion, items));
  }
};

const narrowByOne = (set: Bits, criterion: Criterion, items: number): void => {
  if (criterion.length === 1) {
    intersectWith(set, criterionBits(criterion, items));
    return;
  }
  const parts = criterion
    .map((part) => ({ part, cost: partCost(part) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ part }) => part);
  const held = takeBits(items).fill(0);
  const missing = takeBits(items);
  for (let place = 0; place < parts.length; place += 1) {
    spend(BITS_WORD * 4 * set.length);
    missing.set(set);
    subtractFrom(missing, held);
    const left = countBits(missing);
    if (left === 0) return;
    const part = parts[place] as Part;
    if (filterCost([part], left) < partCost(part)) {
      filterSet(missing, left, (list) => {
        let end = 0;
        for (const own of parts.slice(place)) {
          if (end === left) break;
          end = filterList(list, end, left, own, items);
        }
        return end;
      });
      for (let word = 0; word < held.length; word += 1)
        held[word] = (held[word] as number) | (missing[word] as number);
      break;
    }
    addPart(part, held, items);
  }
  intersectWith(set, held);
};

/** Makes the set what is left of its products when they were filtered as a list; `left` says how many they are. */
const filterSet = (set: Bits, left: number, step: (list: Uint32Array) => number): void => {
  withOwnList(() => {
    const list = takeList(left);
    listItems(set, list, 0);
    const end = step(list);
    set.fill(0);
    markItems(set, list, 0, end);
  });
};

/** Short needles of one column that are asked for together are found together. */
const findTogether = (criteria: readonly Criterion[], items: number): void => {
  const byColumn = new Map<ContainsPart['column'], Set<string>>();
  for (const criterion of criteria) {
    for (const part of criterion) {
      if (part.kind !== 'contains' || !isShort(part.needle)) continue;
      const needles = byColumn.get(part.column);
      if (needles === undefined) byColumn.set(part.column, new Set([part.needle]));
      else needles.add(part.needle);
    }
  }
  for (const [column, needles] of byColumn) findShortNeedles(column, needles, items);
};

/**
 * Takes out of the set what contains any of many texts that must not be contained, where one pass through a column for all of them
 * costs less than to look for each; returns the criteria that are left.
 */
const subtractTogether = (set: Bits, criteria: readonly Criterion[], items: number): readonly Criterion[] => {
  const byColumn = new Map<ContainsPart['column'], ContainsPart[]>();
  for (const [part, ...more] of criteria) {
    if (part?.kind !== 'contains' || !part.isNegated || more.length > 0 || isShort(part.needle)) continue;
    const parts = byColumn.get(part.column);
    if (parts === undefined) byColumn.set(part.column, [part]);
    else parts.push(part);
  }
  const done = new Set<Part>();
  for (const [column, parts] of byColumn) {
    const each = partCost(parts[0] as Part);
    if (parts.length < TOGETHER_MIN || each * parts.length < PASSED_BYTE * column.texts.bytes.length)
      continue;
    withOwnBits(() => {
      const held = takeBits(items).fill(0);
      markContainingAny(
        column,
        parts.map(({ needle }) => needle),
        held,
      );
      subtractFrom(set, held);
    });
    for (const part of parts) done.add(part);
  }
  return done.size === 0 ? criteria : criteria.filter(([part]) => part === undefined || !done.has(part));
};

/** Fewer needles are not looked for together. */
const TOGETHER_MIN = 16;

/** About what it costs to find all products of a segment that meet the criterion. */
const costOf = (criterion: Criterion): number => {
  let cost = 0;
  for (const part of criterion) cost += partCost(part);
  return cost;
};

const partCost = (part: Part): number => {
  if (readyBits(part) !== undefined) return 1;
  if (part.kind === 'values') return part.size;
  if (part.kind !== 'contains') return 1;
  const { texts, grams } = part.column;
  // Few stretches are left to be looked through, but some in vain.
  return grams.blockStart.length === 0 || isShort(part.needle)
    ? SCANNED_BYTE * texts.bytes.length
    : 3 * JUDGED_BLOCK * grams.blockStart.length;
};

/** About what it costs to hold so many products against the criterion one by one. */
const filterCost = (criterion: Criterion, products: number): number => {
  let cost = 0;
  for (const part of criterion) {
    cost += ITEM * products;
    if (part.kind !== 'contains' || readyBits(part) !== undefined) continue;
    const { texts, rowValues } = part.column;
    cost += (TEXT_BYTE * products * texts.bytes.length) / Math.max(1, rowValues.length);
  }
  return cost;
};
