// How many live documents match each of several queries, in one request.

import type { Documents, SearchQuery } from './opened-catalog.ts';

/** More filters go into further requests, sent together. */
const FILTERS_MAX = 1_000;

export const countMatches = async (
  documents: Documents,
  queries: readonly SearchQuery[],
): Promise<readonly number[]> => {
  if (queries.length === 0) return [];
  const bodies = [];
  for (let from = 0; from < queries.length; from += FILTERS_MAX) {
    const filters = queries.slice(from, from + FILTERS_MAX);
    bodies.push({ query: { match_all: {} }, size: 0, aggs: { counts: { filters: { filters } } } });
  }
  const answers = await documents.searchAll(bodies);
  return answers.flatMap(({ aggregations }) => {
    const counts = aggregations?.['counts'] as { buckets: { doc_count: number }[] } | undefined;
    return (counts?.buckets ?? []).map(({ doc_count }) => doc_count);
  });
};

/** Counts documents by words of the index, each word once; knows what it has counted. */
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

  async count(words: Iterable<string>): Promise<void> {
    const missing = [...new Set(words)].filter((word) => !this.counts.has(word));
    const counts = await countMatches(
      this.documents,
      missing.map((word) => ({ term: { words: word } })),
    );
    missing.forEach((word, at) => {
      this.counts.set(word, counts[at] ?? 0);
    });
  }
}
