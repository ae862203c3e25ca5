// What each word of a query stands for in one language, over all texts of that language (Decision 0006), as the posting lists of
// each of them: found once here, so that matching looks nothing up.

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
import { nextWordNumber, stemMarks } from '../match/query-scratch.ts';
import {
  countStrings,
  equalsAt,
  findString,
  findStringNear,
  lowerBound,
  stringAt,
} from '../packing/packed-strings.ts';
import { findNearWords } from './near-words.ts';
import { documentsOf, holdsAnyPhrase, resolvePhrases } from './phrase-stems.ts';
import { completeStems, shareStems } from './prefix-stems.ts';
import { DOCUMENTS, findLiveStem, type TextIndex, TOTAL_LENGTH } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

export interface ResolvedWord {
  /** By the place of the text in the query's `texts`. */
  readonly lists: readonly WordLists[];
  /** How many documents match at most, from which the word's rarity is taken. */
  readonly documents: number;
  readonly exactFactor: number;
  readonly synonymFactor: number;
  readonly looseFactor: number;
}

export interface ResolvedQuery {
  readonly language: string;
  readonly words: readonly ResolvedWord[];
  readonly texts: readonly TextIndex[];
  readonly statistics: CollectionStatistics;
  /** Words as written, and how many of them were left out as stop words. */
  readonly written: number;
  readonly dropped: number;
}

/** `texts` are all texts of the language in the collection, whichever of them a request is answered from. */
export const resolveQuery = (
  text: string,
  language: string,
  synonyms: readonly SynonymSet[],
  texts: readonly TextIndex[],
): ResolvedQuery => {
  spend(QUERY + QUERY_CHARACTER * text.length);
  const { words, written, dropped } = buildAnalyzer(language).readQuery(text);
  const sets = analyseSets(synonyms, language);
  const phrases = addSpellings(words, language, synonymPhrases(words, language, sets), sets, (surface) =>
    isKnownWord(texts, surface),
  );
  const statistics = { documents: 0, totalLength: 0 };
  for (const { counters } of texts) {
    statistics.documents += counters[DOCUMENTS] as number;
    statistics.totalLength += counters[TOTAL_LENGTH] as number;
  }
  const resolved: ResolvedWord[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] as QueryWord;
    resolved.push(resolveWord(word, phrases[place] ?? NO_PHRASES, sets, texts, statistics));
  }
  return { language, words: resolved, texts, statistics, written, dropped };
};

/** Whether a live text has the word as it is written. */
const isKnownWord = (texts: readonly TextIndex[], surface: string): boolean => {
  spend(LOOKUP * texts.length);
  return texts.some(({ surfaces, surfaceDocuments }) => {
    const at = findString(surfaces, surface);
    return at !== -1 && surfaceDocuments[at] !== 0;
  });
};

const NONE: readonly never[] = [];

/** The lists of a text while they are gathered. */
interface OwnLists extends WordLists {
  synonyms: readonly (readonly number[])[];
  hasParts: boolean;
  loose: readonly number[];
}

const resolveWord = (
  word: QueryWord,
  phrases: WordPhrases,
  sets: AnalysedSets | undefined,
  texts: readonly TextIndex[],
  statistics: CollectionStatistics,
): ResolvedWord => {
  spend(LOOKUP * texts.length);
  const isPrefix = matchesAsPrefix(word);
  const lists: OwnLists[] = [];
  let hasPrefix = false;
  let exact = 0;
  for (const index of texts) {
    const own = ownLists(index, word, isPrefix);
    lists.push(own);
    exact += documentsOf(index, own.exact);
    if (own.loose.length > 0) hasPrefix = true;
  }
  if (hasPrefix && texts.length > 1) setLoose(lists, shareStems(texts, lists, word.surface));
  const synonyms = phrases.phrases.length === 0 ? undefined : resolvePhrases(phrases, sets, texts, exact);
  if (synonyms !== undefined)
    for (let place = 0; place < lists.length; place += 1) {
      const own = lists[place] as OwnLists;
      own.synonyms = synonyms.lists[place] ?? NONE;
      own.hasParts = synonyms.hasParts[place] === true;
    }
  const isKnown = hasPrefix || exact > 0 || (synonyms !== undefined && holdsAnyPhrase(texts, lists));
  if (!isKnown) setLoose(lists, nearStems(word, texts));
  const documents = exact + countLoose(texts, lists) + (synonyms?.documents ?? 0);
  const repeated = repeatedWeight(word);
  const factorOf = (kind: MatchKind) => wordFactor(kind, documents, statistics, repeated);
  return {
    lists,
    documents,
    exactFactor: factorOf('exact'),
    synonymFactor: synonyms === undefined ? 0 : factorOf('synonym'),
    looseFactor: hasPrefix || !isKnown ? factorOf(hasPrefix ? 'prefix' : 'typo') : 0,
  };
};

