// A query that is aborted at any point leaves nothing behind: every later query returns what it would if it had never run. A
// query that stays within its budget returns what it would without one.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import {
  contents,
  historyStep,
  ProductHistory,
  productQuery,
  tunings,
} from '../../../../test/suites/search/random-products.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { SynonymSet } from '../../../domain/search/catalog.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import { ContentSegmentBuilder, deleteItem } from '../content/content-segment.ts';
import { searchSegments } from '../content/search-content.ts';
import { countSegments } from '../products/product-count.ts';
import { listCategories } from '../queries/category-list.ts';
import { lookUpProducts } from '../queries/product-lookup.ts';
import { searchProductSegments } from '../queries/product-search.ts';
import { OutOfBudget, withBudget } from './work-budget.ts';

const orRefusal = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
};

/** The query's result within this many units; undefined if they are not enough. */
const within = (units: number, run: () => unknown): unknown => {
  try {
    return withBudget({ units }, () => orRefusal(run));
  } catch (error) {
    if (error instanceof OutOfBudget) return undefined;
    throw error;
  }
};

/** The smallest budget with which the query finishes. */
const costOf = (run: () => unknown): number => {
  let [low, high] = [0, 1];
  while (within(high, run) === undefined) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (within(middle, run) === undefined) low = middle;
    else high = middle;
  }
  return high;
};

let aborted = 0;
after(() => assert.ok(aborted > 100, `${aborted} queries were aborted`));

/** Aborts each query at a share of its cost, and runs all of them again after each abort. */
const abandonEach = (runs: readonly (() => unknown)[], shares: readonly number[]): void => {
  const wanted = runs.map(orRefusal);
  runs.forEach((run, at) => {
    const cost = costOf(run);
    assert.deepEqual(within(cost, run), wanted[at]);
    for (const share of shares) {
      // What other queries have prepared may make it cheaper than it was.
      const early = within(Math.floor(share * (cost - 1)), run);
      if (early === undefined) aborted += 1;
      else assert.deepEqual(early, wanted[at]);
      assert.deepEqual(runs.map(orRefusal), wanted);
    }
  });
};

/** Mostly near the end, when the scratch arrays are fullest. */
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }).map(Math.sqrt), {
  minLength: 1,
  maxLength: 3,
});

const words = ['tent', 'tents', 'camp', 'camping', 'lamp', 'lamps', 'headlamp', 'jacket', 'jackets', 'run'];
const typed = [...words, 'cam', 'jakcet', 'tnet', 'zzz', 'hedlamp'];
const synonyms: readonly SynonymSet[] = [
  { id: 's1', locale: null, words: ['headlamp', 'camping lamp', 'torch'] },
  { id: 's2', locale: null, words: ['jacket', 'run tent', 'camp'] },
];
const sentence = (from: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...from), { minLength: 1, maxLength }).map((list) => list.join(' '));

const item = (id: number, locale: string, body: string): ContentItem => ({
  key: `item:${id}`,
  providerId: String(id),
  texts: {
    [locale]: {
      ...{
        type: id % 3 === 0 ? 'page' : 'blog',
        title: '',
        url: '/',
        summary: undefined,
        body,
        keywords: [],
      },
      ...{ imageUrl: null, createdAt: `2026-01-0${1 + (id % 5)}`, createdBy: null },
      ...{ modifiedAt: '2026-01-01', modifiedBy: id % 4 === 0 ? null : `${id % 4}`, extraData: {} },
    },
  },
});

const contentQuery = fc.record({
  text: sentence(typed, 4),
  localeChain: fc.constantFrom(['en'], ['en-us', 'en']),
  type: fc.constantFrom(undefined, 'page'),
  sortBy: fc.constantFrom('relevance', 'relevance', 'created_at', 'modified_by'),
  sortOrder: fc.constantFrom('asc', 'desc'),
  skip: fc.constantFrom(0, 0, 3, 40),
  limit: fc.constantFrom(2, 10, 60),
});

test('content search', () => {
  const bodies = fc.array(fc.tuple(fc.constantFrom('en', 'en-us'), sentence(words, 8)), {
    minLength: 5,
    maxLength: 60,
  });
  fc.assert(
    fc.property(
      bodies,
      fc.nat(60),
      fc.array(contentQuery, { minLength: 2, maxLength: 4 }),
      shares,
      (all, split, queries, given) => {
        const items = all.map(([locale, body], id) => item(id, locale, body));
        const segments = [items.slice(0, split), items.slice(split)].map((part) => {
          const builder = new ContentSegmentBuilder();
          for (const one of part) builder.add(one);
          return builder.finish();
        });
        for (const segment of segments) deleteItem(segment, 'item:2');
        abandonEach(
          queries.map((query) => () => searchSegments(segments, synonyms, query)),
          given,
        );
      },
    ),
    { numRuns: runs(20, 150) },
  );
});

test('counting, searching and reading products, and listing categories', () => {
  const page = fc.record({
    skip: fc.nat({ max: 4 }),
    limit: fc.constantFrom(0, 3, 50),
    sortBy: fc.constantFrom('relevance' as const, 'name' as const, 'price' as const),
    sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
    isOutOfStockLast: fc.boolean(),
    facetRequest: fc.constant({
      ...{
        fields: ['brand', 'any', 'size', 'price', 'categories'],
        limit: 5,
        text: undefined,
        parameter: 'include_facets',
      },
      sortBy: 'count' as const,
    }),
  });
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(...tunings),
      fc.array(historyStep, { minLength: 2, maxLength: 8 }),
      fc.array(fc.tuple(productQuery, page), { minLength: 1, maxLength: 3 }),
      shares,
      (catalog, tuning, steps, queries, given) => {
        const history = new ProductHistory(tuning, catalog);
        for (const step of steps) history.play(step);
        const { segments } = history;
        abandonEach(
          queries.flatMap(([query, more]) => [
            () => countSegments(segments, catalog, query, tuning),
            () => searchProductSegments(segments, catalog, { ...query, ...more }, tuning),
            () => lookUpProducts(segments, catalog, { ...query, by: { ids: ['P1', 'P2', 'P3'] } }),
            () => lookUpProducts(segments, catalog, { ...query, by: { slug: 'lamp' } }),
            () => listCategories(segments, catalog, query),
          ]),
          given,
        );
      },
    ),
    { numRuns: runs(20, 150) },
  );
});

test('synonym sets that exceed one budget are analysed over several queries', () => {
  const builder = new ContentSegmentBuilder();
  builder.add(item(1, 'en', 'lamp'));
  const segments = [builder.finish()];
  const many = [
    { id: 's', locale: null, words: ['torch', ...Array.from({ length: 500 }, (_, at) => `w${at}`)] },
  ];
  many[0]?.words.push('lamp');
  const query = {
    ...{ text: 'torch', localeChain: ['en'], type: undefined, sortBy: 'relevance' as const },
    ...{ sortOrder: 'desc' as const, skip: 0, limit: 1 },
  };
  let asked = 1;
  while (within(300_000, () => searchSegments(segments, many, query)) === undefined) asked += 1;
  assert.ok(asked > 3 && asked < 30, String(asked));
  assert.equal(searchSegments(segments, many, query).total, 1);
});
