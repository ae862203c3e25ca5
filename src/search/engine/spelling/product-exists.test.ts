// Whether there is a product, and one that is: what counting and listing say.

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
  questions,
} from '../../../../test/suites/search/random-products.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { selectMatching } from '../filters/product-select.ts';
import { hasBit } from '../packing/bitset.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { matchesIn } from '../products/product-matches.ts';
import { planQuery } from '../products/product-plan.ts';
import { findAnyProduct, findsProducts } from './product-exists.ts';

test('a product of the first few is one that the query finds; there are products if counting finds some', () => {
  const met = { found: 0, missed: 0, none: 0 };
  fc.assert(
    fc.property(
      contents,
      firstSteps,
      fc.array(historyStep, { maxLength: 8 }),
      questions(productQuery),
      (given, first, steps, queries) => {
        const history = new ProductHistory(productTuning, given);
        for (const step of [...first, ...steps]) history.play(step);
        const { segments } = history;
        for (const asked of queries) {
          const query = { ...asked, term: undefined, facets: [], groups: [] };
          const plan = planQuery(segments, given, query, productTuning);
          const isFound = segments.some((segment) => {
            releaseScratch();
            const { criteria, added } = matchesIn(plan, segment);
            return (
              added.length > 0 ||
              (criteria !== undefined &&
                selectMatching(segment, criteria, productTuning).some((word) => word !== 0))
            );
          });
          assert.equal(findsProducts(segments, given, query, undefined), isFound);
          const any = findAnyProduct(segments, given, query);
          met[any !== undefined ? 'found' : isFound ? 'missed' : 'none'] += 1;
          if (any === undefined) continue;
          releaseScratch();
          const { criteria = [] } = matchesIn(plan, any.segment);
          assert.ok(hasBit(selectMatching(any.segment, criteria, productTuning), any.item));
        }
      },
    ),
    { numRuns: runs(30, 500) },
  );
  assert.ok(met.found > 0 && met.none > 0, JSON.stringify(met));
});
