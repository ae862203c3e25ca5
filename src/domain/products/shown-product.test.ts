// The parts of a record name all of its fields, so that each of them can be asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../test/suites/search/memory-source.ts';
import { recordParts, shownBase, shownPrices, shownTexts } from './shown-product.ts';

test('each part names its fields', () => {
  const product = aProduct('p1');
  assert.deepEqual(Object.keys(shownBase(product)), [...recordParts.base]);
  assert.deepEqual(Object.keys(shownTexts(product, 'en')), [...recordParts.texts]);
  assert.deepEqual(Object.keys(shownPrices(product, 'EUR')), [...recordParts.prices]);
});
