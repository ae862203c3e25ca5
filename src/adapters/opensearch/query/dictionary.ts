// The words of a catalog that begin with a prefix, or are near a word. The dictionary may have words that no document has any more, so
// each is counted before it is used.

import { allowedEdits, mayMissFirst, withinEdits } from '../../../search/analysis/edit-distance.ts';
import { surfaceWord } from '../documents/text-fields.ts';
import type { WordCounts } from './count-matches.ts';
import type { Documents, SearchAnswer, SearchQuery } from './opened-catalog.ts';

/** Words that are looked at. Each is counted, and a request must not become thousands of searches. */
const WORDS_MAX = 1_000;

export interface PrefixedWords {
  readonly words: readonly string[];
  /** Whether there are more, which were not looked at. */
  readonly isCut: boolean;
}

const wordsIn = (answer: SearchAnswer | undefined, language: string): string[] =>
  (answer?.hits.hits ?? []).map(({ fields }) =>
    String(fields?.['word']?.[0] ?? '').slice(surfaceWord(language, '').length),
  );

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
  const [answer] = await documents.searchWords([
    ask({ prefix: { word: { value: surfaceWord(language, prefix) } } }),
  ]);
  const words = wordsIn(answer, language);
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
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  const [kept, others] = await documents.searchWords([
    ask(fuzzy(language, word, edits, 1)),
    ...(mayMissFirst(word) ? [ask(fuzzy(language, word, 1, 0))] : []),
  ]);
  const near = await liveWords(
    counts,
    language,
    wordsIn(kept, language).filter((one) => one.startsWith(first) && withinEdits(word, one, edits)),
  );
  if (near.length > 0 || others === undefined) return near;
  return liveWords(
    counts,
    language,
    wordsIn(others, language).filter((one) => withinEdits(word, one, 1)),
  );
};

/** `kept`: characters at the beginning of the word that are right. All near words are found, not only the nearest. */
const fuzzy = (language: string, word: string, fuzziness: number, kept: number): SearchQuery => ({
  fuzzy: {
    word: {
      value: surfaceWord(language, word),
      fuzziness,
      prefix_length: [...surfaceWord(language, '')].length + kept,
      transpositions: true,
      rewrite: 'constant_score',
    },
  },
});

const liveWords = async (
  counts: WordCounts,
  language: string,
  words: readonly string[],
): Promise<string[]> => {
  await counts.count(words.map((word) => surfaceWord(language, word)));
  return words.filter((word) => counts.of(surfaceWord(language, word)) > 0);
};
