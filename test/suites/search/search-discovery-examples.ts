// Products as records, and the category tree, by example.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromJsonBytes } from '../../../src/domain/text/json-bytes.ts';
import {
  aProduct,
  buildMemorySource,
  CATALOG_ID,
  type MemorySource,
  OTHER_CATALOG_ID,
  scope,
} from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { everything } from './search-session.ts';

const page = {
  ...{ skip: 0, limit: 10, sortBy: 'name', sortOrder: 'asc' as const },
  ...{ isOutOfStockLast: false, facetRequest: undefined },
};

const shop = (): MemorySource => {
  const source = buildMemorySource();
  source.putCategory({ id: 'low', name: 'Low', parentId: 'top' });
  source.putCategory({ id: 'top', name: 'Töp', parentId: null });
  source.putCategory({ id: 'bare', name: 'Bare', parentId: null });
  source.putProduct(aProduct('p1', { name: 'Zelt', slug: 'zelt', categoryIds: ['low', 'top'] }));
  source.putProduct(aProduct('p2', { name: 'Äxte', slug: 'zelt', categoryIds: ['low'] }));
  source.putProduct(aProduct('p3', { name: 'Mine', customerGroupIds: ['vip'], categoryIds: ['top'] }));
  source.putProduct(aProduct('p4', { name: 'Elsewhere', slug: 'elsewhere' }), OTHER_CATALOG_ID);
  return source;
};

export const describeDiscovery = (open: OpenIndex): void => {
  test('products are found in pages, by id and by slug, by those who may see them', async (t) => {
    const { index, close } = await open(shop());
    t.after(close);
    const vip = { ...everything, customerGroupId: 'vip' };
    const search = async (query: typeof everything, catalogId = CATALOG_ID) => {
      const { hits, total } = await index.searchProducts(scope, catalogId, { ...query, ...page });
      return [total, ...hits.map(({ id }) => id)];
    };
    assert.deepEqual(await search(everything), [2, 'p2', 'p1']);
    assert.deepEqual(await search(vip), [3, 'p2', 'p3', 'p1']);
    assert.deepEqual(await search(everything, OTHER_CATALOG_ID), [1, 'p4']);
    const ids = ['p3', 'p2', 'p4', 'p1'];
    const find = async (query: typeof everything, by: { ids: readonly string[] } | { slug: string }) =>
      (await index.findProducts(scope, CATALOG_ID, { ...query, by })).map(({ id }) => id);
    assert.deepEqual(await find(everything, { ids }), ['p2', 'p1']);
    assert.deepEqual(await find(vip, { ids }), ['p3', 'p2', 'p1']);
    assert.deepEqual(await find(everything, { slug: 'zelt' }), ['p1']);
    assert.deepEqual(await find(everything, { slug: 'elsewhere' }), []);
    const [first] = await index.findProducts(scope, CATALOG_ID, { ...everything, by: { ids: ['p2'] } });
    assert.equal((fromJsonBytes(first?.shown ?? '') as { name: string }).name, 'Äxte');
    const nowhere = '00000000-0000-4000-8000-00000000ffff';
    assert.deepEqual(await search(everything, nowhere), [0]);
    assert.deepEqual(await index.findProducts(scope, nowhere, { ...everything, by: { ids } }), []);
  });

  test('the category tree counts what the shopper may see, and follows changes', async (t) => {
    const source = shop();
    const { index, close } = await open(source);
    t.after(close);
    const list = async (query = everything, catalogId = CATALOG_ID) =>
      (fromJsonBytes(await index.listCategories(scope, catalogId, query)) as Record<string, unknown>[]).map(
        ({ id, name, parent_id, depth, product_count }) => [id, name, parent_id, depth, product_count],
      );
    assert.deepEqual(await list(), [
      ['bare', 'Bare', null, 0, 0],
      ['top', 'Töp', null, 0, 2],
      ['low', 'Low', 'top', 1, 2],
    ]);
    assert.deepEqual((await list({ ...everything, customerGroupId: 'vip' }))[1], ['top', 'Töp', null, 0, 3]);
    source.deleteCategory('top');
    source.deleteProduct('p1');
    assert.deepEqual(await list(), [
      ['bare', 'Bare', null, 0, 0],
      ['low', 'Low', null, 0, 1],
    ]);
    assert.deepEqual(await list(everything, OTHER_CATALOG_ID), []);
  });
};
