// A request waits for an index no longer than configured. It then searches an older state if there is one, and later
// changes are found as soon as they are indexed; otherwise it fails with a Retry-After.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import {
  aProduct,
  aText,
  buildMemorySource,
  CATALOG_ID,
  OTHER_CATALOG_ID,
  scope,
} from '../../../test/suites/search/memory-source.ts';
import { everything, plainQuery } from '../../../test/suites/search/search-session.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { openEmbeddedSearch } from './embedded-search.ts';
import { indexKey } from './index-id.ts';
import { buildIndexWork, type IndexWork } from './work/index-work.ts';
import { openThreadedWork } from './work/threaded-work.ts';

const WAIT_MS = 30;
const indexId = { scope, catalogId: CATALOG_ID };
const ALL = { ...everything, withMerchandising: false };

const openSlow = (memoryBudgetBytes = Number.POSITIVE_INFINITY) => {
  const source = buildMemorySource();
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const work: IndexWork = buildIndexWork(source, undefined);
  const plan: IndexWork['plan'] = async (...values) => {
    await gate.promise;
    return work.plan(...values);
  };
  const loadCatalog: typeof source.loadCatalog = async (...values) => {
    await gate.promise;
    return source.loadCatalog(...values);
  };
  const buildProducts: IndexWork['buildProducts'] = async (...values) => {
    await gate.promise;
    return work.buildProducts(...values);
  };
  const index = openEmbeddedSearch({
    source: { ...source, loadCatalog },
    work: { ...work, plan, buildProducts },
    memoryBudgetBytes,
    waitMs: WAIT_MS,
    onFailure: (error) => {
      throw error;
    },
  });
  return {
    source,
    index,
    hold: () => {
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    count: () => index.countProducts(scope, CATALOG_ID, ALL),
  };
};

test('an index that is being opened: 503 with Retry-After after the wait, and a result once it is open', async () => {
  const { source, index, hold, release, count } = openSlow();
  source.putProduct(aProduct('p1'));
  hold();
  const startedAt = performance.now();
  await assert.rejects(count(), (error) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.status, error.code, error.retryAfterSeconds], [503, 'index_not_ready', 2]);
    return true;
  });
  assert.ok(performance.now() - startedAt < 5_000);
  release();
  await index.warm(indexId, true);
  assert.equal(await count(), 1);
  await index.close();
});

test('an index that refreshes too slowly is searched in its older state, and reports when it is up to date', async () => {
  const { source, index, hold, release, count } = openSlow();
  source.putProduct(aProduct('p1'));
  assert.equal(await count(), 1);
  hold();
  source.putProduct(aProduct('p2'));
  source.putCategory({ id: 'c1', name: 'Shoes', parentId: null } as never);
  const before = index.revision(scope);
  assert.equal(await count(), 1);
  assert.equal(index.revision(scope), before, 'a result from the older state may be cached');
  release();
  await waitUntil('the index is current', () => index.revision(scope) > before);
  assert.equal(await count(), 2);
  await index.close();
});

test('a catalog with nothing or little to index is searched before any thread has started', async (context) => {
  const source = buildMemorySource();
  const neverResponds = new URL(
    `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});")}`,
  );
  const work = openThreadedWork(neverResponds, undefined, 2, { hasSnapshot: () => false });
  context.after(() => work.close());
  const index = openEmbeddedSearch({
    source,
    work,
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    waitMs: 2_000,
    onFailure: () => {},
  });
  const found = async (catalogId: string, text: string) =>
    (await index.searchContent(scope, catalogId, { ...plainQuery, text })).total;
  assert.equal(await index.countProducts(scope, CATALOG_ID, ALL), 0);
  assert.equal(await found(CATALOG_ID, 'lorem'), 0);
  source.putProduct(aProduct('p1'), OTHER_CATALOG_ID);
  source.putItem('i1', { xx: aText({ title: 'lorem' }) }, OTHER_CATALOG_ID);
  assert.equal(await index.countProducts(scope, OTHER_CATALOG_ID, ALL), 1);
  assert.equal(await found(OTHER_CATALOG_ID, 'lorem'), 1);
  source.putItem('i1', { xx: aText({ title: 'ipsum' }) }, OTHER_CATALOG_ID);
  assert.deepEqual([await found(OTHER_CATALOG_ID, 'lorem'), await found(OTHER_CATALOG_ID, 'ipsum')], [0, 1]);
});

