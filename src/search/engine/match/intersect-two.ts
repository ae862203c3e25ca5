// Two words of a query that must both be held, the first of which stands for nothing but itself.
// Two summands: the order of adding them does not change a score, so either word may lead.

import { scoreDocument } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { LEAP, nextPostings, POSTING } from '../budget/work-costs.ts';
import type { ResolvedWord } from '../text/query-words.ts';
import type { WordLists } from '../text/word-lists.ts';
import { type Gathering, gatherAllSynonyms, gatherLoose, isExactOnly } from '../text/word-lists.ts';
import { seek } from './posting-walk.ts';
import { nextWordNumber } from './query-scratch.ts';

/** Called once for each matching item. */
export type Visit = (item: number, score: number) => void;

export interface Normalization {
  readonly base: number;
  readonly slope: number;
}

export const intersectTwo = (
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

/** From so many postings of the commoner word for each of the rarer one on, leaping through them beats looking at all. */
const LEAP_SHARE = 64;

/** Two words that both stand for nothing but themselves. */
const matchBothExact = (
  gathering: Gathering,
  pair: readonly [ResolvedWord, ResolvedWord],
  place: number,
  { base, slope }: Normalization,
  visit: Visit,
): void => {
  const { postingItem, postingWeight, lengths } = gathering.index;
  const [one, other] = [stretchOf(gathering, pair[0], place), stretchOf(gathering, pair[1], place)];
  const [rare, common] = one.end - one.start <= other.end - other.start ? [one, other] : [other, one];
  const isLeaping = common.end - common.start > LEAP_SHARE * (rare.end - rare.start);
  const found = isLeaping ? gatherByLeaps(gathering, rare, common) : gatherByMarks(gathering, rare, common);
  const { gathered } = gathering.work;
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

/** The postings of one word. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly factor: number;
}

const stretchOf = (
  { index: { postingStart } }: Gathering,
  { lists, exactFactor }: ResolvedWord,
  place: number,
): Stretch => {
  const { exact } = lists[place] as WordLists;
  return {
    start: postingStart[exact] as number,
    end: postingStart[exact + 1] as number,
    factor: exactFactor,
  };
};

/** Puts those postings of the commoner word into `gathered` whose items hold the rarer one too. How many? */
const gatherByMarks = ({ index, accepts, work }: Gathering, rare: Stretch, common: Stretch): number => {
  const { postingItem, classes } = index;
  const { matched, gathered } = work;
  spend(2 * POSTING * (rare.end - rare.start));
  for (let posting = rare.start; posting < rare.end; posting += 1) {
    const item = postingItem[posting] as number;
    matched[item] = accepts[classes[item] as number] as number;
  }
  let found = 0;
  // Without a condition: which items hold both cannot be foretold, and guessing wrong costs more.
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

/** As `gatherByMarks`. */
const gatherByLeaps = ({ index, accepts, work }: Gathering, rare: Stretch, common: Stretch): number => {
  const { postingItem, classes } = index;
  const { gathered } = work;
  let at = common.start;
  let found = 0;
  spend(LEAP * (rare.end - rare.start));
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
  spend(2 * POSTING * (end - start));
  for (let posting = start; posting < end; posting += 1) {
    const item = postingItem[posting] as number;
    if (accepts[classes[item] as number] !== 0) matched[item] = 1;
  }
  const number = nextWordNumber();
  const visitBoth = (item: number, weight: number, factor: number): void => {
    counted[item] = number;
    const plainWeight = postingWeight[seek(postingItem, start, end, item)] as number;
    const normalization = base + slope * (lengths[item] as number);
    const sum =
      (plain.exactFactor * plainWeight) / (plainWeight + normalization) +
      (factor * weight) / (weight + normalization);
    visit(item, scoreDocument(sum, 2, 2));
  };
  const visitGathered = (found: number, factor: number): void => {
    spend((POSTING + LEAP) * found);
    for (let at = 0; at < found; at += 1) {
      const item = gathered[at] as number;
      const weight = weights[item] as number;
      weights[item] = 0;
      // What the word itself has found is counted, with its synonyms.
      if (weight > 0 && matched[item] === 1) visitBoth(item, weight, factor);
    }
  };
  const lists = other.lists[place] as WordLists;
  const leftOut = { number, mustHold: 1 };
  const synonyms = lists.synonyms.length > 0 ? gatherAllSynonyms(gathering, lists, leftOut) : 0;
  if (lists.exact !== -1) {
    const stop = postingStart[lists.exact + 1] as number;
    let paidTo = postingStart[lists.exact] as number;
    spend(LEAP * Math.min(end - start, stop - paidTo));
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
  if (lists.loose.length > 0) visitGathered(gatherLoose(gathering, lists, leftOut), other.looseFactor);
  for (let posting = start; posting < end; posting += 1) matched[postingItem[posting] as number] = 0;
};
