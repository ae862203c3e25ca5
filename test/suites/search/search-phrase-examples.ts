// Of products that score alike, those whose names have the words as they were typed come first (Decision 0080).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductSearch } from '../../../src/domain/products/product-search.ts';
import { aProduct, buildMemorySource, CATALOG_ID, scope } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { everything, openSession } from './search-session.ts';

/** Products named so, with the ids a, b, c …: without a phrase, those of the same score come in this order. */
const openShop = async (
  t: Parameters<typeof openSession>[0],
  open: OpenIndex,
  names: readonly string[],
  locale = 'en',
) => {
  const source = buildMemorySource(locale);
  for (const [at, name] of names.entries()) source.putProduct(aProduct('abcdef'.charAt(at), { name }));
  const { opened } = await openSession(t, open, source);
  const search = (term: string, more: Partial<ProductSearch> = {}) =>
    opened.index.searchProducts(scope, CATALOG_ID, {
      ...everything,
      ...{ term, localeChain: [locale], baseLocale: locale, skip: 0, limit: 10, facetRequest: undefined },
      ...{ sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
      ...more,
    });
  const find = async (term: string, more: Partial<ProductSearch> = {}): Promise<string> =>
    (await search(term, more)).hits.map(({ id }) => id).join(' ');
  return { source, search, find };
};

export const describePhrases = (open: OpenIndex): void => {
  test('words that stand in the name as they were typed come first', async (t) => {
    const { find } = await openShop(t, open, ['Jacket Rain Blue', 'Rain Blue Jacket', 'Blue Rain Jackets']);
    assert.equal(await find('rain jacket'), 'c a b');
    assert.equal(await find('jacket rain'), 'a b c');
    assert.equal(await find('blue jacket'), 'b a c');
    assert.equal(await find('blue rain jacket'), 'c a b');
    assert.equal(await find('blue'), 'a b c');
  });

  test('unfinished and misspelt words count, and synonyms of one word', async (t) => {
    const { source, find } = await openShop(t, open, ['Jacket Rain Blue', 'Blue Rain Jackets']);
    assert.equal(await find('rain jack'), 'b a');
    assert.equal(await find('rian jacket'), 'b a');
    source.putSynonyms({ id: 's', locale: null, words: ['jacket', 'anorak'] });
    assert.equal(await find('rain anorak'), 'b a');
  });

  test('stop words and other spellings stand in nobody’s way', async (t) => {
    const { find } = await openShop(t, open, [
      ...['Pepper the Salt Mill', 'Salt and Pepper Mill'],
      ...['Red Cotton T-Shirt', 'Cotton T-Shirt Red'],
      ...['Watch Smart Nova', 'Nova Smartwatch'],
    ]);
    assert.equal(await find('salt pepper'), 'b a');
    assert.equal(await find('shirt red'), 'd c');
    assert.equal(await find('t-shirt red'), 'd c');
    assert.equal(await find('tshirt red'), 'd c');
    const watches = await find('smart watch nova');
    assert.ok(watches.startsWith('e') || watches.startsWith('f'), watches);
  });

  test('names of each locale have their own order', async (t) => {
    const { source, find } = await openShop(t, open, []);
    const translated = (id: string, name: string, german: string) =>
      source.putProduct(aProduct(id, { name, localized: { de: { name: german } } }));
    translated('a', 'Bag Box', 'Kiste Tasche');
    translated('b', 'Box Bag', 'Tasche Kiste');
    assert.equal(await find('box bag'), 'b a');
    assert.equal(await find('kiste tasche', { localeChain: ['de'] }), 'a b');
  });

  test('only the beginning of a very long name is compared', async (t) => {
    const filler = Array.from({ length: 30 }, (_, at) => `w${at}`);
    const { find } = await openShop(t, open, [
      ['box', ...filler, 'bag', 'red'].join(' '),
      ['bag', 'red', ...filler, 'box'].join(' '),
    ]);
    assert.equal(await find('bag red'), 'b a');
  });

  test('what only the relaxed rule finds comes in the same order on every page', async (t) => {
    const { source, find } = await openShop(t, open, ['zork mivel', 'zork and a name that is long', 'zork']);
    for (let at = 0; at < 60; at += 1) source.putProduct(aProduct(`x${at}`, { name: 'filler' }));
    assert.equal(await find('zork mivel'), 'a c b');
    assert.equal(await find('zork mivel', { limit: 2 }), 'a c');
    assert.equal(await find('zork mivel', { skip: 1, limit: 1 }), 'c');
  });

  test('pages of one show the same order, and the explanation has the factor', async (t) => {
    const { search, find } = await openShop(t, open, ['Jacket Rain', 'Coat Rain Jacket', 'Rain Coat Jacket']);
    const whole = await find('rain jacket');
    const pages = await Promise.all([0, 1, 2].map((skip) => find('rain jacket', { skip, limit: 1 })));
    assert.equal(pages.join(' '), whole);
    const { hits } = await search('rain jacket', { withExplanations: true });
    const factors = hits.map(({ id, explanation }) => [id, explanation?.phraseFactor]);
    assert.deepEqual(factors.toSorted(), [
      ['a', 1],
      ['b', 1.05],
      ['c', 1],
    ]);
  });
};
