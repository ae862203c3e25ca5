// One word, sorted by a column: counts the items that hold it and keeps the first of them. Needs no scores.

import { spend } from '../budget/work-budget.ts';
import { nextPostings, POSTING, TEXT } from '../budget/work-costs.ts';
import { nextStamp, queryScratch } from '../packing/query-scratch.ts';
import type { ResolvedQuery, ResolvedWord } from '../text/query-words.ts';
import type { TextIndex } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import {
  acceptsEveryClass,
  gatherApproximate,
  gatherSynonyms,
  isExactOnly,
  type MatchContext,
  stampGathered,
  stampList,
} from '../text/word-lists.ts';
import type { TopItems } from './top-items.ts';

/** A number for each item, and the one that means "none". */
export interface SortColumn {
  readonly values: Float64Array | Uint32Array;
  readonly missing: number;
  /** 1 if the largest comes first, -1 if the smallest does. */
  readonly direction: 1 | -1;
}

/** Larger for earlier items; missing values come last in either direction. */
export const sortKey = ({ values, missing, direction }: SortColumn, item: number): number => {
  const value = values[item] as number;
  return value === missing || Number.isNaN(value) ? Number.NEGATIVE_INFINITY : direction * value;
};

/** Offers the items that hold the query's only word to `top`; returns how many hold it. */
export const topByColumn = (
  index: TextIndex,
  { words, texts }: ResolvedQuery,
  accepts: Uint8Array,
  column: SortColumn,
  top: TopItems,
): number => {
  spend(TEXT);
  const [word] = words as readonly [ResolvedWord];
  const lists = word.lists[texts.indexOf(index)] as WordLists;
  const acceptsAll = acceptsEveryClass(accepts);
  const context = {
    index,
    accepts,
    acceptsAll,
    allowed: undefined,
    scratch: queryScratch(index.classes.length),
  };
  const { gathered, visited, weights } = context.scratch;
  const exclusion = { stamp: nextStamp(), minMatched: 0 };
  let total = 0;
  if (lists.exact !== -1) {
    if (!isExactOnly(lists)) stampList(index, lists.exact, visited, exclusion.stamp);
    total = gatherAccepted(context, lists.exact);
    offerItems(gathered, total, column, top);
  }
  const offerGathered = (found: number): void => {
    spend(POSTING * found);
    for (let place = 0; place < found; place += 1) weights[gathered[place] as number] = 0;
    offerItems(gathered, found, column, top);
    total += found;
  };
  if (lists.synonyms.length > 0) {
    const found = gatherSynonyms(context, lists, exclusion);
    stampGathered(context.scratch, found, exclusion.stamp);
    offerGathered(found);
  }
  if (lists.approximate.length > 0) offerGathered(gatherApproximate(context, lists, exclusion));
  return total;
};

/** Writes the accepted items of a posting list to `gathered`; returns how many. */
const gatherAccepted = ({ index, accepts, scratch }: MatchContext, stem: number): number => {
  const { postingStart, postingItem, classes } = index;
  const { gathered } = scratch;
  const end = postingStart[stem + 1] as number;
  let found = 0;
  // Branchless: whether a class is accepted is unpredictable, and a mispredicted branch costs more.
  let paidTo = postingStart[stem] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, end);
    const item = postingItem[posting] as number;
    gathered[found] = item;
    found += accepts[classes[item] as number] as number;
  }
  return found;
};

const offerItems = (items: Uint32Array, count: number, column: SortColumn, top: TopItems): void => {
  spend(POSTING * count);
  for (let place = 0; place < count; place += 1) {
    const item = items[place] as number;
    const key = sortKey(column, item);
    if (key >= top.floor) top.offer(key, item);
  }
};
