// Counts or collects the products of a segment for which all criteria hold. A short list is walked and filtered by the other
// criteria; anything larger is counted by whole words of bits. Both ways find exactly the same products.

import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, POSTING } from '../budget/work-costs.ts';
import { denseSet, firstNotBelow } from '../columns/column.ts';
import {
  type Bits,
  countBits,
  countCommon,
  intersectWith,
  listItems,
  markItems,
  markNewItems,
  wordsFor,
} from '../packing/bitset.ts';
import { takeBits, takeEmptyBits, takeList, withOwnBits } from '../packing/bitset-scratch.ts';
import { criterionBits, gatherUnmarked, readyBits } from './fill-bitset.ts';
import { filterAll, filterBits, looksIntoTexts } from './filter-list.ts';
import {
  type Criterion,
  exactSize,
  isLists,
  liveSize,
  type Part,
  type ValuesPart,
} from './product-criteria.ts';
import { narrowByTexts } from './product-narrow.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';
import type { ProductTuning } from './product-tuning.ts';

/** How many live products meet all criteria. */
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
  const driver = findDriver(criteria, items, tuning);
  if (driver !== undefined) return walk(segment, criteria, driver).length;
  spend(BITS_WORD * wordsFor(items) * (criteria.length + 1));
  if (criteria.some(looksIntoTexts)) return countBits(narrow(segment, criteria));
  return countCommon(gatherSets(segment, criteria));
};

/** How many products meet one criterion, where that is known or quickly found. */
const countAlone = (criterion: Criterion, items: number): number | undefined => {
  const [first] = criterion;
  if (criterion.length === 1 && first !== undefined) {
    const size = exactSize(first);
    return size !== undefined && first.isNegated ? items - size : size;
  }
  if (!isLists(criterion)) return undefined;
  const bits = takeEmptyBits(items);
  let count = 0;
  for (const { items: list, from, to } of criterion) {
    spend(POSTING * (to - from));
    count += markNewItems(bits, list, from, to);
  }
  return count;
};

/** The live products that meet all criteria, as a set of the caller's own. */
export const selectMatching = (
  segment: ProductSegment,
  criteria: readonly Criterion[],
  tuning: ProductTuning,
): Bits => {
  const items = countProductsIn(segment);
  const driver = findDriver(criteria, items, tuning);
  if (driver !== undefined) {
    const found = walk(segment, criteria, driver);
    const bits = takeEmptyBits(items);
    markItems(bits, found, 0, found.length);
    return bits;
  }
  spend(BITS_WORD * wordsFor(items) * (criteria.length + 1));
  if (criteria.some(looksIntoTexts)) return narrow(segment, criteria);
  const bits = takeBits(items);
  const [first, ...rest] = criteria.length === 0 ? [segment.alive] : gatherSets(segment, criteria);
  bits.set(first as Bits);
  for (const set of rest) intersectWith(bits, set);
  return bits;
};

/** The criterion with the fewest products, when they are few enough to be walked. */
const findDriver = (
  criteria: readonly Criterion[],
  items: number,
  { walkShare }: ProductTuning,
): Criterion | undefined => {
  let driver: Criterion | undefined;
  let fewest = items / walkShare;
  for (const criterion of criteria) {
    let size = 0;
    for (const part of criterion) size += listSize(part);
    if (size <= fewest) {
      fewest = size;
      driver = criterion;
    }
  }
  return driver;
};

const listSize = (part: Part): number => {
  if (part.isNegated) return Number.POSITIVE_INFINITY;
  if (part.kind === 'list') return part.to - part.from;
  return part.kind === 'values' ? part.size : Number.POSITIVE_INFINITY;
};

