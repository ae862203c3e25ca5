// Gathers the items that match a word by a synonym, a prefix or a typo. A document counts by its best kind of match,
// with the weights of all posting lists of that kind added up; the word itself and its synonyms add up together.

import { spend } from '../budget/work-budget.ts';
import { LONG_PHRASE, MATCHED_PHRASE, nextPostings, POSTING, SEEK } from '../budget/work-costs.ts';
import { type Bits, hasBit } from '../packing/bitset.ts';
import type { QueryScratch } from '../packing/query-scratch.ts';
import { seek } from './seek.ts';
import type { TextIndex } from './text-index.ts';

/**
 * The posting lists of a word in one text index. A document matches by the first kind it is in. Every list has a live
 * document.
 */
export interface WordLists {
  /** The list of the word's stem, or -1. */
  readonly exact: number;
  /** Phrases: a document needs all stems of one. */
  readonly synonyms: readonly (readonly number[])[];
  /** Whether the first phrase is made of the word's compound parts, which every document with the word contains. */
  readonly hasParts: boolean;
  /** Prefix or typo matches; a word never has both. */
  readonly approximate: readonly number[];
}

export const isExactOnly = (word: WordLists): boolean =>
  word.synonyms.length === 0 && word.approximate.length === 0;

export const hasLists = (word: WordLists): boolean => word.exact !== -1 || !isExactOnly(word);

/** The stem with the longest posting list of those by which a document can match: the word's own, or one of its prefix or typo matches; or -1. */
export const longestStem = ({ exact, approximate }: WordLists, { postingStart }: TextIndex): number => {
  const length = (stem: number) => (postingStart[stem + 1] as number) - (postingStart[stem] as number);
  let longest = exact;
  spend(POSTING * approximate.length);
  for (const stem of approximate) if (longest === -1 || length(stem) > length(longest)) longest = stem;
  return longest;
};

/** The lists of the word without that stem, which is its own or one of its prefix or typo matches. */
export const withoutStem = (word: WordLists, stem: number): WordLists =>
  stem === word.exact
    ? { ...word, exact: -1 }
    : { ...word, approximate: word.approximate.filter((own) => own !== stem) };

/** Whether every class but 0 is accepted. */
export const acceptsEveryClass = (accepts: Uint8Array): boolean => {
  for (let number = 1; number < accepts.length; number += 1) if (accepts[number] === 0) return false;
  return true;
};

/** `accepts[class]` says whether documents of that class may match; class 0 (no document) never does. */
export interface MatchContext {
  readonly index: TextIndex;
  readonly accepts: Uint8Array;
  readonly acceptsAll: boolean;
  /** Only these are wanted; undefined: all. */
  readonly allowed: Bits | undefined;
  readonly scratch: QueryScratch;
}

export const isAllowed = (allowed: Bits | undefined, item: number): boolean =>
  allowed === undefined || hasBit(allowed, item);

/** Items to skip while gathering: those `visited` with this stamp, and those that `matched` too few words. */
interface Exclusion {
  readonly stamp: number;
  readonly minMatched: number;
}

/** Stamps the gathered items, so that no other kind of match gathers them again. */
export const stampGathered = ({ visited, gathered }: QueryScratch, found: number, stamp: number): void => {
  spend(POSTING * found);
  for (let place = 0; place < found; place += 1) visited[gathered[place] as number] = stamp;
};

/** Stamps the items of a posting list, so that they are not gathered. */
export const stampList = (
  { postingStart, postingItem }: TextIndex,
  stem: number,
  visited: Uint32Array,
  stamp: number,
): void => {
  const end = postingStart[stem + 1] as number;
  spend(POSTING * (end - (postingStart[stem] as number)));
  for (let posting = postingStart[stem] as number; posting < end; posting += 1)
    visited[postingItem[posting] as number] = stamp;
};

/**
 * Writes the items that match by a synonym to `gathered`, and their `weights`, which the caller clears; returns how
 * many.
 */
