// Matches a resolved query against one TextIndex: finds exactly the items that hold enough of its words, with their
// scores.

import type { MatchRule } from '../../matching.ts';
import { lengthNormalization, RELAXED_PENALTY, scoreDocument } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { nextPostings, POSTING, TEXT } from '../budget/work-costs.ts';
import type { Bits } from '../packing/bitset.ts';
import { nextStamp, type QueryScratch, queryScratch } from '../packing/query-scratch.ts';
import type { ResolvedQuery, ResolvedWord } from '../text/query-words.ts';
import type { TextIndex } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import {
  acceptsEveryClass,
  gatherAllSynonyms,
  gatherApproximate,
  hasLists,
  isAllowed,
  isExactOnly,
  type MatchContext,
} from '../text/word-lists.ts';
import { bestOfWords, type Reach } from './best-of-words.ts';
import { intersectTwo, type Visit } from './intersect-two.ts';
import { canScoreItems } from './item-scorer.ts';
import type { Normalization } from './weight-bounds.ts';

/** Whether holding this one word is enough to match. */
const isSelective = ({ documents }: ResolvedWord, { selectiveMax }: MatchRule): boolean =>
  documents > 0 && documents <= selectiveMax;

/** Whether the text index knows enough of the words for any of its items to match. */
export const mayMatch = ({ words }: ResolvedQuery, textOrd: number, rule: MatchRule): boolean => {
  let known = 0;
  for (const word of words) {
    if (!hasLists(word.lists[textOrd] as WordLists)) continue;
    known += 1;
    if (isSelective(word, rule)) return true;
  }
  return known > 0 && known >= rule.required;
};

/**
 * `accepts[class]` says whether documents of that class may match; class 0 (no document) never does. Items that are not in `allowed` may
 * be left out, or visited. `reach`: all items of `allowed` match, where their text is accepted; those that cannot reach the page may be
 * left out too, and items may be visited twice.
 */
export const matchTexts = (
  index: TextIndex,
  query: ResolvedQuery,
  rule: MatchRule,
  accepts: Uint8Array,
  visit: Visit,
  allowed?: Bits,
  reach?: Reach,
): void => {
  const textOrd = query.texts.indexOf(index);
  if (!mayMatch(query, textOrd, rule)) return;
  spend(TEXT);
  const { words } = query;
  const [first] = words as readonly [ResolvedWord, ...ResolvedWord[]];
  const context = {
    index,
    accepts,
    acceptsAll: acceptsEveryClass(accepts),
    allowed,
    scratch: queryScratch(index.classes.length),
  };
  const normalization = lengthNormalization(query.statistics);
  if (words.length === 1) {
    matchOneWord(context, first, textOrd, normalization, visit);
    return;
  }
  if (reach !== undefined && allowed !== undefined && canPassOver(query, textOrd, rule)) {
    const isDone = bestOfWords({ ...context, allowed }, words, textOrd, rule, normalization, visit, reach);
    if (isDone) return;
  }
  const pair = findPair(query, textOrd, rule);
  if (pair === undefined) matchAnyWords(context, words, textOrd, rule, normalization, visit);
  else intersectTwo(context, pair, textOrd, normalization, visit);
};

/** More words are rare, and which of their weights matter takes long to choose. */
const PASSED_OVER_WORDS_MAX = 6;

/** Whether the items that reach the page can be found without matching all others: no word is enough by itself. */
const canPassOver = ({ words }: ResolvedQuery, textOrd: number, rule: MatchRule): boolean =>
  words.length <= PASSED_OVER_WORDS_MAX &&
  !words.some((word) => isSelective(word, rule)) &&
  canScoreItems(words, textOrd);

/** Two required words of which at least one has only its own posting list: that one first. */
const findPair = (
  { words }: ResolvedQuery,
  textOrd: number,
  rule: MatchRule,
): readonly [ResolvedWord, ResolvedWord] | undefined => {
  const [first, second] = words as readonly [ResolvedWord, ResolvedWord];
  if (words.length !== 2 || rule.required !== 2 || isSelective(first, rule) || isSelective(second, rule))
    return undefined;
  if (isExactOnly(first.lists[textOrd] as WordLists)) return [first, second];
  return isExactOnly(second.lists[textOrd] as WordLists) ? [second, first] : undefined;
};

