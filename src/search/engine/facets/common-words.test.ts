// Facets of words that many products hold, counted from what was counted with the segment, equal a full scan; and what is kept for them
// is bounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { nothing, played, shopper } from '../../../../test/suites/search/product-fixture.ts';
import { BASE_LOCALE, type HistoryStep, questions } from '../../../../test/suites/search/random-products.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { searchProducts } from '../../reference/search-products.ts';
import { lastSpent, withBudget } from '../budget/work-budget.ts';
import { type ProductTuning, productTuning } from '../columns/product-tuning.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { searchProductSegments } from '../queries/product-search.ts';

/** Words of more than an eighth of the products are stored as bitsets and counted. */
const tuning: ProductTuning = {
  ...productTuning,
  ...{ denseMin: 0, denseWordShare: 16, countedItemsMin: 0, wordCountsMax: 9, allCountsMax: 99 },
};

const fields = ['brand', 'color', 'weight', 'since', 'tags', 'price'];

const searchFor = (given: Partial<ProductSearch>): ProductSearch => ({
  ...{ skip: 0, limit: 5, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ facets: [], groups: [], withMerchandising: false },
  ...shopper,
  facetRequest: { fields, limit: 99, sortBy: 'count', text: undefined, parameter: 'fields' },
  ...given,
});

const mostly = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 8 });

const product = fc.record({
  // Some words begin others.
  name: fc.array(fc.constantFrom('tent', 'tentacle', 'tents', 'pole', 'rope'), {
    minLength: 1,
    maxLength: 3,
  }),
  brand: fc.constantFrom('Ox', 'ox', 'Elk', 'Yak'),
  color: mostly(fc.constantFrom('red', 'Red', 'blue', 'green')),
  weight: mostly(fc.integer({ min: 0, max: 6 })),
  // The same day twice.
  since: mostly(fc.constantFrom('2026-01-02', '2026-01-02T00:00:00Z', '2025-07-01')),
  tags: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }), { nil: undefined }),
  price: mostly(fc.integer({ min: 1, max: 40 })),
});

const toProduct = (
  { name, brand, price, ...attributes }: typeof product extends fc.Arbitrary<infer T> ? T : never,
  at: number,
) =>
  aProduct(`P${at}`, {
    name: name.join(' '),
    brand,
    prices: price === undefined ? {} : { USD: price },
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([, value]) => value !== undefined),
    ) as never,
  });

const later = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('delete' as const), id: fc.nat(90) }),
    fc.constant({ do: 'merge' as const, from: 0, isReversed: true }),
    fc.constant({ do: 'store' as const }),
  ),
  { maxLength: 6 },
);

const asked = fc.record({
  term: fc.constantFrom(
    'tent',
    'pole',
    'rope',
    'ten',
    'tent pole',
    'tents',
    'rope tent',
    'pole ten',
    'rope tentac',
  ),
  facets: fc.array(
    fc.constantFrom('Ox', 'Elk').map((value) => ({ field: 'brand', at: 'brand', value, range: undefined })),
    { maxLength: 1 },
  ),
  groups: fc.array(
    fc.constantFrom('not_equal_to' as const, 'equal_to' as const).map((action) => ({
      operator: 'AND' as const,
      rules: [{ field: 'color', action, value: 'green', at: 'color' }],
    })),
    { maxLength: 1 },
  ),
});

test('facets of common words equal a full scan, also after deletions and merges, with filters and chosen values', () => {
  let counted = 0;
  fc.assert(
    fc.property(
      fc.array(product, { minLength: 30, maxLength: 90, size: 'max' }),
      fc.nat(60),
      later,
      questions(asked),
      (given, split, steps, queries) => {
        const products = given.map(toProduct);
        const puts = [products.slice(0, split), products.slice(split)].filter((part) => part.length > 0);
        const all: HistoryStep[] = [
          ...puts.map((part) => ({ do: 'put' as const, products: part })),
          ...steps,
        ];
        const history = played(all, tuning);
        counted += history.segments.filter(hasCountedWords).length;
        const live = [...history.live.values()];
        const analyzed = live.map((one) => analyzeProduct(one, BASE_LOCALE, nothing));
        for (const search of queries.map(searchFor)) {
          const wanted = searchProducts(analyzed, nothing, describeFields(live), search);
          const found = searchProductSegments(history.segments, nothing, search, tuning);
          assert.deepEqual([found.total, found.facets], [wanted.total, wanted.facets]);
        }
      },
    ),
    { numRuns: runs(25, 500) },
  );
  assert.ok(counted > 0);
});

