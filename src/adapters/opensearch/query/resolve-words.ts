// Resolves the words of a query in one language against the live documents of a catalog, as `search/reference/word-match.ts` does by
// reading them all.

import type { SynonymSet } from '../../../domain/search/catalog.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { buildAnalyzer, type QueryWord, type ReadQuery } from '../../../search/analysis/analyze.ts';
import { matchesAsPrefix } from '../../../search/matching.ts';
import { repeatedWeight } from '../../../search/ranking.ts';
import { addSpellings } from '../../../search/spellings.ts';
import { analyseSets, NO_PHRASES, synonymPhrases, type WordPhrases } from '../../../search/synonyms.ts';
import { PREFIX_MAX, prefixWord, stemWord, surfaceWord } from '../documents/text-fields.ts';
import { countMatches } from './count-matches.ts';
import { type PrefixedWords, wordsNear, wordsWithPrefix } from './dictionary.ts';
import { allOf } from './locale-choice.ts';
import type { Documents, SearchQuery } from './opened-catalog.ts';
import type { ResolvedWord, WordWay } from './resolved-term.ts';
import { WordCounts } from './word-counts.ts';

export const resolveWords = async (
  documents: Documents,
  text: string,
  language: string,
  synonyms: readonly SynonymSet[],
  correctsWords: boolean,
): Promise<ResolvedWord[]> => {
  const counts = new WordCounts(documents);
  const { readQuery, stemWord: stemOf } = buildAnalyzer(language);
  const read = readQuery(text);
  const { words } = read;
  const countStems = (stems: readonly string[]): Promise<void> =>
    counts.count(stems.map((stem) => stemWord(language, stem)));
  // None of them needs what another finds.
  const [phrases, prefixes] = await Promise.all([
    findPhrases(counts, read, language, synonyms),
    Promise.all(
      words.map((word) =>
        matchesAsPrefix(word) ? wordsWithPrefix(documents, counts, language, word.surface) : NO_WORDS,
      ),
    ),
    countStems(words.map(({ stem }) => stem)),
  ]);
  await countStems(phrases.flatMap((given) => given.phrases.flatMap(({ stems }) => stems)));
  return Promise.all(
    words.map((word, at) =>
      resolveWord(
        { documents, counts, language },
        word,
        phrases[at] ?? NO_PHRASES,
        {
          stems: distinct((prefixes[at]?.words ?? []).map(stemOf)).filter((stem) => stem !== word.stem),
          isCut: prefixes[at]?.isCut === true,
        },
        correctsWords,
      ),
    ),
  );
};

const NO_WORDS: PrefixedWords = { words: [], isCut: false };

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];

const ROUNDS_MAX = 8;

/** Spellings depend on which words are known. What is asked for is counted in rounds, until nothing new is asked. */
const findPhrases = async (
  counts: WordCounts,
  read: ReadQuery,
  language: string,
  synonyms: readonly SynonymSet[],
): Promise<readonly WordPhrases[]> => {
  const sets = analyseSets(synonyms, language);
  const given = synonymPhrases(read.words, language, sets);
  const missing = new Set<string>();
  const spell = (otherwise: boolean): readonly WordPhrases[] =>
    addSpellings(read, language, given, sets, (surface) => {
      const word = surfaceWord(language, surface);
      if (counts.has(word)) return counts.of(word) > 0;
      missing.add(word);
      return otherwise;
    });
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    missing.clear();
    spell(true);
    const found = spell(false);
    if (missing.size === 0) return found;
    await counts.count([...missing]);
  }
  return spell(false);
};

