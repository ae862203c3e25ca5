// Content search as a use case: what it asks of the index, what it returns and records, and how it fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, lostCaller, scope, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { hitOf } from '../../../test/fixtures/shown-content.ts';
import { aText } from '../../../test/suites/search/memory-source.ts';
import type { ContentHit, ContentQuery, SearchIndex } from '../../domain/ports.ts';
import { buildSearchContent } from './search-content.ts';

const CATALOG_ID = '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f';

const item = {
  key: 'item:wp-17',
  providerId: 'wp-17',
  texts: {
    'de-de': aText({
      title: 'Zelte',
      url: '/de/zelte',
      type: 'blog',
      summary: undefined,
      body: 'Alles   über Zelte',
      extraData: { published_at: '2026-01-03', nested: [1] },
    }),
  },
};

const hit = hitOf({ item, locale: 'de-de' });

const build = (
  hits: readonly ContentHit[] = [],
  catalog: { contentSearch: boolean } | undefined = { contentSearch: true },
) => {
  const asked: ContentQuery[] = [];
  const recorded: unknown[] = [];
  const searchIndex: SearchIndex = {
    searchContent: async (where, catalogId, query) => {
      assert.deepEqual([where, catalogId], [scope, CATALOG_ID]);
      asked.push(query);
      return { hits, total: 41 };
    },
    countProducts: () => assert.fail(),
    searchProducts: () => assert.fail(),
    findProducts: () => assert.fail(),
    listCategories: () => assert.fail(),
    findSimilar: () => assert.fail(),
    suggest: () => assert.fail(),
    nextTimedChange: () => assert.fail(),
    describeProductFields: () => assert.fail(),
  };
  const search = buildSearchContent({
    storeIn: storeWith({
      findCatalog: async (id) =>
        id === CATALOG_ID && catalog !== undefined ? { id, contentModels: [], ...catalog } : undefined,
    }),
    searchIndex,
  });
  const run = (query: Partial<Parameters<typeof search>[1]['query']> = {}, who = caller) =>
    search(
      { ...who, noteSearch: (search) => recorded.push(search) },
      {
        params: {},
        headers: {},
        body: undefined,
        query: { catalog_id: CATALOG_ID, q: 'zelt', ...query },
      },
    );
  return { search, run, asked, recorded };
};

test('a catalog out of sight is 404, in an environment or out of any', async () => {
  const notFound = failure(404, 'CatalogNotFound', 'catalog_not_found');
  const { run, asked, recorded } = build();
  await assert.rejects(run({ catalog_id: '00000000-0000-4000-8000-000000000000' }), notFound);
  await assert.rejects(run({}, lostCaller), notFound);
  assert.deepEqual([asked, recorded], [[], []]);
});

test('a catalog without content search is 500', async () => {
  const { run, recorded } = build([], { contentSearch: false });
  await assert.rejects(run(), failure(500, 'ContentSearchNotConfigured', 'content_search_not_configured'));
  assert.deepEqual(recorded, []);
});

test('what is left out has its default', async () => {
  const { run, asked } = build();
  await run();
  assert.deepEqual(asked, [
    {
      text: 'zelt',
      localeChain: ['en-us', 'en'],
      type: undefined,
      sortBy: 'relevance',
      sortOrder: 'desc',
      skip: 0,
      limit: 10,
      position: undefined,
    },
  ]);
});

test('relevance and dates fall, names rise, unless told otherwise', async () => {
  const { run, asked } = build();
  const sorts = ['relevance', 'created_at', 'modified_at', 'title', 'created_by', 'modified_by'] as const;
  for (const sort_by of sorts) await run({ sort_by });
  assert.deepEqual(
    asked.map(({ sortBy, sortOrder }) => `${sortBy} ${sortOrder}`),
    [
      'relevance desc',
      'created_at desc',
      'modified_at desc',
      'title asc',
      'created_by asc',
      'modified_by asc',
    ],
  );
  await run({ sort_by: 'title', sort_order: 'desc' });
  await run({ sort_order: 'asc' });
  assert.deepEqual(
    asked.slice(-2).map(({ sortOrder }) => sortOrder),
    ['desc', 'asc'],
  );
});

test('everything that is said reaches the index; the catalog id in either case', async () => {
  const { run, asked } = build();
  await run({ catalog_id: CATALOG_ID.toUpperCase(), locale: 'de_AT', type: 'blog', skip: 30, limit: 0 });
  assert.deepEqual(asked[0], {
    text: 'zelt',
    localeChain: ['de-at', 'de', 'en-us'],
    type: 'blog',
    sortBy: 'relevance',
    sortOrder: 'desc',
    skip: 30,
    limit: 0,
    position: undefined,
  });
});

test('a record is the text in the locale that was found, a null stays null, extra data is JSON text', async () => {
  const { run } = build([hit]);
  assert.deepEqual((await run()).parse(), {
    total: 41,
    data: [
      {
        title: 'Zelte',
        url: '/de/zelte',
        type: 'blog',
        summary: 'Alles über Zelte',
        image_url: null,
        provider_id: 'wp-17',
        created_at: '2026-01-02T03:04:05Z',
        created_by: null,
        extra_data: '{"published_at":"2026-01-03","nested":[1]}',
        locale: 'de-de',
      },
    ],
  });
});

test('a search is recorded with its total', async () => {
  const { run, recorded } = build();
  await run({ q: ' Zelt ' });
  assert.deepEqual(recorded, [{ catalogId: CATALOG_ID, text: ' Zelt ', total: 41 }]);
});

test('a window beyond the last allowed item is refused', async () => {
  const { run } = build();
  await run({ skip: 99_900, limit: 100 });
  await assert.rejects(run({ skip: 99_901, limit: 100 }), failure(400, 'InvalidInput', 'out_of_range:skip'));
  await assert.rejects(run({ skip: 99_991 }), failure(400, 'InvalidInput', 'out_of_range:skip'));
});
