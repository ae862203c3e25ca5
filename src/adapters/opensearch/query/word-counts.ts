// Counts of documents by words of the index, each word counted once for a request, and kept while the catalog does not change.

import { countWords } from './count-words.ts';
import type { Documents } from './opened-catalog.ts';

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
    for (const [word, count] of await countWords(this.documents, missing)) {
      this.counts.set(word, count);
      // Documents are visible a moment before the catalog is seen to have changed: a word that nothing had may be in them.
      if (count > 0) kept.set(word, count);
    }
  }
}
