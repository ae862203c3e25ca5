// Which facets a catalog offers by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { deleteProduct, ProductSegmentBuilder } from '../products/product-segment.ts';
import { searchProductSegments } from '../queries/product-search.ts';
import { offeredFacets } from './offered-facets.ts';

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

test('all ranges between boundaries are counted, and one that was chosen is never left out', () => {
  const boundaries = Array.from({ length: 30 }, (_, at) => 10 * (at + 1));
  const price = {
    ...{ field: 'price', label: '', position: 0, type: null, limit: null, localized: {} },
    boundaries,
  };
  const builder = new ProductSegmentBuilder('en');
  for (let at = 0; at < 40; at += 1) builder.add(aProduct(`p${at}`, { prices: { USD: 10 * at + 5 } }));
  const segments = [builder.finish()];
  const search: ProductSearch = {
    ...everythingFor({
      ...{ localeChain: [], baseLocale: 'en', currency: 'USD' },
      ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
    }),
    ...{ skip: 0, limit: 0, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
    facets: [{ field: 'price', at: 'f', value: undefined, range: { min: 285, max: 285 } }],
    facetRequest: undefined,
  };
  const bucketsWith = (limit: number, isLimitDefault: boolean, own: number | null = null) => {
    const contents = { ...nothing, facets: [{ ...price, limit: own }] };
    const facetRequest = {
      ...{ fields: ['price'], sortBy: 'count' as const, text: undefined, parameter: 'fields' },
      ...{ limit, isLimitDefault },
    };
    const { facets } = searchProductSegments(segments, contents, { ...search, facetRequest });
    return facets[0]?.buckets ?? [];
  };
  assert.equal(bucketsWith(20, true).length, 31);
  const few = bucketsWith(5, false);
  assert.equal(few.length, 6);
  assert.deepEqual(few.at(-1), { value: '280..290', count: 1, from: 285, to: 285, isSelected: true });
  assert.equal(bucketsWith(20, true, 3).length, 4);
});
