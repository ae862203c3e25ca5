// How many live documents have each of many words of the index. A search for each word takes OpenSearch longer than to find its
// documents, so the words of a begun word are counted by few searches.

import { countMatches } from './count-matches.ts';
import type { Documents, SearchQuery, SearchResponse } from './opened-catalog.ts';

/** Fewer are counted one by one, which takes one step instead of two. */
const MANY = 16;
/** Words that one search counts. */
const WORDS_PER_SEARCH = 64;
/** Each document with any of the words is compared with all of them: with more documents, a search for each word is faster. */
const DOCUMENTS_MAX = 30_000;

export const countWords = async (
  documents: Documents,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (words.length < MANY) return countEach(documents, words);
  const parts: string[][] = [];
  for (let from = 0; from < words.length; from += WORDS_PER_SEARCH)
    parts.push(words.slice(from, from + WORDS_PER_SEARCH));
  const sizes = await documents.searchAll(
    parts.map((part) => ({ query: anyWord(part), size: 0, track_total_hits: DOCUMENTS_MAX + 1 })),
  );
  const isSmall = (at: number): boolean => (sizes[at]?.hits.total.value ?? 0) <= DOCUMENTS_MAX;
  const [small, large] = [parts.filter((_, at) => isSmall(at)), parts.filter((_, at) => !isSmall(at))];
  const counts = await Promise.all([countTogether(documents, small), countEach(documents, large.flat())]);
  return new Map(counts.flatMap((some) => [...some]));
};

const hasWord = (word: string): SearchQuery => ({ term: { words: word } });
const anyWord = (words: readonly string[]): SearchQuery => ({ terms: { words } });

const countEach = async (
  documents: Documents,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const counts = await countMatches(documents, words.map(hasWord));
  return new Map(words.map((word, at) => [word, counts[at] ?? 0]));
};

interface Counted {
  readonly buckets: readonly { readonly doc_count: number }[];
}

const countTogether = async (
  documents: Documents,
  parts: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, number>> => {
  const responses = await documents.searchAll(
    parts.map((part) => ({
      query: anyWord(part),
      size: 0,
      track_total_hits: false,
      aggs: { words: { filters: { filters: part.map(hasWord) } } },
    })),
  );
  const countsIn = (response: SearchResponse | undefined): Counted =>
    response?.aggregations?.['words'] as Counted;
  return new Map(
    parts.flatMap((part, at) => {
      const { buckets } = countsIn(responses[at]);
      return part.map((word, place): [string, number] => [word, buckets[place]?.doc_count ?? 0]);
    }),
  );
};
