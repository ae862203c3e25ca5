// What each word of a query stands for in one language, and whether a document matches it (Decision 0006).
// A word matches by its stem, by a synonym, as a prefix if it is the last one; and, only if no document of the language
// matches it so, by the words one or two edits away.

import type { SynonymSet } from '../../domain/catalog.ts';
import { buildAnalyzer, type QueryWord } from '../analysis/analyze.ts';
import { allowedEdits, withinEdits } from '../analysis/edit-distance.ts';
import { languageOf } from '../analysis/languages.ts';
import { matchesAsPrefix } from '../matching.ts';
import type { MatchKind } from '../ranking.ts';
import { countPrefixed, countStems, holdsStem, type TextDocument } from './text-document.ts';

/** A way to match a word: `find` tells where the document does, and nothing when it does not. */
export interface WordMatcher<F extends string> {
  readonly kind: MatchKind;
  readonly find: (document: TextDocument<F>) => { field: F; count: number; length: number }[];
}

/** The words of a query in one language, each with the ways in which a document may match it. */
export const resolveWords = <F extends string>(
  text: string,
  language: string,
  synonyms: readonly SynonymSet[],
  documents: readonly TextDocument<F>[],
): WordMatcher<F>[][] => {
  const words = buildAnalyzer(language).analyzeQuery(text);
  const phrases = synonymPhrases(words, language, synonyms);
  return words.map((word, index) => {
    const matchers: WordMatcher<F>[] = [stemMatcher('exact', [word.stem])];
    for (const phrase of phrases[index] ?? []) matchers.push(phraseMatcher(phrase));
    if (matchesAsPrefix(word)) {
      matchers.push({ kind: 'prefix', find: (document) => countPrefixed(document, word.surface) });
    }
    const isKnown = documents.some((document) =>
      matchers.some((matcher) => matcher.find(document).length > 0),
    );
    return isKnown ? matchers : [stemMatcher('typo', nearStems(word, documents))];
  });
};

const stemMatcher = <F extends string>(kind: MatchKind, stems: readonly string[]): WordMatcher<F> => ({
  kind,
  find: (document) => countStems(document, stems),
});

/** A synonym of several words matches where all of them stand. */
const phraseMatcher = <F extends string>(stems: readonly string[]): WordMatcher<F> => ({
  kind: 'synonym',
  find: (document) => (stems.every((stem) => holdsStem(document, stem)) ? countStems(document, stems) : []),
});

/** The stems of all words of the language that are near enough to what was typed; the first letter is kept. */
const nearStems = (word: QueryWord, documents: readonly TextDocument<string>[]): string[] => {
  const edits = allowedEdits(word.surface);
  if (edits === 0) return [];
  const first = String.fromCodePoint(word.surface.codePointAt(0) ?? 0);
  const near = new Set<string>();
  for (const document of documents) {
    for (const field of document.fields) {
      for (const surface of field.surfaces.keys()) {
        if (surface.startsWith(first) && withinEdits(word.surface, surface, edits)) near.add(surface);
      }
    }
  }
  const analyzer = buildAnalyzer(documents[0]?.language ?? '');
  return [...new Set([...near].sort().map((surface) => analyzer.stemWord(surface)))];
};

/** For each word, the other phrases of every synonym set one of whose phrases covers that word in the query. */
const synonymPhrases = (
  words: readonly QueryWord[],
  language: string,
  synonyms: readonly SynonymSet[],
): string[][][] => {
  const analyzer = buildAnalyzer(language);
  const perWord: string[][][] = words.map(() => []);
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

const occurrences = (words: readonly QueryWord[], phrase: readonly string[]): number[] => {
  if (phrase.length === 0) return [];
  return words
    .map((_, start) => start)
    .filter((start) => phrase.every((stem, offset) => words[start + offset]?.stem === stem));
};
