// Popular terms as a use case: a page of the stored list, and nothing computed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { buildPopularTerms } from './popular-terms.ts';

const terms = Array.from({ length: 25 }, (_, at) => `term ${at}`);

const list = buildPopularTerms({
  storeIn: storeWith({
    findCatalog: async (id) =>
      id === 'abc' || id === 'quiet' ? { id, contentSearch: false, contentModels: [] } : undefined,
    listPopularTerms: async (id, { skip, limit }) => (id === 'abc' ? terms.slice(skip, skip + limit) : []),
  }),
});
const run = (query: Parameters<typeof list>[1]['query'], who = caller) =>
  list(who, { params: {}, headers: {}, body: undefined, query });

test('ten terms from the first, or the asked page', async () => {
  assert.deepEqual(await run({ catalog_id: 'abc' }), terms.slice(0, 10));
  assert.deepEqual(await run({ catalog_id: 'ABC', skip: 20, limit: 100 }), terms.slice(20));
  assert.deepEqual(await run({ catalog_id: 'abc', limit: 0 }), []);
});

test('a known catalog without terms has none; an unknown one is 404, whatever its id looks like', async () => {
  const notFound = failure(404, 'CatalogNotFound', 'catalog_not_found');
  assert.deepEqual(await run({ catalog_id: 'quiet' }), []);
  await assert.rejects(run({ catalog_id: 'not a uuid' }), notFound);
  await assert.rejects(run({ catalog_id: 'abc' }, lostCaller), notFound);
});

test('a window beyond the last allowed item is refused', async () => {
  await assert.rejects(
    run({ catalog_id: 'abc', skip: 99_991 }),
    failure(400, 'InvalidInput', 'out_of_range:skip'),
  );
});