/** The stems of the words that begin with a word. */
interface Prefixed {
  readonly stems: readonly string[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

interface Lookup {
  readonly documents: Documents;
  readonly counts: WordCounts;
  readonly language: string;
}

const resolveWord = async (
  lookup: Lookup,
  word: QueryWord,
  { phrases: given, isCompound, spellings }: WordPhrases,
  { stems: prefixed, isCut }: Prefixed,
  correctsWords: boolean,
): Promise<ResolvedWord> => {
  const { counts, language, documents } = lookup;
  const holding = (stem: string): number => counts.of(stemWord(language, stem));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const phrases = given.map(({ stems }) => stems);
  const known = phrases.filter((phrase) => phrase.every((stem) => holding(stem) > 0));
  const holdingPhrase = (phrase: readonly string[]): number => {
    const atMost = Math.min(...phrase.map(holding));
    return isCompound && phrase === phrases[0] ? Math.max(0, atMost - holding(word.stem)) : atMost;
  };
  const counted = phrases.slice(0, holding(word.stem) > 0 ? phrases.length - spellings : phrases.length);
  const isKnown = holding(word.stem) > 0 || prefixed.length > 0 || (await holdsAny(lookup, known));
  const near = isKnown || !correctsWords ? [] : await nearStems(lookup, word);
  // Of those that were not looked at, only how many documents have any of them.
  const [beginning = 0] = isCut ? await countMatches(documents, [beginsWith(language, word.surface)]) : [];
  return {
    surface: word.surface,
    stem: word.stem,
    alone: new Set([
      word.stem,
      ...(holding(word.stem) > 0 ? [] : [...prefixed, ...near]),
      ...known.flatMap((phrase) => (phrase.length === 1 ? phrase : [])),
    ]),
    ways: waysOf(language, word, holding(word.stem) > 0, known, { stems: prefixed, isCut }, near),
    documents:
      holding(word.stem) +
      sum(known.filter((phrase) => counted.includes(phrase)).map(holdingPhrase)) +
      Math.max(beginning, sum(prefixed.map(holding))) +
      sum(near.map(holding)),
    repeated: repeatedWeight(word),
    hasParts: isCompound && known[0] === phrases[0],
    isKnown,
    isCorrected: near.length > 0,
  };
};

const waysOf = (
  language: string,
  { stem, surface }: QueryWord,
  isHeld: boolean,
  known: readonly (readonly string[])[],
  { stems: prefixed, isCut }: Prefixed,
  near: readonly string[],
): WordWay[] => {
  const alone = (stems: readonly string[]) => stems.map((one) => [one]);
  const ways: WordWay[] = [
    { kind: 'exact', phrases: isHeld ? [[stem]] : [] },
    { kind: 'synonym', phrases: known },
    {
      kind: 'prefix',
      phrases: alone(prefixed),
      ...(isShort(surface) ? { prefix: prefixWord(language, surface) } : {}),
      ...(isCut ? { others: beginsWith(language, surface) } : {}),
    },
    { kind: 'typo', phrases: alone(near) },
  ];
  return ways.filter((way) => way.phrases.length > 0);
};

const isShort = (surface: string): boolean => [...surface].length <= PREFIX_MAX;

/** Documents that have a word which begins so. */
const beginsWith = (language: string, surface: string): SearchQuery =>
  isShort(surface)
    ? { term: { words: prefixWord(language, surface) } }
    : { prefix: { words: { value: surfaceWord(language, surface) } } };

/** Documents that have all stems of a phrase. */
export const holdsPhrase = (language: string, phrase: readonly string[]): SearchQuery =>
  allOf(phrase.map((stem) => ({ term: { words: stemWord(language, stem) } })));

/** Whether some document has all stems of one of the phrases. */
const holdsAny = async (
  { documents, counts, language }: Lookup,
  phrases: readonly (readonly string[])[],
): Promise<boolean> => {
  if (phrases.some(([stem, ...rest]) => rest.length === 0 && counts.of(stemWord(language, stem ?? '')) > 0))
    return true;
  const found = await countMatches(
    documents,
    phrases.map((phrase) => holdsPhrase(language, phrase)),
  );
  return found.some((count) => count > 0);
};

/** The word without diacritics, or the stems of words near it. */
const nearStems = async ({ documents, counts, language }: Lookup, word: QueryWord): Promise<string[]> => {
  const unaccented = foldText(word.surface);
  if (unaccented !== word.surface) {
    await counts.count([surfaceWord(language, unaccented), stemWord(language, unaccented)]);
    if (counts.of(surfaceWord(language, unaccented)) > 0) return [unaccented];
  }
  const { stemWord: stemOf } = buildAnalyzer(language);
  const stems = distinct((await wordsNear(documents, counts, language, word.surface)).map(stemOf));
  await counts.count(stems.map((stem) => stemWord(language, stem)));
  return stems;
};
