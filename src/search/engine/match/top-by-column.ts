// One word, sorted by a column: which items hold it, and the first of them. No score is needed for that.

import { spend } from '../budget/work-budget.ts';
import { nextPostings, POSTING, TEXT } from '../budget/work-costs.ts';
import type { ResolvedQuery, ResolvedWord } from '../text/query-words.ts';
import type { TextIndex } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import {
  acceptsAllClasses,
  type Gathering,
  gatherLoose,
  gatherSynonyms,
  isExactOnly,
  markGathered,
  markList,
} from '../text/word-lists.ts';
import { nextWordNumber, queryScratch } from './query-scratch.ts';
import type { TopItems } from './top-items.ts';

/** A number for each item, and the one that stands for none. */
export interface SortColumn {
  readonly values: Float64Array | Uint32Array;
  readonly missing: number;
  /** 1 where the largest comes first, -1 where the smallest does. */
  readonly direction: 1 | -1;
}

/** Larger the earlier the item comes; what is missing comes last, whichever way the sort goes. */
export const sortKey = ({ values, missing, direction }: SortColumn, item: number): number => {
  const value = values[item] as number;
  return value === missing || Number.isNaN(value) ? Number.NEGATIVE_INFINITY : direction * value;
};

/** Offers the first items that hold the query's only word to `top`; returns how many hold it. */
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
  const acceptsAll = acceptsAllClasses(accepts);
  const gathering = { index, accepts, acceptsAll, work: queryScratch(index.classes.length) };
  const { gathered, counted, weights } = gathering.work;
  const leftOut = { number: nextWordNumber(), mustHold: 0 };
  let total = 0;
  if (lists.exact !== -1) {
    if (!isExactOnly(lists)) markList(index, lists.exact, counted, leftOut.number);
    total = gatherAccepted(gathering, lists.exact);
    offerItems(gathered, total, column, top);
  }
  const offerGathered = (found: number): void => {
    spend(POSTING * found);
    for (let place = 0; place < found; place += 1) weights[gathered[place] as number] = 0;
    offerItems(gathered, found, column, top);
    total += found;
  };
  if (lists.synonyms.length > 0) {
    const found = gatherSynonyms(gathering, lists, leftOut);
    markGathered(gathering.work, found, leftOut.number);
    offerGathered(found);
  }
  if (lists.loose.length > 0) offerGathered(gatherLoose(gathering, lists, leftOut));
  return total;
};

/** Puts the items of a list that may answer into `gathered`. How many? */
const gatherAccepted = ({ index, accepts, work }: Gathering, stem: number): number => {
  const { postingStart, postingItem, classes } = index;
  const { gathered } = work;
  const end = postingStart[stem + 1] as number;
  let found = 0;
  // Without a condition: whether a document is of the asked class cannot be foretold, and guessing wrong costs more.
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
