// The posting lists in which one word of a query may be found in one TextIndex, and the gathering of those beyond the exact
// one. A document counts by the best way in which it holds the word: exact, then synonym, then prefix or typo.

import { type CollectionStatistics, type MatchKind, wordFactor } from '../ranking.ts';
import { leapTo } from './posting-walk.ts';
import type { ResolvedWord } from './query-words.ts';
import { findLiveStem, type TextIndex } from './text-index.ts';
import type { WorkArrays } from './work-arrays.ts';

export interface WordLists {
  /** The stem's own list, or -1. */
  readonly exact: number;
  /** Phrases whose every stem stands in this index. */
  readonly synonyms: readonly (readonly number[])[];
  /** Prefix or typo; a word never has both. */
  readonly loose: readonly number[];
  readonly exactFactor: number;
  readonly synonymFactor: number;
  readonly looseFactor: number;
}

export const findLists = (
  index: TextIndex,
  word: ResolvedWord,
  statistics: CollectionStatistics,
): WordLists => {
  const idOf = (stem: string) => findLiveStem(index, stem);
  const factor = (kind: MatchKind) => wordFactor(kind, word.documents, statistics);
  return {
    exact: word.exact === undefined ? -1 : idOf(word.exact),
    synonyms: word.synonyms.map((phrase) => phrase.map(idOf)).filter((phrase) => !phrase.includes(-1)),
    loose: (word.prefix.length > 0 ? word.prefix : word.typo).map(idOf).filter((id) => id !== -1),
    exactFactor: factor('exact'),
    synonymFactor: factor('synonym'),
    looseFactor: factor(word.prefix.length > 0 ? 'prefix' : 'typo'),
  };
};

export const isExactOnly = (word: WordLists): boolean =>
  word.synonyms.length === 0 && word.loose.length === 0;

export type CountItem = (item: number, weight: number, factor: number) => void;

/** Counts the items that match the word in another way than exactly, each once; `number` marks those counted already. */
export const countOthers = (
  index: TextIndex,
  word: WordLists,
  accepts: Uint8Array,
  work: WorkArrays,
  number: number,
  count: CountItem,
): void => {
  if (word.synonyms.length > 0) {
    let found = 0;
    for (const phrase of word.synonyms) found = gatherPhrase(index, phrase, accepts, work, number, found);
    countGathered(work, found, number, word.synonymFactor, count);
  }
  if (word.loose.length > 0) {
    let found = 0;
    for (const stem of word.loose) found = gatherList(index, stem, accepts, work, number, found);
    countGathered(work, found, number, word.looseFactor, count);
  }
};

/** Adds one list to `weights`; returns how many items are gathered now. */
const gatherList = (
  { postingStart, postingItem, postingWeight, classes }: TextIndex,
  stem: number,
  accepts: Uint8Array,
  { counted, weights, gathered }: WorkArrays,
  number: number,
  from: number,
): number => {
  const end = postingStart[stem + 1] as number;
  let found = from;
  for (let posting = postingStart[stem] as number; posting < end; posting += 1) {
    const item = postingItem[posting] as number;
    if (counted[item] === number || accepts[classes[item] as number] === 0) continue;
    const weight = weights[item] as number;
    if (weight === 0) {
      gathered[found] = item;
      found += 1;
    }
    weights[item] = weight + (postingWeight[posting] as number);
  }
  return found;
};

/** Adds the items that hold every stem of the phrase to `weights`; returns how many items are gathered now. */
const gatherPhrase = (
  { postingStart, postingItem, postingWeight, classes }: TextIndex,
  phrase: readonly number[],
  accepts: Uint8Array,
  { counted, weights, gathered }: WorkArrays,
  number: number,
  from: number,
): number => {
  const [lead, ...rest] = phrase;
  if (lead === undefined) return from;
  const places = rest.map((stem) => postingStart[stem] as number);
  const end = postingStart[lead + 1] as number;
  let found = from;
  for (let posting = postingStart[lead] as number; posting < end; posting += 1) {
    const item = postingItem[posting] as number;
    if (counted[item] === number || accepts[classes[item] as number] === 0) continue;
    let weight = postingWeight[posting] as number;
    const holdsAll = rest.every((stem, other) => {
      const stop = postingStart[stem + 1] as number;
      const at = leapTo(postingItem, places[other] as number, stop, item);
      places[other] = at;
      if (at === stop || postingItem[at] !== item) return false;
      weight += postingWeight[at] as number;
      return true;
    });
    if (!holdsAll) continue;
    const before = weights[item] as number;
    if (before === 0) {
      gathered[found] = item;
      found += 1;
    }
    weights[item] = before + weight;
  }
  return found;
};

const countGathered = (
  { counted, weights, gathered }: WorkArrays,
  found: number,
  number: number,
  factor: number,
  count: CountItem,
): void => {
  for (let place = 0; place < found; place += 1) {
    const item = gathered[place] as number;
    const weight = weights[item] as number;
    weights[item] = 0;
    counted[item] = number;
    count(item, weight, factor);
  }
};
