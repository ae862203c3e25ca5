// Which facets a catalog offers by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import { offeredFacets } from './offered-facets.ts';
import { deleteProduct, ProductSegmentBuilder } from './product-segment.ts';

const nothing: CatalogContents = {
  attributes: [],
  categories: [],
  synonyms: [],
  merchandisingRules: [],
  facets: [],
};
const setting = { isSearchable: null, isFilterable: null, isFacet: false, isSortable: null };

const build = (from: number, to: number) => {
  const builder = new ProductSegmentBuilder('en');
  for (let at = from; at < to; at += 1) {
    const attributes = { serial: `s${at}`, even: at % 2 === 0, ...(at === 0 ? { rare: 'x' } : {}) };
    builder.add(aProduct(`p${at}`, { brand: `brand ${at % 9}`, attributes }));
  }
  return builder.finish();
};

test('tree, brand and price first, then attributes by how many products have them', () => {
  assert.deepEqual(offeredFacets([build(0, 600)], nothing), [
    'categories',
    'brand',
    'price',
    'even',
    'serial',
    'rare',
  ]);
});

test('a field with more than a thousand values is not offered, however they are spread', () => {
  const segments = [build(0, 600), build(600, 1_001)];
  assert.ok(!offeredFacets(segments, nothing).includes('serial'));
  const [, second] = segments;
  assert.ok(second !== undefined && deleteProduct(second, 'p1000'));
  assert.ok(offeredFacets(segments, nothing).includes('serial'), 'a thousand are left');
});

test('an attribute that is set to be no facet is not offered', () => {
  const contents = { ...nothing, attributes: [{ name: 'even', ...setting }] };
  assert.ok(!offeredFacets([build(0, 9)], contents).includes('even'));
});
