// Single products and the category tree, as one shopper sees them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { nothing, played, readHits, shopper } from '../../../../test/suites/search/product-fixture.ts';
import {
  BASE_LOCALE,
  contents,
  historyStep,
  productQuery,
  questions,
  shownFields,
} from '../../../../test/suites/search/random-products.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { listCategories as listByScan } from '../../reference/list-categories.ts';
import { lookUpProducts as lookUpByScan } from '../../reference/product-lookup.ts';
import { OutOfBudget, withBudget } from '../budget/work-budget.ts';
import { listCategories } from './category-list.ts';
import { lookUpProducts } from './product-lookup.ts';

const by = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 5 }).map((ids) => ({
    ids: [...new Set(ids)].map((id) => `P${id}`),
  })),
  fc.constantFrom({ slug: 'lamp' }, { slug: 'LAMP' }, { slug: 'zelt' }),
);

test('a look-up finds, and the category tree counts, what a full scan does', () => {
  fc.assert(
    fc.property(
      contents,
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 10 }),
      questions(fc.tuple(productQuery, by, shownFields)),
      (given, first, steps, queries) => {
        const history = played([...first, ...steps]);
        const analyzed = [...history.live.values()].map((one) => analyzeProduct(one, BASE_LOCALE));
        for (const [asked, wanted, fields] of queries) {
          const lookup = { ...asked, by: wanted, fields };
          const found = lookUpProducts(history.segments, given, lookup);
          assert.deepEqual(readHits(found), readHits(lookUpByScan(analyzed, given, lookup)));
          assert.equal(listCategories(history.segments, given, asked), listByScan(analyzed, given, asked));
        }
      },
    ),
    { numRuns: runs(20, 250) },
  );
});

test('a slug that many large products share finds the first of them', () => {
  const description = 'x'.repeat(100_000);
  const history = played(
    [30, 0].map((from) => ({
      do: 'put',
      products: Array.from({ length: 30 }, (_, at) =>
        aProduct(`P${String(from + at).padStart(2, '0')}`, {
          ...{ slug: 'same', description },
          ...(from + at === 0 ? { channelIds: ['elsewhere'] } : {}),
        }),
      ),
    })),
  );
  const lookup = { ...shopper, channelId: 'web', by: { slug: 'same' } };
  assert.deepEqual(
    lookUpProducts(history.segments, nothing, lookup).map(({ id }) => id),
    ['P01'],
  );
  const ids = [...history.live.keys()];
  assert.throws(() => lookUpProducts(history.segments, nothing, { ...shopper, by: { ids } }), {
    code: 'too_many:ids',
  });
});

test('picking fields of a product is paid for by the character', () => {
  const attributes = { long: 'x'.repeat(100_000) };
  const history = played([{ do: 'put', products: [aProduct('P1', { name: 'Tent', attributes })] }]);
  const find = (fields: readonly string[]) => () =>
    lookUpProducts(history.segments, nothing, { ...shopper, by: { ids: ['P1'] }, fields });
  assert.deepEqual(readHits(withBudget({ units: 100_000 }, find(['name', 'currency']))), [
    { id: 'P1', shown: { name: 'Tent', currency: 'USD' }, pinnedBy: [] },
  ]);
  assert.throws(() => withBudget({ units: 100_000 }, find(['sku'])), OutOfBudget);
  assert.deepEqual(readHits(find(['sku'])()), [{ id: 'P1', shown: { sku: '' }, pinnedBy: [] }]);
});
