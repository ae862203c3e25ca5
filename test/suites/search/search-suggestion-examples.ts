// Suggestions while a shopper types, and similar products, by example.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SuggestQuery } from '../../../src/domain/products/suggestion.ts';
import { fromJsonBytes } from '../../../src/domain/text/json-bytes.ts';
import {
  aProduct,
  aText,
  buildMemorySource,
  CATALOG_ID,
  type MemorySource,
  OTHER_CATALOG_ID,
  scope,
} from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { everything } from './search-session.ts';

const shop = (): MemorySource => {
  const source = buildMemorySource();
  source.putCategory({ id: 'rain', name: 'Rain Trousers', parentId: null });
  source.putCategory({ id: 'empty', name: 'Rain boots', parentId: null });
  source.putProduct(aProduct('p1', { name: 'Brygge Rain Jacket', popularity: 1, categoryIds: ['rain'] }));
  source.putProduct(aProduct('p2', { name: 'Rain Trousers', popularity: 3, categoryIds: ['rain'] }));
  source.putProduct(aProduct('p3', { name: "Women's Raincoat", sku: 'XJ-900' }));
  source.putProduct(aProduct('p4', { name: 'Rain Hat', popularity: 9, customerGroupIds: ['vip'] }));
  source.putProduct(aProduct('p5', { name: 'Rain Elsewhere' }), OTHER_CATALOG_ID);
  source.putItem('guide', { xx: aText({ title: 'Rain guide' }) });
  source.setPopularTerms(['rain hat', 'rain jacket', 'guide', 'raccoon', 'rain guide']);
  return source;
};

const five = { searches: 5, popular: 5, categories: 5, products: 5, content: 5 };

const asked = (term: string | undefined, more: Partial<SuggestQuery> = {}): SuggestQuery => ({
  localeChain: everything.localeChain,
  baseLocale: everything.baseLocale,
  currency: everything.currency,
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
  hasContent: true,
  limits: five,
  term,
  ...more,
});

