// Lists of the management interface: filters, search and pages, over things in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { bodyOf, furnish, inCatalog, putProduct, run, store } from '../../../test/fixtures/manage-fixture.ts';
import { PAGE_CHARS_MAX } from '../../contract/values.ts';

const listed = async (name: string, query: Record<string, unknown>): Promise<unknown[]> => {
  const { items, total_count } = await run(name, { params: inCatalog, query });
  assert.equal(total_count, items.length);
  return items.map(({ id, host, provider_id, locale }) => id ?? host ?? `${provider_id} ${locale}`);
};

test('lists are narrowed by the filters of their kind', async () => {
  await furnish();
  for (const [id, more] of [
    ['p1', { sku: 'A-1', brand: 'Nordic', category_ids: ['c1', 'c2'] }],
    ['p2', { sku: 'a-1', brand: 'Nordic', in_stock: false }],
    ['p3', { category_ids: ['c2'] }],
  ] as const) {
    await putProduct({ name: `Shoe ${id}`, ...more }, {}, id);
  }
  const products = (query: Record<string, unknown>) => listed('manage-list-products', query);
  assert.deepEqual(await products({}), ['p1', 'p2', 'p3']);
  assert.deepEqual(await products({ sku: 'A-1' }), ['p1']);
  assert.deepEqual(await products({ brand: 'Nordic' }), ['p1', 'p2']);
  assert.deepEqual(await products({ brand: 'Nordic', in_stock: true }), ['p1']);
  assert.deepEqual(await products({ category_id: 'c2' }), ['p1', 'p3']);
  assert.deepEqual(await products({ category_id: 'c' }), []);
  assert.deepEqual(await products({ in_stock: false, search: 'SHOE' }), ['p2']);
  for (const locale of ['en-us', 'de-de']) {
    await run('manage-create-content-item', {
      params: inCatalog,
      body: { ...bodyOf('content_item'), locale },
    });
  }
  const items = (query: Record<string, unknown>) => listed('manage-list-content-items', query);
  assert.deepEqual(await items({ locale: 'DE_de' }), ['wp-17 de-de']);
  assert.deepEqual(await items({ locale: 'de' }), []);
  assert.deepEqual(await items({ type: 'blog', locale: 'en-us' }), ['wp-17 en-us']);
  assert.deepEqual(await items({ type: 'page' }), []);
});

test('search looks for a part of the names, whatever its case and accents', async () => {
  await furnish();
  for (const [id, name] of [
    ['p1', 'Crème brûlée'],
    ['p2', 'Straße'],
    ['p3', 'x'],
  ] as const) {
    await putProduct({ name, sku: `SKU-${id}` }, {}, id);
  }
  const products = (search: string) => listed('manage-list-products', { search });
  assert.deepEqual(await products('BRULEE'), ['p1']);
  assert.deepEqual(await products(' strasse '), ['p2']);
  assert.deepEqual(await products('sku-P'), ['p1', 'p2', 'p3']);
  assert.deepEqual(await products('nothing'), []);
  await run('manage-create-synonym-set', { params: inCatalog, body: bodyOf('synonyms') });
  assert.deepEqual(await listed('manage-list-synonym-sets', { search: 'TRAIN' }), ['syn1']);
});

test('a list is a page of the whole, within the window, and looks at nothing that is not asked for', async () => {
  await furnish();
  for (const id of ['p1', 'p2', 'p3']) await putProduct({ name: id }, {}, id);
  const page = (query: Record<string, unknown>) => run('manage-list-products', { params: inCatalog, query });
  const shown = await page({ skip: 1, limit: 1 });
  assert.deepEqual([shown.total_count, shown.items.map(({ id }) => id)], [3, ['p2']]);
  assert.deepEqual((await page({ limit: 0 })).items, []);
  assert.deepEqual((await page({ skip: 3 })).items, []);
  assert.equal((await page({ skip: 99_900, limit: 100 })).total_count, 3);
  await assert.rejects(page({ skip: 99_901, limit: 100 }), failure(400, 'InvalidInput', 'out_of_range:skip'));
  await assert.rejects(page({ skip: 99_981 }), failure(400, 'InvalidInput', 'out_of_range:skip'));
  await page({ search: 'p' });
  assert.deepEqual(store.asked.at(-1), {
    query: { filters: [], search: 'p' },
    page: { skip: 0, limit: 20 },
  });
  assert.deepEqual(store.asked.at(0), { query: undefined, page: { skip: 1, limit: 1 } });
});

test('things that are too long for one page are refused, and had in fewer', async () => {
  await furnish();
  const description = 'x'.repeat(PAGE_CHARS_MAX / 4);
  for (const id of ['p1', 'p2', 'p3', 'p4']) await putProduct({ name: id, description }, {}, id);
  const page = (limit: number) => run('manage-list-products', { params: inCatalog, query: { limit } });
  assert.equal((await page(3)).items.length, 3);
  await assert.rejects(page(4), failure(400, 'InvalidInput', 'too_many:limit'));
});
