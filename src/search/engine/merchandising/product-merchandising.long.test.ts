// The one number again, in the long form only: a file of its own runs beside the other.

import { test } from 'node:test';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { assertOneNumber } from '../../../../test/suites/search/one-number.ts';

/** Together with the other file ten thousand searches. */
test('with more rules of every kind: total, count, pages and facets are one number', () => {
  assertOneNumber(runs(40, 800));
});
