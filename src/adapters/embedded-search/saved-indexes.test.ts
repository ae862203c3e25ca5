// Indexes that are saved: a restart reads them, and never one that is damaged, old or of another catalog.

import assert from 'node:assert/strict';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { countBuilds, makeFolder, openOver, search } from '../../../test/suites/search/embedded-index.ts';
import {
  aProduct,
  aText,
  buildMemorySource,
  OTHER_CATALOG_ID,
} from '../../../test/suites/search/memory-source.ts';
import { openEmbeddedSearch } from './embedded-search.ts';
import { buildIndexWork } from './work/index-work.ts';

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
    { numRuns: runs(5, 100) },
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
