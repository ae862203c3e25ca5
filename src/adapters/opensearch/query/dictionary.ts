// The words of a catalog that begin with a prefix, or are near a word. The dictionary may have words that no document has any more, so
// each is counted before it is used.

import { buildAnalyzer } from '../../../search/analysis/analyze.ts';
import { allowedEdits, mayMissFirst, withinEdits } from '../../../search/analysis/edit-distance.ts';
import { dictionaryWord, stemWord, surfaceWord } from '../documents/text-fields.ts';
import type { Documents, SearchQuery, SearchResponse } from './opened-catalog.ts';
import type { WordCounts } from './word-counts.ts';

/** Words that are looked at. Each is counted, and a request must not become thousands of searches. */
const WORDS_MAX = 1_000;

export interface PrefixedWords {
  readonly words: readonly string[];
  /** Whether there are more, which were not looked at. */
  readonly isCut: boolean;
}

/** What the words of a language begin with in the index. */
const startOf = ({ wordPlace }: Documents, language: string): string =>
  dictionaryWord(wordPlace, surfaceWord(language, ''));

const wordsIn = (response: SearchResponse | undefined, start: string): string[] =>
  (response?.hits.hits ?? []).map(({ fields }) => String(fields?.['word']?.[0] ?? '').slice(start.length));

const ask = (query: SearchQuery) => ({
  query,
  size: WORDS_MAX,
  track_total_hits: false,
  _source: false,
  docvalue_fields: ['word'],
  sort: ['_doc'],
});

/** The live words that begin with the prefix. */
export const wordsWithPrefix = async (
  documents: Documents,
  counts: WordCounts,
  language: string,
  prefix: string,
): Promise<PrefixedWords> => {
  const start = startOf(documents, language);
  const [response] = await documents.searchWords([ask({ prefix: { word: { value: start + prefix } } })]);
  const words = wordsIn(response, start);
  return { words: await liveWords(counts, language, words), isCut: words.length === WORDS_MAX };
};

/** The live words within the edits that a word of a query is allowed: those with its first letter, else those one edit away. */
export const wordsNear = async (
  documents: Documents,
  counts: WordCounts,
  language: string,
  word: string,
): Promise<string[]> => {
  const edits = allowedEdits(word);
  if (edits === 0) return [];
  const start = startOf(documents, language);
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  const [kept, others] = await documents.searchWords([
    ask(fuzzy(start, word, edits, 1)),
    ...(mayMissFirst(word) ? [ask(fuzzy(start, word, 1, 0))] : []),
  ]);
  const near = await liveWords(
    counts,
    language,
    wordsIn(kept, start).filter((one) => one.startsWith(first) && withinEdits(word, one, edits)),
  );
  if (near.length > 0 || others === undefined) return near;
  return liveWords(
    counts,
    language,
    wordsIn(others, start).filter((one) => withinEdits(word, one, 1)),
  );
};

/** `kept`: characters at the beginning of the word that are right. All near words are found, not only the nearest. */
const fuzzy = (start: string, word: string, fuzziness: number, kept: number): SearchQuery => ({
  fuzzy: {
    word: {
      value: start + word,
      fuzziness,
      prefix_length: [...start].length + kept,
      transpositions: true,
      rewrite: 'constant_score',
    },
  },
});

/** Counts their stems too, in the same step. */
const liveWords = async (
  counts: WordCounts,
  language: string,
  words: readonly string[],
): Promise<string[]> => {
  const { stemWord: stemOf } = buildAnalyzer(language);
  await counts.count(
    words.flatMap((word) => [surfaceWord(language, word), stemWord(language, stemOf(word))]),
  );
  return words.filter((word) => counts.of(surfaceWord(language, word)) > 0);
};
