// Feeding through a network with faults and a server without room: nothing is lost, and the index has what the store has afterwards.
// What nobody reads any more is deleted.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openFaultProxy } from '../../../../test/fixtures/fault-proxy.ts';
import {
  openFedStore,
  openShop,
  PROD,
  productLine,
  removeAll,
} from '../../../../test/fixtures/opensearch/fed-store.ts';
import { openHttpProxy } from '../../../../test/fixtures/opensearch/http-proxy.ts';
import { LONG_DEADLINES, useTestOpenSearch } from '../../../../test/fixtures/opensearch/test-opensearch.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME, CATALOG, line, putAll } from '../../../../test/suites/store/store-fixture.ts';
import { type OpenedSearchServer, openSearchServer } from '../client/search-server.ts';
import { routingOf } from '../documents/place.ts';
import { buildCleaner } from './clean-index.ts';
import { buildStates } from './states.ts';

const { cluster, server } = await useTestOpenSearch();

const portOf = (url: string | undefined): number => Number(new URL(url ?? '').port);

const open = (t: TestContext, url: string): OpenedSearchServer => {
  const opened = openSearchServer({ urls: [url], ...LONG_DEADLINES });
  t.after(() => opened.close());
  return opened;
};

test('a server that has no room for most requests gets them again', async (t) => {
  const store = await openShop(t, 8);
  const fed = await openFedStore(t, server, store);
  let requests = 0;
  const refuse = ({ url = '' }: { url?: string | undefined }): number | undefined => {
    if (!url.includes('_bulk')) return undefined;
    requests += 1;
    return requests % 3 === 0 ? undefined : requests % 3 === 1 ? 429 : 503;
  };
  const proxy = await openHttpProxy(cluster.urls[0] ?? '', { refuse });
  t.after(() => proxy.close());
  const stepper = fed.stepper({ server: open(t, `http://127.0.0.1:${proxy.port}`) });
  await stepper.catchUp();
  await putAll(store, ACME, [productLine('p1', { name: 'changed' }), productLine('late')]);
  await stepper.catchUp();
  await fed.assertSame();
  assert.ok(requests > 6, String(requests));
});

test('while OpenSearch is gone nothing is lost, and the feeder catches up by itself', async (t) => {
  const store = await openShop(t, 10);
  const fed = await openFedStore(t, server, store);
  const proxy = await openFaultProxy(portOf(cluster.urls[0]));
  t.after(() => proxy.close());
  const feeder = fed.feeder(open(t, `http://127.0.0.1:${proxy.port}`));
  const caughtUp = async () => (await fed.state())?.state.position === (await store.headPosition(ACME));
  await waitUntil('the first commits are fed', caughtUp);
  for (const fault of [{ isRefusing: true }, { isSilent: true }]) {
    proxy.set(fault);
    if (fault.isRefusing === true) proxy.reset();
    await putAll(store, ACME, [productLine('p1', { name: JSON.stringify(fault) }), productLine('late')]);
    await removeAll(store, [productLine('p2')]);
    await waitUntil('the feeder knows that it is behind', () => feeder.status().behindChanges > 0);
    await waitUntil('for a while', () => feeder.status().behindMs > 2_000);
    assert.equal(await caughtUp(), false);
    proxy.set({});
    const from = performance.now();
    await waitUntil('it has caught up', caughtUp);
    t.diagnostic(`caught up ${Math.round(performance.now() - from)} ms after ${JSON.stringify(fault)}`);
    await fed.assertSame();
  }
  await waitUntil('it is not behind any more', () => feeder.status().behindChanges === 0);
});

test('an index that was deleted is made again', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  fed.feeder();
  const caughtUp = async () => (await fed.state())?.state.position === (await store.headPosition(ACME));
  await waitUntil('the first commits are fed', caughtUp);
  const before = (await fed.state())?.state;
  await server.request({ method: 'DELETE', path: `/${before?.index}` });
  await putAll(store, ACME, [productLine('p1', { name: 'changed' })]);
  await waitUntil('it is', caughtUp);
  assert.notEqual((await fed.state())?.state.index_uuid, before?.index_uuid);
  await fed.assertSame();
});

test('replaced generations, old tombstones and places without a state are deleted', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  const stepper = fed.stepper();
  await stepper.catchUp();
  const { state: first } = (await fed.state()) ?? assert.fail();
  await removeAll(store, [productLine('p0')]);
  await stepper.catchUp();
  const { state: second } = (await fed.state()) ?? assert.fail();
  let now = 0;
  const cleaner = buildCleaner({
    server,
    states: buildStates(server, fed.indexes.prefix),
    places: store,
    indexes: fed.indexes,
    signal: new AbortController().signal,
    now: () => now,
    times: { runEveryMs: 1, retiredMs: 10, tombstoneMs: -60_000, sweepEveryMs: 100 },
  });
  const run = (at: number) => {
    now = at;
    return cleaner.run([stepper.place]);
  };
  const count = async (query: object): Promise<number> => {
    await server.request({ method: 'POST', path: `/${first.index}/_refresh` });
    const { hits } = await server.search<{ hits: { total: { value: number } } }>(
      first.index,
      routingOf(PROD),
      {
        size: 0,
        query,
      },
    );
    return hits.total.value;
  };
  const buried = { term: { live: false } };
  assert.equal(await count(buried), 2, 'a document and a manifest');
  await run(1);
  assert.equal(await count(buried), 0);
  await fed.assertSame();

  await putAll(store, ACME, [line('catalog', { ranking: { weights: { name: 3 } } })]);
  await stepper.catchUp();
  const all = await count({ match_all: {} });
  cleaner.retire(second);
  await run(5);
  assert.equal(await count({ match_all: {} }), all, 'queries may still read it');
  await run(15);
  const left = await count({ match_all: {} });
  assert.ok(left < all);
  await fed.assertSame();

  const orphan = { routing: routingOf(PROD), refresh: 'true' };
  await server.request({
    method: 'PUT',
    path: `/${first.index}/_doc/orphan`,
    query: orphan,
    body: { place: 'nobody', live: true },
  });
  await run(120);
  assert.equal(await count({ match_all: {} }), left + 1, 'it may just have been made');
  await run(240);
  assert.equal(await count({ match_all: {} }), left);
  await fed.assertSame();
});

test('texts that have become much longer need a new generation', async (t) => {
  const store = await openShop(t, 210);
  const fed = await openFedStore(t, server, store);
  const stepper = fed.stepper();
  await stepper.catchUp();
  let now = 0;
  const cleaner = buildCleaner({
    server,
    states: buildStates(server, fed.indexes.prefix),
    places: store,
    indexes: fed.indexes,
    signal: new AbortController().signal,
    now: () => now,
  });
  now = 100_000;
  assert.deepEqual(await cleaner.run([stepper.place]), []);
  const description = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  await putAll(
    store,
    ACME,
    Array.from({ length: 210 }, (_, at) => productLine(`p${at}`, { description })),
  );
  await stepper.catchUp();
  now = 200_000;
  assert.deepEqual(await cleaner.run([stepper.place]), [
    { scope: PROD, catalogId: CATALOG, needsBuild: true },
  ]);
  stepper.place.needsBuild = true;
  await stepper.catchUp();
  now = 300_000;
  assert.deepEqual(await cleaner.run([stepper.place]), []);
  await fed.assertSame();
});
