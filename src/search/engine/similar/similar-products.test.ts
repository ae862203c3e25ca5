// Similar products equal a full scan, whatever happened to the catalog.

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
  questions,
} from '../../../../test/suites/search/random-products.ts';
import { similarQuery } from '../../../../test/suites/search/random-suggestions.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { SimilarProducts } from '../../../domain/products/similar-products.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { findSimilar as findByScan } from '../../reference/similar-products.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { mergeProductSegments } from '../products/product-merge.ts';
import { findSimilar } from './similar-products.ts';

const steps = fc.array(historyStep, { minLength: 1, maxLength: 10 });

const readHits = (found: SimilarProducts) =>
  found?.map(({ shown, ...rest }) => ({ ...rest, shown: fromJsonBytes(shown) }));

test('similar products equal a full scan, and are the same in other segments', () => {
  fc.assert(
    fc.property(contents, firstSteps, steps, questions(similarQuery), (given, first, more, queries) => {
      const history = new ProductHistory(productTuning, given);
      for (const step of [...first, ...more]) history.play(step);
      const live = [...history.live.values()];
      const analyzed = live.map((one) => analyzeProduct(one, BASE_LOCALE, given));
      const merged = history.segments.length === 0 ? [] : [mergeProductSegments(history.segments)];
      for (const asked of queries) {
        const found = findSimilar(history.segments, given, asked);
        assert.deepEqual(readHits(found), readHits(findByScan(analyzed, given, describeFields(live), asked)));
        assert.equal(
          found?.some(({ id }) => id === asked.productId),
          found === undefined ? undefined : false,
        );
        assert.deepEqual(findSimilar(merged, given, asked), found);
        assert.deepEqual(findSimilar(history.segments.toReversed(), given, asked), found);
      }
    }),
    { numRuns: runs(12, 360) },
  );
});
