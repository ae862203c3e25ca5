// Other spellings of a term: each finds something for this shopper, and none names what the shopper may not see.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_LOCALE, ProductHistory } from '../../../../test/suites/search/random-products.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { countSegments } from '../products/product-count.ts';
import { searchProductSegments } from '../queries/product-search.ts';

const contents: CatalogContents = {
  ...{ attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] },
};

const product = (id: string, name: string, more: Partial<Product> = {}): Product => ({
  ...{ id, name, sku: '', description: '', brand: '', categoryIds: [], collectionIds: [], prices: {} },
  ...{ inStock: true, createdAt: null, attributes: {}, channelIds: [], locationIds: [] },
  ...{ customerGroupIds: [], localized: {}, ...more },
});

const history = new ProductHistory(productTuning);
history.play({
  do: 'put',
  products: [
    ...Array.from({ length: 5 }, (_, at) => product(`j${at}`, 'Rain jacket')),
    ...Array.from({ length: 3 }, (_, at) => product(`p${at}`, 'Rain jackal')),
    product('packet', 'Jacked pack', { brand: 'Other' }),
    product('secret', 'Jackez gadget', { customerGroupIds: ['vip'] }),
    product('many', 'Rain jackets'),
  ],
});

const search = (more: Partial<ProductSearch>): ProductSearch => ({
  ...{ skip: 0, limit: 10, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
  ...{ facetRequest: undefined, term: undefined, categoryId: undefined, categoryName: undefined },
  ...{ collectionId: undefined, channelId: undefined, locationId: undefined, customerGroupId: undefined },
  ...{
    currency: 'USD',
    facets: [],
    groups: [],
    localeChain: [],
    baseLocale: BASE_LOCALE,
    withMerchandising: true,
  },
  didYouMeanLimit: 3,
  ...more,
});

const find = (more: Partial<ProductSearch>) =>
  searchProductSegments(history.segments, contents, search(more));

test('other words near the one that no product has, the likeliest first, one of each stem', () => {
  const { correctedTerm, didYouMean } = find({ term: 'rain jackex' });
  assert.equal(correctedTerm, 'rain jacket');
  assert.deepEqual(didYouMean, [], 'nothing is both rain and jacked');
  assert.deepEqual(find({ term: 'jackex' }).didYouMean, ['jacked'], 'jacket is the corrected term');
  assert.deepEqual(find({ term: 'rain jacket' }).didYouMean, [], 'every word is known');
  assert.deepEqual(find({ term: 'Jackex', didYouMeanLimit: 0 }).didYouMean, []);
});

test('without corrections the best spelling is offered too', () => {
  const { correctedTerm, didYouMean, total } = find({ term: 'jackex', correctsWords: false });
  assert.deepEqual([correctedTerm, total], [undefined, 0]);
  assert.deepEqual(didYouMean, ['jacket', 'jacked']);
  for (const term of didYouMean)
    assert.ok(countSegments(history.segments, contents, search({ term, correctsWords: false })) > 0);
});

test('filters count, and so does what the shopper may see', () => {
  const brand = [{ field: 'brand', at: 'facets.0', value: 'Other', range: undefined }];
  assert.deepEqual(find({ term: 'jackex', correctsWords: false, facets: brand }).didYouMean, ['jacked']);
  const vip = find({ term: 'jackex', correctsWords: false, customerGroupId: 'vip' });
  assert.deepEqual(vip.didYouMean, ['jacket', 'jacked', 'jackez']);
  assert.ok(!find({ term: 'rain jackex' }).didYouMean.some((term) => term.includes('jackez')));
});

test('neither a corrected term nor another spelling names a word of products that the shopper may not see', () => {
  const own = new ProductHistory(productTuning);
  own.play({
    do: 'put',
    products: [
      product('public', 'Rain jacket'),
      ...Array.from({ length: 3 }, (_, at) =>
        product(`vip${at}`, 'Rain jackez', { customerGroupIds: ['vip'] }),
      ),
      ...Array.from({ length: 3 }, (_, at) => product(`hidden${at}`, 'Rain jackey')),
    ],
  });
  const hidden = { id: 'r', when: {}, hide: ['hidden0', 'hidden1', 'hidden2'], pin: [] };
  const given = { ...contents, merchandisingRules: [hidden] };
  const shopper = (more: Partial<ProductSearch> = {}) =>
    searchProductSegments(own.segments, given, search({ term: 'rain jackex', ...more }));
  assert.deepEqual([shopper().correctedTerm, shopper().didYouMean], ['rain jacket', []]);
  assert.equal(shopper({ customerGroupId: 'vip' }).correctedTerm, 'rain jackez');
});

test('several words are replaced together, the nearest first', () => {
  const { didYouMean } = find({ term: 'rian jackex', correctsWords: false });
  assert.equal(didYouMean[0], 'rain jacket');
});

test('words without a correction do not use up the corrections of a term', () => {
  const own = new ProductHistory(productTuning);
  own.play({
    do: 'put',
    products: [
      product('german', '', { localized: { de: { name: 'Tent' } } }),
      product('english', 'Tent', { description: 'Boot lamp shoe stove' }),
    ],
  });
  const asked = search({ term: 'boot lamp shoe stove tnet tent', localeChain: ['de'] });
  const { total, correctedTerm } = searchProductSegments(own.segments, contents, asked);
  assert.deepEqual([total, correctedTerm], [1, 'boot lamp shoe stove tent tent']);
});

test('a long term with many unknown words gets a result', () => {
  const term = Array.from({ length: 60 }, (_, at) => `jackex${at} rianx`).join(' ');
  assert.ok(find({ term, didYouMeanLimit: 10 }).didYouMean.length <= 10);
});
