// What a request may ask for, with documents that only count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../../domain/failures/failures.ts';
import { SearchServerGone } from '../client/search-server-errors.ts';
import type { Documents, OpenedCatalog, SearchResponse } from './opened-catalog.ts';
import { withinBudget } from './request-budget.ts';

const openCounting = () => {
  const deadlines: (number | undefined)[] = [];
  const response: SearchResponse = { hits: { total: { value: 0 }, hits: [] } };
  const told = async (bodies: readonly unknown[], deadlineMs: number | undefined) => {
    deadlines.push(deadlineMs);
    return bodies.map(() => response);
  };
  const documents: Documents = {
    ...{ place: 'p', wordPlace: 'w', locales: new Map(), wordCounts: new Map() },
    search: async (body, deadlineMs) => (await told([body], deadlineMs))[0] as SearchResponse,
    searchAll: told,
    searchWords: told,
  };
  return { deadlines, catalog: { products: documents, content: documents } as unknown as OpenedCatalog };
};

const body = { query: { match_all: {} } };

test('each call has what is left of the time of the request, and none is sent after it', async () => {
  const { deadlines, catalog } = openCounting();
  let now = 100;
  const { products, content } = withinBudget(catalog, { endsAt: 150, now: () => now, searchesMax: 10 });
  await products.search(body);
  now = 120;
  await content.searchAll([body, body]);
  now = 149;
  await products.searchWords([body]);
  assert.deepEqual(deadlines, [50, 30, 1]);
  now = 150;
  for (const late of [products.search(body), content.searchAll([body]), products.searchWords([body])])
    await assert.rejects(late, (error) => error instanceof SearchServerGone && error.why === 'deadline');
  assert.equal(deadlines.length, 3);
});

test('the searches of all calls are counted together', async () => {
  const { deadlines, catalog } = openCounting();
  const { products, content } = withinBudget(catalog, { endsAt: Infinity, now: () => 0, searchesMax: 4 });
  await products.searchAll([body, body]);
  await content.search(body);
  await content.searchWords([body]);
  await assert.rejects(
    products.search(body),
    (error) => error instanceof Failure && error.code === 'too_much:search',
  );
  assert.deepEqual(deadlines, [undefined, undefined, undefined]);
});
