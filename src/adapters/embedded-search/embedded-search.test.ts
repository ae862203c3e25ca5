// The in-process engine passes the SearchIndex suite; plus its own features: snapshots, eviction, merging, and
// products indexed by a thread.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { shownOf } from '../../../test/fixtures/shown-content.ts';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import {
  aProduct,
  aText,
  buildMemorySource,
  CATALOG_ID,
  type MemorySource,
  OTHER_CATALOG_ID,
  scope,
} from '../../../test/suites/search/memory-source.ts';
import { runSearchSuite } from '../../../test/suites/search/search-suite.ts';
import { openEmbeddedSearch } from './embedded-search.ts';
import { buildIndexWork } from './work/index-work.ts';

const fail = (error: unknown): void => {
  throw error;
};

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
  { runs: runs(80, 3_000) },
);

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-index-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const openOver = (source: MemorySource, folder?: string, memoryBudgetBytes = Number.POSITIVE_INFINITY) => {
  const work = buildIndexWork(source, folder);
  return openEmbeddedSearch({ source, work, memoryBudgetBytes, onFailure: fail });
};

const search = async (
  index: ReturnType<typeof openOver>,
  text: string,
  catalogId = CATALOG_ID,
): Promise<string[]> => {
  const { hits, total } = await index.searchContent(scope, catalogId, {
    text,
    localeChain: ['xx'],
    type: undefined,
    sortBy: 'title',
    sortOrder: 'asc',
    skip: 0,
    limit: 100,
  });
  assert.equal(hits.length, total);
  return hits.map((hit) => shownOf(hit).provider_id);
};

/** Counts how often the catalog is built from the source. */
const countBuilds = (source: MemorySource) => {
  const counter = { builds: 0 };
  const listIfSmall: MemorySource['listIfSmall'] = (...where) => {
    counter.builds += 1;
    return source.listIfSmall(...where);
  };
  return { counter, source: { ...source, listIfSmall } };
};

test('a restart loads the snapshot and replays later changes', async (context) => {
  const folder = await makeFolder(context);
  const { counter, source } = countBuilds(buildMemorySource());
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  source.putItem('b', { xx: aText({ title: 'lorem ipsum' }) });
  const first = openOver(source, folder);
  assert.deepEqual(await search(first, 'lorem'), ['a', 'b']);
  source.deleteItem('a');
  assert.deepEqual(await search(first, 'lorem'), ['b']);
  await first.close();
  source.putItem('c', { xx: aText({ title: 'lorem zzz' }) });
  const second = openOver(source, folder);
  assert.deepEqual(await search(second, 'lorem'), ['b', 'c']);
  assert.equal(counter.builds, 1);
  await second.close();
  source.trimFeed();
  source.restartFeed();
  const third = openOver(source, folder);
  assert.deepEqual(await search(third, 'lorem'), ['b', 'c']);
  assert.equal(counter.builds, 2);
  await third.close();
});

test('a damaged snapshot is never used', async (context) => {
  const folder = await makeFolder(context);
  const source = buildMemorySource();
  for (const id of ['a', 'b', 'c'])
    source.putItem(id, { xx: aText({ title: `lorem ${id}`, body: 'ipsum dolor' }) });
  source.putProduct(aProduct('p1', { attributes: { hue: 'red', weight: 3 } }));
  const first = openOver(source, folder);
  const wanted = await search(first, 'lorem');
  await first.close();
  const [name = ''] = await readdir(folder);
  const file = join(folder, name);
  const whole = await readFile(file);
  const damage = fc.oneof(
    fc
      .record({ at: fc.nat({ max: whole.length - 1 }), bit: fc.integer({ min: 0, max: 7 }) })
      .map(({ at, bit }) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        return bytes;
      }),
    fc.nat({ max: whole.length - 1 }).map((length) => whole.subarray(0, length)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(damage, async (bytes) => {
      await writeFile(file, bytes);
      const index = openOver(source, folder);
      assert.deepEqual(await search(index, 'lorem'), wanted);
      await index.close();
    }),
    { numRuns: runs(8, 150) },
  );
});

test('a snapshot of another catalog is never used', async (context) => {
  const folder = await makeFolder(context);
  const source = buildMemorySource();
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  source.putItem('other', { xx: aText({ title: 'lorem' }) }, OTHER_CATALOG_ID);
  const first = openOver(source, folder);
  await search(first, 'lorem');
  await search(first, 'lorem', OTHER_CATALOG_ID);
  await first.close();
  const [one = '', two = ''] = (await readdir(folder)).map((name) => join(folder, name));
  const swapped = await readFile(one);
  await writeFile(one, await readFile(two));
  await writeFile(two, swapped);
  const second = openOver(source, folder);
  assert.deepEqual(await search(second, 'lorem'), ['a']);
  assert.deepEqual(await search(second, 'lorem', OTHER_CATALOG_ID), ['other']);
  await second.close();
});

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

test('an index that cannot be saved is still searched, and the failure is reported', async (context) => {
  const folder = await makeFolder(context);
  const source = buildMemorySource();
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  const work = { ...buildIndexWork(source, folder), save: () => Promise.reject(new Error('disk full')) };
  const told: unknown[] = [];
  const index = openEmbeddedSearch({
    source,
    work,
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => told.push(error),
  });
  assert.deepEqual(await search(index, 'lorem'), ['a']);
  source.putItem('b', { xx: aText({ title: 'lorem' }) });
  assert.deepEqual(await search(index, 'lorem'), ['a', 'b']);
  await index.close();
  assert.ok(told.length > 0);
  assert.equal(index.statistics().failures, told.length);
  assert.equal(index.statistics().builds, 1);
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
    await nextTick();
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

test('at startup, files that nobody will read again are removed, and nothing else', async (context) => {
  const folder = await makeFolder(context);
  const source = buildMemorySource();
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  source.putItem('b', { xx: aText({ title: 'lorem' }) }, OTHER_CATALOG_ID);
  const first = openOver(source, folder);
  await search(first, 'lorem');
  await search(first, 'lorem', OTHER_CATALOG_ID);
  await first.close();
  const wanted = await readdir(folder);
  assert.equal(wanted.length, 2);
  const long = new Date(Date.now() - 100_000_000);
  const abandoned = join(folder, `x.index.${process.pid}.unfinished`);
  const underWay = join(folder, `y.index.${process.ppid}.unfinished`);
  const strange = join(folder, 'strange.index');
  for (const file of [abandoned, underWay, strange]) await writeFile(file, 'half');
  await utimes(abandoned, long, long);
  await writeFile(join(folder, 'notes.txt'), 'not ours');
  await openOver(source, folder).close();
  const kept = await readdir(folder);
  assert.deepEqual(
    kept.sort(),
    [...wanted, basename(underWay), `${basename(strange)}.damaged`, 'notes.txt'].sort(),
  );
  source.attachCatalog([]);
  await openOver(source, folder).close();
  assert.equal((await readdir(folder)).filter((name) => name.endsWith('.index')).length, 1);
});

test('a snapshot only contains what the source has on disk', async (context) => {
  const folder = await makeFolder(context);
  const source = buildMemorySource();
  source.putItem('a', { xx: aText({ title: 'lorem' }) });
  const failures: string[] = [];
  const index = openEmbeddedSearch({
    source: { ...source, flushed: () => Promise.reject(new Error('not on disk')) },
    work: buildIndexWork(source, folder),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => failures.push(String(error)),
  });
  assert.deepEqual(await search(index, 'lorem'), ['a']);
  await index.close();
  assert.deepEqual(await readdir(folder), []);
  assert.deepEqual(failures, ['Error: not on disk']);
});
