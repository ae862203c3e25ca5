// The most common query, one word by score: finds the best items without scoring all of them. The best score that a
// weight can reach is known, so items whose weight is too small are skipped.

import { lengthNormalization, WEIGHT_MAX } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { nextPostings, POSTING, TEXT } from '../budget/work-costs.ts';
import type { Bits } from '../packing/bitset.ts';
import { nextStamp, queryScratch } from '../packing/query-scratch.ts';
import type { ResolvedQuery, ResolvedWord } from '../text/query-words.ts';
import { SHORTEST, type TextIndex } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import {
  acceptsEveryClass,
  gatherAllSynonyms,
  gatherApproximate,
  isAllowed,
  isExactOnly,
  type MatchContext,
  stampGathered,
  stampList,
} from '../text/word-lists.ts';
import { nextHeavy } from './heavy-postings.ts';
import type { TopItems } from './top-items.ts';
import type { Normalization } from './weight-bounds.ts';

interface BoundedNormalization extends Normalization {
  /** That of the shortest document. */
  readonly least: number;
}

/** Offers the best items that hold the query's only word to `top`, of those in `allowed` if given; returns how many hold it. */
export const topByScore = (
  index: TextIndex,
  { words, texts, statistics }: ResolvedQuery,
  accepts: Uint8Array,
  top: TopItems,
  allowed?: Bits,
): number => {
  spend(TEXT);
  const [word] = words as readonly [ResolvedWord];
  const lists = word.lists[texts.indexOf(index)] as WordLists;
  const { base, slope } = lengthNormalization(statistics);
  const normalization = { base, slope, least: base + slope * (index.counters[SHORTEST] as number) };
  const acceptsAll = acceptsEveryClass(accepts);
  const context = { index, accepts, acceptsAll, allowed, scratch: queryScratch(index.classes.length) };
  const offerList = acceptsAll ? offerWholeList : offerAccepted;
  if (isExactOnly(lists)) return offerList(context, lists.exact, word.exactFactor, normalization, top);
  const exclusion = { stamp: nextStamp(), minMatched: 0 };
  let total = 0;
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(context, lists, exclusion) : 0;
  if (lists.exact !== -1) {
    // Items that hold the word itself are not gathered again.
    if (lists.approximate.length > 0) stampList(index, lists.exact, context.scratch.visited, exclusion.stamp);
    total +=
      synonyms > 0
        ? offerWithSynonyms(context, lists.exact, word.exactFactor, normalization, top)
        : offerList(context, lists.exact, word.exactFactor, normalization, top);
  }
  if (synonyms > 0) {
    if (lists.approximate.length > 0) stampGathered(context.scratch, synonyms, exclusion.stamp);
    total += offerGathered(context, synonyms, word.synonymFactor, normalization, top);
  }
  if (lists.approximate.length > 0) {
    const found = gatherApproximate(context, lists, exclusion);
    total += offerGathered(context, found, word.approximateFactor, normalization, top);
  }
  return total;
};

/** If every class is accepted, the live documents of the stem are already counted. */
const offerWholeList = (
  { index, allowed }: MatchContext,
  stem: number,
  factor: number,
  { base, slope, least }: BoundedNormalization,
  top: TopItems,
): number => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  let weightMin = leastWeight(1, factor, least, top.floor);
  const end = postingStart[stem + 1] as number;
  for (let from = postingStart[stem] as number; from < end; ) {
    const to = nextPostings(from, end);
    for (
      let posting = nextHeavy(postingWeight, from, to, weightMin);
      posting < to;
      posting = nextHeavy(postingWeight, posting + 1, to, weightMin)
    ) {
      const weight = postingWeight[posting] as number;
      const item = postingItem[posting] as number;
      const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
      if (score < top.floor || classes[item] === 0 || !isAllowed(allowed, item)) continue;
      top.offer(score, item);
      weightMin = leastWeight(weightMin, factor, least, top.floor);
    }
    from = to;
  }
  return index.stemDocuments[stem] as number;
};

/** If only some classes are accepted. */
const offerAccepted = (
  { index, accepts, allowed, scratch }: MatchContext,
  stem: number,
  factor: number,
  { base, slope, least }: BoundedNormalization,
  top: TopItems,
): number => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const accepted = scratch.gathered;
  const end = postingStart[stem + 1] as number;
  let found = 0;
  // Branchless: whether a class is accepted is unpredictable, and a mispredicted branch costs more.
  let paidTo = postingStart[stem] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, end);
    accepted[found] = posting;
    found += accepts[classes[postingItem[posting] as number] as number] as number;
  }
  let weightMin = leastWeight(1, factor, least, top.floor);
  spend(POSTING * found);
  for (let place = 0; place < found; place += 1) {
    const posting = accepted[place] as number;
    const weight = postingWeight[posting] as number;
    if (weight < weightMin) continue;
    const item = postingItem[posting] as number;
    const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    if (score < top.floor || !isAllowed(allowed, item)) continue;
    top.offer(score, item);
    weightMin = leastWeight(weightMin, factor, least, top.floor);
  }
  return found;
};

/** Items that hold the word, with the weights of gathered synonyms added; clears those weights. */
const offerWithSynonyms = (
  { index, accepts, allowed, scratch }: MatchContext,
  stem: number,
  factor: number,
  { base, slope }: BoundedNormalization,
  top: TopItems,
): number => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { weights } = scratch;
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
    if (score >= top.floor && isAllowed(allowed, item)) top.offer(score, item);
  }
  return found;
};

/** The remaining gathered items. */
const offerGathered = (
  { index, allowed, scratch }: MatchContext,
  found: number,
  factor: number,
  { base, slope, least }: BoundedNormalization,
  top: TopItems,
): number => {
  const { lengths } = index;
  const { weights, gathered } = scratch;
  let weightMin = leastWeight(1, factor, least, top.floor);
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
    if (score < top.floor || !isAllowed(allowed, item)) continue;
    top.offer(score, item);
    weightMin = leastWeight(weightMin, factor, least, top.floor);
  }
  return offered;
};

/** The smallest weight, from `from` on, with which the shortest document would reach the floor. */
const leastWeight = (from: number, factor: number, least: number, floor: number): number => {
  let weight = from;
  while (weight <= WEIGHT_MAX && (factor * weight) / (weight + least) < floor) weight += 1;
  return weight;
};