const matchOneWord = (
  context: MatchContext,
  word: ResolvedWord,
  textOrd: number,
  { base, slope }: Normalization,
  visit: Visit,
): void => {
  const { index, accepts, acceptsAll, scratch } = context;
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { visited } = scratch;
  const lists = word.lists[textOrd] as WordLists;
  const stamp = nextStamp();
  const exclusion = { stamp, minMatched: 0 };
  const isAlone = isExactOnly(lists);
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(context, lists, exclusion) : 0;
  const { weights } = scratch;
  if (lists.exact !== -1) {
    const factor = word.exactFactor;
    const start = postingStart[lists.exact] as number;
    const end = postingStart[lists.exact + 1] as number;
    // If every class is accepted and nothing in the list is deleted, documents need no check.
    const isClean = acceptsAll && index.stemDocuments[lists.exact] === end - start;
    let paidTo = start;
    for (let posting = start; posting < end; posting += 1) {
      if (posting === paidTo) paidTo = nextPostings(posting, end);
      const item = postingItem[posting] as number;
      if (!isClean && accepts[classes[item] as number] === 0) continue;
      let weight = postingWeight[posting] as number;
      if (!isAlone) {
        visited[item] = stamp;
        weight += weights[item] as number;
        weights[item] = 0;
      }
      visit(item, (factor * weight) / (weight + (base + slope * (lengths[item] as number))));
    }
  }
  if (synonyms > 0) visitGathered(scratch, synonyms, stamp, word.synonymFactor, index, base, slope, visit);
  if (lists.approximate.length > 0) {
    const found = gatherApproximate(context, lists, exclusion);
    visitGathered(scratch, found, stamp, word.approximateFactor, index, base, slope, visit);
  }
};

const visitGathered = (
  { visited, weights, gathered }: QueryScratch,
  found: number,
  stamp: number,
  factor: number,
  { lengths }: TextIndex,
  base: number,
  slope: number,
  visit: Visit,
): void => {
  spend(POSTING * found);
  for (let place = 0; place < found; place += 1) {
    const item = gathered[place] as number;
    const weight = weights[item] as number;
    if (weight === 0) continue;
    weights[item] = 0;
    visited[item] = stamp;
    visit(item, (factor * weight) / (weight + (base + slope * (lengths[item] as number))));
  }
};

/** A flag in `matched`, above the count of words: the item holds a selective word. */
const SELECTIVE = 64;

/** Any number of words, by the rule. */
const matchAnyWords = (
  context: MatchContext,
  words: readonly ResolvedWord[],
  textOrd: number,
  rule: MatchRule,
  normalization: Normalization,
  visit: Visit,
): void => {
  const { required } = rule;
  const { scores, matched, touched } = context.scratch;
  const lag = rule.isRelaxed ? RELAXED_PENALTY : 0;
  const lastSelective = words.findLastIndex((word) => isSelective(word, rule));
  let touchedCount = 0;
  words.forEach((word, at) => {
    // An item that has missed too many words can only match by a selective one.
    const minMatched = at <= lastSelective ? 0 : required - (words.length - at);
    const flag = isSelective(word, rule) ? SELECTIVE : 0;
    touchedCount = addWord(context, word, textOrd, normalization, minMatched, flag, touchedCount);
  });
  spend(POSTING * touchedCount);
  for (let at = 0; at < touchedCount; at += 1) {
    const item = touched[at] as number;
    const held = matched[item] as number;
    if (held >= required) {
      const count = held % SELECTIVE;
      const score = scoreDocument(scores[item] as number, count, words.length);
      visit(item, count >= required ? score : score - lag);
    }
    matched[item] = 0;
    scores[item] = 0;
  }
};

/** Adds a word to the scores of the items that hold it; returns how many items have been touched so far. */
const addWord = (
  context: MatchContext,
  word: ResolvedWord,
  textOrd: number,
  { base, slope }: Normalization,
  minMatched: number,
  flag: number,
  touchedBefore: number,
): number => {
  const { index, accepts, allowed, scratch } = context;
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { scores, matched, weights, visited, touched, gathered } = scratch;
  const lists = word.lists[textOrd] as WordLists;
  const stamp = nextStamp();
  let touchedCount = touchedBefore;
  const add = (item: number, weight: number, factor: number): void => {
    const held = matched[item] as number;
    if (held === 0) {
      touched[touchedCount] = item;
      touchedCount += 1;
    }
    matched[item] = (held + 1) | flag;
    scores[item] =
      (scores[item] as number) + (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
  };
  const addGathered = (found: number, factor: number): void => {
    spend(POSTING * found);
    for (let at = 0; at < found; at += 1) {
      const item = gathered[at] as number;
      const weight = weights[item] as number;
      if (weight === 0) continue;
      weights[item] = 0;
      visited[item] = stamp;
      if ((matched[item] as number) >= minMatched) add(item, weight, factor);
    }
  };
  const exclusion = { stamp, minMatched };
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(context, lists, exclusion) : 0;
  if (lists.exact !== -1) {
    const factor = word.exactFactor;
    const end = postingStart[lists.exact + 1] as number;
    let paidTo = postingStart[lists.exact] as number;
    for (let posting = paidTo; posting < end; posting += 1) {
      if (posting === paidTo) paidTo = nextPostings(posting, end);
      const item = postingItem[posting] as number;
      if (!isAllowed(allowed, item)) continue;
      if ((matched[item] as number) < minMatched || accepts[classes[item] as number] === 0) continue;
      visited[item] = stamp;
      let weight = postingWeight[posting] as number;
      if (synonyms > 0) {
        weight += weights[item] as number;
        weights[item] = 0;
      }
      add(item, weight, factor);
    }
  }
  if (synonyms > 0) addGathered(synonyms, word.synonymFactor);
  if (lists.approximate.length > 0)
    addGathered(gatherApproximate(context, lists, exclusion), word.approximateFactor);
  return touchedCount;
};
