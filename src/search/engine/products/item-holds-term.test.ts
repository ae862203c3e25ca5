// Looking up one product says what searching all of them says.

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
  words,
} from '../../../../test/suites/search/random-products.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { hasBit } from '../packing/bitset.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { itemHoldsTerm } from './item-holds-term.ts';
import { planQuery } from './product-plan.ts';
import { countProductsIn } from './product-segment.ts';
import { matchTerm } from './product-term-match.ts';
import { bitsOf, union } from './product-word-sets.ts';

test('a product holds enough words of the term if the search by the strict rule finds it', () => {
  const term = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
    .map((all) => all.join(' '));
  const met = { held: 0, lacking: 0 };
  fc.assert(
    fc.property(
      contents,
      firstSteps,
      fc.array(historyStep, { maxLength: 8 }),
      questions(fc.tuple(productQuery, term)),
      (given, first, steps, queries) => {
        const history = new ProductHistory(productTuning, given);
        for (const step of [...first, ...steps]) history.play(step);
        for (const [query, asked] of queries) {
          const shopper = { ...query, term: asked, facets: [], groups: [] };
          const plan = planQuery(history.segments, given, shopper, productTuning);
          for (const segment of history.segments) {
            releaseScratch();
            const items = countProductsIn(segment);
            const found = bitsOf(union(matchTerm(segment, plan) ?? [], items), items).slice();
            for (let item = 0; item < items; item += 1) {
              if (!hasBit(segment.alive, item)) continue;
              const isHeld = itemHoldsTerm(segment, item, asked, plan);
              assert.equal(isHeld, hasBit(found, item), asked);
              met[isHeld ? 'held' : 'lacking'] += 1;
            }
          }
        }
      },
    ),
    { numRuns: runs(12, 300) },
  );
  assert.ok(met.held > 0 && met.lacking > 0);
});
