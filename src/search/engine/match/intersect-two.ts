// Matches a query of two required words, of which the first has no synonyms, prefixes or typos. A sum of two numbers
// does not depend on their order, so either word may lead.

import { scoreDocument } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { nextPostings, POSTING, SEEK } from '../budget/work-costs.ts';
import { nextStamp } from '../packing/query-scratch.ts';
import type { ResolvedWord } from '../text/query-words.ts';
import { seek } from '../text/seek.ts';
import type { WordLists } from '../text/word-lists.ts';
import { gatherAllSynonyms, gatherApproximate, isExactOnly, type MatchContext } from '../text/word-lists.ts';
import type { Normalization } from './weight-bounds.ts';

/** Called for each matching item; once, unless the caller has said what can reach its page. */
export type Visit = (item: number, score: number) => void;

export const intersectTwo = (
  context: MatchContext,
  pair: readonly [ResolvedWord, ResolvedWord],
  textOrd: number,
  normalization: Normalization,
  visit: Visit,
): void => {
  const [plain, other] = pair;
  if (isExactOnly(other.lists[textOrd] as WordLists))
    matchBothExact(context, pair, textOrd, normalization, visit);
  else matchExactAndOther(context, plain, other, textOrd, normalization, visit);
};

/** From this ratio between the two posting lists on, seeking in the longer one beats scanning it. */
const SEEK_SHARE = 64;

/** Both words have only their own posting list. */
const matchBothExact = (
  context: MatchContext,
  pair: readonly [ResolvedWord, ResolvedWord],
  textOrd: number,
  { base, slope }: Normalization,
  visit: Visit,
): void => {
  const { postingItem, postingWeight, lengths } = context.index;
  const [one, other] = [postingRangeOf(context, pair[0], textOrd), postingRangeOf(context, pair[1], textOrd)];
  const [rare, common] = one.end - one.start <= other.end - other.start ? [one, other] : [other, one];
  const isSeeking = common.end - common.start > SEEK_SHARE * (rare.end - rare.start);
  const found = isSeeking
    ? intersectBySeeking(context, rare, common)
    : intersectByMarking(context, rare, common);
  const { gathered } = context.scratch;
  let rarePosting = rare.start;
  spend(POSTING * (found + rare.end - rare.start));
  for (let at = 0; at < found; at += 1) {
    const posting = gathered[at] as number;
    const item = postingItem[posting] as number;
    while (postingItem[rarePosting] !== item) rarePosting += 1;
    const normalization = base + slope * (lengths[item] as number);
    const rareWeight = postingWeight[rarePosting] as number;
    const commonWeight = postingWeight[posting] as number;
    const sum =
      (rare.factor * rareWeight) / (rareWeight + normalization) +
      (common.factor * commonWeight) / (commonWeight + normalization);
    visit(item, scoreDocument(sum, 2, 2));
  }
};

interface PostingRange {
  readonly start: number;
  readonly end: number;
  readonly factor: number;
}

const postingRangeOf = (
  { index: { postingStart } }: MatchContext,
  { lists, exactFactor }: ResolvedWord,
  textOrd: number,
): PostingRange => {
  const { exact } = lists[textOrd] as WordLists;
  return {
    start: postingStart[exact] as number,
    end: postingStart[exact + 1] as number,
    factor: exactFactor,
  };
};

/** Writes the postings of the common word whose items also hold the rare one to `gathered`; returns how many. */
const intersectByMarking = (
  { index, accepts, scratch }: MatchContext,
  rare: PostingRange,
  common: PostingRange,
): number => {
  const { postingItem, classes } = index;
  const { matched, gathered } = scratch;
  spend(2 * POSTING * (rare.end - rare.start));
  for (let posting = rare.start; posting < rare.end; posting += 1) {
    const item = postingItem[posting] as number;
    matched[item] = accepts[classes[item] as number] as number;
  }
  let found = 0;
  // Branchless: which items hold both is unpredictable, and a mispredicted branch costs more.
  let paidTo = common.start;
  for (let posting = common.start; posting < common.end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, common.end);
    gathered[found] = posting;
    found += matched[postingItem[posting] as number] as number;
  }
  for (let posting = rare.start; posting < rare.end; posting += 1)
    matched[postingItem[posting] as number] = 0;
  return found;
};

const intersectBySeeking = (
  { index, accepts, scratch }: MatchContext,
  rare: PostingRange,
  common: PostingRange,
): number => {
  const { postingItem, classes } = index;
  const { gathered } = scratch;
  let at = common.start;
  let found = 0;
  spend(SEEK * (rare.end - rare.start));
  for (let posting = rare.start; posting < rare.end; posting += 1) {
    const item = postingItem[posting] as number;
    at = seek(postingItem, at, common.end, item);
    if (at === common.end) break;
    if (postingItem[at] !== item || accepts[classes[item] as number] === 0) continue;
    gathered[found] = at;
    found += 1;
  }
  return found;
};

/** Marks the items of the plain word first, so that only they are gathered from the lists of the other word. */
const matchExactAndOther = (
  context: MatchContext,
  plain: ResolvedWord,
  other: ResolvedWord,
  textOrd: number,
  { base, slope }: Normalization,
  visit: Visit,
): void => {
  const { index, accepts, scratch } = context;
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { matched, visited, weights, gathered } = scratch;
  const stem = (plain.lists[textOrd] as WordLists).exact;
  const start = postingStart[stem] as number;
  const end = postingStart[stem + 1] as number;
  spend(2 * POSTING * (end - start));
  for (let posting = start; posting < end; posting += 1) {
    const item = postingItem[posting] as number;
    if (accepts[classes[item] as number] !== 0) matched[item] = 1;
  }
  const stamp = nextStamp();
  const visitBoth = (item: number, weight: number, factor: number): void => {
    visited[item] = stamp;
    const plainWeight = postingWeight[seek(postingItem, start, end, item)] as number;
    const normalization = base + slope * (lengths[item] as number);
    const sum =
      (plain.exactFactor * plainWeight) / (plainWeight + normalization) +
      (factor * weight) / (weight + normalization);
    visit(item, scoreDocument(sum, 2, 2));
  };
  const visitGathered = (found: number, factor: number): void => {
    spend((POSTING + SEEK) * found);
    for (let at = 0; at < found; at += 1) {
      const item = gathered[at] as number;
      const weight = weights[item] as number;
      weights[item] = 0;
      // The word's own postings already counted these items, together with their synonyms.
      if (weight > 0 && matched[item] === 1) visitBoth(item, weight, factor);
    }
  };
  const lists = other.lists[textOrd] as WordLists;
  const exclusion = { stamp, minMatched: 1 };
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(context, lists, exclusion) : 0;
  if (lists.exact !== -1) {
    const stop = postingStart[lists.exact + 1] as number;
    let paidTo = postingStart[lists.exact] as number;
    spend(SEEK * Math.min(end - start, stop - paidTo));
    for (let posting = paidTo; posting < stop; posting += 1) {
      if (posting === paidTo) paidTo = nextPostings(posting, stop);
      const item = postingItem[posting] as number;
      if (matched[item] !== 1) continue;
      const weight = (postingWeight[posting] as number) + (weights[item] as number);
      weights[item] = 0;
      visitBoth(item, weight, other.exactFactor);
    }
  }
  if (synonyms > 0) visitGathered(synonyms, other.synonymFactor);
  if (lists.approximate.length > 0)
    visitGathered(gatherApproximate(context, lists, exclusion), other.approximateFactor);
  for (let posting = start; posting < end; posting += 1) matched[postingItem[posting] as number] = 0;
};
