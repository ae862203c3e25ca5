// Synonyms in a query: which other phrases may stand for which of its words. Shared by every engine.

import type { SynonymSet } from '../domain/catalog.ts';
import { buildAnalyzer, type Token } from './analysis/analyze.ts';
import { languageOf } from './analysis/languages.ts';

/**
 * For each word of the query, the phrases (as stems) that may stand for it: the other phrases of every synonym set of the
 * language one of whose phrases covers that word. All words of a phrase are wanted; the number of query words stays. Empty
 * where there are no sets.
 */
export const synonymPhrases = (
  words: readonly Token[],
  language: string,
  synonyms: readonly SynonymSet[],
): string[][][] => {
  if (synonyms.length === 0) return [];
  const perWord: string[][][] = words.map(() => []);
  for (const phrases of analyzedSets(synonyms, language)) {
    for (const phrase of phrases) {
      const others = phrases.filter((other) => other !== phrase && other.length > 0);
      for (const start of occurrences(words, phrase)) {
        for (let index = start; index < start + phrase.length; index += 1) perWord[index]?.push(...others);
      }
    }
  }
  return perWord;
};

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
