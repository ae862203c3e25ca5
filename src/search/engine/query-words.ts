// What each word of a query stands for in one language, over all texts of that language (Decision 0006), as the posting lists of
// each of them: found once here, so that matching looks nothing up.

import type { SynonymSet } from '../../domain/catalog.ts';
import { buildAnalyzer, type QueryWord } from '../analysis/analyze.ts';
import { allowedEdits } from '../analysis/edit-distance.ts';
import { matchesAsPrefix } from '../matching.ts';
import { type CollectionStatistics, wordFactor } from '../ranking.ts';
import { NO_PHRASES, synonymPhrases, type WordPhrases } from '../synonyms.ts';
import { findNearWords } from './near-words.ts';
import { equalsAt, findStringNear, lowerBound, stringAt } from './packed-strings.ts';
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
  const { words, written, dropped } = buildAnalyzer(language).readQuery(text);
  const phrases = synonymPhrases(words, language, synonyms);
  const statistics = { documents: 0, totalLength: 0 };
  for (const { counters } of texts) {
    statistics.documents += counters[DOCUMENTS] as number;
    statistics.totalLength += counters[TOTAL_LENGTH] as number;
  }
  const resolved = words.map((word, place) =>
    resolveWord(word, phrases[place] ?? NO_PHRASES, texts, statistics),
  );
  return { language, words: resolved, texts, statistics, written, dropped };
};

const NONE: readonly never[] = [];

const resolveWord = (
  word: QueryWord,
  phrases: WordPhrases,
  texts: readonly TextIndex[],
  statistics: CollectionStatistics,
): ResolvedWord => {
  const isPrefix = matchesAsPrefix(word);
  let lists = texts.map((index) => ownLists(index, word, isPrefix));
  const hasPrefix = lists.some(hasLoose);
  if (hasPrefix && texts.length > 1) lists = withLoose(lists, shareStems(texts, lists, word.surface));
  const synonyms = phrases.phrases.length === 0 ? undefined : resolvePhrases(phrases, texts, lists);
  if (synonyms !== undefined)
    lists = lists.map((own, place) => ({ ...own, synonyms: synonyms.lists[place] ?? NONE }));
  const isKnown = hasPrefix || lists.some(hasExact) || (synonyms !== undefined && holdsPhrases(texts, lists));
  if (!isKnown) lists = withLoose(lists, nearStems(word, texts));
  const documents = countDocuments(texts, lists) + (synonyms?.documents ?? 0);
  return {
    lists,
    documents,
    exactFactor: wordFactor('exact', documents, statistics),
    synonymFactor: synonyms === undefined ? 0 : wordFactor('synonym', documents, statistics),
    looseFactor: hasPrefix || !isKnown ? wordFactor(hasPrefix ? 'prefix' : 'typo', documents, statistics) : 0,
  };
};

/** What the word itself, and those that begin with it, stand for in one text. */
const ownLists = (index: TextIndex, word: QueryWord, isPrefix: boolean): WordLists => {
  const from = lowerBound(index.surfaces, word.surface);
  const exact = liveStemAt(index, word, from);
  return { exact, synonyms: NONE, loose: isPrefix ? completeStems(index, word.surface, from, exact) : NONE };
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

const hasExact = ({ exact }: WordLists): boolean => exact !== -1;

const hasLoose = ({ loose }: WordLists): boolean => loose.length > 0;

const withLoose = (lists: readonly WordLists[], loose: readonly (readonly number[])[]): WordLists[] =>
  lists.map((own, place) => ({ ...own, loose: loose[place] as readonly number[] }));

const countExact = (texts: readonly TextIndex[], lists: readonly WordLists[]): number =>
  lists.reduce((sum, { exact }, place) => sum + documentsOf(texts[place] as TextIndex, exact), 0);

/** How many documents hold a word exactly or loosely, at most. */
const countDocuments = (texts: readonly TextIndex[], lists: readonly WordLists[]): number => {
  let total = 0;
  for (let place = 0; place < lists.length; place += 1) {
    const { stemDocuments } = texts[place] as TextIndex;
    const { exact, loose } = lists[place] as WordLists;
    if (exact !== -1) total += stemDocuments[exact] as number;
    for (const stem of loose) total += stemDocuments[stem] as number;
  }
  return total;
};

const holdsPhrases = (texts: readonly TextIndex[], lists: readonly WordLists[]): boolean =>
  lists.some(({ synonyms }, place) =>
    synonyms.some((phrase) => holdsPhrase(texts[place] as TextIndex, phrase)),
  );

/**
 * The phrases of which every stem is known, each where a text knows all of it, and how many documents may hold one of them beside
 * those that hold the word. Who holds a compound holds its parts: those are not counted twice.
 */
const resolvePhrases = (
  { phrases, isCompound }: WordPhrases,
  texts: readonly TextIndex[],
  own: readonly WordLists[],
) => {
  const lists: number[][][] = texts.map(() => []);
  let documents = 0;
  for (const phrase of phrases) {
    const ids = texts.map((index) => phrase.map((stem) => findLiveStem(index, stem)));
    const held = phrase.map((_, part) => {
      const ofPart = ids.map((own) => own[part] as number);
      return ofPart.reduce((sum, id, place) => sum + documentsOf(texts[place] as TextIndex, id), 0);
    });
    if (held.includes(0)) continue;
    const counted = isCompound && phrase === phrases[0] ? countExact(texts, own) : 0;
    documents += Math.max(0, Math.min(...held) - counted);
    ids.forEach((own, place) => {
      if (own.includes(-1)) return;
      // The rarest leads: its list is walked, the others are leapt through.
      const documentsHere = (stem: number) => documentsOf(texts[place] as TextIndex, stem);
      lists[place]?.push(own.toSorted((a, b) => documentsHere(a) - documentsHere(b)));
    });
  }
  return { lists, documents };
};

const documentsOf = ({ stemDocuments }: TextIndex, stem: number): number =>
  stem === -1 ? 0 : (stemDocuments[stem] as number);

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
