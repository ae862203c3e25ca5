// Resolves each word of a query in one language and weighs it in a document (Decision 0006). A word matches its stem,
// its synonyms and, if it is the last one, every word that starts with it. Only if no document of the language holds
// any of these, it matches the same word without diacritics, or words one or two edits away.

import type { SynonymSet } from '../../domain/search/catalog.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { buildAnalyzer, type QueryWord } from '../analysis/analyze.ts';
import { allowedEdits, mayMissFirst, withinEdits } from '../analysis/edit-distance.ts';
import { matchesAsPrefix } from '../matching.ts';
import { type MatchKind, repeatedWeight } from '../ranking.ts';
import { addSpellings } from '../spellings.ts';
import { analyseSets, NO_PHRASES, synonymPhrases, type WordPhrases } from '../synonyms.ts';
import type { TextDocument } from '../text-document.ts';

/** One kind of match: `weigh` returns the word's weight in a document, 0 if the document does not match that way. */
interface WordMatcher {
  readonly kind: MatchKind;
  readonly weigh: (document: TextDocument) => number;
  /** The stems of a document that match that way. */
  readonly stemsIn: (document: TextDocument) => readonly string[];
}

export interface MatchableWord {
  readonly surface: string;
  /** Best first: a document matches by the first kind with a weight. */
  readonly ways: readonly WordMatcher[];
  /** The stems that stand for the word in a phrase. */
  readonly alone: ReadonlySet<string>;
  /** An upper bound of the matching documents; the word's rarity follows from it. */
  readonly documents: number;
  /** The word's weight in the query. */
  readonly repeated: number;
}

export const resolveWords = (
  text: string,
  language: string,
  synonyms: readonly SynonymSet[],
  documents: readonly TextDocument[],
  correctsWords = true,
): MatchableWord[] => {
  const read = buildAnalyzer(language).readQuery(text);
  const { words } = read;
  const sets = analyseSets(synonyms, language);
  const phrases = addSpellings(read, language, synonymPhrases(words, language, sets), sets, (surface) =>
    documents.some(({ surfaces }) => surfaces.has(surface)),
  );
  return words.map((word, index) =>
    resolveWord(word, phrases[index] ?? NO_PHRASES, documents, correctsWords),
  );
};

const resolveWord = (
  word: QueryWord,
  { phrases: given, isCompound, spellings }: WordPhrases,
  documents: readonly TextDocument[],
  correctsWords: boolean,
): MatchableWord => {
  const holding = (stem: string) => documents.filter(({ stems }) => stems.has(stem)).length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const phrases = given.map(({ stems }) => stems);
  const known = phrases.filter((phrase) => phrase.every((stem) => holding(stem) > 0));
  /** A document with a compound also has its parts; they are not counted twice. */
  const holdingPhrase = (phrase: readonly string[]): number => {
    const atMost = Math.min(...phrase.map(holding));
    return isCompound && phrase === phrases[0] ? Math.max(0, atMost - holding(word.stem)) : atMost;
  };
  /** Other spellings do not change the rarity of a word that occurs as typed. */
  const counted = phrases.slice(0, holding(word.stem) > 0 ? phrases.length - spellings : phrases.length);
  const prefixed = matchesAsPrefix(word)
    ? stemsOf(documents, (surface) => surface.startsWith(word.surface)).filter((stem) => stem !== word.stem)
    : [];
  const isKnown =
    holding(word.stem) > 0 ||
    prefixed.length > 0 ||
    known.some((phrase) => documents.some((document) => weighPhrase(phrase, document) > 0));
  const near = isKnown || !correctsWords ? [] : nearStems(word, documents);
  const weighPhrases = (some: readonly (readonly string[])[], document: TextDocument) =>
    sum(some.map((phrase) => weighPhrase(phrase, document)));
  /**
   * A document with the word also counts its synonyms; the word's own compound parts, which it always has, do not
   * count.
   */
  const beside = known.filter((phrase) => !(isCompound && phrase === phrases[0]));
  const weighExact = (document: TextDocument): number => {
    const own = document.stems.get(word.stem) ?? 0;
    return own === 0 ? 0 : own + weighPhrases(beside, document);
  };
  const stemsOfPhrases = (some: readonly (readonly string[])[], document: TextDocument) =>
    some.filter((phrase) => weighPhrase(phrase, document) > 0).flat();
  const among = (some: readonly string[], { stems }: TextDocument) => some.filter((stem) => stems.has(stem));
  return {
    surface: word.surface,
    alone: new Set([
      word.stem,
      ...(holding(word.stem) > 0 ? [] : [...prefixed, ...near]),
      ...known.flatMap((phrase) => (phrase.length === 1 ? phrase : [])),
    ]),
    ways: [
      {
        kind: 'exact',
        weigh: (document) => weighExact(document),
        stemsIn: (document) => [word.stem, ...stemsOfPhrases(beside, document)],
      },
      {
        kind: 'synonym',
        weigh: (document) => weighPhrases(known, document),
        stemsIn: (document) => stemsOfPhrases(known, document),
      },
      {
        kind: 'prefix',
        weigh: ({ stems }) => sum(prefixed.map((stem) => stems.get(stem) ?? 0)),
        stemsIn: (document) => among(prefixed, document),
      },
      {
        kind: 'typo',
        weigh: ({ stems }) => sum(near.map((stem) => stems.get(stem) ?? 0)),
        stemsIn: (document) => among(near, document),
      },
    ],
    documents:
      holding(word.stem) +
      sum(known.filter((phrase) => counted.includes(phrase)).map(holdingPhrase)) +
      sum(prefixed.map(holding)) +
      sum(near.map(holding)),
    repeated: repeatedWeight(word),
  };
};

/** A phrase weighs as much as its least word; 0 unless all of them occur. */
const weighPhrase = (phrase: readonly string[], { stems }: TextDocument): number =>
  Math.min(...phrase.map((stem) => stems.get(stem) ?? 0));

/** The distinct stems of all words that pass the test. */
const stemsOf = (documents: readonly TextDocument[], passes: (surface: string) => boolean): string[] => {
  const analyzer = buildAnalyzer(documents[0]?.language ?? '');
  const surfaces = new Set(documents.flatMap((document) => [...document.surfaces].filter(passes)));
  return [...new Set([...surfaces].map((surface) => analyzer.stemWord(surface)))];
};

/** The word without diacritics; else near words with its first letter; else all words one edit away. */
const nearStems = (word: QueryWord, documents: readonly TextDocument[]): string[] => {
  const unaccented = foldText(word.surface);
  if (unaccented !== word.surface && documents.some(({ surfaces }) => surfaces.has(unaccented)))
    return [unaccented];
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