const walk = (segment: ProductSegment, criteria: readonly Criterion[], driver: Criterion): Uint32Array => {
  const items = countProductsIn(segment);
  const size = driver.reduce((sum, part) => sum + listSize(part), 0);
  spend(POSTING * size + BITS_WORD * wordsFor(items));
  const list = takeList(size);
  const others = criteria.filter((criterion) => criterion !== driver);
  // A criterion that lies ready as bits is looked at while the list is gathered.
  const sieve = others.find(
    ([part, ...more]) => part !== undefined && more.length === 0 && !part.isNegated && readyBits(part),
  );
  const gathered = gather(driver, items, list, sieve?.[0] && readyBits(sieve[0]));
  const end = filterAll(
    list,
    gathered,
    others.filter((criterion) => criterion !== sieve),
    items,
  );
  return list.subarray(
    0,
    segment.liveItems[0] === items ? end : filterBits(list, 0, end, segment.alive, false),
  );
};

/** Puts the products of the parts that are in the sieve into the list, each once. */
const gather = (criterion: Criterion, items: number, list: Uint32Array, sieve: Bits | undefined): number => {
  const [first] = criterion;
  let end = 0;
  const add = (from: Uint32Array): void => {
    if (sieve !== undefined) {
      end = copyHeld(from, sieve, list, end);
    } else {
      list.set(from, end);
      end += from.length;
    }
  };
  for (const part of criterion) {
    if (part.kind === 'list') add(part.items.subarray(part.from, part.to));
    if (part.kind === 'values') forEachStretch(part, add);
  }
  const isDistinct = criterion.length === 1 && first !== undefined && exactSize(first) !== undefined;
  return isDistinct ? end : gatherUnmarked(list, 0, end, takeEmptyBits(items), list, 0);
};

const copyHeld = (from: Uint32Array, sieve: Bits, into: Uint32Array, at: number): number => {
  let end = at;
  for (let place = 0; place < from.length; place += 1) {
    const item = from[place] as number;
    if ((((sieve[item >>> 5] as number) >>> (item & 31)) & 1) === 0) continue;
    into[end] = item;
    end += 1;
  }
  return end;
};

/** The products of a part, in one or more stretches. */
const forEachStretch = ({ column, low, high }: ValuesPart, visit: (items: Uint32Array) => void): void => {
  const { postingStart, postingItem, denseValues, denseCounts } = column;
  visit(postingItem.subarray(postingStart[low] as number, postingStart[high] as number));
  for (let place = firstNotBelow(denseValues, low); place < denseValues.length; place += 1) {
    if ((denseValues[place] as number) >= high) break;
    const own = takeList(denseCounts[place] as number);
    listItems(denseSet(column, place), own, 0);
    visit(own);
  }
};

/** The live products that meet all criteria, as a set of the caller's own; what looks into texts comes last. */
const narrow = (segment: ProductSegment, criteria: readonly Criterion[]): Bits => {
  const items = countProductsIn(segment);
  const left = takeBits(items);
  left.set(segment.alive);
  for (const criterion of criteria) {
    if (looksIntoTexts(criterion)) continue;
    withOwnBits(() => intersectWith(left, criterionBits(criterion, items)));
  }
  narrowByTexts(left, criteria.filter(looksIntoTexts), items);
  return left;
};

/** As many sets as are counted in one pass; more are narrowed to one as they come, so that few are held at once. */
const SETS_MAX = 4;

const gatherSets = (segment: ProductSegment, criteria: readonly Criterion[]): Bits[] => {
  const items = countProductsIn(segment);
  const sets: Bits[] = segment.liveItems[0] === items ? [] : [segment.alive];
  const apart = sets.length + criteria.length <= SETS_MAX ? criteria.length : SETS_MAX - 1 - sets.length;
  for (const criterion of criteria.slice(0, apart)) sets.push(criterionBits(criterion, items));
  const rest = criteria.slice(apart);
  if (rest.length === 0) return sets;
  const narrowed = takeBits(items);
  narrowed.set(segment.alive);
  for (const criterion of rest) withOwnBits(() => intersectWith(narrowed, criterionBits(criterion, items)));
  return [...sets, narrowed];
};
