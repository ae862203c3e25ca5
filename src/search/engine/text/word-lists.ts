// Gathers the items that hold a word in another way than exactly: by a synonym, then by prefix or typo. A document counts by the
// best way in which it holds the word, with the weights of all lists of that way added up; the word itself and its synonyms go together.

import { spend } from '../budget/work-budget.ts';
import { HELD_PHRASE, LEAP, MET_PHRASE, nextPostings, POSTING } from '../budget/work-costs.ts';
import { seek } from '../match/posting-walk.ts';
import type { QueryScratch } from '../match/query-scratch.ts';
import type { TextIndex } from './text-index.ts';

/** Where one text has a word; a document matches by the first of these that it holds. Every list has a live document. */
export interface WordLists {
  /** The stem's own list, or -1. */
  readonly exact: number;
  /** Each phrase needs all of its stems. */
  readonly synonyms: readonly (readonly number[])[];
  /** Whether the first of them are the parts of the word, which stand wherever it does. */
  readonly hasParts: boolean;
  /** Prefix or typo; a word never has both. */
  readonly loose: readonly number[];
}

export const isExactOnly = (word: WordLists): boolean =>
  word.synonyms.length === 0 && word.loose.length === 0;

export const hasLists = (word: WordLists): boolean => word.exact !== -1 || !isExactOnly(word);

/** Whether every class but 0 may answer. */
export const acceptsAllClasses = (accepts: Uint8Array): boolean => {
  for (let number = 1; number < accepts.length; number += 1) if (accepts[number] === 0) return false;
  return true;
};

/** `accepts[class]` says whether documents of that class may answer; class 0 (no document) never does. */
export interface Gathering {
  readonly index: TextIndex;
  readonly accepts: Uint8Array;
  /** Every class but 0 may answer. */
  readonly acceptsAll: boolean;
  readonly work: QueryScratch;
}

/** What is left out while a word is gathered: items that `counted` marks with its number, and those that `matched` too few words. */
export interface LeftOut {
  readonly number: number;
  readonly mustHold: number;
}

/** Marks what was gathered, so that it is not gathered in another way again. */
export const markGathered = ({ counted, gathered }: QueryScratch, found: number, number: number): void => {
  spend(POSTING * found);
  for (let place = 0; place < found; place += 1) counted[gathered[place] as number] = number;
};

/** Marks the items of a list in `counted`, so that they are not gathered. */
export const markList = (
  { postingStart, postingItem }: TextIndex,
  stem: number,
  counted: Uint32Array,
  number: number,
): void => {
  const end = postingStart[stem + 1] as number;
  spend(POSTING * (end - (postingStart[stem] as number)));
  for (let posting = postingStart[stem] as number; posting < end; posting += 1)
    counted[postingItem[posting] as number] = number;
};

/** Puts into `gathered` the items that a synonym finds, with their `weights`, which the caller takes away again. How many? */
export const gatherSynonyms = (gathering: Gathering, word: WordLists, leftOut: LeftOut): number =>
  gatherPhrases(gathering, word, leftOut, word.exact === -1 ? 0 : word.synonyms.length);

/**
 * The same before anything is counted, so that items that hold the word itself are among them: who holds it counts the synonyms that
 * he holds too. But not its own parts: those stand wherever it does.
 */
export const gatherAllSynonyms = (gathering: Gathering, word: WordLists, leftOut: LeftOut): number => {
  const withoutExact = word.exact !== -1 && word.hasParts ? 1 : 0;
  if (withoutExact > 0) markList(gathering.index, word.exact, gathering.work.counted, leftOut.number);
  return gatherPhrases(gathering, word, leftOut, withoutExact);
};

/** From so many phrases at the start items are left out that are counted already. */
const gatherPhrases = (
  gathering: Gathering,
  { synonyms }: WordLists,
  leftOut: LeftOut,
  withoutCounted: number,
): number => {
  let found = 0;
  for (let at = 0; at < synonyms.length; at += 1) {
    const phrase = synonyms[at] as readonly number[];
    const isAnyCounted = at < withoutCounted;
    spend(phrase.length === 1 ? MET_PHRASE : HELD_PHRASE);
    found =
      phrase.length === 1
        ? gatherList(gathering, phrase[0] as number, leftOut, isAnyCounted, found)
        : gatherPhrase(gathering, phrase, leftOut, isAnyCounted, found);
  }
  return found;
};

/** As `gatherSynonyms`, for what prefix or typo find. */
export const gatherLoose = (gathering: Gathering, word: WordLists, leftOut: LeftOut): number => {
  let found = 0;
  const isAnyCounted = word.exact !== -1 || word.synonyms.length > 0;
  for (const stem of word.loose) found = gatherList(gathering, stem, leftOut, isAnyCounted, found);
  return found;
};

/** Adds one list to `weights`; returns how many items are gathered now. */
const gatherList = (
  { index, accepts, acceptsAll, work }: Gathering,
  stem: number,
  { number, mustHold }: LeftOut,
  isAnyCounted: boolean,
  from: number,
): number => {
  const { postingStart, postingItem, postingWeight, classes } = index;
  const { counted, matched, weights, gathered } = work;
  const start = postingStart[stem] as number;
  const end = postingStart[stem + 1] as number;
  // Where nothing of the list is dead either, no document has to be looked at.
  const isClean = acceptsAll && index.stemDocuments[stem] === end - start;
  let found = from;
  let paidTo = start;
  for (let posting = start; posting < end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, end);
    const item = postingItem[posting] as number;
    if (mustHold > 0 && (matched[item] as number) < mustHold) continue;
    if (isAnyCounted && counted[item] === number) continue;
    if (!isClean && accepts[classes[item] as number] === 0) continue;
    const weight = weights[item] as number;
    if (weight === 0) {
      gathered[found] = item;
      found += 1;
    }
    weights[item] = weight + (postingWeight[posting] as number);
  }
  return found;
};

/** Adds the items that hold every stem of the phrase to `weights`, with the least of theirs; returns how many are gathered now. */
const gatherPhrase = (
  { index, accepts, work }: Gathering,
  phrase: readonly number[],
  { number }: LeftOut,
  isAnyCounted: boolean,
  from: number,
): number => {
  const { postingStart, postingItem, postingWeight, classes } = index;
  const { counted, weights, gathered } = work;
  const [lead, ...rest] = phrase;
  if (lead === undefined) return from;
  const places = rest.map((stem) => postingStart[stem] as number);
  const end = postingStart[lead + 1] as number;
  let found = from;
  let paidTo = postingStart[lead] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) {
      paidTo = nextPostings(posting, end);
      spend(LEAP * rest.length * (paidTo - posting));
    }
    const item = postingItem[posting] as number;
    if ((isAnyCounted && counted[item] === number) || accepts[classes[item] as number] === 0) continue;
    let weight = postingWeight[posting] as number;
    const holdsAll = rest.every((stem, other) => {
      const stop = postingStart[stem + 1] as number;
      const at = seek(postingItem, places[other] as number, stop, item);
      places[other] = at;
      if (at === stop || postingItem[at] !== item) return false;
      weight = Math.min(weight, postingWeight[at] as number);
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
