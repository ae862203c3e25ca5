// The reference engine passes the SearchIndex suite; plus what is its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { aProduct, buildMemorySource, CATALOG_ID, scope } from '../../../test/suites/search/memory-source.ts';
import { runSearchSuite } from '../../../test/suites/search/search-suite.ts';
import { buildReferenceSearch } from './reference-search.ts';

runSearchSuite(
  'reference search',
  async (source) => ({ index: buildReferenceSearch(source, source), close: async () => undefined }),
  { runs: runs(10, 700) },
);

test('reference search: a failed read fails its own call and no later one', async () => {
  const source = buildMemorySource();
  let failing = true;
  const headPosition = async () => {
    if (failing) throw new Error('the store is away');
    return source.headPosition(scope);
  };
  const index = buildReferenceSearch({ ...source, headPosition }, source);
  const count = async () => (await index.describeProductFields(scope, CATALOG_ID)).size;
  await assert.rejects(Promise.all([count(), count()]), /the store is away/);
  failing = false;
  const fields = await count();
  source.putProduct(aProduct('p1', { attributes: { hue: 'red' } }));
  failing = true;
  await assert.rejects(count(), /the store is away/);
  failing = false;
  assert.equal(await count(), fields + 1);
});

test('reference search: more catalogs than fit in memory can all be searched', async () => {
  const source = buildMemorySource();
  const index = buildReferenceSearch(source, source);
  source.putProduct(aProduct('p1', { attributes: { hue: 'red' } }));
  const hasHue = async (catalogId: string) =>
    (await index.describeProductFields(scope, catalogId)).has('hue');
  assert.equal(await hasHue(CATALOG_ID), true);
  for (let at = 0; at < 70; at += 1) assert.equal(await hasHue(`other ${at}`), false);
  source.putProduct(aProduct('p1'));
  assert.equal(await hasHue(CATALOG_ID), false);
});
