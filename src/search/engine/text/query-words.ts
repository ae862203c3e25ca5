// Resolves each word of a query to posting lists, for one language and all text indexes of that language (Decision
// 0006). Done once, so that matching looks nothing up.

import type { SynonymSet } from '../../../domain/search/catalog.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { buildAnalyzer, type QueryWord } from '../../analysis/analyze.ts';
import { allowedEdits, mayMissFirst } from '../../analysis/edit-distance.ts';
import { matchesAsPrefix } from '../../matching.ts';
import { type CollectionStatistics, type MatchKind, repeatedWeight, wordFactor } from '../../ranking.ts';
import { addSpellings } from '../../spellings.ts';
import {
  type AnalysedSets,
  analyseSets,
  NO_PHRASES,
  synonymPhrases,
  type WordPhrases,
} from '../../synonyms.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, QUERY, QUERY_CHARACTER } from '../budget/work-costs.ts';
import { findWord } from '../packing/dictionary.ts';
import { countStrings, lowerBound, stringAt } from '../packing/packed-strings.ts';
import { nextStamp, stemStamps } from '../packing/query-scratch.ts';
import { findNearWords } from './near-words.ts';
import { documentsOf, holdsAnyPhrase, resolvePhrases } from './phrase-stems.ts';
import { completeStems, shareStems } from './prefix-stems.ts';
import { DOCUMENTS, findLiveStem, type TextIndex, TOTAL_LENGTH } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

export interface ResolvedWord {
  readonly surface: string;
  /** Whether some text has the word itself. */
  readonly isWritten: boolean;
  /** Whether some text has the word, a synonym, or a word that begins with it. */
  readonly isKnown: boolean;
  /** Whether no text has the word, and words near it are searched instead. */
  readonly isCorrected: boolean;
  /** By the ordinal of the text index in the query's `texts`. */
  readonly lists: readonly WordLists[];
  /** An upper bound of the matching documents; the word's rarity follows from it. */
  readonly documents: number;
  /** The word's weight in the query. */
  readonly repeated: number;
  readonly exactFactor: number;
  readonly synonymFactor: number;
  readonly approximateFactor: number;
}

export interface ResolvedQuery {
  readonly language: string;
  readonly words: readonly ResolvedWord[];
  readonly texts: readonly TextIndex[];
  readonly statistics: CollectionStatistics;
  /** Words as written, and how many of them were dropped as stop words. */
  readonly written: number;
  readonly dropped: number;
}

/**
 * `texts` are all text indexes of the language in the collection, whichever locales the request searches. `correctsWords`: whether a
 * word that no text has is taken for words near it.
 */
export const resolveQuery = (
  text: string,
  language: string,
  synonyms: readonly SynonymSet[],
  texts: readonly TextIndex[],
  correctsWords = true,
): ResolvedQuery => {
  spend(QUERY + QUERY_CHARACTER * text.length);
  const read = buildAnalyzer(language).readQuery(text);
  const { words, written, dropped } = read;
  const sets = analyseSets(synonyms, language);
  const phrases = addSpellings(read, language, synonymPhrases(words, language, sets), sets, (surface) =>
    isKnownWord(texts, surface),
  );
  const statistics = { documents: 0, totalLength: 0 };
  for (const { counters } of texts) {
    statistics.documents += counters[DOCUMENTS] as number;
    statistics.totalLength += counters[TOTAL_LENGTH] as number;
  }
  const resolved: ResolvedWord[] = [];
  for (let textOrd = 0; textOrd < words.length; textOrd += 1) {
    const word = words[textOrd] as QueryWord;
    const own = phrases[textOrd] ?? NO_PHRASES;
    resolved.push(resolveWord(word, own, sets, texts, statistics, correctsWords));
  }
  return { language, words: resolved, texts, statistics, written, dropped };
};

/** Whether a live text contains the word as written. */
const isKnownWord = (texts: readonly TextIndex[], surface: string): boolean => {
  spend(LOOKUP * texts.length);
  return texts.some(({ surfaces, surfaceDocuments }) => {
    const at = findWord(surfaces, surface);
    return at !== -1 && surfaceDocuments[at] !== 0;
  });
};

const NONE: readonly never[] = [];

/** The lists of one text index while they are being collected. */
interface MutableLists extends WordLists {
  synonyms: readonly (readonly number[])[];
  hasParts: boolean;
  approximate: readonly number[];
}

