// What each word of a query stands for in one language, over all texts of that language (Decision 0006), as the posting lists of
// each of them: found once here, so that matching looks nothing up.

import type { SynonymSet } from '../../domain/catalog.ts';
import { buildAnalyzer, type QueryWord } from '../analysis/analyze.ts';
import { allowedEdits } from '../analysis/edit-distance.ts';
import { matchesAsPrefix } from '../matching.ts';
import { type CollectionStatistics, wordFactor } from '../ranking.ts';
import { synonymPhrases } from '../synonyms.ts';
import { findNearWords } from './near-words.ts';
import { equalsAt, findString, lowerBound, stringAt } from './packed-strings.ts';
import { leapTo } from './posting-walk.ts';
import { completeStems, shareStems } from './prefix-stems.ts';
import { DOCUMENTS, findLiveStem, type TextIndex, TOTAL_LENGTH } from './text-index.ts';

/** Where one text has a word; a document matches by the first of these that it holds. Every list has a live document. */
export interface WordLists {
  /** The stem's own list, or -1. */
  readonly exact: number;
  /** Each phrase needs all of its stems. */
  readonly synonyms: readonly (readonly number[])[];
  /** Prefix or typo; a word never has both. */
  readonly loose: readonly number[];
}

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
  const { words, written, dropped } = buildAnalyzer(language).readQuery(text);
  const phrases = synonymPhrases(words, language, synonyms);
  const statistics = { documents: 0, totalLength: 0 };
  for (const { counters } of texts) {
    statistics.documents += counters[DOCUMENTS] as number;
    statistics.totalLength += counters[TOTAL_LENGTH] as number;
  }
  const resolved = words.map((word, place) => resolveWord(word, phrases[place] ?? NONE, texts, statistics));
  return { words: resolved, texts, statistics, written, dropped };
};

const NONE: readonly never[] = [];

const resolveWord = (
  word: QueryWord,
  phrases: readonly (readonly string[])[],
  texts: readonly TextIndex[],
  statistics: CollectionStatistics,
): ResolvedWord => {
  const isPrefix = matchesAsPrefix(word);
  const stems: number[] = [];
  let loose: (readonly number[])[] = [];
  let exactDocuments = 0;
  for (const index of texts) {
    const from = lowerBound(index.surfaces, word.surface);
    const stem = stemAt(index, word, from);
    if (stem !== -1) exactDocuments += index.stemDocuments[stem] as number;
    stems.push(stem);
    loose.push(isPrefix ? completeStems(index, word.surface, from, stem) : NONE);
  }
  const hasPrefix = loose.some((list) => list.length > 0);
  if (hasPrefix && texts.length > 1) loose = shareStems(texts, stems, loose, word.surface);
  const synonyms = resolvePhrases(phrases, texts);
  const isKnown =
    exactDocuments > 0 ||
    hasPrefix ||
    synonyms.lists.some((lists, place) =>
      lists.some((phrase) => holdsPhrase(texts[place] as TextIndex, phrase)),
    );
  if (!isKnown) loose = nearStems(word, texts);
  const documents = exactDocuments + synonyms.documents + sumDocuments(texts, loose);
  return {
    lists: texts.map((index, place) => ({
      exact: isLive(index, stems[place] as number) ? (stems[place] as number) : -1,
      synonyms: synonyms.lists[place] ?? NONE,
      loose: loose[place] ?? NONE,
    })),
    documents,
    exactFactor: wordFactor('exact', documents, statistics),
    synonymFactor: synonyms.documents === 0 ? 0 : wordFactor('synonym', documents, statistics),
    looseFactor: hasPrefix || !isKnown ? wordFactor(hasPrefix ? 'prefix' : 'typo', documents, statistics) : 0,
  };
};

/** The stem of the word in the dictionary, or -1; `from` is where its surface stands or would stand. */
const stemAt = (index: TextIndex, word: QueryWord, from: number): number =>
  // A surface has one stem, whoever holds it: where the surface is known, nothing more has to be searched.
  equalsAt(index.surfaces, from, word.surface)
    ? (index.surfaceStem[from] as number)
    : findString(index.stems, word.stem);

const isLive = (index: TextIndex, stem: number): boolean =>
  stem !== -1 && (index.stemDocuments[stem] as number) > 0;

const sumDocuments = (texts: readonly TextIndex[], lists: readonly (readonly number[])[]): number => {
  let total = 0;
  for (let place = 0; place < lists.length; place += 1) {
    const { stemDocuments } = texts[place] as TextIndex;
    for (const stem of lists[place] as readonly number[]) total += stemDocuments[stem] as number;
  }
  return total;
};

const NO_PHRASES = { lists: NONE as readonly number[][][], documents: 0 };

/** The phrases of which every stem is known, each where a text knows all of it, and how many documents may hold one of them. */
const resolvePhrases = (phrases: readonly (readonly string[])[], texts: readonly TextIndex[]) => {
  if (phrases.length === 0) return NO_PHRASES;
  const lists: number[][][] = texts.map(() => []);
  let documents = 0;
  for (const phrase of phrases) {
    const ids = texts.map((index) => phrase.map((stem) => findLiveStem(index, stem)));
    const held = phrase.map((_, part) =>
      sumDocuments(
        texts,
        ids.map((own) => own.slice(part, part + 1).filter((id) => id !== -1)),
      ),
    );
    if (held.includes(0)) continue;
    documents += Math.min(...held);
    ids.forEach((own, place) => {
      if (!own.includes(-1)) lists[place]?.push(own);
    });
  }
  return { lists, documents };
};

/** Whether some live document holds every word of the phrase. */
const holdsPhrase = (index: TextIndex, phrase: readonly number[]): boolean => {
  const { postingStart, postingItem, classes } = index;
  const [lead = -1, ...rest] = phrase;
  const places = rest.map((stem) => postingStart[stem] as number);
  const stop = postingStart[lead + 1] as number;
  for (let posting = postingStart[lead] as number; posting < stop; posting += 1) {
    const item = postingItem[posting] as number;
    if (classes[item] === 0) continue;
    const holdsAll = rest.every((stem, other) => {
      const end = postingStart[stem + 1] as number;
      const at = leapTo(postingItem, places[other] as number, end, item);
      places[other] = at;
      return at < end && postingItem[at] === item;
    });
    if (holdsAll) return true;
  }
  return false;
};

/** The stems of all live words near the typed one, whichever text they come from, in each text that has them. */
const nearStems = (word: QueryWord, texts: readonly TextIndex[]): number[][] => {
  const edits = allowedEdits(word.surface);
  if (edits === 0) return texts.map(() => []);
  const found = new Set<string>();
  for (const index of texts) {
    for (const surface of findNearWords(index.surfaces, word.surface, edits)) {
      if (index.surfaceDocuments[surface] === 0) continue;
      found.add(stringAt(index.stems, index.surfaceStem[surface] as number));
    }
  }
  return texts.map((index) =>
    [...found].map((stem) => findLiveStem(index, stem)).filter((stem) => stem !== -1),
  );
};
