// Random texts that shoppers type, what is suggested for them, and products that others are compared with.

import fc from 'fast-check';
import type { SimilarQuery } from '../../../src/domain/products/similar-products.ts';
import type { Suggestions, SuggestQuery } from '../../../src/domain/products/suggestion.ts';
import { fromJsonBytes } from '../../../src/domain/text/json-bytes.ts';
import { aText } from './memory-source.ts';
import { contents, productQuery, words } from './random-products.ts';

export const suggestedItems = ['camp guide', 'How to run', 'Regenjacke waschen'].map((title, at) => ({
  key: `item:${at}`,
  providerId: String(at),
  texts: { 'en-us': aText({ title, body: 'lamps and tents', createdAt: '2026-01-02' }) },
}));

/** Begun, finished, misspelt, in the wrong order, and nothing that has words. */
const typed = fc.oneof(
  fc
    .tuple(
      fc.array(fc.constantFrom(...words, 'campign', 'lmap', 'tenst'), { maxLength: 2 }),
      fc.constantFrom(...words, 'shoes', 'boots', 'campng', 'runing', 'lampe', 'regnejacke', 'tets', 'zzzz'),
      fc.nat({ max: 9 }),
      fc.constantFrom('', '', ' ', '-', "'"),
    )
    .map(([before, last, length, end]) => [...before, last.slice(0, 1 + length)].join(' ') + end),
  fc.constantFrom('!', 'SKU-1', 'T', ' Tént', 'camp  LAMP', 'te nt', 'campinglamp'),
);

const limit = fc.constantFrom(0, 1, 2, 5, 20);
export const suggestQuery: fc.Arbitrary<SuggestQuery> = fc
  .tuple(
    productQuery,
    fc.option(typed, { nil: undefined, freq: 9 }),
    fc.boolean(),
    fc.record({ searches: limit, popular: limit, categories: limit, products: limit, content: limit }),
  )
  .map(([shopper, term, hasContent, limits]) => ({
    localeChain: shopper.localeChain,
    baseLocale: shopper.baseLocale,
    currency: shopper.currency,
    channelId: shopper.channelId,
    locationId: shopper.locationId,
    customerGroupId: shopper.customerGroupId,
    withMerchandising: shopper.withMerchandising,
    ...(shopper.at === undefined ? {} : { at: shopper.at }),
    term,
    hasContent,
    limits,
  }));

const terms = fc.uniqueArray(
  fc.constantFrom(
    'tent',
    'camping lamp',
    'lamp',
    'run',
    'shoes',
    'guide',
    'nothing at all',
    'ox',
    'Oxen run',
  ),
);

/** With popular searches. */
export const popularCatalog = fc
  .tuple(contents, terms)
  .map(([given, popularTerms]) => ({ ...given, popularTerms }));

/** With what is shown as values. */
export const readSuggestions = ({ products, categories, content, ...rest }: Suggestions) => ({
  ...rest,
  products: products.map((hit) => ({ ...hit, shown: fromJsonBytes(hit.shown) })),
  categories: categories.map(fromJsonBytes),
  content: content.map(fromJsonBytes),
});

export const similarQuery: fc.Arbitrary<SimilarQuery> = fc
  .tuple(productQuery, fc.nat({ max: 11 }), fc.constantFrom(0, 1, 3, 100))
  .map(([shopper, id, limit]) => ({
    localeChain: shopper.localeChain,
    baseLocale: shopper.baseLocale,
    currency: shopper.currency,
    channelId: shopper.channelId,
    locationId: shopper.locationId,
    customerGroupId: shopper.customerGroupId,
    productId: `P${id}`,
    limit,
  }));