const resolveWord = (
  word: QueryWord,
  phrases: WordPhrases,
  sets: AnalysedSets | undefined,
  texts: readonly TextIndex[],
  statistics: CollectionStatistics,
  correctsWords: boolean,
): ResolvedWord => {
  spend(LOOKUP * texts.length);
  const isPrefix = matchesAsPrefix(word);
  const lists: MutableLists[] = [];
  let hasPrefix = false;
  let exact = 0;
  for (const index of texts) {
    const own = exactAndPrefixLists(index, word, isPrefix);
    lists.push(own);
    exact += documentsOf(index, own.exact);
    if (own.approximate.length > 0) hasPrefix = true;
  }
  if (hasPrefix && texts.length > 1) setApproximate(lists, shareStems(texts, lists, word.surface));
  const synonyms = phrases.phrases.length === 0 ? undefined : resolvePhrases(phrases, sets, texts, exact);
  if (synonyms !== undefined)
    for (let textOrd = 0; textOrd < lists.length; textOrd += 1) {
      const own = lists[textOrd] as MutableLists;
      own.synonyms = synonyms.lists[textOrd] ?? NONE;
      own.hasParts = synonyms.hasParts[textOrd] === true;
    }
  const isKnown = hasPrefix || exact > 0 || (synonyms !== undefined && holdsAnyPhrase(texts, lists));
  if (!isKnown && correctsWords) setApproximate(lists, nearStems(word, texts));
  const documents = exact + countApproximate(texts, lists) + (synonyms?.documents ?? 0);
  const repeated = repeatedWeight(word);
  const factorOf = (kind: MatchKind) => wordFactor(kind, documents, statistics, repeated);
  return {
    surface: word.surface,
    isWritten: exact > 0,
    isKnown,
    isCorrected: !isKnown && documents > 0,
    lists,
    documents,
    repeated,
    exactFactor: factorOf('exact'),
    synonymFactor: synonyms === undefined ? 0 : factorOf('synonym'),
    approximateFactor: hasPrefix || !isKnown ? factorOf(hasPrefix ? 'prefix' : 'typo') : 0,
  };
};

/** The live stem of the word in a text index, or -1. */
export const stemOfWord = (index: TextIndex, word: QueryWord): number =>
  liveStemOf(index, word, findWord(index.surfaces, word.surface));

/** The posting lists of the word itself and of the words that start with it. */
const exactAndPrefixLists = (index: TextIndex, word: QueryWord, isPrefix: boolean): MutableLists => {
  const { surfaces } = index;
  const at = findWord(surfaces, word.surface);
  const exact = liveStemOf(index, word, at);
  let approximate: readonly number[] = NONE;
  if (isPrefix) {
    const from = at === -1 ? lowerBound(surfaces, word.surface) : at;
    approximate = completeStems(index, word.surface, from, exact);
  }
  return { exact, synonyms: NONE, hasParts: false, approximate };
};

/** The live stem of the word, or -1; `surface` is its index, or -1. */
const liveStemOf = (index: TextIndex, word: QueryWord, surface: number): number => {
  const { surfaceStem, stems, stemDocuments } = index;
  // A surface has one stem, so a known surface needs no other lookup.
  const stem = surface === -1 ? findWord(stems, word.stem) : (surfaceStem[surface] as number);
  return stem !== -1 && (stemDocuments[stem] as number) > 0 ? stem : -1;
};

const setApproximate = (
  lists: readonly MutableLists[],
  approximate: readonly (readonly number[])[],
): void => {
  for (let textOrd = 0; textOrd < lists.length; textOrd += 1)
    (lists[textOrd] as MutableLists).approximate = approximate[textOrd] as readonly number[];
};

/** An upper bound of the documents that match by prefix or typo. */
const countApproximate = (texts: readonly TextIndex[], lists: readonly WordLists[]): number => {
  let total = 0;
  for (let textOrd = 0; textOrd < lists.length; textOrd += 1) {
    const { stemDocuments } = texts[textOrd] as TextIndex;
    for (const stem of (lists[textOrd] as WordLists).approximate) total += stemDocuments[stem] as number;
  }
  return total;
};

/**
 * Guesses for a word that no text has: the same word without diacritics; else live words near it with its first
 * letter; else words one edit away with any first letter. Returned as the stems of each text index.
 */
const nearStems = (word: QueryWord, texts: readonly TextIndex[]): (readonly number[])[] => {
  const unaccented = foldText(word.surface);
  // Languages that keep diacritics have no stemmer: the word is its stem.
  if (unaccented !== word.surface && isKnownWord(texts, unaccented))
    return stemsInEach(texts, new Set([unaccented]));
  const edits = allowedEdits(word.surface);
  if (edits === 0) return texts.map(() => NONE);
  const kept = stemsNear(word, texts, edits, true);
  return !mayMissFirst(word.surface) || kept.some(({ length }) => length > 0)
    ? kept
    : stemsNear(word, texts, 1, false);
};

const stemsNear = (
  { surface }: QueryWord,
  texts: readonly TextIndex[],
  edits: number,
  keepsFirst: boolean,
): (readonly number[])[] => {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return [nearStemsIn(only, surface, edits, keepsFirst)];
  const found = new Set<string>();
  for (const index of texts) {
    for (const stem of nearStemsIn(index, surface, edits, keepsFirst)) found.add(stringAt(index.stems, stem));
  }
  return stemsInEach(texts, found);
};

const stemsInEach = (texts: readonly TextIndex[], found: ReadonlySet<string>): number[][] =>
  texts.map((index) => {
    spend(LOOKUP * found.size);
    const stems: number[] = [];
    for (const stem of found) {
      const id = findLiveStem(index, stem);
      if (id !== -1) stems.push(id);
    }
    return stems;
  });

/** The stems of the live words near the typed one. */
const nearStemsIn = (
  index: TextIndex,
  surface: string,
  edits: number,
  keepsFirst: boolean,
): readonly number[] => {
  const near = findNearWords(index, surface, edits, keepsFirst);
  if (near.length === 0) return NONE;
  const stems: number[] = [];
  const stamps = stemStamps(countStrings(index.stems));
  const stamp = nextStamp();
  for (const own of near) {
    const stem = index.surfaceStem[own] as number;
    if (index.surfaceDocuments[own] === 0 || stamps[stem] === stamp) continue;
    stamps[stem] = stamp;
    stems.push(stem);
  }
  return stems;
};
