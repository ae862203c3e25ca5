// Matches a resolved query against one TextIndex: finds exactly the items that hold enough of its words, with their scores.

import { lengthNormalization, scoreDocument } from '../ranking.ts';
import { leapTo } from './posting-walk.ts';
import type { ResolvedQuery } from './query-words.ts';
import type { TextIndex } from './text-index.ts';
import { countOthers, findLists, isExactOnly, type WordLists } from './word-lists.ts';
import { nextWordNumber, workArrays } from './work-arrays.ts';

/** Called once for each matching item. */
export type Visit = (item: number, score: number) => void;

interface Normalization {
  readonly base: number;
  readonly slope: number;
}

/** `accepts[class]` says whether documents of that class may answer; class 0 (no document) never does. */
export const matchTexts = (
  index: TextIndex,
  query: ResolvedQuery,
  required: number,
  accepts: Uint8Array,
  visit: Visit,
): void => {
  const normalization = lengthNormalization(query.statistics);
  const words = query.words.map((word) => findLists(index, word, query.statistics));
  const [first, second] = words;
  if (first === undefined) return;
  if (second === undefined) {
    matchOneWord(index, first, normalization, accepts, visit);
  } else if (words.length === 2 && required === 2 && isExactOnly(first) && isExactOnly(second)) {
    matchBothExact(index, first, second, normalization, accepts, visit);
  } else {
    matchAnyWords(index, words, required, normalization, accepts, visit);
  }
};

const matchOneWord = (
  index: TextIndex,
  word: WordLists,
  { base, slope }: Normalization,
  accepts: Uint8Array,
  visit: Visit,
): void => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const work = workArrays(classes.length);
  const { counted } = work;
  const number = nextWordNumber();
  const isAlone = isExactOnly(word);
  if (word.exact !== -1) {
    const factor = word.exactFactor;
    const start = postingStart[word.exact] as number;
    const end = postingStart[word.exact + 1] as number;
    // Where every class may answer and nothing of the list is dead, no document has to be looked at.
    const isClean = accepts.indexOf(0, 1) === -1 && index.stemDocuments[word.exact] === end - start;
    for (let posting = start; posting < end; posting += 1) {
      const item = postingItem[posting] as number;
      if (!isClean && accepts[classes[item] as number] === 0) continue;
      if (!isAlone) counted[item] = number;
      const weight = postingWeight[posting] as number;
      visit(item, (factor * weight) / (weight + (base + slope * (lengths[item] as number))));
    }
  }
  if (!isAlone) {
    countOthers(index, word, accepts, work, number, (item, weight, factor) => {
      visit(item, (factor * weight) / (weight + (base + slope * (lengths[item] as number))));
    });
  }
};

/** Two plain words, both wanted: walk the rarer one and leap through the other. */
const matchBothExact = (
  index: TextIndex,
  first: WordLists,
  second: WordLists,
  { base, slope }: Normalization,
  accepts: Uint8Array,
  visit: Visit,
): void => {
  if (first.exact === -1 || second.exact === -1) return;
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const sizeOf = ({ exact }: WordLists) =>
    (postingStart[exact + 1] as number) - (postingStart[exact] as number);
  const [rare, common] = sizeOf(first) <= sizeOf(second) ? [first, second] : [second, first];
  const rareEnd = postingStart[rare.exact + 1] as number;
  const commonEnd = postingStart[common.exact + 1] as number;
  let at = postingStart[common.exact] as number;
  for (let posting = postingStart[rare.exact] as number; posting < rareEnd; posting += 1) {
    const item = postingItem[posting] as number;
    at = leapTo(postingItem, at, commonEnd, item);
    if (at === commonEnd) return;
    if (postingItem[at] !== item || accepts[classes[item] as number] === 0) continue;
    const normalization = base + slope * (lengths[item] as number);
    const rareWeight = postingWeight[posting] as number;
    const commonWeight = postingWeight[at] as number;
    // Two summands: the order of adding them does not change the sum.
    const sum =
      (rare.exactFactor * rareWeight) / (rareWeight + normalization) +
      (common.exactFactor * commonWeight) / (commonWeight + normalization);
    visit(item, scoreDocument(sum, 2, 2));
  }
};

/** Any number of words, at least `required` of them. */
const matchAnyWords = (
  index: TextIndex,
  words: readonly WordLists[],
  required: number,
  { base, slope }: Normalization,
  accepts: Uint8Array,
  visit: Visit,
): void => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  const work = workArrays(classes.length);
  const { scores, matched, counted, touched } = work;
  let touchedCount = 0;
  words.forEach((word, place) => {
    const number = nextWordNumber();
    // An item that has missed too many words already cannot come back.
    const mustHold = required - (words.length - place);
    const count = (item: number, weight: number, factor: number): void => {
      const held = matched[item] as number;
      if (held < mustHold) return;
      if (held === 0) {
        touched[touchedCount] = item;
        touchedCount += 1;
      }
      matched[item] = held + 1;
      scores[item] =
        (scores[item] as number) + (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    };
    if (word.exact !== -1) {
      const end = postingStart[word.exact + 1] as number;
      for (let posting = postingStart[word.exact] as number; posting < end; posting += 1) {
        const item = postingItem[posting] as number;
        if (accepts[classes[item] as number] === 0) continue;
        counted[item] = number;
        count(item, postingWeight[posting] as number, word.exactFactor);
      }
    }
    countOthers(index, word, accepts, work, number, count);
  });
  for (let place = 0; place < touchedCount; place += 1) {
    const item = touched[place] as number;
    const held = matched[item] as number;
    if (held >= required) visit(item, scoreDocument(scores[item] as number, held, words.length));
    matched[item] = 0;
    scores[item] = 0;
  }
};
