// Cached checks and kept suggestions change nothing: each shopper gets what they would get without them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import {
  contents,
  historyStep,
  ProductHistory,
  productQuery,
} from '../../../../test/suites/search/random-products.ts';
import { suggestedItems } from '../../../../test/suites/search/random-suggestions.ts';
import type { SuggestQuery } from '../../../domain/products/suggestion.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { ContentSegmentBuilder } from '../content/content-segment.ts';
import { FindableCache, type FindableKind, TimedFindableCache } from './findable-cache.ts';
import { suggest } from './suggest.ts';

const LIMIT = 3;
const limits = { searches: LIMIT, popular: LIMIT, categories: LIMIT, products: LIMIT, content: LIMIT };

/** Few texts and many shoppers: the same names are checked for each of them. */
const query: fc.Arbitrary<SuggestQuery> = fc
  .tuple(productQuery, fc.constantFrom(undefined, 'l', 'L', 'l ', 'ca', 'tent', 'r', 'zzz'), fc.boolean())
  .map(
    ([
      { localeChain, baseLocale, currency, channelId, locationId, customerGroupId, ...asked },
      term,
      hasContent,
    ]) => ({
      ...{ localeChain, baseLocale, currency, channelId, locationId, customerGroupId },
      withMerchandising: asked.withMerchandising,
      ...{ term, hasContent, limits },
    }),
  );

const builder = new ContentSegmentBuilder();
for (const item of suggestedItems) builder.add(item);
const content = [builder.finish()];
const popularTerms = ['tent', 'camping lamp', 'lamp', 'run', 'nothing at all', 'regen'];

test('suggestions with cached checks equal those without', () => {
  fc.assert(
    fc.property(
      contents,
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 8 }),
      fc.array(query, { minLength: 8, maxLength: 16 }),
      (given, first, more, queries) => {
        const history = new ProductHistory(productTuning, given);
        for (const step of [...first, ...more]) history.play(step);
        const source = { products: history.segments, content, contents: { ...given, popularTerms } };
        const findable = new FindableCache(0, 1);
        const fewer = { ...limits, searches: 1, products: 1 };
        for (const asked of queries.flatMap((one) => [one, { ...one, limits: fewer }, one]))
          assert.deepEqual(suggest({ ...source, findable }, asked), suggest(source, asked));
      },
    ),
    { numRuns: runs(20, 300) },
  );
});

const shopper: SuggestQuery = {
  localeChain: [],
  baseLocale: 'en',
  currency: 'USD',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
  term: 'x',
  hasContent: true,
  limits,
};

test('each check runs once per shopper, and long keys are not cached', () => {
  const cache = new FindableCache(0, 1);
  let checks = 0;
  const check = (asked: SuggestQuery, text: string, kind: FindableKind = 'term'): void => {
    const known = cache.knownFor(asked);
    if (known.get(kind, text) !== undefined) return;
    checks += 1;
    known.set(kind, text, true);
  };
  for (const asked of [shopper, shopper, { ...shopper, term: 'y' }]) check(asked, 'lamp');
  assert.equal(checks, 1);
  check(shopper, 'lamp', 'category');
  assert.equal(checks, 2);
  const others: Partial<SuggestQuery>[] = [
    { localeChain: ['de'] },
    { baseLocale: 'de' },
    { currency: 'EUR' },
    { channelId: 'a' },
    { locationId: 'a' },
    { customerGroupId: 'a' },
    { withMerchandising: false },
    { hasContent: false },
  ];
  // In turns with the first one, from which each differs in one thing only.
  for (const other of others)
    for (const asked of [shopper, { ...shopper, ...other }, { ...shopper, ...other }]) check(asked, 'lamp');
  assert.equal(checks, 2 + others.length);
  const long = 'x'.repeat(300);
  for (const _ of [1, 2]) check(shopper, long);
  for (const _ of [1, 2]) check({ ...shopper, channelId: long }, 'lamp');
  assert.equal(checks, 2 + others.length + 4);
});

test('the cache is bounded', () => {
  const cache = new FindableCache(0, 1);
  const known = cache.knownFor(shopper);
  known.set('term', 'first', true);
  assert.equal(known.get('term', 'first'), true);
  for (let at = 0; at < 10_000; at += 1) known.set('term', `other ${at}`, true);
  assert.equal(known.get('term', 'first'), undefined);
});

test('it is replaced when results change by the clock, and previews have none', () => {
  const timed = new TimedFindableCache((at) => (at < 100 ? 100 : 200));
  const cache = timed.cacheFor({ at: 50 });
  assert.ok(cache !== undefined);
  assert.equal(timed.cacheFor({ at: 99 }), cache);
  assert.notEqual(timed.cacheFor({ at: 100 }), cache);
  assert.equal(timed.cacheFor({ at: 100, withDrafts: true }), undefined);
  assert.equal(timed.cacheFor({}), undefined);
  const later = timed.cacheFor({ at: 150 });
  timed.clear();
  assert.notEqual(timed.cacheFor({ at: 150 }), later);
});
