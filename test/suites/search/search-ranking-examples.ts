// Ranking settings by example: what they lift, and that a change of them is seen by the next search (Decision 0075).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Product } from '../../../src/domain/products/product.ts';
import type { ProductSearch } from '../../../src/domain/products/product-search.ts';
import { aProduct, buildMemorySource, CATALOG_ID, scope } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { everything, openSession } from './search-session.ts';

const AT = Date.parse('2026-05-20T15:00:00Z');

const openShop = async (
  t: Parameters<typeof openSession>[0],
  open: OpenIndex,
  products: Readonly<Record<string, Partial<Product>>>,
) => {
  const source = buildMemorySource('en');
  for (const [id, given] of Object.entries(products))
    source.putProduct(aProduct(id, { name: 'Tent', ...given }));
  const { opened } = await openSession(t, open, source);
  const find = async (more: Partial<ProductSearch> = {}): Promise<string> => {
    const { hits } = await opened.index.searchProducts(scope, CATALOG_ID, {
      ...everything,
      ...{ localeChain: ['en'], baseLocale: 'en', at: AT, skip: 0, limit: 10 },
      ...{ sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false, facetRequest: undefined },
      ...more,
    });
    return hits.map(({ id }) => id).join(' ');
  };
  return { source, opened, find };
};

export const describeRanking = (open: OpenIndex): void => {
  test('a number lifts a product, up to its largest factor, with the next search', async (t) => {
    const { source, find } = await openShop(t, open, {
      a: {},
      b: { popularity: 5 },
      c: { popularity: 500 },
      d: { popularity: 50_000, attributes: { margin: 1 } },
    });
    assert.equal(await find(), 'a b c d');
    const popular = { field: 'popularity', maxFactor: 3, fullAt: 500, scale: 'logarithmic' as const };
    source.setRanking({ numbers: [popular] });
    assert.equal(await find(), 'c d b a', 'above full_at all are alike');
    assert.equal(await find({ term: 'tent' }), 'c d b a');
    assert.equal(await find({ sortBy: 'name', sortOrder: 'asc' }), 'a b c d', 'another sort is not touched');
    source.setRanking({ numbers: [popular, { ...popular, field: 'margin', maxFactor: 1.1, fullAt: 1 }] });
    assert.equal(await find(), 'd c b a', 'factors are multiplied');
    source.setRanking(undefined);
    assert.equal(await find(), 'a b c d');
  });

  test('what is new and what is in stock is lifted', async (t) => {
    const { source, opened, find } = await openShop(t, open, {
      a: { createdAt: null },
      b: { createdAt: '2026-01-01T00:00:00Z', inStock: false },
      c: { createdAt: '2026-05-01T00:00:00Z', inStock: false },
      d: { createdAt: '2026-05-19T00:00:00Z', inStock: false },
    });
    const { index } = opened;
    await find();
    assert.equal(index.nextTimedChange(scope, CATALOG_ID, AT), Number.POSITIVE_INFINITY);
    source.setRanking({ newness: { halfLifeDays: 30, maxFactor: 2 } });
    assert.equal(await find(), 'd c b a');
    assert.equal(index.nextTimedChange(scope, CATALOG_ID, AT), Date.parse('2026-05-21T00:00:00Z'));
    source.setRanking({ newness: { halfLifeDays: 30, maxFactor: 2 }, inStock: 1.5 });
    assert.equal(await find(), 'd c a b');
    source.setRanking({ inStock: 10 });
    assert.equal(await find(), 'a b c d');
  });

  test('the weights of fields decide which words count more', async (t) => {
    const { source, find } = await openShop(t, open, {
      inName: { name: 'Alpine tent', description: 'Something for two' },
      inBrand: { name: 'Pole for two', brand: 'Alpine' },
      inText: { name: 'Peg for two', description: 'For every alpine night' },
    });
    const ordinary = 'inName inBrand inText';
    assert.equal(await find({ term: 'alpine' }), ordinary);
    source.setRanking({ weights: { name: 0.25, description: 20 } });
    assert.equal(await find({ term: 'alpine' }), 'inText inBrand inName');
    source.putProduct(aProduct('later', { description: 'For every alpine day, and for every alpine night' }));
    assert.equal(await find({ term: 'alpine' }), 'later inText inBrand inName');
    source.setRanking({ inStock: 2 });
    source.deleteProduct('later');
    assert.equal(await find({ term: 'alpine' }), ordinary);
  });

  test('the name that was searched for stays first, and a buried product goes last', async (t) => {
    const { source, find } = await openShop(t, open, {
      a: { name: 'Tent' },
      b: { name: 'Tent peg', popularity: 9 },
      c: { name: 'Tent pole', popularity: 8 },
    });
    source.setRanking({ numbers: [{ field: 'popularity', maxFactor: 10, fullAt: 9, scale: 'linear' }] });
    assert.equal(await find({ term: 'tent' }), 'a b c');
    source.putRule({
      id: 'r',
      when: { searchTerm: 'tent' },
      hide: [],
      pin: [],
      bury: [{ factor: 100, ids: ['b'] }],
    });
    assert.equal(await find({ term: 'tent' }), 'a c b');
  });
};
