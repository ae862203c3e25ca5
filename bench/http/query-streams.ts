// Streams of requests to the demo shop that a response cache cannot serve (distinct) or serves only in part (mixed).

import * as demo from '../../demo/build/ids.ts';
import {
  openBeginnings,
  openDistinctCounts,
  openDistinctQueries,
  openZipf,
} from '../generate/distinct-queries.ts';
import { readDemoWords, type ShopWords } from '../generate/shop-words.ts';
import { type Call, countCall, productsCall, searchCall, suggestCall } from './demo-calls.ts';

export const streamOperations = [
  'search-content',
  'count-products',
  'search-products',
  'get-suggestions',
] as const;
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
  const next = openers[operation](words, seed);
  if (kind === 'distinct') return () => make(next());
  const entries = Array.from({ length: MIXED_QUERIES }, () => make(next()));
  return openZipf(entries, seed);
};

/** A shop has too few names for as many different beginnings: a parameter of the storefront's own tells the requests apart. */
const openNumberedBeginnings = (words: ShopWords, seed: string): (() => { text: string; visit: string }) => {
  const next = openBeginnings(words, seed);
  let visits = 0;
  return () => {
    visits += 1;
    return { text: next(), visit: `${seed}-${visits}` };
  };
};

const callEach =
  <T>(open: (words: ShopWords, seed: string) => () => T, call: (drawn: T) => Call) =>
  (words: ShopWords, seed: string): (() => Call) => {
    const next = open(words, seed);
    return () => call(next());
  };

const openers: Readonly<Record<StreamName['operation'], (words: ShopWords, seed: string) => () => Call>> = {
  'search-content': callEach(openDistinctQueries, (query) => searchCall(demo.mainCatalogId, query)),
  'count-products': callEach(openDistinctCounts, countCall),
  'search-products': callEach(openDistinctCounts, productsCall),
  'get-suggestions': callEach(openNumberedBeginnings, suggestCall),
};
