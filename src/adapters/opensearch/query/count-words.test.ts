// However words are counted, each has the number of documents that have it; and few searches count many words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFor } from '../../../../demo/build/random.ts';
import { seed } from '../../../../test/fixtures/long-runs.ts';
import { countWords } from './count-words.ts';
import type { Documents, SearchBody, SearchResponse } from './opened-catalog.ts';

type Words = readonly string[];

/** Responds as OpenSearch does, for what is asked here. */
const documentsWith = (held: readonly Words[], searches: SearchBody[]): Documents => {
  const wordsOf = (query: SearchBody['query']): Words => {
    const { term, terms } = query as { term?: { words: string }; terms?: { words: Words } };
    return term === undefined ? (terms?.words ?? []) : [term.words];
  };
  const response = ({ query, track_total_hits: most, aggs }: SearchBody): SearchResponse => {
    const found = held.filter((words) => wordsOf(query).some((word) => words.includes(word)));
    const filters = (aggs as { words: { filters: { filters: SearchBody['query'][] } } } | undefined)?.words
      .filters.filters;
    const total = typeof most === 'number' ? Math.min(most, found.length) : found.length;
    return {
      hits: { total: { value: most === false ? Number.NaN : total }, hits: [] },
      ...(filters && {
        aggregations: {
          words: {
            buckets: filters.map((filter) => ({
              doc_count: found.filter((words) => words.includes(wordsOf(filter)[0] ?? '')).length,
            })),
          },
        },
      }),
    };
  };
  return {
    searchAll: async (bodies: readonly SearchBody[]) => {
      searches.push(...bodies);
      return bodies.map(response);
    },
  } as unknown as Documents;
};

const random = randomFor(`count words ${seed}`);
const words = Array.from({ length: 300 }, (_, at) => `en=w${at}`);
/** The first words are in more documents than are compared with all words of a search. */
const held = Array.from(
  { length: 31_000 },
  (_, at): Words => [
    ...(at < 30_500 ? ['en=w0'] : []),
    ...(at % 100 === 0
      ? [words[random.integer(0, 299)] as string, words[random.integer(100, 110)] as string]
      : []),
  ],
);

const naive = (wanted: Words): ReadonlyMap<string, number> =>
  new Map(wanted.map((word) => [word, held.filter((one) => one.includes(word)).length]));

test('few words are counted in one step', async () => {
  const searches: SearchBody[] = [];
  const few = words.slice(0, 15);
  assert.deepEqual(await countWords(documentsWith(held, searches), few), naive(few));
  assert.equal(searches.length, few.length);
});

test('many words are counted by few searches, unless too many documents have them', async () => {
  const searches: SearchBody[] = [];
  const counts = await countWords(documentsWith(held, searches), words);
  assert.deepEqual(new Map([...counts].sort()), new Map([...naive(words)].sort()));
  // Five parts: the first is counted word by word, the others together.
  assert.equal(searches.length, 5 + 64 + 4);
});
