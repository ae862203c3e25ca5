// The estimate of a question is made on the main thread, before anything limits the question: it has a limit of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everything } from '../../../../test/suites/search/search-session.ts';
import { ESTIMATE_UNITS, lastSpent } from '../../../search/engine/budget/work-budget.ts';
import { estimateProducts } from './product-questions.ts';

test('an estimate that takes too long is infinite', () => {
  const contents = {
    ...{ attributes: [], categories: [], synonyms: [], facets: [] },
    merchandisingRules: Array.from({ length: 1_000 }, (_, at) => ({
      ...{ id: `r${at}`, when: { searchTermContains: 'a b' }, hide: [], pin: [] },
    })),
  };
  const source = { products: [], content: [], contents };
  const estimate = (term: string) =>
    estimateProducts(source, { kind: 'count', query: { ...everything, term } });
  while (!(estimate('b') < 100_000));
  assert.equal(estimate('a '.repeat(500)), Number.POSITIVE_INFINITY);
  assert.ok(lastSpent() < 1.1 * ESTIMATE_UNITS);
});
