// What each word of a query stands for in one language, over all texts of that language (Decision 0006).
// The answer names stems, not postings: every segment looks them up in its own dictionary.

import type { SynonymSet } from '../../domain/catalog.ts';
import { buildAnalyzer, type QueryWord } from '../analysis/analyze.ts';
import { allowedEdits } from '../analysis/edit-distance.ts';
import { matchesAsPrefix } from '../matching.ts';
import type { CollectionStatistics } from '../ranking.ts';
import { synonymPhrases } from '../synonyms.ts';
import { findNearWords } from './near-words.ts';
import { prefixRange, stringAt } from './packed-strings.ts';
import { leapTo } from './posting-walk.ts';
import { DOCUMENTS, findLiveStem, type TextIndex, TOTAL_LENGTH } from './text-index.ts';

/** A document matches the word by the first of these that it holds: exact, synonym, prefix; or by typo alone. */
export interface ResolvedWord {
  readonly exact: string | undefined;
  /** Each phrase needs all of its stems. */
  readonly synonyms: readonly (readonly string[])[];
  readonly prefix: readonly string[];
  readonly typo: readonly string[];
  /** How many documents match at most, from which the word's rarity is taken. */
  readonly documents: number;
}

export interface ResolvedQuery {
  readonly words: readonly ResolvedWord[];
  readonly statistics: CollectionStatistics;
}

/** `texts` are all texts of the language in the collection, whichever of them a request is answered from. */
export const resolveQuery = (
  text: string,
  language: string,
  synonyms: readonly SynonymSet[],
  texts: readonly TextIndex[],
): ResolvedQuery => {
  const analyzer = buildAnalyzer(language);
  const words = analyzer.analyzeQuery(text);
  const phrases = synonymPhrases(words, language, synonyms);
  return {
    words: words.map((word, index) => resolveWord(word, phrases[index] ?? [], texts)),
    statistics: {
      documents: sum(texts, (index) => index.counters[DOCUMENTS] as number),
      totalLength: sum(texts, (index) => index.counters[TOTAL_LENGTH] as number),
    },
  };
};

const resolveWord = (
  word: QueryWord,
  phrases: readonly (readonly string[])[],
  texts: readonly TextIndex[],
): ResolvedWord => {
  const exact = documentsWith(word.stem, texts);
  const synonyms = phrases.filter((phrase) => phrase.every((stem) => documentsWith(stem, texts) > 0));
  const prefix = matchesAsPrefix(word) ? prefixStems(word, texts) : [];
  const isKnown =
    exact > 0 ||
    prefix.length > 0 ||
    synonyms.some((phrase) => texts.some((index) => holdsPhrase(index, phrase)));
  const typo = isKnown ? [] : nearStems(word, texts);
  const documents =
    exact +
    sum(synonyms, (phrase) => Math.min(...phrase.map((stem) => documentsWith(stem, texts)))) +
    sum(prefix, (stem) => documentsWith(stem, texts)) +
    sum(typo, (stem) => documentsWith(stem, texts));
  return { exact: exact > 0 ? word.stem : undefined, synonyms, prefix, typo, documents };
};

/** Whether some live document holds every word of the phrase. */
const holdsPhrase = (index: TextIndex, phrase: readonly string[]): boolean => {
  const { postingStart, postingItem, classes } = index;
  const [lead = -1, ...rest] = phrase.map((stem) => findLiveStem(index, stem));
  if (lead === -1 || rest.includes(-1)) return false;
  const places = rest.map((stem) => postingStart[stem] as number);
  for (
    let posting = postingStart[lead] as number;
    posting < (postingStart[lead + 1] as number);
    posting += 1
  ) {
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

const documentsWith = (stem: string, texts: readonly TextIndex[]): number =>
  sum(texts, (index) => {
    const id = findLiveStem(index, stem);
    return id === -1 ? 0 : (index.stemDocuments[id] as number);
  });

/** The stems of all live words that begin with the typed one, without its own. */
const prefixStems = (word: QueryWord, texts: readonly TextIndex[]): string[] => {
  const found = new Set<string>();
  for (const index of texts) {
    const [from, to] = prefixRange(index.surfaces, word.surface);
    collectStems(index, rangeOf(from, to), found);
  }
  found.delete(word.stem);
  return [...found].sort();
};

const nearStems = (word: QueryWord, texts: readonly TextIndex[]): string[] => {
  const edits = allowedEdits(word.surface);
  const found = new Set<string>();
  if (edits > 0) {
    for (const index of texts) collectStems(index, findNearWords(index.surfaces, word.surface, edits), found);
  }
  return [...found].sort();
};

const collectStems = (index: TextIndex, surfaces: Iterable<number>, into: Set<string>): void => {
  let previous = -1;
  for (const surface of surfaces) {
    if (index.surfaceDocuments[surface] === 0) continue;
    const stem = index.surfaceStem[surface] as number;
    // Neighbours in the dictionary mostly share their stem: do not decode it again and again.
    if (stem !== previous) into.add(stringAt(index.stems, stem));
    previous = stem;
  }
};

function* rangeOf(from: number, to: number): Generator<number> {
  for (let index = from; index < to; index += 1) yield index;
}

const sum = <T>(values: readonly T[], of: (value: T) => number): number => {
  let total = 0;
  for (const value of values) total += of(value);
  return total;
};
