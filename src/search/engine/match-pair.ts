// Two words of a query that must both be held, the first of which stands for nothing but itself.
// Two summands: the order of adding them does not change a score, so either word may lead.

import { scoreDocument } from '../ranking.ts';
import { leapTo } from './posting-walk.ts';
import type { ResolvedWord, WordLists } from './query-words.ts';
import { type Gathering, gatherLoose, gatherSynonyms, isExactOnly } from './word-lists.ts';
import { nextWordNumber } from './work-arrays.ts';

/** Called once for each matching item. */
export type Visit = (item: number, score: number) => void;

export interface Normalization {
  readonly base: number;
  readonly slope: number;
}

export const matchPair = (
  gathering: Gathering,
  pair: readonly [ResolvedWord, ResolvedWord],
  place: number,
  normalization: Normalization,
  visit: Visit,
): void => {
  const [plain, other] = pair;
  if (isExactOnly(other.lists[place] as WordLists))
    matchBothExact(gathering, pair, place, normalization, visit);
  else matchExactAndOther(gathering, plain, other, place, normalization, visit);
};

/** Walks the rarer list and leaps through the other. */
const matchBothExact = (
  { index, accepts }: Gathering,
  pair: readonly [ResolvedWord, ResolvedWord],
  place: number,
  { base, slope }: Normalization,
  visit: Visit,
): void => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const stemOf = ({ lists }: ResolvedWord) => (lists[place] as WordLists).exact;
  const sizeOf = (word: ResolvedWord) =>
    (postingStart[stemOf(word) + 1] as number) - (postingStart[stemOf(word)] as number);
  const [rare, common] = sizeOf(pair[0]) <= sizeOf(pair[1]) ? pair : [pair[1], pair[0]];
  const rareFactor = rare.exactFactor;
  const commonFactor = common.exactFactor;
  const rareEnd = postingStart[stemOf(rare) + 1] as number;
  const commonEnd = postingStart[stemOf(common) + 1] as number;
  let at = postingStart[stemOf(common)] as number;
  for (let posting = postingStart[stemOf(rare)] as number; posting < rareEnd; posting += 1) {
    const item = postingItem[posting] as number;
    at = leapTo(postingItem, at, commonEnd, item);
    if (at === commonEnd) return;
    if (postingItem[at] !== item || accepts[classes[item] as number] === 0) continue;
    const normalization = base + slope * (lengths[item] as number);
    const rareWeight = postingWeight[posting] as number;
    const commonWeight = postingWeight[at] as number;
    const sum =
      (rareFactor * rareWeight) / (rareWeight + normalization) +
      (commonFactor * commonWeight) / (commonWeight + normalization);
    visit(item, scoreDocument(sum, 2, 2));
  }
};

/** Marks the items of the plain word, so that of what the other one stands for only they are gathered. */
const matchExactAndOther = (
  gathering: Gathering,
  plain: ResolvedWord,
  other: ResolvedWord,
  place: number,
  { base, slope }: Normalization,
  visit: Visit,
): void => {
  const { index, accepts, work } = gathering;
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const { matched, counted, weights, gathered } = work;
  const stem = (plain.lists[place] as WordLists).exact;
  const start = postingStart[stem] as number;
  const end = postingStart[stem + 1] as number;
  for (let posting = start; posting < end; posting += 1) {
    const item = postingItem[posting] as number;
    if (accepts[classes[item] as number] !== 0) matched[item] = 1;
  }
  const number = nextWordNumber();
  const visitBoth = (item: number, weight: number, factor: number): void => {
    counted[item] = number;
    const plainWeight = postingWeight[leapTo(postingItem, start, end, item)] as number;
    const normalization = base + slope * (lengths[item] as number);
    const sum =
      (plain.exactFactor * plainWeight) / (plainWeight + normalization) +
      (factor * weight) / (weight + normalization);
    visit(item, scoreDocument(sum, 2, 2));
  };
  const visitGathered = (found: number, factor: number): void => {
    for (let at = 0; at < found; at += 1) {
      const item = gathered[at] as number;
      const weight = weights[item] as number;
      weights[item] = 0;
      if (matched[item] === 1) visitBoth(item, weight, factor);
    }
  };
  const lists = other.lists[place] as WordLists;
  if (lists.exact !== -1) {
    const stop = postingStart[lists.exact + 1] as number;
    for (let posting = postingStart[lists.exact] as number; posting < stop; posting += 1) {
      const item = postingItem[posting] as number;
      if (matched[item] === 1) visitBoth(item, postingWeight[posting] as number, other.exactFactor);
    }
  }
  const leftOut = { number, mustHold: 1 };
  if (lists.synonyms.length > 0)
    visitGathered(gatherSynonyms(gathering, lists, leftOut), other.synonymFactor);
  if (lists.loose.length > 0) visitGathered(gatherLoose(gathering, lists, leftOut), other.looseFactor);
  for (let posting = start; posting < end; posting += 1) matched[postingItem[posting] as number] = 0;
};
