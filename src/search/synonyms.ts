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
): string[][][] => {
  const compounds = compoundPhrases(words, language);
  if (synonyms.length === 0) return compounds;
  const perWord: string[][][] = compounds.length > 0 ? compounds : words.map(() => []);
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

/** A lone part is no other way to say the word: Hauptstadt is not any Stadt. */
const compoundPhrases = (words: readonly Token[], language: string): string[][][] => {
  const analyzer = buildAnalyzer(language);
  let perWord: string[][][] = [];
  words.forEach(({ surface }, index) => {
    const parts = analyzer.partsOf(surface);
    if (parts.length < 2) return;
    if (perWord.length === 0) perWord = words.map(() => []);
    perWord[index]?.push(parts.map((part) => analyzer.stemWord(part)));
  });
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