const hasCountedWords = ({ texts }: ProductSegment): boolean =>
  texts.some(({ countedStems }) => countedStems.length > 0);

const countsIn = ({ own, attributes, prices }: ProductSegment): Map<string, number> =>
  new Map([...own, ...attributes, ...prices].map(({ name, wordCounts }) => [name, wordCounts.length]));

test('what is counted with a segment is bounded: few values first, the most common words first', () => {
  const products = Array.from({ length: 64 }, (_, at) =>
    aProduct(`P${at}`, {
      name: `${at % 2 === 0 ? 'tent' : 'pole'} ${at % 4 === 0 ? 'rope' : 'peg'} all${at % 16 === 0 ? ' rare' : ''}`,
      brand: `B${at % 4}`,
      prices: { USD: at + 1 },
    }),
  );
  const segmentOf = (given: Partial<ProductTuning>): ProductSegment => {
    const [segment] = played([{ do: 'put', products }], { ...tuning, ...given }).segments;
    assert.ok(segment !== undefined);
    return segment;
  };
  const pairsIn = ({ texts }: ProductSegment): number => (texts[0]?.countedPairs.length ?? 0) / 2;
  // tent, pole, rope, peg and the four brands; neither what all hold nor what few do.
  const whole = segmentOf({ countedWordShare: 8, pairedWordsMax: 0 });
  assert.equal(whole.texts[0]?.countedStems.length, 8);
  assert.equal(pairsIn(whole), 0);
  assert.equal(countsIn(whole).get('brand'), 8 * 4);
  assert.equal(countsIn(whole).get('USD'), 8 * 64);
  // A quarter of a count per product and word has no room for the prices.
  const narrow = segmentOf({ countedWordShare: 8, pairedWordsMax: 0, wordCountsMax: 0.25 });
  assert.equal(countsIn(narrow).get('brand'), 8 * 4);
  assert.equal(countsIn(narrow).get('USD'), 0);
  const values = [...countsIn(narrow).values()].reduce((sum, count) => sum + count, 0) / 8;
  // Three words for each quarter of the products; only pole and peg, and no others, are together in two of them.
  const paired = segmentOf({ countedWordShare: 8, pairedWordsMax: 8 });
  assert.equal(pairsIn(paired), 4 * 3 - 1);
  assert.equal(countsIn(paired).get('brand'), (8 + pairsIn(paired)) * 4);
  assert.equal(pairsIn(segmentOf({ countedWordShare: 8, pairedWordsMax: 8, countedPairShare: 4 })), 1);
  const roomFor = (words: number): ProductSegment =>
    segmentOf({ countedWordShare: 8, wordCountsMax: 0.25, allCountsMax: (words * values) / 64 });
  assert.equal(roomFor(2).texts[0]?.countedStems.length, 2);
  assert.equal(pairsIn(roomFor(2)), 0);
  assert.equal(roomFor(9).texts[0]?.countedStems.length, 8);
  assert.equal(pairsIn(roomFor(9)), 1);
  assert.ok(!hasCountedWords(segmentOf({ countedItemsMin: 65 })));
});

test('the first query over a segment spends what the next one spends', () => {
  const products = Array.from({ length: 3_000 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
    return aProduct(`P${at}`, {
      name: at % 10 === 0 ? 'tent' : 'pole',
      prices: { USD: at + 1 },
      // Two spellings of some days.
      attributes: { since: at % 3 === 0 ? day.slice(0, 10) : day },
    });
  });
  const { segments } = played([{ do: 'put', products }], productTuning);
  const search = searchFor({
    term: 'tent',
    facetRequest: {
      fields: ['price', 'since'],
      limit: 9,
      sortBy: 'count',
      text: undefined,
      parameter: 'fields',
    },
  });
  const [first, second] = [1, 2].map(() => {
    withBudget({ units: 1e9 }, () => searchProductSegments(segments, nothing, search));
    return lastSpent();
  });
  assert.equal(first, second);
});
