// Synonyms in a query: which other phrases may stand for which of its words. Shared by every engine.

import type { SynonymSet } from '../domain/catalog.ts';
import { buildAnalyzer, type Token } from './analysis/analyze.ts';
import { languageOf } from './analysis/languages.ts';

/**
 * For each word of the query, the phrases (as stems) that may stand for it: the other phrases of every synonym set of the
 * language one of whose phrases covers that word. All words of a phrase are wanted; the number of query words stays.
 */
export const synonymPhrases = (
  words: readonly Token[],
  language: string,
  synonyms: readonly SynonymSet[],
): string[][][] => {
  const perWord: string[][][] = words.map(() => []);
  const analyzer = buildAnalyzer(language);
  for (const set of synonyms) {
    if (set.locale !== null && languageOf(set.locale) !== language) continue;
    const phrases = set.words.map((phrase) => analyzer.analyzeQuery(phrase).map((word) => word.stem));
    for (const phrase of phrases) {
      const others = phrases.filter((other) => other !== phrase && other.length > 0);
      for (const start of occurrences(words, phrase)) {
        for (let index = start; index < start + phrase.length; index += 1) perWord[index]?.push(...others);
      }
    }
  }
  return perWord;
};

const occurrences = (words: readonly Token[], phrase: readonly string[]): number[] => {
  if (phrase.length === 0) return [];
  return words
    .map((_, start) => start)
    .filter((start) => phrase.every((stem, offset) => words[start + offset]?.stem === stem));
};