/** What the word itself, and those that begin with it, stand for in one text. */
const ownLists = (index: TextIndex, word: QueryWord, isPrefix: boolean): OwnLists => {
  const from = lowerBound(index.surfaces, word.surface);
  const exact = liveStemAt(index, word, from);
  return {
    exact,
    synonyms: NONE,
    hasParts: false,
    loose: isPrefix ? completeStems(index, word.surface, from, exact) : NONE,
  };
};

/** The live stem of the word in the dictionary, or -1; `from` is where its surface stands or would stand. */
const liveStemAt = (index: TextIndex, word: QueryWord, from: number): number => {
  const { surfaces, surfaceStem, stems, stemDocuments } = index;
  // A surface has one stem, whoever holds it: where the surface is known, nothing more has to be searched. Where it is not,
  // its stem stands near those of its neighbours, if anywhere.
  const stem = equalsAt(surfaces, from, word.surface)
    ? (surfaceStem[from] as number)
    : findStringNear(stems, word.stem, surfaceStem[from] ?? 0);
  return stem !== -1 && (stemDocuments[stem] as number) > 0 ? stem : -1;
};

const setLoose = (lists: readonly OwnLists[], loose: readonly (readonly number[])[]): void => {
  for (let place = 0; place < lists.length; place += 1)
    (lists[place] as OwnLists).loose = loose[place] as readonly number[];
};

/** How many documents hold a word loosely, at most. */
const countLoose = (texts: readonly TextIndex[], lists: readonly WordLists[]): number => {
  let total = 0;
  for (let place = 0; place < lists.length; place += 1) {
    const { stemDocuments } = texts[place] as TextIndex;
    for (const stem of (lists[place] as WordLists).loose) total += stemDocuments[stem] as number;
  }
  return total;
};

/**
 * What a word that no text has may have been meant to be: the same without its marks, else the live words near it that begin with
 * its first letter, else those one edit away that begin with any. As the stems of each text that has them.
 */
const nearStems = (word: QueryWord, texts: readonly TextIndex[]): (readonly number[])[] => {
  const unmarked = foldText(word.surface);
  // Languages that keep marks do not stem: the word is its stem.
  if (unmarked !== word.surface && isKnownWord(texts, unmarked))
    return stemsInEach(texts, new Set([unmarked]));
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
  if (only !== undefined && texts.length === 1) return [ownNearStems(only, surface, edits, keepsFirst)];
  const found = new Set<string>();
  for (const index of texts) {
    for (const stem of ownNearStems(index, surface, edits, keepsFirst))
      found.add(stringAt(index.stems, stem));
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

/** The stems of the live words of one text near the typed one. */
const ownNearStems = (
  index: TextIndex,
  surface: string,
  edits: number,
  keepsFirst: boolean,
): readonly number[] => {
  const near = findNearWords(index.surfaces, surface, edits, keepsFirst);
  if (near.length === 0) return NONE;
  const stems: number[] = [];
  const marks = stemMarks(countStrings(index.stems));
  const number = nextWordNumber();
  for (const own of near) {
    const stem = index.surfaceStem[own] as number;
    if (index.surfaceDocuments[own] === 0 || marks[stem] === number) continue;
    marks[stem] = number;
    stems.push(stem);
  }
  return stems;
};
