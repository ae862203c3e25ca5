// Content searches do not wait for products, and nobody misses one because of that: whoever searches products finds all of them.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import {
  aProduct,
  aText,
  buildMemorySource,
  type MemorySource,
} from '../../../../test/suites/search/memory-source.ts';
import { openEntry } from '../../../../test/suites/search/open-entry.ts';
import { buildIndexWork } from '../work/index-work.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { INLINE_PRODUCTS_MAX } from './follow-feed.ts';

const MANY = INLINE_PRODUCTS_MAX + 1;
const lorem = { xx: aText({ title: 'lorem' }) };
const sizesOf = (entry: CatalogEntry) => [entry.latest?.content.size, entry.latest?.products.size];

test('content is ready while only products have changed, until anything else has', async () => {
  const source = buildMemorySource();
  source.putItem('a', lorem);
  const { entry, size } = openEntry(source);
  const readySizes = () => [entry.ready?.content.size, entry.readyForContent?.content.size];
  assert.equal(await size(), 1);
  assert.deepEqual(readySizes(), [1, 1]);
  source.putProduct(aProduct('p'));
  assert.deepEqual(readySizes(), [undefined, 1]);
  source.putItem('b', lorem);
  assert.deepEqual(readySizes(), [undefined, undefined]);
  source.putProduct(aProduct('p'));
  assert.deepEqual(readySizes(), [undefined, undefined]);
  assert.equal(await size(), 2);
  assert.deepEqual(readySizes(), [2, 2]);
  await entry.close();
});

test('products are left until somebody needs them, or for a moment', async () => {
  const source = buildMemorySource();
  source.putItem('a', lorem);
  const { entry } = openEntry(source);
  await entry.current();
  const change = (id: string): void => {
    source.putProduct(aProduct(id));
    source.putItem(id, lorem);
  };
  change('p');
  await entry.current(true);
  assert.deepEqual(sizesOf(entry), [2, 0]);
  assert.equal(entry.feedLag, 0, 'the index is not behind: it is left to whoever asks');
  await entry.current();
  assert.deepEqual(sizesOf(entry), [2, 1]);
  change('q');
  await entry.current(true);
  await entry.keepUp();
  assert.deepEqual(sizesOf(entry), [3, 2]);
  await entry.close();
});

test('many products go to a thread, whoever asks', async () => {
  const source = buildMemorySource();
  const { entry } = openEntry(source);
  await entry.current();
  source.putItem('a', lorem);
  for (let at = 0; at < MANY; at += 1) source.putProduct(aProduct(`p${at}`));
  await entry.current(true);
  assert.ok(entry.feedLag > 0);
  await entry.close();
  assert.deepEqual(sizesOf(entry), [1, MANY]);
});

