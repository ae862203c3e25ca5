// Counts of words that requests share, while documents become visible before the catalog is seen to have changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Documents, SearchResponse } from './opened-catalog.ts';
import { WordCounts } from './word-counts.ts';

test('a word that was counted is not counted again, unless nothing had it', async () => {
  const asked: unknown[] = [];
  let total = 0;
  const documents = {
    wordCounts: new Map<string, number>(),
    searchAll: async (bodies: readonly { readonly query: unknown }[]) => {
      asked.push(...bodies.map(({ query }) => query));
      return bodies.map(() => ({ hits: { total: { value: total }, hits: [] } }) as unknown as SearchResponse);
    },
  } as unknown as Documents;
  const count = async (): Promise<number> => {
    const counts = new WordCounts(documents);
    await counts.count(['de:drei']);
    return counts.of('de:drei');
  };
  assert.equal(await count(), 0);
  total = 1;
  assert.equal(await count(), 1, 'a document with it is visible now');
  total = 2;
  assert.equal(await count(), 1, 'kept');
  assert.equal(asked.length, 2);
});
