// The in-process engine behind the SearchIndex port passes the suite of all engines; beside it, what is its own:
// snapshots, eviction, merging, and products that a thread brings in.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import {
  aProduct,
  aText,
  buildMemorySource,
  CATALOG_ID,
  type MemorySource,
  OTHER_CATALOG_ID,
  scope,
} from '../../../test/suites/memory-source.ts';
import { runSearchSuite } from '../../../test/suites/search-suite.ts';
import { openEmbeddedSearch } from './embedded-search.ts';
import { buildIndexWork } from './index-work.ts';

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
  { runs: 1_000 },
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
  return hits.map(({ item }) => item.providerId);
};

/** Counts how often the whole catalog is read. */
const countReads = (source: MemorySource) => {
  const counter = { reads: 0 };
  const readContentItems: MemorySource['readContentItems'] = (...where) => {
    counter.reads += 1;
    return source.readContentItems(...where);
  };
  return { counter, source: { ...source, readContentItems } };
};

test('a restart loads the snapshot and replays what came since', async (context) => {
  const folder = await makeFolder(context);
  const { counter, source } = countReads(buildMemorySource());
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
  assert.equal(counter.reads, 1);
  await second.close();
  source.trimFeed();
  source.restartFeed();
  const third = openOver(source, folder);
  assert.deepEqual(await search(third, 'lorem'), ['b', 'c']);
  assert.equal(counter.reads, 2);
  await third.close();
});

test('a damaged snapshot is never believed', async (context) => {
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
    { numRuns: 150 },
  );
});

test('a snapshot of another catalog is never taken for this one', async (context) => {
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

test('what does not fit the budget leaves and comes back', async () => {
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

test('more changed products than are brought in at once arrive in the background, the newest state last', async () => {
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
  const deadline = Date.now() + 20_000;
  while ((await count('blue')) !== 100 || (await count('red')) !== 2_399) {
    assert.ok(Date.now() < deadline, 'the products never arrived');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await index.close();
});
