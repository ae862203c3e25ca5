// Relevance: BM25 over weighted fields, more matched words over fewer, exact over synonym over prefix over typo (Decision 0006).
// Shared by every engine: the same numbers in the same order of arithmetic, so that all of them order alike to the last bit.

import { foldText } from '../domain/text/fold-text.ts';

/** A word weighs this at most in one document, so that its weight fits a byte. */
export const WEIGHT_MAX = 255;

// Measured (Decision 0006). K1 is in units of weight: two words of the body, each of which weighs 4.
const K1 = 8;
const B = 0.5;

export type MatchKind = 'exact' | 'synonym' | 'prefix' | 'typo';

const kindWeights: Readonly<Record<MatchKind, number>> = { exact: 1, synonym: 0.9, prefix: 0.7, typo: 0.5 };

/** What a ranking knows of all live documents of one language. */
export interface CollectionStatistics {
  readonly documents: number;
  /** Words in all of them together. */
  readonly totalLength: number;
}

const REPEATED_MIN_UNITS = 3;
const REPEATED_POWER = 0.7;

/**
 * What a word that stands several times in the query weighs there. Short ones count once: repeated, they are mostly articles and
 * prepositions of a language that the text is not in.
 */
export const repeatedWeight = (word: { readonly surface: string; readonly times: number }): number =>
  word.times === 1 || word.surface.length < REPEATED_MIN_UNITS ? 1 : word.times ** REPEATED_POWER;

/**
 * What a match of this kind of a word is worth before it is saturated; `repeated` is its weight in the query. Rarer words tell
 * more; never negative.
 */
export const wordFactor = (
  kind: MatchKind,
  matching: number,
  { documents }: CollectionStatistics,
  repeated = 1,
): number => {
  const held = Math.min(matching, documents);
  return repeated * kindWeights[kind] * Math.log(1 + (documents - held + 0.5) / (held + 0.5)) * (K1 + 1);
};

/** Length normalization is `base + slope * length`: long documents hold more words by chance. */
export const lengthNormalization = ({ documents, totalLength }: CollectionStatistics) => ({
  base: K1 * (1 - B),
  slope: totalLength === 0 ? 0 : (K1 * B) / (totalLength / documents),
});

/** The score of one matched word: `factor`, saturated by how much the word weighs in a document of that length. */
export const scoreWord = (
  factor: number,
  weight: number,
  normalization: { readonly base: number; readonly slope: number },
  length: number,
): number => (factor * weight) / (weight + (normalization.base + normalization.slope * length));

/** Added to the score of a document whose title is the query itself: more than words can score, so that it comes first. */
export const TITLE_BOOST = 2 ** 22;

/** Taken from the score of what only the looser rule finds: more than words can score, so that it comes below the rest. */
export const RELAXED_PENALTY = 2 ** 21;

/** Of a title and of a query: the one is the other where these are the same. */
export const titleText = (text: string): string => foldText(text).trim();

/**
 * The score of a document: what its words scored, scaled by the fourth root of the share of the query's words that it holds. A root,
 * because the sum already grows with every word; by the share itself, a common word outweighs a rare one.
 */
export const scoreDocument = (wordScores: number, matchedWords: number, queryWords: number): number =>
  wordScores * Math.sqrt(Math.sqrt(matchedWords / queryWords));