export const describeSuggestions = (open: OpenIndex): void => {
  const opened = async (source: MemorySource, after: (close: () => Promise<void>) => void) => {
    const { index, close } = await open(source);
    after(close);
    return async (term: string | undefined, more: Partial<SuggestQuery> = {}, catalogId = CATALOG_ID) => {
      const found = await index.suggest(scope, catalogId, asked(term, more));
      return {
        ...found,
        products: found.products.map(({ id }) => id),
        categories: found.categories.map((json) => (fromJsonBytes(json) as { id: string }).id),
        content: found.content.map((json) => (fromJsonBytes(json) as { title: string }).title),
      };
    };
  };

  test('a text is completed by names, the most popular first, for those who may see them', async (t) => {
    const suggest = await opened(shop(), (close) => t.after(close));
    assert.deepEqual(await suggest('rai'), {
      searches: ['rain jacket', 'rain guide', 'Rain Trousers', 'Brygge Rain Jacket', "Women's Raincoat"],
      popular: ['rain jacket', 'rain guide'],
      categories: ['rain'],
      products: ['p2', 'p1', 'p3'],
      content: ['Rain guide'],
      correctedTerm: undefined,
    });
    const vip = await suggest('R', { customerGroupId: 'vip', hasContent: false });
    assert.deepEqual(vip.products, ['p4', 'p2', 'p1', 'p3']);
    assert.deepEqual(vip.popular, ['rain hat', 'rain jacket']);
    assert.deepEqual((await suggest('rain ')).products, ['p2', 'p1']);
    assert.deepEqual((await suggest('womens ra')).products, ['p3']);
    assert.deepEqual((await suggest('rain', {}, OTHER_CATALOG_ID)).searches, ['Rain Elsewhere']);
  });

  test('a typing error in the last word is forgiven, and otherwise a search helps', async (t) => {
    const suggest = await opened(shop(), (close) => t.after(close));
    const near = await suggest('rain truos');
    assert.deepEqual([near.products, near.correctedTerm], [['p2'], 'rain trousers']);
    assert.deepEqual((await suggest('jacket rain')).products, ['p1']);
    assert.deepEqual((await suggest('xj-900')).searches, ["Women's Raincoat"]);
    assert.deepEqual(await suggest('qqqq'), {
      ...{ searches: [], popular: [], categories: [], products: [], content: [] },
      correctedTerm: undefined,
    });
  });

  test('before anything is typed: popular searches that find something, and top categories', async (t) => {
    const suggest = await opened(shop(), (close) => t.after(close));
    const first = await suggest(undefined);
    assert.deepEqual(first.popular, ['rain jacket', 'guide', 'rain guide']);
    assert.deepEqual([first.categories, first.products, first.searches], [['rain'], [], []]);
    assert.deepEqual((await suggest(undefined, { hasContent: false })).popular, ['rain jacket']);
    const none = { searches: 0, popular: 0, categories: 0, products: 0, content: 0 };
    assert.deepEqual((await suggest(undefined, { limits: none })).categories, []);
    assert.deepEqual((await suggest('rain', { limits: { ...none, products: 1 } })).products, ['p2']);
  });

  test('suggestions follow changes, and rules that hide products', async (t) => {
    const source = shop();
    const suggest = await opened(source, (close) => t.after(close));
    assert.deepEqual((await suggest('rain')).products, ['p2', 'p1', 'p3']);
    source.deleteProduct('p2');
    source.putProduct(aProduct('p1', { name: 'Brygge Shell' }));
    source.putProduct(aProduct('p6', { name: 'Rain Shell' }));
    source.putCategory({ id: 'rain', name: 'Shells', parentId: null });
    source.setPopularTerms(['rain shell']);
    const later = await suggest('rain');
    assert.deepEqual([later.products, later.popular, later.categories], [['p6', 'p3'], ['rain shell'], []]);
    source.putRule({ id: 'r', when: { searchTerm: 'Rain' }, hide: ['p6'], pin: [] });
    assert.deepEqual((await suggest('rain')).products, ['p3']);
    assert.deepEqual((await suggest('rain', { withMerchandising: false })).products, ['p6', 'p3']);
    source.putRule({ id: 'r', when: {}, hide: ['p6'], pin: [] });
    assert.deepEqual((await suggest('rain s')).searches, []);
  });

  test('similar products share rare words, categories or attributes', async (t) => {
    const source = buildMemorySource();
    source.putProduct(aProduct('a', { name: 'Merino wool sock', attributes: { color: 'red' } }));
    source.putProduct(aProduct('b', { name: 'Merino sock' }));
    source.putProduct(aProduct('c', { name: 'Cotton sock' }));
    source.putProduct(aProduct('d', { name: 'Tent', attributes: { color: 'Red' } }));
    source.putProduct(aProduct('e', { name: 'Lamp' }));
    source.putProduct(aProduct('f', { name: 'Merino wool sock', customerGroupIds: ['vip'] }));
    source.putProduct(aProduct('g', { name: 'Merino wool sock' }));
    source.putProduct(aProduct('h', { name: 'Tent', attributes: { color: ['red', 'blue'] } }));
    source.putRule({ id: 'r', when: {}, hide: ['g'], pin: [] });
    const { index, close } = await open(source);
    t.after(close);
    const similar = async (productId: string, limit = 10, customerGroupId?: string) => {
      const { term: _term, hasContent: _content, limits: _limits, ...shopper } = asked(undefined);
      const query = { ...shopper, customerGroupId, productId, limit };
      return (await index.findSimilar(scope, CATALOG_ID, query))?.map(({ id }) => id);
    };
    assert.deepEqual(await similar('a'), ['b', 'd', 'h', 'c']);
    assert.deepEqual(await similar('a', 1), ['b']);
    assert.deepEqual(await similar('a', 0), []);
    assert.deepEqual(await similar('e'), []);
    assert.deepEqual(await similar('f'), undefined);
    assert.deepEqual((await similar('f', 1, 'vip'))?.length, 1);
    assert.deepEqual(await similar('g'), undefined);
    assert.deepEqual(await similar('gone'), undefined);
  });
};
