// What each word of a query stands for in one language, and what it weighs in a document (Decision 0006).
// A word stands for its stem, for synonyms and, if it is the last one, for every word that begins with it; and, only if no
// document of the language holds any of these, for itself without marks, or the words one or two edits away.

import type { SynonymSet } from '../../domain/search/catalog.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { buildAnalyzer, type QueryWord } from '../analysis/analyze.ts';
import { allowedEdits, mayMissFirst, withinEdits } from '../analysis/edit-distance.ts';
import { matchesAsPrefix } from '../matching.ts';
import { type MatchKind, repeatedWeight } from '../ranking.ts';
import { addSpellings } from '../spellings.ts';
import { analyseSets, NO_PHRASES, synonymPhrases, type WordPhrases } from '../synonyms.ts';
import type { TextDocument } from './text-document.ts';

/** A way to match a word: `weigh` says what it weighs in a document, 0 when the document does not match so. */
interface WordMatcher {
  readonly kind: MatchKind;
  readonly weigh: (document: TextDocument) => number;
}

interface MatchableWord {
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
  const sets = analyseSets(synonyms, language);
  const phrases = addSpellings(words, language, synonymPhrases(words, language, sets), sets, (surface) =>
    documents.some(({ surfaces }) => surfaces.has(surface)),
  );
  return words.map((word, index) => resolveWord(word, phrases[index] ?? NO_PHRASES, documents));
};

const resolveWord = (
  word: QueryWord,
  { phrases: given, isCompound, spellings }: WordPhrases,
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
  /** Other spellings say nothing of how rare a word is that stands as it was typed. */
  const counted = phrases.slice(0, holding(word.stem) > 0 ? phrases.length - spellings : phrases.length);
  const prefixed = matchesAsPrefix(word)
    ? stemsOf(documents, (surface) => surface.startsWith(word.surface)).filter((stem) => stem !== word.stem)
    : [];
  const isKnown =
    holding(word.stem) > 0 ||
    prefixed.length > 0 ||
    known.some((phrase) => documents.some((document) => weighPhrase(phrase, document) > 0));
  const near = isKnown ? [] : nearStems(word, documents);
  const weighPhrases = (some: readonly (readonly string[])[], document: TextDocument) =>
    sum(some.map((phrase) => weighPhrase(phrase, document)));
  /** Who holds the word counts the synonyms that he holds too; its own parts, which stand wherever it does, are none. */
  const beside = known.filter((phrase) => !(isCompound && phrase === phrases[0]));
  const weighExact = (document: TextDocument): number => {
    const own = document.stems.get(word.stem) ?? 0;
    return own === 0 ? 0 : own + weighPhrases(beside, document);
  };
  return {
    ways: [
      { kind: 'exact', weigh: (document) => weighExact(document) },
      { kind: 'synonym', weigh: (document) => weighPhrases(known, document) },
      { kind: 'prefix', weigh: ({ stems }) => sum(prefixed.map((stem) => stems.get(stem) ?? 0)) },
      { kind: 'typo', weigh: ({ stems }) => sum(near.map((stem) => stems.get(stem) ?? 0)) },
    ],
    documents:
      holding(word.stem) +
      sum(known.filter((phrase) => counted.includes(phrase)).map(holdingPhrase)) +
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

/** The word without its marks; else the words near it that keep its first letter; else all one edit away. */
const nearStems = (word: QueryWord, documents: readonly TextDocument[]): string[] => {
  const unmarked = foldText(word.surface);
  if (unmarked !== word.surface && documents.some(({ surfaces }) => surfaces.has(unmarked)))
    return [unmarked];
  const edits = allowedEdits(word.surface);
  if (edits === 0) return [];
  const first = String.fromCodePoint(word.surface.codePointAt(0) ?? 0);
  const kept = stemsOf(
    documents,
    (surface) => surface.startsWith(first) && withinEdits(word.surface, surface, edits),
  );
  return kept.length > 0 || !mayMissFirst(word.surface)
    ? kept
    : stemsOf(documents, (surface) => withinEdits(word.surface, surface, 1));
};
