// Product counting as a use case: how a request becomes criteria, which store it means, what the response says beside the count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  caller,
  failure,
  fullToken,
  lostCaller,
  scope,
  storeWith,
} from '../../../test/fixtures/fake-caller.ts';
import type { OperationResult } from '../../contract/operation.ts';
import type { countProducts } from '../../contract/products/count-products.ts';
import type { SearchIndex } from '../../domain/ports.ts';
import type { ProductField } from '../../domain/products/product-fields.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import type { CommerceStore } from '../../domain/search/catalog.ts';
import { buildCountProducts } from './count-products.ts';

const mainStore: CommerceStore = {
  id: 's1',
  storeHash: 'x7k2',
  provider: 'bigcommerce',
  catalogId: 'cat-1',
  contentModelId: 'model-1',
  currency: 'USD',
};
const otherStore: CommerceStore = {
  ...mainStore,
  id: 's2',
  storeHash: 'other',
  catalogId: 'cat-2',
  currency: 'EUR',
};
const color: ProductField = { type: 'text', subType: 'attribute', isArray: true, isSearchable: true };

const build = () => {
  const asked: { catalogId: string; query: ProductQuery }[] = [];
  const recorded: unknown[] = [];
  let described = 0;
  const searchIndex: SearchIndex = {
    searchContent: () => assert.fail(),
    countProducts: async (where, catalogId, query) => {
      assert.deepEqual(where, scope);
      asked.push({ catalogId, query });
      return 7;
    },
    searchProducts: () => assert.fail(),
    findProducts: () => assert.fail(),
    listCategories: () => assert.fail(),
    findSimilar: () => assert.fail(),
    suggest: () => assert.fail(),
    nextTimedChange: () => Number.POSITIVE_INFINITY,
    describeProductFields: async () => {
      described += 1;
      return new Map([['color', color]]);
    },
  };
  const count = buildCountProducts({
    storeIn: storeWith({
      findCommerceStore: async (id) => (id === undefined ? mainStore : id === 's2' ? otherStore : undefined),
    }),
    searchIndex,
    now: () => new Date(NOW),
  });
  type Input = Parameters<typeof count>[1];
  const run = async (input: Partial<Input> = {}, who = caller) => {
    const result = await count(
      { ...who, noteSearch: (search) => recorded.push(search) },
      { params: {}, query: {}, headers: {}, body: {}, ...input },
    );
    return result.parse() as OperationResult<typeof countProducts>;
  };
  return { count, run, asked, recorded, described: () => described };
};

const NOW = Date.parse('2026-11-01T00:00:00Z');

test('an empty request counts everything in the default store, in its currency and locale', async () => {
  const { run, asked, recorded } = build();
  assert.deepEqual(await run(), {
    result: { total_count: 7 },
    _meta_: {
      tenant_id: 'acme',
      workspace_id: 'web',
      env_type: 'PRODUCTION',
      store_hash: 'x7k2',
      content_model_id: 'model-1',
      _fields_: {},
    },
  });
  assert.deepEqual(asked, [
    {
      catalogId: 'cat-1',
      query: {
        facets: [],
        groups: [],
        term: undefined,
        categoryId: undefined,
        categoryName: undefined,
        collectionId: undefined,
        localeChain: ['en-us', 'en'],
        baseLocale: 'en-us',
        currency: 'USD',
        channelId: undefined,
        locationId: undefined,
        customerGroupId: undefined,
        withMerchandising: true,
        at: NOW,
        withDrafts: undefined,
        correctsWords: undefined,
        position: undefined,
      },
    },
  ]);
  assert.deepEqual(recorded, [], 'a count without a term is no search');
});

test('everything that is said reaches the index', async () => {
  const { run, asked } = build();
  await run({
    query: {
      store_id: 's2',
      locale: 'de-at',
      channel_id: 'web',
      location_id: 'north',
      currency: 'chf',
      by_pass_merchandising: true,
    },
    headers: { 'x-customer-group-id': 'vip', 'x-ecomm-provider': 'any' },
    body: {
      search_term: 'shoe',
      category_id: 'c1',
      category_name: 'Shoes',
      collection_id: 'sale',
      facets: [
        { field_internal_name: 'color', value: 'red' },
        { field_internal_name: 'price', min: 10, max: '*' },
        { field_internal_name: 'created_at', max: '2026-01-01' },
      ],
      filter: [
        { group: { operator: 'OR', rules: [{ action: 'contains', field_name: 'name', value: 'x' }] } },
        { group: {} },
        {},
      ],
    },
  });
  assert.deepEqual(asked, [
    {
      catalogId: 'cat-2',
      query: {
        facets: [
          { field: 'color', at: 'facets.0', value: 'red', range: undefined },
          { field: 'price', at: 'facets.1', value: undefined, range: { min: 10, max: undefined } },
          {
            field: 'created_at',
            at: 'facets.2',
            value: undefined,
            range: { min: undefined, max: '2026-01-01' },
          },
        ],
        groups: [
          {
            operator: 'OR',
            rules: [{ field: 'name', action: 'contains', value: 'x', at: 'filter.0.group.rules.0.value' }],
          },
          { operator: 'AND', rules: [] },
          { operator: 'AND', rules: [] },
        ],
        term: 'shoe',
        categoryId: 'c1',
        categoryName: 'Shoes',
        collectionId: 'sale',
        localeChain: ['de-at', 'de', 'en-us'],
        baseLocale: 'en-us',
        currency: 'CHF',
        channelId: 'web',
        locationId: 'north',
        customerGroupId: 'vip',
        withMerchandising: false,
        at: NOW,
        withDrafts: undefined,
        correctsWords: undefined,
        position: undefined,
      },
    },
  ]);
});

