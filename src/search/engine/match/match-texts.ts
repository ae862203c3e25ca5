// Matches a resolved query against one TextIndex: finds exactly the items that hold enough of its words, with their scores.

import type { MatchRule } from '../../matching.ts';
import { LOOSE_LAG, lengthNormalization, scoreDocument } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { nextPostings, POSTING, TEXT } from '../budget/work-costs.ts';
import type { ResolvedQuery, ResolvedWord } from '../text/query-words.ts';
import type { TextIndex } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import {
  acceptsAllClasses,
  type Gathering,
  gatherAllSynonyms,
  gatherLoose,
  hasLists,
  isExactOnly,
} from '../text/word-lists.ts';
import { intersectTwo, type Normalization, type Visit } from './intersect-two.ts';
import { nextWordNumber, type QueryScratch, queryScratch } from './query-scratch.ts';

/** Whether an item that holds the word needs no other. */
const isSelective = ({ documents }: ResolvedWord, { sufficesUpTo }: MatchRule): boolean =>
  documents > 0 && documents <= sufficesUpTo;

/** Whether the text has enough of the words for any of its items to match. */
export const mayMatch = ({ words }: ResolvedQuery, place: number, rule: MatchRule): boolean => {
  let known = 0;
  for (const word of words) {
    if (!hasLists(word.lists[place] as WordLists)) continue;
    known += 1;
    if (isSelective(word, rule)) return true;
  }
  return known > 0 && known >= rule.required;
};

/** `accepts[class]` says whether documents of that class may answer; class 0 (no document) never does. */
export const matchTexts = (
  index: TextIndex,
  query: ResolvedQuery,
  rule: MatchRule,
  accepts: Uint8Array,
  visit: Visit,
): void => {
  const place = query.texts.indexOf(index);
  if (!mayMatch(query, place, rule)) return;
  spend(TEXT);
  const { words } = query;
  const [first] = words as readonly [ResolvedWord, ...ResolvedWord[]];
  const gathering = {
    index,
    accepts,
    acceptsAll: acceptsAllClasses(accepts),
    work: queryScratch(index.classes.length),
  };
  const normalization = lengthNormalization(query.statistics);
  const pair = findPair(query, place, rule);
  if (words.length === 1) matchOneWord(gathering, first, place, normalization, visit);
  else if (pair === undefined) matchAnyWords(gathering, words, place, rule, normalization, visit);
  else intersectTwo(gathering, pair, place, normalization, visit);
};

/** Two words, both wanted, of which at least one stands for nothing but itself: that one first. */
const findPair = (
  { words }: ResolvedQuery,
  place: number,
  rule: MatchRule,
): readonly [ResolvedWord, ResolvedWord] | undefined => {
  const [first, second] = words as readonly [ResolvedWord, ResolvedWord];
  if (words.length !== 2 || rule.required !== 2 || isSelective(first, rule) || isSelective(second, rule))
    return undefined;
  if (isExactOnly(first.lists[place] as WordLists)) return [first, second];
  return isExactOnly(second.lists[place] as WordLists) ? [second, first] : undefined;
};

const matchOneWord = (
  gathering: Gathering,
  word: ResolvedWord,
  place: number,
  { base, slope }: Normalization,
  visit: Visit,
): void => {
  const { index, accepts, acceptsAll, work } = gathering;
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { counted } = work;
  const lists = word.lists[place] as WordLists;
  const number = nextWordNumber();
  const leftOut = { number, mustHold: 0 };
  const isAlone = isExactOnly(lists);
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(gathering, lists, leftOut) : 0;
  const { weights } = work;
  if (lists.exact !== -1) {
    const factor = word.exactFactor;
    const start = postingStart[lists.exact] as number;
    const end = postingStart[lists.exact + 1] as number;
    // Where every class may answer and nothing of the list is dead, no document has to be looked at.
    const isClean = acceptsAll && index.stemDocuments[lists.exact] === end - start;
    let paidTo = start;
    for (let posting = start; posting < end; posting += 1) {
      if (posting === paidTo) paidTo = nextPostings(posting, end);
      const item = postingItem[posting] as number;
      if (!isClean && accepts[classes[item] as number] === 0) continue;
      let weight = postingWeight[posting] as number;
      if (!isAlone) {
        counted[item] = number;
        weight += weights[item] as number;
        weights[item] = 0;
      }
      visit(item, (factor * weight) / (weight + (base + slope * (lengths[item] as number))));
    }
  }
  if (synonyms > 0) visitGathered(work, synonyms, number, word.synonymFactor, index, base, slope, visit);
  if (lists.loose.length > 0) {
    const found = gatherLoose(gathering, lists, leftOut);
    visitGathered(work, found, number, word.looseFactor, index, base, slope, visit);
  }
};

