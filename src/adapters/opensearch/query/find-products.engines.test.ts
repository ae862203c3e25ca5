// Single products and the category tree on a real OpenSearch, as one shopper sees them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { liveAfter, stepsOf } from '../../../../test/suites/search/catalog-steps.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import { startCatalogs, type TestCatalogs } from '../../../../test/suites/search/opensearch-catalog.ts';
import { readHits } from '../../../../test/suites/search/product-fixture.ts';
import {
  BASE_LOCALE,
  contents,
  historyStep,
  productQuery,
  shownFields,
} from '../../../../test/suites/search/random-products.ts';
import { analyzeProduct } from '../../../search/reference/count-products.ts';
import { listCategories as listByScan } from '../../../search/reference/list-categories.ts';
import { lookUpProducts as lookUpByScan } from '../../../search/reference/product-lookup.ts';
import { findProducts } from './find-products.ts';
import { listCategories } from './list-categories.ts';

let catalogs: TestCatalogs;

before(async () => {
  catalogs = await startCatalogs();
});
after(() => catalogs.close());

const lookupBy = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 5 }).map((ids) => ({
    ids: [...new Set(ids)].map((id) => `P${id}`),
  })),
  fc.constantFrom({ slug: 'lamp' }, { slug: 'LAMP' }, { slug: 'zelt' }),
);

test('a look-up finds, and the category tree counts, what a full scan does', async () => {
  await fc.assert(
    fc.asyncProperty(
      contents,
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(productQuery, lookupBy, shownFields), { minLength: 4, maxLength: 4 }),
      async (given, first, steps, asked) => {
        const all = stepsOf([...first, ...steps]);
        const catalog = await catalogs.write({ contents: given, baseLocale: BASE_LOCALE, steps: all });
        const analyzed = liveAfter(all).map((one) => analyzeProduct(one, BASE_LOCALE, given));
        for (const [query, by, fields] of asked) {
          const lookup = { ...query, by, fields };
          const wanted = lookUpByScan(analyzed, given, lookup);
          assert.deepEqual(readHits(await findProducts(catalog, lookup)), readHits(wanted));
          assert.equal(await listCategories(catalog, query), listByScan(analyzed, given, query));
        }
      },
    ),
    { numRuns: runs(10, 300), endOnFailure: true },
  );
});