/** An index whose thread can be made to wait before it builds products. */
const openHeld = () => {
  const source = buildMemorySource();
  const { buildProducts } = buildIndexWork(source, undefined);
  let held: Promise<void> | undefined;
  let started = 0;
  const { entry } = openEntry(source, undefined, {
    buildProducts: async (...what) => {
      started += 1;
      await held;
      return buildProducts(...what);
    },
  });
  let products = 0;
  const putProducts = (count: number): void => {
    for (let at = 0; at < count; at += 1) source.putProduct(aProduct(`p${products + at}`));
    products += count;
  };
  /** Until released. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  const findsAll = async () => (await entry.current())?.products.size === products;
  return { source, entry, started: () => started, putProducts, hold, findsAll };
};

test('after many products, few are again found by the next search', async () => {
  const { source, entry, putProducts, hold, findsAll } = openHeld();
  await entry.current();
  putProducts(MANY);
  await waitUntil('a thread has built them', async () => (await findsAll()) && entry.feedLag === 0);
  const release = hold();
  putProducts(1);
  source.putItem('a', lorem);
  await entry.current(true);
  assert.ok(await findsAll());
  release();
  await entry.close();
});

test('few products of an index that was built anew are not left to the thread of the former one', async () => {
  const { source, entry, started, putProducts, hold, findsAll } = openHeld();
  await entry.current();
  const release = hold();
  putProducts(MANY);
  await entry.current();
  assert.equal(started(), 1);
  source.setDefaultLocale('de');
  assert.ok(await findsAll());
  putProducts(1);
  source.putItem('a', lorem);
  await entry.current(true);
  const releaseLater = hold();
  release();
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  assert.ok(await findsAll());
  assert.equal(started(), 1);
  releaseLater();
  await entry.close();
});

test('many products of an index that was built anew are built once the thread of the former one is done', async () => {
  const { source, entry, started, putProducts, hold, findsAll } = openHeld();
  await entry.current();
  const release = hold();
  putProducts(MANY);
  await entry.current();
  source.setDefaultLocale('de');
  assert.ok(await findsAll());
  putProducts(MANY);
  source.putItem('a', lorem);
  await entry.current(true);
  assert.equal(started(), 1);
  release();
  await waitUntil('a thread has built them', findsAll);
  await entry.close();
});

test('closing applies what is left, and builds nothing anew', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-entry-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const source = buildMemorySource();
  const { entry, opened } = openEntry(source, folder);
  await entry.current();
  source.putProduct(aProduct('p'));
  source.putItem('a', lorem);
  await entry.current(true);
  // Everything has to be indexed anew, by whoever opens the index next.
  source.setDefaultLocale('de');
  await entry.close();
  assert.deepEqual(opened, ['store']);
  assert.deepEqual(sizesOf(entry), [1, 1]);
});

/** Changes, which the sets follow, and searches, which must find what is in the sets. */
const buildWorld = (source: MemorySource, entry: CatalogEntry) => {
  const [items, products] = [new Set<string>(), new Set<string>()];
  const findContent = async () => assert.equal((await entry.current(true))?.content.size, items.size);
  const findProducts = async () => assert.equal((await entry.current())?.products.size, products.size);
  const actions = {
    putProduct: (id: string) => {
      products.add(id);
      source.putProduct(aProduct(id, { categoryIds: [id] }));
    },
    deleteProduct: (id: string) => {
      products.delete(id);
      source.deleteProduct(id);
    },
    putItem: (id: string) => {
      items.add(id);
      source.putItem(id, lorem);
    },
    deleteItem: (id: string) => {
      items.delete(id);
      source.deleteItem(id);
    },
    renameCategory: (id: string) => source.putCategory({ id, name: `Name ${products.size}`, parentId: null }),
    // Everything is indexed anew.
    relocate: (id: string) => source.setDefaultLocale(`x${id}`),
    findContent,
    findProducts,
    findBoth: () => Promise.all([findContent(), findProducts()]),
    keepUp: () => entry.keepUp(),
  };
  return { actions, sizes: () => [items.size, products.size] };
};

const steps = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...(['putProduct', 'putProduct', 'deleteProduct', 'putItem', 'deleteItem'] as const),
      ...(['renameCategory', 'relocate', 'findContent', 'findProducts', 'findBoth', 'keepUp'] as const),
    ),
    fc.constantFrom('0', '1', '2', '3'),
  ),
  { maxLength: 40 },
);

test('in any order of changes and searches, everybody finds what was committed before, and so does the next process', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-entry-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  let number = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      number += 1;
      const [source, snapshots] = [buildMemorySource(), join(folder, String(number))];
      const { entry } = openEntry(source, snapshots);
      const { actions, sizes } = buildWorld(source, entry);
      for (const [name, id] of taken) await actions[name](id);
      await entry.current(true);
      await entry.close();
      const next = openEntry(source, snapshots);
      await next.entry.current();
      assert.deepEqual(sizesOf(next.entry), sizes());
      assert.deepEqual(next.opened, ['snapshot'], 'what was left has been applied and saved');
      await next.entry.close();
    }),
    { numRuns: runs(50, 1_000) },
  );
});