test('warm-up does not count as use, and never evicts an index in use', async () => {
  const { source, index, count } = openSlow(1);
  source.putProduct(aProduct('p1'));
  source.putProduct(aProduct('p1'), OTHER_CATALOG_ID);
  assert.equal(index.hasRoom(), true);
  await count();
  assert.deepEqual(index.uses(), [indexKey(indexId)]);
  assert.equal(index.hasRoom(), false);
  await index.close();
});

test('while the feed grows an index stays close, and once it is quiet it is up to date', async () => {
  const { source, index } = openSlow();
  await index.warm(indexId, false);
  source.putProduct(aProduct('p1'));
  await index.warm(indexId, false);
  assert.equal(index.statistics().feedLag, 0, 'a few changes are left to whoever asks');
  for (let id = 0; id < 2_500; id += 1) source.putProduct(aProduct(`q${id}`));
  await index.warm(indexId, false);
  await waitUntil('nothing is left to read', () => index.statistics().feedLag === 0);
  source.putProduct(aProduct('p2'));
  await index.warm(indexId, true);
  assert.equal(await index.countProducts(scope, CATALOG_ID, ALL), 2_502);
  await index.close();
});

test('an index without most of its products is waited for, and searched once it has most of them', async () => {
  const { source, index, hold, release, count } = openSlow();
  source.putProduct(aProduct('p0'));
  assert.equal(await count(), 1);
  hold();
  for (let id = 1; id < 3_000; id += 1) source.putProduct(aProduct(`p${id}`));
  await index.warm(indexId, true);
  const startedAt = performance.now();
  await assert.rejects(count(), { code: 'index_not_ready' });
  // Timers may fire a millisecond early.
  assert.ok(performance.now() - startedAt > WAIT_MS - 2);
  release();
  await waitUntil('it is searched', async () => ((await count().catch(() => undefined)) ?? 0) >= 1_500);
  await index.close();
});

test('a query that follows a write is never served from an older state', async () => {
  const { source, index, hold, release, count } = openSlow();
  source.putProduct(aProduct('p1'));
  assert.equal(await count(), 1);
  hold();
  source.putProduct(aProduct('p2'));
  source.putCategory({ id: 'c1', name: 'Shoes', parentId: null } as never);
  const position = await source.headPosition(scope);
  const following = () => index.countProducts(scope, CATALOG_ID, { ...ALL, position });
  assert.equal(await count(), 1, 'any other one is');
  await assert.rejects(following(), { code: 'index_not_ready' });
  release();
  const before = index.revision(scope);
  await waitUntil('the index is current', () => index.revision(scope) > before);
  assert.equal(await following(), 2);
  await index.close();
});

test('a query that follows a write waits for the products that a thread has still to build', async () => {
  const { source, index, count } = openSlow();
  for (let id = 0; id < 3_000; id += 1) source.putProduct(aProduct(`p${id}`));
  await index.warm(indexId, true);
  assert.equal(await count(), 3_000);
  for (let id = 3_000; id < 5_500; id += 1) source.putProduct(aProduct(`p${id}`));
  const position = await source.headPosition(scope);
  const totals = new Set<number>();
  await waitUntil('it is searched', async () => {
    const asked = index.countProducts(scope, CATALOG_ID, { ...ALL, position });
    const total = await asked.catch((error: unknown) => {
      assert.ok(error instanceof Failure && error.code === 'index_not_ready', String(error));
      return undefined;
    });
    if (total !== undefined) totals.add(total);
    return total !== undefined;
  });
  assert.deepEqual([...totals], [5_500]);
  await index.close();
});
