// The in-process engine passes the SearchIndex suite; plus its own features: eviction, merging, and products indexed by a
// thread.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { fail, makeFolder, openOver, search } from '../../../test/suites/search/embedded-index.ts';
import {
  aProduct,
  aText,
  buildMemorySource,
  CATALOG_ID,
  OTHER_CATALOG_ID,
  scope,
} from '../../../test/suites/search/memory-source.ts';
import { runSearchSuite } from '../../../test/suites/search/search-suite.ts';
import { openEmbeddedSearch } from './embedded-search.ts';
import { buildIndexWork } from './work/index-work.ts';

runSearchSuite(
  'embedded search',
  async (source) => {
    const index = openEmbeddedSearch({
      source,
      work: buildIndexWork(source, undefined),
      memoryBudgetBytes: Number.POSITIVE_INFINITY,
      onFailure: fail,
    });
    return { index, close: index.close };
  },
  { runs: runs(20, 500) },
);

test('an index that does not fit the budget is evicted and comes back', async () => {
  const source = buildMemorySource();
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  source.putItem('b', { xx: aText({ title: 'lorem' }) }, OTHER_CATALOG_ID);
  const index = openOver(source, undefined, 1);
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await search(index, 'lorem'), ['a']);
    assert.deepEqual(await search(index, 'lorem', OTHER_CATALOG_ID), ['b']);
  }
  assert.equal(index.statistics().evictions, 5);
  assert.equal(index.statistics().catalogs, 1);
  await index.close();
});

test('many changed products are indexed in the background, with their newest state', async () => {
  const source = buildMemorySource();
  source.putProduct(aProduct('p0'));
  const index = openOver(source);
  const count = (hue: string) =>
    index.countProducts(scope, CATALOG_ID, {
      term: undefined,
      categoryId: undefined,
      categoryName: undefined,
      collectionId: undefined,
      facets: [{ field: 'hue', at: 'facets.0', value: hue, range: undefined }],
      groups: [],
      localeChain: ['xx'],
      baseLocale: 'xx',
      currency: 'USD',
      channelId: undefined,
      locationId: undefined,
      customerGroupId: undefined,
      withMerchandising: true,
    });
  assert.equal(await count('red'), 0);
  for (let at = 0; at < 2_500; at += 1) source.putProduct(aProduct(`p${at}`, { attributes: { hue: 'red' } }));
  await count('red');
  for (let at = 0; at < 100; at += 1) source.putProduct(aProduct(`p${at}`, { attributes: { hue: 'blue' } }));
  source.deleteProduct('p2499');
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  assert.deepEqual(await search(index, 'lorem'), ['a']);
  await waitUntil(
    'all products arrive',
    async () => (await count('blue')) === 100 && (await count('red')) === 2_399,
  );
  await index.close();
});

test('the statistics count what was built, loaded, discarded, merged and evicted', async (context) => {
  const folder = await makeFolder(context);
  const source = buildMemorySource();
  for (let at = 0; at < 3; at += 1) source.putItem(`i${at}`, { xx: aText({ title: 'lorem' }) });
  const first = openOver(source, folder);
  assert.deepEqual(first.statistics(), {
    catalogs: 0,
    bytes: 0,
    evictions: 0,
    builds: 0,
    snapshotLoads: 0,
    discardedSnapshots: 0,
    merges: 0,
    feedLag: 0,
    failures: 0,
  });
  await search(first, 'lorem');
  for (let at = 0; at < 12; at += 1) {
    source.putItem(`n${at}`, { xx: aText({ title: 'lorem' }) });
    await search(first, 'lorem');
  }
  await first.close();
  const { builds, snapshotLoads, merges, failures } = first.statistics();
  assert.deepEqual({ builds, snapshotLoads, failures }, { builds: 1, snapshotLoads: 0, failures: 0 });
  assert.ok(merges > 0);
  const second = openOver(source, folder);
  assert.equal((await search(second, 'lorem')).length, 15);
  assert.equal(second.statistics().snapshotLoads, 1);
  assert.ok(second.statistics().bytes > 0);
  assert.equal(second.statistics().catalogs, 1);
  await second.close();
  const [name = ''] = await readdir(folder);
  const bytes = await readFile(join(folder, name));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(join(folder, name), bytes);
  const third = openOver(source, folder);
  await search(third, 'lorem');
  assert.equal(third.statistics().discardedSnapshots, 1);
  assert.equal(third.statistics().builds, 1);
  await third.close();
});

test('an index under constant change is merged, but not saved each time; closing saves it', async (context) => {
  const folder = await makeFolder(context);
  const source = buildMemorySource();
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  const plain = buildIndexWork(source, folder);
  const saved: number[] = [];
  const save: typeof plain.save = (indexId, built) => {
    saved.push(built.position);
    return plain.save(indexId, built);
  };
  const index = openEmbeddedSearch({
    source,
    work: { ...plain, save },
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: fail,
  });
  for (let at = 0; index.statistics().merges < 5 && at < 2_000; at += 1) {
    source.putItem('b', { xx: aText({ title: 'lorem' }) });
    await search(index, 'lorem');
    await setImmediate();
  }
  assert.equal(index.statistics().merges, 5);
  assert.equal(saved.length, 1);
  await index.close();
  assert.equal(saved.length, 2);
  assert.ok((saved[1] as number) > (saved[0] as number));
});

test('a product that changes during a merge is found at once', async () => {
  const source = buildMemorySource();
  for (let at = 0; at < 9; at += 1) source.putProduct(aProduct(`p${at}`, { name: 'lorem' }));
  const plain = buildIndexWork(source, undefined);
  const held = Promise.withResolvers<void>();
  const work: typeof plain = {
    ...plain,
    merge: async (...values) => {
      await held.promise;
      return plain.merge(...values);
    },
  };
  const index = openEmbeddedSearch({
    source,
    work,
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => assert.fail(String(error)),
  });
  const fieldCount = async () => (await index.describeProductFields(scope, CATALOG_ID)).size;
  const before = await fieldCount();
  for (let at = 0; at < 12; at += 1) {
    source.putProduct(aProduct(`p${at}`, { attributes: { [`new${at}`]: 'x' } }));
    assert.equal(await fieldCount(), before + at + 1);
  }
  held.resolve();
  await index.close();
  assert.ok(index.statistics().merges > 0);
});
