// Narrows a bitset of products by criteria that read texts: cheapest criterion first, stopping when nothing is left,
// and testing only products that no earlier clause has accepted. Finds exactly the products that unions of whole sets
// would.

import { spend } from '../budget/work-budget.ts';
import {
  BITS_WORD,
  CHECKED_BLOCK,
  ITEM,
  MULTI_SCAN_BYTE,
  RANKED_CLAUSE,
  SCANNED_BYTE,
  TEXT_BYTE,
} from '../budget/work-costs.ts';
import { setContainingAny } from '../columns/multi-substring-search.ts';
import { findShortSubstrings, isShort } from '../columns/short-substrings.ts';
import { type Bits, countBits, intersectWith, listItems, setBits, subtractFrom } from '../packing/bitset.ts';
import { scratchBits, scratchList, withScopedBits, withScopedList } from '../packing/bitset-scratch.ts';
import { addClause, criterionBits, readyBits } from './fill-bitset.ts';
import { filterAll, filterList } from './filter-list.ts';
import type { Clause, ContainsClause, Criterion } from './product-criteria.ts';

/** Keeps in the set what meets all criteria. */
export const narrowByTexts = (set: Bits, criteria: readonly Criterion[], items: number): void => {
  for (const criterion of criteria) spend(RANKED_CLAUSE * criterion.length);
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
    withScopedBits(() => narrowByOne(set, criterion, items));
  }
};

const narrowByOne = (set: Bits, criterion: Criterion, items: number): void => {
  if (criterion.length === 1) {
    intersectWith(set, criterionBits(criterion, items));
    return;
  }
  const clauses = criterion
    .map((clause) => ({ clause, cost: clauseCost(clause) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ clause }) => clause);
  const held = scratchBits(items).fill(0);
  const missing = scratchBits(items);
  for (let place = 0; place < clauses.length; place += 1) {
    spend(BITS_WORD * 4 * set.length);
    missing.set(set);
    subtractFrom(missing, held);
    const left = countBits(missing);
    if (left === 0) return;
    const clause = clauses[place] as Clause;
    if (filterCost([clause], left) < clauseCost(clause)) {
      filterSet(missing, left, (list) => {
        let end = 0;
        for (const own of clauses.slice(place)) {
          if (end === left) break;
          end = filterList(list, end, left, own, items);
        }
        return end;
      });
      for (let word = 0; word < held.length; word += 1)
        held[word] = (held[word] as number) | (missing[word] as number);
      break;
    }
    addClause(clause, held, items);
  }
  intersectWith(set, held);
};

/** Filters the set as a list; `left` is its size. */
const filterSet = (set: Bits, left: number, step: (list: Uint32Array) => number): void => {
  withScopedList(() => {
    const list = scratchList(left);
    listItems(set, list, 0);
    const end = step(list);
    set.fill(0);
    setBits(set, list, 0, end);
  });
};

/** Finds short substrings of one column together. */
const findTogether = (criteria: readonly Criterion[], items: number): void => {
  const byColumn = new Map<ContainsClause['column'], Set<string>>();
  for (const criterion of criteria) {
    for (const clause of criterion) {
      if (clause.kind !== 'contains' || !isShort(clause.substring)) continue;
      const substrings = byColumn.get(clause.column);
      if (substrings === undefined) byColumn.set(clause.column, new Set([clause.substring]));
      else substrings.add(clause.substring);
    }
  }
  for (const [column, substrings] of byColumn) findShortSubstrings(column, substrings, items);
};

/**
 * Removes the products that contain any of many negated substrings, where one pass through a column is cheaper than
 * one search each; returns the remaining criteria.
 */
const subtractTogether = (set: Bits, criteria: readonly Criterion[], items: number): readonly Criterion[] => {
  const byColumn = new Map<ContainsClause['column'], ContainsClause[]>();
  for (const [clause, ...more] of criteria) {
    if (clause?.kind !== 'contains' || !clause.isNegated || more.length > 0 || isShort(clause.substring))
      continue;
    const clauses = byColumn.get(clause.column);
    if (clauses === undefined) byColumn.set(clause.column, [clause]);
    else clauses.push(clause);
  }
  const done = new Set<Clause>();
  for (const [column, clauses] of byColumn) {
    const each = clauseCost(clauses[0] as Clause);
    if (clauses.length < TOGETHER_MIN || each * clauses.length < MULTI_SCAN_BYTE * column.texts.bytes.length)
      continue;
    withScopedBits(() => {
      const held = scratchBits(items).fill(0);
      setContainingAny(
        column,
        clauses.map(({ substring }) => substring),
        held,
      );
      subtractFrom(set, held);
    });
    for (const clause of clauses) done.add(clause);
  }
  return done.size === 0
    ? criteria
    : criteria.filter(([clause]) => clause === undefined || !done.has(clause));
};

/** Fewer substrings are searched one by one. */
const TOGETHER_MIN = 16;

/** The approximate cost of finding all products of a segment that meet the criterion. */
const costOf = (criterion: Criterion): number => {
  let cost = 0;
  for (const clause of criterion) cost += clauseCost(clause);
  return cost;
};

const clauseCost = (clause: Clause): number => {
  if (readyBits(clause) !== undefined) return 1;
  if (clause.kind === 'values') return clause.size;
  if (clause.kind !== 'contains') return 1;
  const { texts, grams } = clause.column;
  // The trigram filter leaves few blocks, some of them in vain.
  return grams.blockStart.length === 0 || isShort(clause.substring)
    ? SCANNED_BYTE * texts.bytes.length
    : 3 * CHECKED_BLOCK * grams.blockStart.length;
};

/** The approximate cost of testing this many products one by one. */
const filterCost = (criterion: Criterion, products: number): number => {
  let cost = 0;
  for (const clause of criterion) {
    cost += ITEM * products;
    if (clause.kind !== 'contains' || readyBits(clause) !== undefined) continue;
    const { texts, rowValues } = clause.column;
    cost += (TEXT_BYTE * products * texts.bytes.length) / Math.max(1, rowValues.length);
  }
  return cost;
};
