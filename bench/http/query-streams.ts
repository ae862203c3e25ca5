// Streams of requests to the demo shop that a response cache cannot serve (distinct) or serves only in part (mixed).

import * as demo from '../../demo/build/ids.ts';
import { openDistinctCounts, openDistinctQueries, openZipf } from '../generate/distinct-queries.ts';
import { readDemoWords, type ShopWords } from '../generate/shop-words.ts';
import { type Call, countCall, searchCall } from './demo-calls.ts';

export const streamOperations = ['search-content', 'count-products'] as const;
export const streamKinds = ['distinct', 'mixed'] as const;

export interface StreamName {
  readonly operation: (typeof streamOperations)[number];
  /** `distinct`: all requests differ. `mixed`: drawn from a fixed number, the nth 1/n times as often as the first. */
  readonly kind: (typeof streamKinds)[number];
}

const MIXED_QUERIES = 100_000;

/** `make` is called once per distinct request. Another seed gives another sequence. */
export const openStream = <T>(
  { operation, kind }: StreamName,
  make: (call: Call) => T,
  seed = 'sent',
): (() => T) => {
  const words = readDemoWords();
  const next = operation === 'search-content' ? openSearches(words, seed) : openCounts(words, seed);
  if (kind === 'distinct') return () => make(next());
  const entries = Array.from({ length: MIXED_QUERIES }, () => make(next()));
  return openZipf(entries, seed);
};

const openSearches = (words: ShopWords, seed: string): (() => Call) => {
  const next = openDistinctQueries(words, seed);
  return () => searchCall(demo.mainCatalogId, next());
};

const openCounts = (words: ShopWords, seed: string): (() => Call) => {
  const next = openDistinctCounts(words, seed);
  return () => countCall(next());
};
