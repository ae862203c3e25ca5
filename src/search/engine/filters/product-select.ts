// Counts or collects the products of a segment that meet all criteria. A short posting list leads and is filtered by
// the other criteria; larger sets are intersected as bitsets. Both ways find exactly the same products.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, POSTING } from '../budget/work-costs.ts';
import { denseSet, firstNotBelow } from '../columns/column.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import {
  type Bits,
  countBits,
  countIntersection,
  intersectWith,
  listItems,
  setBits,
  setNewBits,
  wordsFor,
} from '../packing/bitset.ts';
import { emptyScratchBits, scratchBits, scratchList, withScopedBits } from '../packing/bitset-scratch.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { criterionBits, gatherUnset, readyBits } from './fill-bitset.ts';
import { filterAll, filterBits, looksIntoTexts } from './filter-list.ts';
import {
  type Clause,
  type Criterion,
  exactSize,
  isLists,
  liveSize,
  type ValuesClause,
} from './product-criteria.ts';
import { narrowByTexts } from './product-narrow.ts';

/** The number of live products that meet all criteria. */
export const countMatching = (
  segment: ProductSegment,
  criteria: readonly Criterion[],
  tuning: ProductTuning,
): number => {
  const items = countProductsIn(segment);
  const live = segment.liveItems[0] as number;
  const [first] = criteria;
  if (first === undefined || live === 0) return live;
  if (criteria.length === 1) {
    const size = live === items ? countAlone(first, items) : liveSize(first);
    if (size !== undefined) return size;
  }
  const lead = findLead(criteria, items, tuning);
  if (lead !== undefined) return filterLead(segment, criteria, lead).length;
  spend(BITS_WORD * wordsFor(items) * (criteria.length + 1));
  if (criteria.some(looksIntoTexts)) return countBits(narrow(segment, criteria));
  return countIntersection(gatherSets(segment, criteria));
};

/** The number of products that meet one criterion, if it is known or quick to find. */
const countAlone = (criterion: Criterion, items: number): number | undefined => {
  const [first] = criterion;
  if (criterion.length === 1 && first !== undefined) {
    const size = exactSize(first);
    return size !== undefined && first.isNegated ? items - size : size;
  }
  if (!isLists(criterion)) return undefined;
  const bits = emptyScratchBits(items);
  let count = 0;
  for (const { items: list, from, to } of criterion) {
    spend(POSTING * (to - from));
    count += setNewBits(bits, list, from, to);
  }
  return count;
};

/** The live products that meet all criteria, as a set that the caller may modify. */
export const selectMatching = (
  segment: ProductSegment,
  criteria: readonly Criterion[],
  tuning: ProductTuning,
): Bits => {
  const items = countProductsIn(segment);
  const lead = findLead(criteria, items, tuning);
  if (lead !== undefined) {
    const found = filterLead(segment, criteria, lead);
    const bits = emptyScratchBits(items);
    setBits(bits, found, 0, found.length);
    return bits;
  }
  spend(BITS_WORD * wordsFor(items) * (criteria.length + 1));
  if (criteria.some(looksIntoTexts)) return narrow(segment, criteria);
  const bits = scratchBits(items);
  const [first, ...rest] = criteria.length === 0 ? [segment.alive] : gatherSets(segment, criteria);
  bits.set(first as Bits);
  for (const set of rest) intersectWith(bits, set);
  return bits;
};

/** The criterion with the fewest products, if they are few enough to lead. */
const findLead = (
  criteria: readonly Criterion[],
  items: number,
  { leadShare }: ProductTuning,
): Criterion | undefined => {
  let lead: Criterion | undefined;
  let fewest = items / leadShare;
  for (const criterion of criteria) {
    let size = 0;
    for (const clause of criterion) size += listSize(clause);
    if (size <= fewest) {
      fewest = size;
      lead = criterion;
    }
  }
  return lead;
};

const listSize = (clause: Clause): number => {
  if (clause.isNegated) return Number.POSITIVE_INFINITY;
  if (clause.kind === 'list') return clause.to - clause.from;
  return clause.kind === 'values' ? clause.size : Number.POSITIVE_INFINITY;
};