test('an unknown store and an unknown environment are 404', async () => {
  const { run, asked } = build();
  await assert.rejects(run({ query: { store_id: 's9' } }), failure(404, 'StoreNotFound', 'store_not_found'));
  await assert.rejects(run({}, lostCaller), failure(404, 'EnvironmentNotFound', 'environment_not_found'));
  assert.deepEqual(asked, []);
});

test('a facet carries a value or a range, not both and not neither', async () => {
  const { run } = build();
  const facets = (...all: { value?: string; min?: number; max?: number }[]) => ({
    body: { facets: all.map((facet) => ({ field_internal_name: 'f', ...facet })) },
  });
  await assert.rejects(
    run(facets({ value: 'a' }, { value: 'a', min: 1 })),
    failure(400, 'InvalidInput', 'conflicting:facets.1.value'),
  );
  await assert.rejects(
    run(facets({ value: 'a', max: 1 })),
    failure(400, 'InvalidInput', 'conflicting:facets.0.value'),
  );
  await assert.rejects(run(facets({})), failure(400, 'InvalidInput', 'too_few:facets.0.value'));
});

test('fields, paging and sorting are looked at and change nothing', async () => {
  const { run, asked } = build();
  await run();
  await run({ query: { fields: 'name', skip: 5, limit: 3, sort_by: 'price', sort_order: 'asc' } });
  assert.deepEqual(asked[1], asked[0]);
  await assert.rejects(
    run({ query: { skip: 100_000, limit: 1 } }),
    failure(400, 'InvalidInput', 'out_of_range:skip'),
  );
});

test('fields are described only when asked for', async () => {
  const { run, described } = build();
  await run({ query: { include_fields_meta: false } });
  assert.equal(described(), 0);
  const result = await run({ query: { include_fields_meta: true } });
  assert.deepEqual(result._meta_._fields_, {
    color: { type: 'text', sub_type: 'attribute', is_array: true, is_searchable: true },
  });
});

test('a response names the scope, environment and store that were asked, whoever asked before', async () => {
  const { run } = build();
  const env = { id: 'e2', envType: 'STAGING', defaultLocale: 'en-us', access: 'open' } as const;
  const first = await run();
  const staging = await run({}, { ...caller, environment: env });
  const otherStore = await run({ query: { store_id: 's2' } });
  assert.deepEqual(
    [first, staging, otherStore, await run()].map(({ _meta_ }) => [_meta_.env_type, _meta_.store_hash]),
    [
      ['PRODUCTION', 'x7k2'],
      ['STAGING', 'x7k2'],
      ['PRODUCTION', 'other'],
      ['PRODUCTION', 'x7k2'],
    ],
  );
});

test('a count with a term is recorded for the catalog of the store', async () => {
  const { run, recorded } = build();
  await run({ query: { store_id: 's2' }, body: { search_term: 'shoe' } });
  assert.deepEqual(recorded, [{ catalogId: 'cat-2', text: 'shoe', total: 7 }]);
});

test('drafts count for a full token that previews, and such a response expires at once', async () => {
  const { run, asked, recorded } = build();
  const expiries: number[] = [];
  const editor = { ...caller, noteExpiry: (find: () => number) => void expiries.push(find()) };
  await run({ query: { preview: true }, body: { search_term: 'shoe' } }, editor);
  await run({ query: { preview: true, preview_at: '2026-12-24' } }, editor);
  assert.deepEqual(
    asked.map(({ query }) => [query.withDrafts, query.at]),
    [
      [true, NOW],
      [true, Date.parse('2026-12-24T00:00:00Z')],
    ],
  );
  assert.deepEqual(expiries, [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 0]);
  assert.deepEqual(recorded, [], 'a preview is no search of a shopper');
});

test('only a full token may preview', async () => {
  const { run, asked } = build();
  const preview = { query: { preview: true } };
  await assert.rejects(
    run(preview, { ...caller, token: undefined }),
    failure(401, 'Unauthorized', 'token_missing'),
  );
  const reader = { ...caller, token: { ...fullToken, permission: 'read' as const } };
  await assert.rejects(run(preview, reader), failure(403, 'Forbidden', 'token_permission'));
  await assert.rejects(
    run({ query: { preview_at: '2026-12-24' } }),
    failure(400, 'InvalidInput', 'not_allowed:preview_at'),
  );
  await assert.rejects(
    run({ query: { preview: true, preview_at: 'soon' } }),
    failure(400, 'InvalidInput', 'malformed:preview_at'),
  );
  assert.deepEqual(asked, []);
});