const visitGathered = (
  { counted, weights, gathered }: QueryScratch,
  found: number,
  number: number,
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
    counted[item] = number;
    visit(item, (factor * weight) / (weight + (base + slope * (lengths[item] as number))));
  }
};

/** In `matched`, beside the number of words: the item holds one that does alone. */
const TOLD = 64;

/** Any number of words, as the rule wants them. */
const matchAnyWords = (
  gathering: Gathering,
  words: readonly ResolvedWord[],
  place: number,
  rule: MatchRule,
  normalization: Normalization,
  visit: Visit,
): void => {
  const { required } = rule;
  const { scores, matched, touched } = gathering.work;
  const lag = rule.isLoose ? LOOSE_LAG : 0;
  const lastTelling = words.findLastIndex((word) => isSelective(word, rule));
  let touchedCount = 0;
  words.forEach((word, at) => {
    // An item that has missed too many words already cannot come back, unless by one that does alone.
    const mustHold = at <= lastTelling ? 0 : required - (words.length - at);
    const told = isSelective(word, rule) ? TOLD : 0;
    touchedCount = addWord(gathering, word, place, normalization, mustHold, told, touchedCount);
  });
  spend(POSTING * touchedCount);
  for (let at = 0; at < touchedCount; at += 1) {
    const item = touched[at] as number;
    const held = matched[item] as number;
    if (held >= required) {
      const count = held % TOLD;
      const score = scoreDocument(scores[item] as number, count, words.length);
      visit(item, count >= required ? score : score - lag);
    }
    matched[item] = 0;
    scores[item] = 0;
  }
};

/** Adds a word to the scores of the items that hold it; returns how many items have been touched so far. */
const addWord = (
  gathering: Gathering,
  word: ResolvedWord,
  place: number,
  { base, slope }: Normalization,
  mustHold: number,
  told: number,
  touchedBefore: number,
): number => {
  const { index, accepts, work } = gathering;
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { scores, matched, weights, counted, touched, gathered } = work;
  const lists = word.lists[place] as WordLists;
  const number = nextWordNumber();
  let touchedCount = touchedBefore;
  const add = (item: number, weight: number, factor: number): void => {
    const held = matched[item] as number;
    if (held === 0) {
      touched[touchedCount] = item;
      touchedCount += 1;
    }
    matched[item] = (held + 1) | told;
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
      counted[item] = number;
      if ((matched[item] as number) >= mustHold) add(item, weight, factor);
    }
  };
  const leftOut = { number, mustHold };
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(gathering, lists, leftOut) : 0;
  if (lists.exact !== -1) {
    const factor = word.exactFactor;
    const end = postingStart[lists.exact + 1] as number;
    let paidTo = postingStart[lists.exact] as number;
    for (let posting = paidTo; posting < end; posting += 1) {
      if (posting === paidTo) paidTo = nextPostings(posting, end);
      const item = postingItem[posting] as number;
      if ((matched[item] as number) < mustHold || accepts[classes[item] as number] === 0) continue;
      counted[item] = number;
      let weight = postingWeight[posting] as number;
      if (synonyms > 0) {
        weight += weights[item] as number;
        weights[item] = 0;
      }
      add(item, weight, factor);
    }
  }
  if (synonyms > 0) addGathered(synonyms, word.synonymFactor);
  if (lists.loose.length > 0) addGathered(gatherLoose(gathering, lists, leftOut), word.looseFactor);
  return touchedCount;
};
