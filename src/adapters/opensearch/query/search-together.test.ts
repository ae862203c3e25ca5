// Searches of one turn are one request, each gets its own response, and a failure reaches all that waited for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Documents, OpenedCatalog, SearchBody, SearchResponse } from './opened-catalog.ts';
import { searchTogether } from './search-together.ts';

const responseOf = ({ size = 0 }: SearchBody): SearchResponse => ({
  hits: { total: { value: size }, hits: [] },
});

/** Responds with the size that was asked for. */
const documentsThat = (send: (bodies: readonly SearchBody[]) => Promise<SearchResponse[]>): Documents => ({
  ...{ place: 'p', wordPlace: 'w', locales: new Map(), wordCounts: new Map() },
  search: async (body) => (await send([body]))[0] as SearchResponse,
  searchAll: send,
  searchWords: send,
});

const together = (send: (bodies: readonly SearchBody[]) => Promise<SearchResponse[]>): Documents =>
  searchTogether({ products: documentsThat(send), content: documentsThat(send) } as OpenedCatalog).products;

const ask = (size: number): SearchBody => ({ query: { match_all: {} }, size });

test('what several questions search at once is one request for each round', { timeout: 60_000 }, async () => {
  const requests: number[] = [];
  const documents = together(async (bodies) => {
    requests.push(bodies.length);
    return bodies.map(responseOf);
  });
  const question = async (at: number): Promise<number> => {
    const first = await documents.search(ask(at));
    // Some take longer to decide what to search next.
    if (at % 2 === 0) await Promise.resolve();
    const next = await documents.searchAll([ask(first.hits.total.value), ask(1_000)]);
    return next[0]?.hits.total.value ?? -1;
  };
  const sizes = Array.from({ length: 20 }, (_, at) => at);
  assert.deepEqual(await Promise.all(sizes.map(question)), sizes);
  assert.deepEqual(requests, [20, 40]);
});

test('very many are several requests', { timeout: 60_000 }, async () => {
  const requests: number[] = [];
  const documents = together(async (bodies) => {
    requests.push(bodies.length);
    return bodies.map(responseOf);
  });
  const responses = await documents.searchAll(Array.from({ length: 300 }, (_, at) => ask(at)));
  assert.deepEqual(
    responses.map(({ hits }) => hits.total.value),
    Array.from({ length: 300 }, (_, at) => at),
  );
  assert.deepEqual(requests, [128, 128, 44]);
});

test('a failure reaches all that waited, and no later one', { timeout: 60_000 }, async () => {
  let isGone = true;
  const documents = together(async (bodies) => {
    if (isGone) throw new Error('gone');
    return bodies.map(responseOf);
  });
  const asked = [documents.search(ask(1)), documents.search(ask(2))];
  for (const one of asked) await assert.rejects(one, /gone/);
  isGone = false;
  assert.equal((await documents.search(ask(3))).hits.total.value, 3);
});
