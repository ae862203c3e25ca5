// Words joined and split, by example: shop and shopper may spell them either way (Decision 0032).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aText, buildMemorySource } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { openSession } from './search-session.ts';

/** Every title becomes a page and a product. */
const openShop = async (
  t: Parameters<typeof openSession>[0],
  open: OpenIndex,
  locale: string,
  titles: readonly string[],
) => {
  const source = buildMemorySource(locale);
  titles.forEach((title, at) => {
    source.putItem(title, { [locale]: aText({ title }) });
    source.putProduct(aProduct(`p${at}`, { name: title }));
  });
  const session = await openSession(t, open, source);
  /** The pages found; asserts that as many products are counted. */
  return async (text: string): Promise<string[]> => {
    const found = await session.search(text, { localeChain: [locale] });
    const counted = await session.count({ term: text, localeChain: [locale], baseLocale: locale });
    assert.equal(counted, found.length, text);
    return found;
  };
};

export const describeSpellings = (open: OpenIndex): void => {
  test('one word is found as two, and two as one', async (t) => {
    const titles = ['Smartwatch', 'Smart watch for runners', 'Smart lamp', 'Wrist watch', 'Sunglasses'];
    const find = await openShop(t, open, 'en', titles);
    const both = ['Smart watch for runners', 'Smartwatch'];
    assert.deepEqual((await find('smartwatch')).sort(), both);
    assert.deepEqual((await find('smart watch')).sort(), both);
    assert.deepEqual((await find('smart watches')).sort(), both);
    assert.equal((await find('smartwatch'))[0], 'Smartwatch', 'as typed comes first');
    assert.deepEqual(await find('sun glasses'), ['Sunglasses']);
    assert.deepEqual(await find('watch smart'), ['Smart watch for runners'], 'no word is watchsmart');
  });

  test('a part must occur as a word, and stop words are not parts', async (t) => {
    const find = await openShop(t, open, 'en', [
      'Outfits with out of office',
      'Pet carrier',
      'Car seat for a pet',
    ]);
    assert.deepEqual(await find('without'), []);
    assert.deepEqual(await find('carpet'), [], 'too short to be parted');
  });

  test('letters and digits are split where they meet', async (t) => {
    const find = await openShop(t, open, 'en', [
      'Iphone 15 case',
      'Iphone15 cover',
      'Plug 3.5mm',
      'Cable 3.5 mm',
      'Mp 3 m',
    ]);
    assert.deepEqual((await find('iphone15')).sort(), ['Iphone 15 case', 'Iphone15 cover']);
    assert.deepEqual((await find('iphone 15')).sort(), ['Iphone 15 case', 'Iphone15 cover']);
    assert.deepEqual((await find('3.5mm')).sort(), ['Cable 3.5 mm', 'Plug 3.5mm']);
    assert.deepEqual((await find('3.5 mm')).sort(), ['Cable 3.5 mm', 'Plug 3.5mm']);
    assert.deepEqual(await find('mp3'), []);
  });

  test('Korean is found however it is spaced', async (t) => {
    const find = await openShop(t, open, 'ko', ['스마트워치', '스마트 워치', '손목 워치']);
    assert.deepEqual((await find('스마트 워치')).sort(), ['스마트 워치', '스마트워치']);
    assert.deepEqual((await find('스마트워치')).sort(), ['스마트 워치', '스마트워치']);
  });
};
