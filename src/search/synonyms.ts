// Synonyms in a query, the parts of compounds among them: which other phrases may stand for which of its words. Shared by every
// engine.

import type { SynonymSet } from '../domain/catalog.ts';
import { buildAnalyzer, type Token } from './analysis/analyze.ts';
import { languageOf } from './analysis/languages.ts';

/**
 * For each word of the query, the phrases (as stems) that may stand for it: the parts of a compound, and the other phrases of every
 * synonym set of the language one of whose phrases covers that word. All words of a phrase are wanted; the number of query words
 * stays. Empty where there are neither sets nor compounds.
 */
export const synonymPhrases = (
  words: readonly Token[],
  language: string,
  synonyms: readonly SynonymSet[],
): WordPhrases[] => {
  const compounds = compoundPhrases(words, language);
  if (synonyms.length === 0) return compounds;
  const perWord = compounds.length > 0 ? compounds : words.map(noPhrases);
  for (const phrases of analyzedSets(synonyms, language)) {
    for (const phrase of phrases) {
      const others = phrases.filter((other) => other !== phrase && other.length > 0);
      for (const start of occurrences(words, phrase)) {
        for (const { phrases: own } of perWord.slice(start, start + phrase.length)) addNew(own, others);
      }
    }
  }
  return perWord;
};

/** The other phrases that may stand for a word, none of them twice. */
export interface WordPhrases {
  readonly phrases: string[][];
  /** Whether the first of them are the word's own parts: wherever the word stands, they stand too. */
  readonly isCompound: boolean;
}

export const NO_PHRASES: WordPhrases = { phrases: [], isCompound: false };

const noPhrases = (): WordPhrases => ({ phrases: [], isCompound: false });

const addNew = (phrases: string[][], others: readonly string[][]): void => {
  for (const other of others) {
    const isKnown = phrases.some(
      (one) => one.length === other.length && one.every((stem, at) => stem === other[at]),
    );
    if (!isKnown) phrases.push(other);
  }
};

/** A lone part is no other way to say the word: Hauptstadt is not any Stadt. */
const compoundPhrases = (words: readonly Token[], language: string): WordPhrases[] => {
  const analyzer = buildAnalyzer(language);
  const parts = words.map(({ surface }) => analyzer.partsOf(surface));
  if (!parts.some(isSeveral)) return [];
  return parts.map((own) =>
    isSeveral(own)
      ? { phrases: [own.map((part) => analyzer.stemWord(part))], isCompound: true }
      : noPhrases(),
  );
};

const isSeveral = (parts: readonly string[]): boolean => parts.length > 1;

/** Sets change seldom and are asked for with every query: each list of them is analysed once per language. */
const known = new WeakMap<readonly SynonymSet[], Map<string, string[][][]>>();

/** The sets of the language, each phrase as its stems. */
const analyzedSets = (synonyms: readonly SynonymSet[], language: string): string[][][] => {
  const byLanguage = known.get(synonyms) ?? new Map<string, string[][][]>();
  known.set(synonyms, byLanguage);
  let sets = byLanguage.get(language);
  if (sets === undefined) {
    const analyzer = buildAnalyzer(language);
    sets = synonyms
      .filter(({ locale }) => locale === null || languageOf(locale) === language)
      .map(({ words }) => words.map((phrase) => analyzer.analyzeQuery(phrase).map((word) => word.stem)));
    byLanguage.set(language, sets);
  }
  return sets;
};

const occurrences = (words: readonly Token[], phrase: readonly string[]): number[] => {
  if (phrase.length === 0) return [];
  return words
    .map((_, start) => start)
    .filter((start) => phrase.every((stem, offset) => words[start + offset]?.stem === stem));
};
