// Products are found by the names of their categories, as shoppers see them, and follow every change of them (Decision 0079).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductSearch } from '../../../src/domain/products/product-search.ts';
import type { Category } from '../../../src/domain/search/catalog.ts';
import { aProduct, buildMemorySource, CATALOG_ID, scope } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { everything, openSession } from './search-session.ts';

const category = (id: string, name: string, parentId: string | null = null): Category => ({
  id,
  name,
  parentId,
});

const openShop = async (t: Parameters<typeof openSession>[0], open: OpenIndex) => {
  const source = buildMemorySource('en');
  source.putCategory(category('lights', 'Lighting'));
  source.putCategory(category('lamps', 'Lamps', 'lights'));
  source.putProduct(aProduct('glim', { name: 'Glim', categoryIds: ['lamps'] }));
  source.putProduct(aProduct('glow', { name: 'Glow lamp', categoryIds: ['lights'] }));
  source.putProduct(aProduct('oar', { name: 'Oar', categoryIds: ['gone'] }));
  const { opened } = await openSession(t, open, source);
  /** The ids that a search finds; the count is their number. */
  const find = async (term: string, more: Partial<ProductSearch> = {}): Promise<string> => {
    const asked: ProductSearch = {
      ...everything,
      ...{ term, localeChain: ['en'], baseLocale: 'en', skip: 0, limit: 10, facetRequest: undefined },
      ...{ sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
      ...more,
    };
    const { hits, total } = await opened.index.searchProducts(scope, CATALOG_ID, asked);
    assert.equal(total, hits.length);
    assert.equal(await opened.index.countProducts(scope, CATALOG_ID, asked), total);
    return hits.map(({ id }) => id).join(' ');
  };
  return { source, opened, find };
};

export const describeCategories = (open: OpenIndex): void => {
  test('a product is found by the name of its category, behind those that have the word in their names', async (t) => {
    const { find } = await openShop(t, open);
    assert.equal(await find('lamp'), 'glow glim');
    assert.equal(await find('LÀMPS'), 'glow glim');
    assert.equal(await find('glim lamps'), 'glim');
    assert.equal(await find('lapms'), 'glow glim', 'as any other word');
  });

  test('so are the names of the categories above it', async (t) => {
    const { find } = await openShop(t, open);
    assert.equal(await find('lighting'), 'glim glow');
    assert.equal(await find('gone'), '', 'a category that does not exist has no name');
  });

  test('a text is searched with the names of categories in its language', async (t) => {
    const { source, find } = await openShop(t, open);
    source.putCategory({ ...category('lamps', 'Lamps', 'lights'), localized: { de: { name: 'Leuchten' } } });
    source.putProduct(
      aProduct('glim', { name: 'Glim', categoryIds: ['lamps'], localized: { 'de-at': { name: 'Glimm' } } }),
    );
    const austrian = { localeChain: ['de-at', 'de', 'en'] };
    assert.equal(await find('leuchte', austrian), 'glim');
    assert.equal(await find('lighting', austrian), 'glow glim', 'one has no translation');
    assert.equal(await find('leuchten'), '');
    assert.equal(await find('lamps'), 'glow glim');
  });

  test('the next search sees that a category was renamed, moved, deleted and made', async (t) => {
    const { source, find } = await openShop(t, open);
    assert.equal(await find('lamps'), 'glow glim');
    source.putCategory(category('lamps', 'Torches', 'lights'));
    assert.equal(await find('torches'), 'glim');
    assert.equal(await find('lamps'), 'glow');
    source.putCategory(category('lights', 'Illumination'));
    assert.equal(await find('illumination'), 'glim glow', 'below it too');
    source.putCategory(category('sport', 'Sport'));
    source.putCategory(category('lamps', 'Torches', 'sport'));
    assert.equal(await find('illumination'), 'glow');
    assert.equal(await find('sport'), 'glim');
    source.deleteCategory('sport');
    assert.equal(await find('sport'), '');
    assert.equal(await find('torches'), 'glim');
    source.deleteCategory('lamps');
    assert.equal(await find('torches'), '');
    source.putCategory(category('gone', 'Boats', 'lamps'));
    source.putCategory(category('lamps', 'Rudders'));
    assert.equal(await find('rudders'), 'glim oar');
  });

  test('a name that was changed and changed back is the old one again', async (t) => {
    const { source, find } = await openShop(t, open);
    assert.equal(await find('lamps'), 'glow glim');
    source.putCategory(category('lamps', 'Torches', 'lights'));
    source.putProduct(aProduct('new', { name: 'New', categoryIds: ['lamps'] }));
    source.putCategory(category('lamps', 'Lamps', 'lights'));
    assert.equal(await find('lamps'), 'glow glim new');
    assert.equal(await find('torches'), '');
  });

  test('categories in a circle end the way up', async (t) => {
    const { source, find } = await openShop(t, open);
    source.putCategory(category('lights', 'Lighting', 'lamps'));
    assert.equal(await find('lighting'), 'glim glow');
    assert.equal(await find('lamps'), 'glow glim');
  });

  test('the weight of category names is a setting', async (t) => {
    const { source, find } = await openShop(t, open);
    source.putProduct(
      aProduct('glow', { name: 'Glow', description: 'lamps lamps', categoryIds: ['lights'] }),
    );
    assert.equal(await find('lamps'), 'glow glim');
    source.setRanking({ weights: { categories: 10 } });
    assert.equal(await find('lamps'), 'glim glow');
  });
};