const filterLead = (
  segment: ProductSegment,
  criteria: readonly Criterion[],
  lead: Criterion,
): Uint32Array => {
  const items = countProductsIn(segment);
  const size = lead.reduce((sum, clause) => sum + listSize(clause), 0);
  spend(POSTING * size + BITS_WORD * wordsFor(items));
  const list = scratchList(size);
  const others = criteria.filter((criterion) => criterion !== lead);
  // A criterion that is a ready bitset masks the list while it is gathered.
  const mask = others.find(
    ([clause, ...more]) =>
      clause !== undefined && more.length === 0 && !clause.isNegated && readyBits(clause),
  );
  const gathered = gather(lead, items, list, mask?.[0] && readyBits(mask[0]));
  const end = filterAll(
    list,
    gathered,
    others.filter((criterion) => criterion !== mask),
    items,
  );
  return list.subarray(
    0,
    segment.liveItems[0] === items ? end : filterBits(list, 0, end, segment.alive, false),
  );
};

/** Writes the products of the clauses that pass the mask to the list, without duplicates. */
const gather = (criterion: Criterion, items: number, list: Uint32Array, mask: Bits | undefined): number => {
  const [first] = criterion;
  let end = 0;
  const add = (from: Uint32Array): void => {
    if (mask !== undefined) {
      end = copyMasked(from, mask, list, end);
    } else {
      list.set(from, end);
      end += from.length;
    }
  };
  for (const clause of criterion) {
    if (clause.kind === 'list') add(clause.items.subarray(clause.from, clause.to));
    if (clause.kind === 'values') forEachSlice(clause, add);
  }
  const isDistinct = criterion.length === 1 && first !== undefined && exactSize(first) !== undefined;
  return isDistinct ? end : gatherUnset(list, 0, end, emptyScratchBits(items), list, 0);
};

const copyMasked = (from: Uint32Array, mask: Bits, into: Uint32Array, at: number): number => {
  let end = at;
  for (let place = 0; place < from.length; place += 1) {
    const item = from[place] as number;
    if ((((mask[item >>> 5] as number) >>> (item & 31)) & 1) === 0) continue;
    into[end] = item;
    end += 1;
  }
  return end;
};

/** The products of a clause, in one or more slices. */
const forEachSlice = ({ column, low, high }: ValuesClause, visit: (items: Uint32Array) => void): void => {
  const { postingStart, postingItem, denseValues, denseCounts } = column;
  visit(postingItem.subarray(postingStart[low] as number, postingStart[high] as number));
  for (let place = firstNotBelow(denseValues, low); place < denseValues.length; place += 1) {
    if ((denseValues[place] as number) >= high) break;
    const own = scratchList(denseCounts[place] as number);
    listItems(denseSet(column, place), own, 0);
    visit(own);
  }
};

/**
 * The live products that meet all criteria, as a set that the caller may modify; criteria that read texts come last.
 */
const narrow = (segment: ProductSegment, criteria: readonly Criterion[]): Bits => {
  const items = countProductsIn(segment);
  const left = scratchBits(items);
  left.set(segment.alive);
  for (const criterion of criteria) {
    if (looksIntoTexts(criterion)) continue;
    withScopedBits(() => intersectWith(left, criterionBits(criterion, items)));
  }
  narrowByTexts(left, criteria.filter(looksIntoTexts), items);
  return left;
};

/** Counted in one pass; further sets are intersected one by one, so that few exist at once. */
const SETS_MAX = 4;

const gatherSets = (segment: ProductSegment, criteria: readonly Criterion[]): Bits[] => {
  const items = countProductsIn(segment);
  const sets: Bits[] = segment.liveItems[0] === items ? [] : [segment.alive];
  const apart = sets.length + criteria.length <= SETS_MAX ? criteria.length : SETS_MAX - 1 - sets.length;
  for (const criterion of criteria.slice(0, apart)) sets.push(criterionBits(criterion, items));
  const rest = criteria.slice(apart);
  if (rest.length === 0) return sets;
  const narrowed = scratchBits(items);
  narrowed.set(segment.alive);
  for (const criterion of rest)
    withScopedBits(() => intersectWith(narrowed, criterionBits(criterion, items)));
  return [...sets, narrowed];
};