export const gatherSynonyms = (context: MatchContext, word: WordLists, exclusion: Exclusion): number =>
  gatherPhrases(context, word, exclusion, word.exact === -1 ? 0 : word.synonyms.length);

/**
 * The same before any item is stamped, so that items with the word itself are included: their synonyms add to the
 * word's weight. Except compound parts, which every such item contains.
 */
export const gatherAllSynonyms = (context: MatchContext, word: WordLists, exclusion: Exclusion): number => {
  const withoutExact = word.exact !== -1 && word.hasParts ? 1 : 0;
  if (withoutExact > 0) stampList(context.index, word.exact, context.scratch.visited, exclusion.stamp);
  return gatherPhrases(context, word, exclusion, withoutExact);
};

/** For the first `withoutCounted` phrases, items that are already stamped are skipped. */
const gatherPhrases = (
  context: MatchContext,
  { synonyms }: WordLists,
  exclusion: Exclusion,
  withoutCounted: number,
): number => {
  let found = 0;
  for (let at = 0; at < synonyms.length; at += 1) {
    const phrase = synonyms[at] as readonly number[];
    const isAnyCounted = at < withoutCounted;
    spend(phrase.length === 1 ? MATCHED_PHRASE : LONG_PHRASE);
    found =
      phrase.length === 1
        ? gatherList(context, phrase[0] as number, exclusion, isAnyCounted, found)
        : gatherPhrase(context, phrase, exclusion, isAnyCounted, found);
  }
  return found;
};

/** As `gatherSynonyms`, for prefix and typo matches. */
export const gatherApproximate = (context: MatchContext, word: WordLists, exclusion: Exclusion): number => {
  let found = 0;
  const isAnyCounted = word.exact !== -1 || word.synonyms.length > 0;
  for (const stem of word.approximate) found = gatherList(context, stem, exclusion, isAnyCounted, found);
  return found;
};

/** Adds one posting list to `weights`; returns how many items are gathered now. */
const gatherList = (
  { index, accepts, acceptsAll, allowed, scratch }: MatchContext,
  stem: number,
  { stamp, minMatched }: Exclusion,
  isAnyCounted: boolean,
  from: number,
): number => {
  const { postingStart, postingItem, postingWeight, classes } = index;
  const { visited, matched, weights, gathered } = scratch;
  const start = postingStart[stem] as number;
  const end = postingStart[stem + 1] as number;
  // If nothing in the list is deleted either, documents need no check.
  const isClean = acceptsAll && index.stemDocuments[stem] === end - start;
  let found = from;
  let paidTo = start;
  for (let posting = start; posting < end; posting += 1) {
    if (posting === paidTo) paidTo = nextPostings(posting, end);
    const item = postingItem[posting] as number;
    if (!isAllowed(allowed, item)) continue;
    if (minMatched > 0 && (matched[item] as number) < minMatched) continue;
    if (isAnyCounted && visited[item] === stamp) continue;
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

/**
 * Adds the items that hold every stem of the phrase, with the smallest weight of these; returns how many are gathered
 * now.
 */
const gatherPhrase = (
  { index, accepts, scratch }: MatchContext,
  phrase: readonly number[],
  { stamp }: Exclusion,
  isAnyCounted: boolean,
  from: number,
): number => {
  const { postingStart, postingItem, postingWeight, classes } = index;
  const { visited, weights, gathered } = scratch;
  const [lead, ...rest] = phrase;
  if (lead === undefined) return from;
  const places = rest.map((stem) => postingStart[stem] as number);
  const end = postingStart[lead + 1] as number;
  let found = from;
  let paidTo = postingStart[lead] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) {
      paidTo = nextPostings(posting, end);
      spend(SEEK * rest.length * (paidTo - posting));
    }
    const item = postingItem[posting] as number;
    if ((isAnyCounted && visited[item] === stamp) || accepts[classes[item] as number] === 0) continue;
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
