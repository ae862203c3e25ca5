// The names of categories in the index of products: no change of them is lost, whoever is building what, and threads get them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { aProduct, buildMemorySource } from '../../../../test/suites/search/memory-source.ts';
import { openEntry } from '../../../../test/suites/search/open-entry.ts';
import { everything } from '../../../../test/suites/search/search-session.ts';
import { countSegments } from '../../../search/engine/products/product-count.ts';
import type { ProductSettings } from '../segments/built-catalog.ts';
import { buildIndexWork, type IndexWork } from '../work/index-work.ts';
import { receiveSettings, sendSettings } from '../work/sent-settings.ts';
import { INLINE_PRODUCTS_MAX } from './follow-feed.ts';

const MANY = INLINE_PRODUCTS_MAX + 1;

test('many products get the new name of their category, those too that a thread is building', async () => {
  const source = buildMemorySource();
  source.putCategory({ id: 'c', name: 'zork', parentId: null });
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const { buildProducts } = buildIndexWork(source, undefined);
  const { entry } = openEntry(source, undefined, {
    buildProducts: async (...what) => {
      started.resolve();
      await held.promise;
      return buildProducts(...what);
    },
  });
  const count = (term: string): number | undefined => {
    const { latest } = entry;
    return latest && countSegments(latest.products.segments, latest.contents, { ...everything, term });
  };
  await entry.current();
  for (let at = 0; at < MANY; at += 1) source.putProduct(aProduct(`p${at}`, { categoryIds: ['c'] }));
  await entry.current();
  await started.promise;
  source.putCategory({ id: 'c', name: 'mivel', parentId: null });
  await entry.current();
  held.resolve();
  await waitUntil('everything is indexed', () => entry.latest?.products.size === MANY && entry.feedLag === 0);
  assert.deepEqual([count('zork'), count('mivel')], [0, MANY]);
  source.putCategory({ id: 'c', name: 'tusk', parentId: null });
  await entry.current();
  assert.equal((count('mivel') ?? 0) + (count('tusk') ?? 0), MANY, 'each has one of both names meanwhile');
  assert.equal(entry.latest?.lacksMostProducts, false);
  await waitUntil('all have the new name', () => count('tusk') === MANY);
  await entry.close();
});

test('products that are indexed under a former name are not missing, whatever else is still to be indexed', async () => {
  const source = buildMemorySource();
  source.putCategory({ id: 'c', name: 'zork', parentId: null });
  let held: Promise<void> | undefined;
  const { buildProducts } = buildIndexWork(source, undefined);
  const { entry } = openEntry(source, undefined, {
    buildProducts: async (...what) => {
      await held;
      return buildProducts(...what);
    },
  });
  for (let at = 0; at < MANY; at += 1) source.putProduct(aProduct(`p${at}`, { categoryIds: ['c'] }));
  await entry.current();
  await waitUntil('everything is indexed', () => entry.latest?.products.size === MANY && entry.feedLag === 0);
  const released = Promise.withResolvers<void>();
  held = released.promise;
  const rename = async (name: string): Promise<void> => {
    source.putCategory({ id: 'c', name, parentId: null });
    await entry.current();
  };
  await rename('mivel');
  source.putProduct(aProduct('another', { categoryIds: ['c'] }));
  await entry.current();
  assert.equal(entry.latest?.lacksMostProducts, false, 'with a new product');
  await rename('tusk');
  assert.equal(entry.latest?.lacksMostProducts, false, 'while a thread is building some of them');
  released.resolve();
  await waitUntil('everything is indexed', () => entry.latest?.products.size === MANY + 1);
  await entry.close();
});

test('a thread gets the categories as they are, and reads each table once', async () => {
  const received: ProductSettings[] = [];
  const work = receiveSettings({
    buildProducts: async (_, settings) => {
      received.push(settings);
      return { bytes: new Uint8Array(), tombstones: new Uint32Array() };
    },
  } as Partial<IndexWork> as IndexWork);
  const categories = [{ id: 'c', name: 'Zörk', parentId: null, localized: { de: { name: 'Müwel' } } }];
  const settings = { baseLocale: 'en', attributes: [], weights: { name: 2 }, categories };
  const indexId = { scope: { tenantId: 't', workspaceId: 'w', environmentId: 'e' }, catalogId: 'k' };
  for (const given of [settings, settings, { ...settings, categories: [] }])
    await work.buildProducts(indexId, structuredClone(await sendSettings(given)), ['p']);
  assert.deepEqual(received, [settings, settings, { ...settings, categories: [] }]);
  assert.equal(received[0]?.categories, received[1]?.categories);
});
