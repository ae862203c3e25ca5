// How many live documents match each of several queries, in one request.

import type { Documents, SearchBody, SearchQuery } from './opened-catalog.ts';

/** More go into further requests, sent together. */
const QUERIES_MAX = 128;

/** Each is a search of its own: an aggregation of filters would look at every document of the catalog for each of them. */
export const countMatches = async (
  documents: Documents,
  queries: readonly SearchQuery[],
): Promise<readonly number[]> => {
  const parts: SearchBody[][] = [];
  for (let from = 0; from < queries.length; from += QUERIES_MAX)
    parts.push(queries.slice(from, from + QUERIES_MAX).map((query) => ({ query, size: 0 })));
  const answers = await Promise.all(parts.map((bodies) => documents.searchAll(bodies)));
  return answers.flat().map(({ hits }) => hits.total.value);
};

/** Counts that are kept of a catalog while it does not change. */
const KEPT_MAX = 100_000;

/** Counts documents by words of the index, each word once; knows what it has counted, and what other requests have. */
export class WordCounts {
  private readonly documents: Documents;
  private readonly counts = new Map<string, number>();

  constructor(documents: Documents) {
    this.documents = documents;
  }

  /** How many documents have the word. It must have been counted. */
  of(word: string): number {
    return this.counts.get(word) ?? 0;
  }

  has(word: string): boolean {
    return this.counts.has(word);
  }

  async count(words: readonly string[]): Promise<void> {
    const { wordCounts: kept } = this.documents;
    for (const word of words) {
      const known = kept.get(word);
      if (known !== undefined) this.counts.set(word, known);
    }
    const missing = [...new Set(words)].filter((word) => !this.counts.has(word));
    if (kept.size + missing.length > KEPT_MAX) kept.clear();
    const counts = await countMatches(
      this.documents,
      missing.map((word) => ({ term: { words: word } })),
    );
    missing.forEach((word, at) => {
      const count = counts[at] ?? 0;
      this.counts.set(word, count);
      // Documents are visible a moment before the catalog is seen to have changed: a word that nothing had may be in them.
      if (count > 0) kept.set(word, count);
    });
  }
}
