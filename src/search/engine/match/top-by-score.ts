// The commonest query, one word, best first: the best items without scoring all. The best score that a weight can reach is known, so
// whatever weighs too little to enter any more is passed over.

import { lengthNormalization, WEIGHT_MAX } from '../../ranking.ts';
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
  isExactOnly,
  markGathered,
  markList,
} from '../text/word-lists.ts';
import type { Normalization } from './intersect-two.ts';
import { nextWordNumber, queryScratch } from './query-scratch.ts';
import type { TopItems } from './top-items.ts';

/** Offers the best items that hold the query's only word to `top`; returns how many hold it. */
export const topByScore = (
  index: TextIndex,
  { words, texts, statistics }: ResolvedQuery,
  accepts: Uint8Array,
  top: TopItems,
): number => {
  spend(TEXT);
  const [word] = words as readonly [ResolvedWord];
  const lists = word.lists[texts.indexOf(index)] as WordLists;
  const normalization = lengthNormalization(statistics);
  const acceptsAll = acceptsAllClasses(accepts);
  const gathering = { index, accepts, acceptsAll, work: queryScratch(index.classes.length) };
  const offerList = acceptsAll ? offerWholeList : offerAccepted;
  if (isExactOnly(lists)) return offerList(gathering, lists.exact, word.exactFactor, normalization, top);
  const leftOut = { number: nextWordNumber(), mustHold: 0 };
  let total = 0;
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(gathering, lists, leftOut) : 0;
  if (lists.exact !== -1) {
    // What is found by the word itself is not found in another way again.
    if (lists.loose.length > 0) markList(index, lists.exact, gathering.work.counted, leftOut.number);
    total +=
      synonyms > 0
        ? offerWithSynonyms(gathering, lists.exact, word.exactFactor, normalization, top)
        : offerList(gathering, lists.exact, word.exactFactor, normalization, top);
  }
  if (synonyms > 0) {
    if (lists.loose.length > 0) markGathered(gathering.work, synonyms, leftOut.number);
    total += offerGathered(gathering, synonyms, word.synonymFactor, normalization, top);
  }
  if (lists.loose.length > 0) {
    const found = gatherLoose(gathering, lists, leftOut);
    total += offerGathered(gathering, found, word.looseFactor, normalization, top);
  }
  return total;
};

/** Where every class may answer: the live documents of the stem are counted already. */
const offerWholeList = (
  { index }: Gathering,
  stem: number,
  factor: number,
  { base, slope }: Normalization,
  top: TopItems,
): number => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  let weightMin = leastWeight(1, factor, base, top.floor);
  const end = postingStart[stem + 1] as number;
  let paidTo = postingStart[stem] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, end);
    const weight = postingWeight[posting] as number;
    if (weight < weightMin) continue;
    const item = postingItem[posting] as number;
    const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    if (score < top.floor || classes[item] === 0) continue;
    top.offer(score, item);
    weightMin = leastWeight(weightMin, factor, base, top.floor);
  }
  return index.stemDocuments[stem] as number;
};

/** Where only some classes may answer. */
const offerAccepted = (
  { index, accepts, work }: Gathering,
  stem: number,
  factor: number,
  { base, slope }: Normalization,
  top: TopItems,
): number => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const accepted = work.gathered;
  const end = postingStart[stem + 1] as number;
  let found = 0;
  // Without a condition: whether a document is of the asked class cannot be foretold, and guessing wrong costs more.
  let paidTo = postingStart[stem] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, end);
    accepted[found] = posting;
    found += accepts[classes[postingItem[posting] as number] as number] as number;
  }
  let weightMin = leastWeight(1, factor, base, top.floor);
  spend(POSTING * found);
  for (let place = 0; place < found; place += 1) {
    const posting = accepted[place] as number;
    const weight = postingWeight[posting] as number;
    if (weight < weightMin) continue;
    const item = postingItem[posting] as number;
    const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    if (score < top.floor) continue;
    top.offer(score, item);
    weightMin = leastWeight(weightMin, factor, base, top.floor);
  }
  return found;
};

/** What holds the word, with what it holds of synonyms, which are gathered and taken away here. */
const offerWithSynonyms = (
  { index, accepts, work }: Gathering,
  stem: number,
  factor: number,
  { base, slope }: Normalization,
  top: TopItems,
): number => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { weights } = work;
  const end = postingStart[stem + 1] as number;
  let found = 0;
  let paidTo = postingStart[stem] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, end);
    const item = postingItem[posting] as number;
    if (accepts[classes[item] as number] === 0) continue;
    found += 1;
    const weight = (postingWeight[posting] as number) + (weights[item] as number);
    weights[item] = 0;
    const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    if (score >= top.floor) top.offer(score, item);
  }
  return found;
};

/** What is gathered and not taken away yet. */
const offerGathered = (
  { index, work }: Gathering,
  found: number,
  factor: number,
  { base, slope }: Normalization,
  top: TopItems,
): number => {
  const { lengths } = index;
  const { weights, gathered } = work;
  let weightMin = leastWeight(1, factor, base, top.floor);
  let offered = 0;
  spend(POSTING * found);
  for (let place = 0; place < found; place += 1) {
    const item = gathered[place] as number;
    const weight = weights[item] as number;
    if (weight === 0) continue;
    weights[item] = 0;
    offered += 1;
    if (weight < weightMin) continue;
    const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    if (score < top.floor) continue;
    top.offer(score, item);
    weightMin = leastWeight(weightMin, factor, base, top.floor);
  }
  return offered;
};

/** The least weight, from `from` on, with which a document would reach the floor if it had no length at all. */
const leastWeight = (from: number, factor: number, base: number, floor: number): number => {
  let weight = from;
  while (weight <= WEIGHT_MAX && (factor * weight) / (weight + base) < floor) weight += 1;
  return weight;
};
