// Suggestions for short texts are found once for each text, shopper and number of suggestions, and only those.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSuggestions, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { FindableCache, knowNothing } from './findable-cache.ts';
import { knownForShort } from './short-texts.ts';

const asked: SuggestQuery = {
  ...{ localeChain: ['en'], baseLocale: 'en', currency: 'USD', withMerchandising: true, hasContent: true },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, term: 'abc' },
  limits: { searches: 1, popular: 1, categories: 1, products: 1, content: 1 },
};

const openFind = () => {
  let times = 0;
  const isFound = (cache: FindableCache | undefined, query: SuggestQuery): boolean => {
    const before = times;
    knownForShort(cache?.knownFor(query) ?? knowNothing, query, () => {
      times += 1;
      return noSuggestions;
    });
    return times > before;
  };
  return isFound;
};

test('short texts are found once, each for itself', () => {
  const isFound = openFind();
  const cache = new FindableCache(0, 1);
  const texts = [
    'a',
    'ab',
    'abc',
    'ABC',
    'ab ',
    'a\0',
    'a\0\0',
    '\0a',
    'é',
    '北京',
    '\uffff\uffff\uffff',
    '😀',
    '',
  ];
  for (const term of texts) assert.ok(isFound(cache, { ...asked, term }), term);
  for (const term of texts) assert.ok(!isFound(cache, { ...asked, term }), term);
});

test('another shopper, another number of suggestions and another state of the index have their own', () => {
  const isFound = openFind();
  const cache = new FindableCache(0, 1);
  assert.ok(isFound(cache, asked));
  assert.ok(isFound(cache, { ...asked, customerGroupId: 'a' }));
  for (const name of ['searches', 'popular', 'categories', 'products', 'content'] as const)
    assert.ok(isFound(cache, { ...asked, limits: { ...asked.limits, [name]: 11 } }), name);
  assert.ok(isFound(new FindableCache(0, 1), asked));
  assert.ok(!isFound(cache, asked));
});

test('longer texts, no text, and those of whom nothing is known are found each time', () => {
  const isFound = openFind();
  const cache = new FindableCache(0, 1);
  for (const _ of [1, 2]) {
    assert.ok(isFound(cache, { ...asked, term: 'abcd' }));
    assert.ok(isFound(cache, { ...asked, term: undefined }));
    assert.ok(isFound(cache, { ...asked, channelId: 'x'.repeat(300) }));
    assert.ok(isFound(undefined, asked));
  }
});
