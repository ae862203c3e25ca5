// Relevance: BM25 over weighted fields; more matched words rank higher, and exact over synonym over prefix over typo
// (Decision 0006). Shared by every engine: the same arithmetic in the same order, so that scores are equal to the
// last bit.

import { foldText } from '../domain/text/fold-text.ts';

/** The maximum weight of a word in one document: it must fit a byte. */
export const WEIGHT_MAX = 255;

// Measured (Decision 0006). K1 is in units of weight: two words of the body, which weigh 4 each.
const K1 = 8;
const B = 0.5;

export type MatchKind = 'exact' | 'synonym' | 'prefix' | 'typo';

const kindWeights: Readonly<Record<MatchKind, number>> = { exact: 1, synonym: 0.9, prefix: 0.7, typo: 0.5 };

/** Statistics over all live documents of one language. */
export interface CollectionStatistics {
  readonly documents: number;
  /** Number of words in all of them. */
  readonly totalLength: number;
}

const REPEATED_MIN_UNITS = 3;
const REPEATED_POWER = 0.7;

/**
 * The weight of a word that occurs several times in the query. Short words count once: repeated, they are mostly
 * articles and prepositions of another language.
 */
export const repeatedWeight = (word: { readonly surface: string; readonly times: number }): number =>
  word.times === 1 || word.surface.length < REPEATED_MIN_UNITS ? 1 : word.times ** REPEATED_POWER;

/**
 * The value of a match before saturation; `repeated` is the word's weight in the query. Rarer words are worth more;
 * never negative.
 */
export const wordFactor = (
  kind: MatchKind,
  matching: number,
  statistics: CollectionStatistics,
  repeated = 1,
): number => {
  const { idf, kindWeight, saturation } = wordFactors(kind, matching, statistics);
  return repeated * kindWeight * idf * saturation;
};

/** What the value of a match is made of; `saturation` is the largest factor that its frequency can reach. */
export const wordFactors = (kind: MatchKind, matching: number, { documents }: CollectionStatistics) => {
  const held = Math.min(matching, documents);
  return {
    kindWeight: kindWeights[kind],
    idf: Math.log(1 + (documents - held + 0.5) / (held + 0.5)),
    saturation: K1 + 1,
  };
};

/** Length normalization is `base + slope * length`: long documents contain more words by chance. */
export const lengthNormalization = ({ documents, totalLength }: CollectionStatistics) => ({
  base: K1 * (1 - B),
  slope: totalLength === 0 ? 0 : (K1 * B) / (totalLength / documents),
});

/** The score of one matched word: `factor`, saturated by the word's weight in a document of that length. */
export const scoreWord = (
  factor: number,
  weight: number,
  normalization: { readonly base: number; readonly slope: number },
  length: number,
): number => (factor * weight) / (weight + (normalization.base + normalization.slope * length));

/** The words of a title that are compared with a query in their order, at most. */
export const TITLE_WORDS_MAX = 32;

/** Multiplies the score of a product whose name has the words of the query in their order, one after the other (measured, Decision 0080). */
export const PHRASE_FACTOR = 1.05;

/** Added to a document whose title equals the query: more than words can score, so that it comes first. */
export const TITLE_BOOST = 2 ** 22;

/** Subtracted from what only the relaxed rule finds: more than words can score, so that it comes last. */
export const RELAXED_PENALTY = 2 ** 21;

/** The form in which a title and a query are compared for equality. */
export const titleText = (text: string): string => foldText(text).trim();

/**
 * The score of a document: the sum over its words, scaled by the fourth root of the share of query words it holds. A
 * root, because the sum already grows with every word; with the share itself, a common word would outweigh a rare
 * one.
 */
export const scoreDocument = (wordScores: number, matchedWords: number, queryWords: number): number =>
  wordScores * coverageOf(matchedWords, queryWords);

export const coverageOf = (matchedWords: number, queryWords: number): number =>
  Math.sqrt(Math.sqrt(matchedWords / queryWords));

/** A score is a multiple of this, and what its words score. */
const TIER = RELAXED_PENALTY;

/** The part of a score that the tiers make: a name that equals the query, or what only the relaxed rule finds. */
export const tierOf = (score: number): number => Math.round(score / TIER) * TIER;

/**
 * The score of a product that merchandising boosts (factor above 1) or buries (below 1), and that signals of the business lift. The
 * factors act on what its words score, so they also act where nothing is searched for. What only the relaxed rule finds still comes
 * last; a name that equals the query no longer comes first if the product is buried.
 */
export const boostScore = (score: number, factor: number, signals = 1): number => {
  if (factor === 1 && signals === 1) return score;
  const tier = tierOf(score);
  const words = score - tier;
  return (factor < 1 ? Math.min(tier, 0) : tier) + (1 + words) * signals * factor - 1;
};
