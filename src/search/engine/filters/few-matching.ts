// Looks for a product that meets all criteria among the first few of one of them: enough to know that there is one, which there nearly
// always is, without gathering all.

import { spend } from '../budget/work-budget.ts';
import { ITEM } from '../budget/work-costs.ts';
import { denseSet, findSorted } from '../columns/column.ts';
import { type Bits, hasBit, listItems } from '../packing/bitset.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { filterAll } from './filter-list.ts';
import type { Clause, Criterion, ValuesClause } from './product-criteria.ts';

const FEW = 16;
/** Words of a bitset, 32 products each: a value has a bitset if it has many products. */
const FEW_WORDS = 4;

/** Undefined if none of the few does; others may. */
export const findAmongFew = (segment: ProductSegment, criteria: readonly Criterion[]): number | undefined => {
  const few = firstOf(criteria);
  if (few === undefined) return undefined;
  const live = few.filter((item) => hasBit(segment.alive, item));
  spend(ITEM * live.length * criteria.length);
  const end = filterAll(live, live.length, criteria, countProductsIn(segment));
  return end === 0 ? undefined : live[0];
};

/**
 * A copy of the beginning of a list that is there already; undefined if there is no such list. From the last criterion on: what was asked
 * for comes after who asks.
 */
const firstOf = (criteria: readonly Criterion[]): Uint32Array | undefined => {
  for (const criterion of criteria.toReversed()) {
    for (const clause of criterion) {
      const list = listOf(clause);
      if (list !== undefined) return list;
    }
  }
  return undefined;
};

const listOf = (clause: Clause): Uint32Array | undefined => {
  if (clause.isNegated) return undefined;
  if (clause.kind === 'list') return clause.items.slice(clause.from, Math.min(clause.to, clause.from + FEW));
  if (clause.kind === 'bits') return firstBits(clause.bits);
  return clause.kind === 'values' && clause.low < clause.high ? listOfValue(clause) : undefined;
};

const listOfValue = ({ column, low }: ValuesClause): Uint32Array => {
  const dense = findSorted(column.denseValues, low);
  if (dense !== -1) return firstBits(denseSet(column, dense));
  const from = column.postingStart[low] as number;
  return column.postingItem.slice(from, Math.min(column.postingStart[low + 1] as number, from + FEW));
};

const firstBits = (bits: Bits): Uint32Array => {
  const items = new Uint32Array(32 * FEW_WORDS);
  return items.subarray(0, listItems(bits.subarray(0, FEW_WORDS), items, 0));
};
