// Counting and describing over segments equals the reference, however the segments came about: built, split, changed,
// deleted from, merged in any order, stored and read back, dense or sparse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import {
  BASE_LOCALE,
  contents,
  historyStep,
  ProductHistory,
  productQuery,
  tunings,
} from '../../../../test/suites/search/random-products.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { Product } from '../../../domain/products/product.ts';
import { builtInFields, describeFields } from '../../../domain/products/product-fields.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { type AnalyzedProduct, analyzeProduct, countProducts } from '../../reference/count-products.ts';
import { describeSegments } from './product-columns.ts';
import { countSegments } from './product-count.ts';

const orRefusal = (count: () => number): number | string => {
  try {
    return count();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return `${error.status} ${error.code} ${error.message}`;
  }
};

/** Counts by a full scan. A product is analysed once, however often it is counted. */
const plainCounter = (given: CatalogContents) => {
  const known = new Map<Product, AnalyzedProduct>();
  const analyzed = (one: Product) =>
    known.getOrInsertComputed(one, () => analyzeProduct(one, BASE_LOCALE, given));
  return (products: readonly Product[], query: ProductQuery) =>
    countProducts(products.map(analyzed), given, describeFields(products), query);
};

test('after any history the segments count like the reference, or both fail alike', () => {
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(...tunings),
      firstSteps,
      fc.array(fc.oneof({ weight: 3, arbitrary: historyStep }, { weight: 2, arbitrary: productQuery }), {
        maxLength: 24,
      }),
      (given, tuning, first, steps) => {
        const history = new ProductHistory(tuning, given);
        const countPlainly = plainCounter(given);
        for (const step of first) history.play(step);
        for (const step of steps) {
          if ('do' in step) {
            history.play(step);
            continue;
          }
          const wanted = orRefusal(() => countPlainly([...history.live.values()], step));
          const counted = orRefusal(() => countSegments(history.segments, given, step, tuning));
          assert.equal(counted, wanted, JSON.stringify(step));
        }
      },
    ),
    { numRuns: runs(75, 1_600) },
  );
});

test('after any history the segments describe their fields like the domain', () => {
  const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
  fc.assert(
    fc.property(fc.constantFrom(...tunings), fc.array(historyStep, { maxLength: 12 }), (tuning, steps) => {
      const history = new ProductHistory(tuning);
      for (const step of steps) history.play(step);
      const described = [...describeSegments(history.segments)];
      assert.deepEqual(described.toSorted(byName), [...describeFields(history.live.values())].sort(byName));
      const wanted = [...describeFields(history.live.values())].filter(([name]) => builtInFields.has(name));
      const own = wanted.length;
      assert.deepEqual(described.slice(0, own), wanted);
      assert.deepEqual(described.slice(own), described.slice(own).sort(byName));
    }),
    { numRuns: runs(25, 750) },
  );
});

test('without segments there are no products, and invalid values still fail', () => {
  const query = {
    ...plainQuery,
    facets: [{ field: 'price', value: 'ten', range: undefined, at: 'facets.0' }],
  };
  const nothing = { attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] };
  assert.equal(countSegments([], nothing, plainQuery), 0);
  assert.throws(() => countSegments([], nothing, query), Failure);
});

const plainQuery: ProductQuery = {
  term: undefined,
  categoryId: undefined,
  categoryName: undefined,
  collectionId: undefined,
  facets: [],
  groups: [],
  localeChain: [],
  baseLocale: BASE_LOCALE,
  currency: 'USD',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
};
