// Pages never overlap and their union is the whole, for every order and several page sizes: the fixture's sort fields
// have few distinct values, so only a total order passes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../../src/contract/routes.ts';
import { FORMS, LANTERN_POSTS, POPULAR_TERMS, shared } from '../service/fixture-bundle.ts';
import { dataOf, searchResultOf, startFixture } from '../service/fixture-service.ts';

const { call } = await startFixture();

const PAGE_SIZES = [1, 3, 7];
const sortsOf = (schema: { readonly enum?: readonly string[] }): readonly string[] => schema.enum ?? [];

interface Listing {
  readonly total: number;
  readonly items: readonly unknown[];
}

type List = (query: Readonly<Record<string, string | number>>) => Promise<Listing>;

const search: List = async (query) => {
  const response = await call('search-content', {
    query: { catalog_id: shared.catalog, q: 'lantern', ...query },
  });
  const { data, total } = searchResultOf(response);
  return { total, items: data };
};

const forms: List = async (query) => {
  const { item } = dataOf<{ item: { total_count: number; items: unknown[] } }>(
    await call('list-forms', { query }),
  );
  return { total: item.total_count, items: item.items };
};

const terms: List = async (query) => {
  const response = await call('popular-terms', { query: { catalog_id: shared.catalog, ...query } });
  return { total: POPULAR_TERMS, items: JSON.parse(response.text) };
};

/** All pages of one size, concatenated; each must have the same total. */
const readAll = async (list: List, size: number, query: Readonly<Record<string, string>>, total: number) => {
  const items: unknown[] = [];
  for (let skip = 0; skip < total + size; skip += size) {
    const page = await list({ ...query, skip, limit: size });
    assert.equal(page.total, total, JSON.stringify(query));
    assert.equal(page.items.length, Math.max(0, Math.min(size, total - skip)));
    items.push(...page.items);
  }
  return items;
};

const assertPaged = async (
  list: List,
  query: Readonly<Record<string, string>>,
  total: number,
): Promise<unknown[]> => {
  const { items: whole } = await list({ ...query, limit: 100 });
  assert.equal(whole.length, total);
  for (const size of PAGE_SIZES) {
    assert.deepEqual(await readAll(list, size, query, total), whole, `${JSON.stringify(query)} by ${size}`);
  }
  assert.deepEqual(await list({ ...query, limit: 0 }), { total, items: [] });
  return [...whole];
};

const texts = (items: readonly unknown[], field: string): string[] =>
  items.map((item) => String((item as Record<string, unknown>)[field] ?? ''));

const searchSorts = sortsOf(routes['search-content'].query.properties.sort_by);
const formSorts = sortsOf(routes['list-forms'].query.properties.sort_by);

test('there are sorts to try', () => {
  assert.deepEqual(searchSorts, [
    'relevance',
    'created_at',
    'created_by',
    'title',
    'modified_at',
    'modified_by',
  ]);
  assert.deepEqual(formSorts, ['created_at', 'name', 'display_name']);
});

for (const sort_by of searchSorts) {
  for (const sort_order of ['asc', 'desc']) {
    test(`content search by ${sort_by} ${sort_order}: pages are the whole, each item once`, async () => {
      const items = await assertPaged(search, { sort_by, sort_order }, LANTERN_POSTS);
      assert.equal(new Set(texts(items, 'provider_id')).size, LANTERN_POSTS);
      if (sort_by === 'created_at' || sort_by === 'title') {
        const keys = texts(items, sort_by);
        const sorted = keys.toSorted();
        assert.deepEqual(keys, sort_order === 'asc' ? sorted : sorted.toReversed());
      }
    });
  }
}

for (const sort_by of formSorts) {
  for (const sort_order of ['asc', 'desc']) {
    test(`forms by ${sort_by} ${sort_order}: pages are the whole`, async () => {
      const items = await assertPaged(forms, { sort_by, sort_order }, FORMS);
      const keys = texts(items, sort_by);
      const sorted = keys.toSorted();
      assert.deepEqual(keys, sort_order === 'asc' ? sorted : sorted.toReversed());
    });
  }
}

test('popular terms: pages are the whole', async () => {
  const items = await assertPaged(terms, {}, POPULAR_TERMS);
  assert.equal(new Set(items).size, POPULAR_TERMS);
});

test('what is left out is what the interface says it is', async () => {
  const same: readonly (readonly [List, Record<string, string>, Record<string, string>])[] = [
    [search, {}, { sort_by: 'relevance', sort_order: 'desc' }],
    [search, { sort_by: 'created_at' }, { sort_by: 'created_at', sort_order: 'desc' }],
    [search, { sort_by: 'modified_at' }, { sort_by: 'modified_at', sort_order: 'desc' }],
    [search, { sort_by: 'title' }, { sort_by: 'title', sort_order: 'asc' }],
    [search, { sort_by: 'created_by' }, { sort_by: 'created_by', sort_order: 'asc' }],
    [search, { sort_by: 'modified_by' }, { sort_by: 'modified_by', sort_order: 'asc' }],
    [forms, {}, { sort_by: 'created_at', sort_order: 'desc' }],
    [forms, { sort_by: 'name' }, { sort_by: 'name', sort_order: 'desc' }],
  ];
  for (const [list, short, long] of same) {
    assert.deepEqual(await list(short), await list(long), JSON.stringify(short));
    const turned = { ...long, sort_order: long['sort_order'] === 'asc' ? 'desc' : 'asc' };
    assert.notDeepEqual(await list(short), await list(turned), JSON.stringify(short));
  }
});
