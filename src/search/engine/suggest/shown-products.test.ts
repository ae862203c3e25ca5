// The products of suggestions: as many as are wanted however many are hidden before them, each as its shopper sees it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { BASE_LOCALE, ProductHistory } from '../../../../test/suites/search/random-products.ts';
import type { Product } from '../../../domain/products/product.ts';
import type { SuggestQuery } from '../../../domain/products/suggestion.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { suggest } from './suggest.ts';

const contents = { attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] };

const sourceOf = (products: readonly Product[], more: Partial<typeof contents> = {}) => {
  const history = new ProductHistory(productTuning);
  history.play({ do: 'put', products: [...products] });
  return { products: history.segments, content: [], contents: { ...contents, ...more } };
};

const typing: SuggestQuery = {
  ...{
    localeChain: ['en-us'],
    baseLocale: BASE_LOCALE,
    currency: 'USD',
    withMerchandising: true,
    hasContent: false,
  },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
  term: 'rain',
  limits: { searches: 3, popular: 0, categories: 0, products: 3, content: 0 },
};

test('products that a shopper may not see are passed over, however many come first', () => {
  const ids = Array.from({ length: 400 }, (_, at) => `p${1_000 + at}`);
  for (const hidden of [0, 1, 3, 4, 40, 390, 399]) {
    const source = sourceOf(
      ids.map((id, at) =>
        aProduct(id, { name: `Rain ${id}`, customerGroupIds: at < hidden ? ['trade'] : [] }),
      ),
    );
    assert.deepEqual(
      suggest(source, typing).products.map(({ id }) => id),
      ids.slice(hidden, hidden + 3),
      `${hidden} hidden`,
    );
  }
});

test('names and prices are those of the shopper, whoever asked before', () => {
  const localized = { de: { name: 'Rain Regen' }, fr: { name: 'Rain pluie' } };
  const source = sourceOf([aProduct('p', { name: 'Rain', prices: { USD: 1, EUR: 2 }, localized })]);
  const names = { 'en-us': 'Rain', de: 'Rain Regen', fr: 'Rain pluie' };
  const prices = { USD: 1, EUR: 2 };
  const looks = Object.keys(names).flatMap((locale) =>
    Object.keys(prices).map((currency) => ({ localeChain: [locale], currency })),
  );
  for (const { localeChain, currency } of [...looks, ...looks.toReversed()]) {
    const { searches, products } = suggest(source, { ...typing, term: 'rai', localeChain, currency });
    const name = names[localeChain[0] as keyof typeof names];
    assert.deepEqual(searches, [name]);
    const shown = fromJsonBytes(products[0]?.shown ?? '{}') as { name: string; price: number };
    assert.deepEqual([shown.name, shown.price], [name, prices[currency as keyof typeof prices]]);
  }
});
