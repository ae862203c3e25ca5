// What each word of a query stands for in one language, and what it weighs in a document (Decision 0006).
// A word stands for its stem, for synonyms and, if it is the last one, for every word that begins with it; and, only if no
// document of the language holds any of these, for the words one or two edits away.

import type { SynonymSet } from '../../domain/catalog.ts';
import { buildAnalyzer, type QueryWord } from '../analysis/analyze.ts';
import { allowedEdits, withinEdits } from '../analysis/edit-distance.ts';
import { matchesAsPrefix } from '../matching.ts';
import { type MatchKind, repeatedWeight } from '../ranking.ts';
import { analyseSets, NO_PHRASES, synonymPhrases, type WordPhrases } from '../synonyms.ts';
import type { TextDocument } from './text-document.ts';

/** A way to match a word: `weigh` says what it weighs in a document, 0 when the document does not match so. */
export interface WordMatcher {
  readonly kind: MatchKind;
  readonly weigh: (document: TextDocument) => number;
}

export interface MatchableWord {
  /** The best first: a document matches by the first in which the word weighs anything. */
  readonly ways: readonly WordMatcher[];
  /** How many documents match at most, from which the word's rarity is taken. */
  readonly documents: number;
  /** What it weighs in the query. */
  readonly repeated: number;
}

export const resolveWords = (
  text: string,
  language: string,
  synonyms: readonly SynonymSet[],
  documents: readonly TextDocument[],
): MatchableWord[] => {
  const words = buildAnalyzer(language).analyzeQuery(text);
  const phrases = synonymPhrases(words, language, analyseSets(synonyms, language));
  return words.map((word, index) => resolveWord(word, phrases[index] ?? NO_PHRASES, documents));
};

const resolveWord = (
  word: QueryWord,
  { phrases: given, isCompound }: WordPhrases,
  documents: readonly TextDocument[],
): MatchableWord => {
  const holding = (stem: string) => documents.filter(({ stems }) => stems.has(stem)).length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const phrases = given.map(({ stems }) => stems);
  const known = phrases.filter((phrase) => phrase.every((stem) => holding(stem) > 0));
  /** Who holds a compound holds its parts: those are not counted twice. */
  const holdingPhrase = (phrase: readonly string[]): number => {
    const atMost = Math.min(...phrase.map(holding));
    return isCompound && phrase === phrases[0] ? Math.max(0, atMost - holding(word.stem)) : atMost;
  };
  const prefixed = matchesAsPrefix(word)
    ? stemsOf(documents, (surface) => surface.startsWith(word.surface)).filter((stem) => stem !== word.stem)
    : [];
  const isKnown =
    holding(word.stem) > 0 ||
    prefixed.length > 0 ||
    known.some((phrase) => documents.some((document) => weighPhrase(phrase, document) > 0));
  const near = isKnown ? [] : nearStems(word, documents);
  return {
    ways: [
      { kind: 'exact', weigh: ({ stems }) => stems.get(word.stem) ?? 0 },
      { kind: 'synonym', weigh: (document) => sum(known.map((phrase) => weighPhrase(phrase, document))) },
      { kind: 'prefix', weigh: ({ stems }) => sum(prefixed.map((stem) => stems.get(stem) ?? 0)) },
      { kind: 'typo', weigh: ({ stems }) => sum(near.map((stem) => stems.get(stem) ?? 0)) },
    ],
    documents:
      holding(word.stem) +
      sum(known.map(holdingPhrase)) +
      sum(prefixed.map(holding)) +
      sum(near.map(holding)),
    repeated: repeatedWeight(word),
  };
};

/** A phrase weighs something only where all of its words stand, and as much as the least of them. */
const weighPhrase = (phrase: readonly string[], { stems }: TextDocument): number =>
  Math.min(...phrase.map((stem) => stems.get(stem) ?? 0));

/** The stems of all words of the documents that pass the test, each once. */
const stemsOf = (documents: readonly TextDocument[], passes: (surface: string) => boolean): string[] => {
  const analyzer = buildAnalyzer(documents[0]?.language ?? '');
  const surfaces = new Set(documents.flatMap((document) => [...document.surfaces].filter(passes)));
  return [...new Set([...surfaces].map((surface) => analyzer.stemWord(surface)))];
};

/** The first letter is kept. */
const nearStems = (word: QueryWord, documents: readonly TextDocument[]): string[] => {
  const edits = allowedEdits(word.surface);
  if (edits === 0) return [];
  const first = String.fromCodePoint(word.surface.codePointAt(0) ?? 0);
  return stemsOf(
    documents,
    (surface) => surface.startsWith(first) && withinEdits(word.surface, surface, edits),
  );
};
