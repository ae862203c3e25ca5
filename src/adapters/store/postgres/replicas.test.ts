// Search indexes that are built from a read replica: the same as from the primary, however far the replica is behind, and
// whether it is killed in the middle, promoted, or not there at all.

import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import {
  type Instance,
  type PostgresPair,
  startPostgresPair,
} from '../../../../test/fixtures/postgres-standby.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { everything } from '../../../../test/suites/search/search-session.ts';
import { ACME, CATALOG, line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import { openEmbeddedSearch } from '../../embedded-search/embedded-search.ts';
import { buildIndexWork } from '../../embedded-search/work/index-work.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const DATABASE = 'shop';
/** More than are read without a plan. */
const PRODUCTS = 80;
/** More changes than a replica may be behind. */
const MANY = 1_001;
const LOCALE = 'en-us';
const scope = { ...ACME, environmentId: 'PROD' };

let pair: PostgresPair;
let standby: Instance;

before(async () => {
  pair = await startPostgresPair();
  await pair.createDatabase(DATABASE);
  const store = await openPostgresStore({ url: pair.urlOf(DATABASE, pair.port()) });
  const places = [...workspaceLines(ACME), line('content_model'), line('catalog'), line('store')];
  await putAll(store, ACME, [
    ...places,
    line('category'),
    line('content_item'),
    ...products(PRODUCTS, 'kettle'),
  ]);
  await store.close();
  standby = await pair.addStandby({ isAsynchronous: true });
});
after(() => pair.close());

const products = (count: number, name: string, from = 0) =>
  Array.from({ length: count }, (_, at) => line('product', { id: `p${from + at}`, name }));

const openStore = async (
  t: TestContext,
  replicaPorts: readonly number[] = [standby.port],
  primaryPort = pair.port(),
) => {
  const store = await openPostgresStore({
    url: pair.urlOf(DATABASE, primaryPort),
    server: { connections: 4, replicaUrls: replicaPorts.map((port) => pair.urlOf(DATABASE, port)) },
  });
  t.after(() => store.close());
  const news: string[] = [];
  store.replicas?.watch(({ refusal }) => news.push(refusal ?? 'served'));
  return { store, news };
};

/** Builds an index, and counts by it. */
const count = async (store: Store): Promise<{ all: number; kettle: number; lantern: number }> => {
  const index = openEmbeddedSearch({
    source: store,
    work: buildIndexWork(store, undefined),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: (error) => assert.fail(String(error)),
  });
  const named = (term: string | undefined) =>
    index.countProducts(scope, CATALOG, { ...everything, localeChain: [LOCALE], baseLocale: LOCALE, term });
  try {
    return { all: await named(undefined), kettle: await named('kettle'), lantern: await named('lantern') };
  } finally {
    await index.close();
  }
};

const untilReplayed = async (): Promise<void> => {
  const [end] = await pair.query('select pg_current_wal_insert_lsn()::text as place');
  await waitUntil('the replica has it', async () => {
    const [row] = await standby.query(`select pg_last_wal_replay_lsn() >= '${end?.['place']}' as is_there`);
    return row?.['is_there'] === true;
  });
};

const pauseReplay = async (t: TestContext): Promise<void> => {
  await standby.query('select pg_wal_replay_pause()');
  t.after(() => standby.query('select pg_wal_replay_resume()'));
  await waitUntil('it is paused', async () => {
    const [row] = await standby.query('select pg_get_wal_replay_pause_state() as state');
    return row?.['state'] === 'paused';
  });
};

test('the content and the products of an index are read from the replica', async (t) => {
  const { store, news } = await openStore(t);
  await untilReplayed();
  assert.deepEqual(await count(store), { all: PRODUCTS, kettle: PRODUCTS, lantern: 0 });
  assert.deepEqual(news, ['served', 'served']);
});

test('a replica that lacks anything of what an index begins with is not asked', async (t) => {
  const { store, news } = await openStore(t);
  await untilReplayed();
  const readLag = store.replicas?.measureLag() ?? (() => Number.NaN);
  await waitUntil('it does not lag', () => readLag() === 0);
  await pauseReplay(t);
  await putAll(store, ACME, [...products(5, 'lantern'), ...products(3, 'lantern', PRODUCTS)]);
  await store.deleteResource(
    ACME,
    'product',
    { catalog_id: CATALOG, id: 'p70' },
    { cascade: false, precondition: { kind: 'none' } },
  );
  assert.deepEqual(await count(store), { all: PRODUCTS + 2, kettle: PRODUCTS - 6, lantern: 8 });
  assert.deepEqual([...new Set(news.splice(0))], ['behind']);
  await waitUntil('the lag is known', () => readLag() > 0);

  await putAll(store, ACME, products(MANY, 'green', 1_000));
  assert.deepEqual(await count(store), { all: PRODUCTS + 2 + MANY, kettle: PRODUCTS - 6, lantern: 8 });
  assert.deepEqual([...new Set(news.splice(0))], ['behind']);

  await standby.query('select pg_wal_replay_resume()');
  await untilReplayed();
  assert.deepEqual(await count(store), { all: PRODUCTS + 2 + MANY, kettle: PRODUCTS - 6, lantern: 8 });
  assert.deepEqual(news, ['served', 'served']);
  await waitUntil('it does not lag any more', () => readLag() === 0);
});

test('what follows a plan is read only where everything up to the plan is', async (t) => {
  const { store, news } = await openStore(t);
  await untilReplayed();
  await pauseReplay(t);
  await putAll(store, ACME, products(1, 'white'));
  const position = await store.headPosition(ACME);
  const found = await store.readAside(ACME, position, (source) => source.headPosition(ACME));
  assert.equal(found, position);
  assert.deepEqual(news, ['behind']);
});

test('a replica that is killed during a build, or is not there, only costs time', async (t) => {
  const { store, news } = await openStore(t);
  await untilReplayed();
  const expected = await count((await openStore(t, [])).store);
  let tasks = 0;
  const killing: Store = {
    ...store,
    readAside: (workspace, position, work) =>
      store.readAside(workspace, position, async (source) => {
        tasks += 1;
        if (tasks === 1) await standby.kill();
        return work(source);
      }),
  };
  assert.deepEqual(await count(killing), expected);
  assert.ok(news.includes('failed'), String(news));
  const gone = await openStore(t);
  assert.deepEqual(await count(gone.store), expected);
  assert.deepEqual([...new Set(gone.news)], ['unreachable']);
  await standby.start();
  const back = await openStore(t);
  assert.deepEqual(await count(back.store), expected);
  assert.deepEqual(back.news, ['served', 'served']);
});

test('searches are counted over the replica once it has all of them, and over the primary if it does not get them', async (t) => {
  const { store, news } = await openStore(t);
  const catalog = { ...ACME, catalogId: CATALOG };
  const record = (term: string) =>
    store.appendSearchEvents([{ ...catalog, at: new Date().toISOString(), term, total: 3, visitor: 'v1' }]);
  const terms = async () => {
    const { totals } = await store.summarizeSearches(catalog, '2020-01-01');
    return totals.map(({ term }) => term);
  };
  await record('kettle');
  assert.deepEqual(await terms(), ['kettle']);
  assert.deepEqual(news.splice(0), ['served']);
  await pauseReplay(t);
  // Not in the feed.
  await record('lantern');
  assert.deepEqual((await terms()).toSorted(), ['kettle', 'lantern']);
  assert.deepEqual(news, ['behind']);
});

test('of several replicas one that is fit serves; the primary is none', async (t) => {
  const { store, news } = await openStore(t, [pair.port(), standby.port]);
  await untilReplayed();
  const expected = await count((await openStore(t, [])).store);
  assert.deepEqual(await count(store), expected);
  assert.equal(news.filter((each) => each === 'served').length, 2, String(news));
});

test('a replica that was promoted, or follows another history, is not used', async (t) => {
  const { store, news } = await openStore(t);
  const expected = await count((await openStore(t, [])).store);
  await untilReplayed();
  await standby.query('select pg_promote()');
  const promoted = await openStore(t, [], standby.port);
  await putAll(promoted.store, ACME, products(2, 'lantern', 200));
  assert.deepEqual(await count(store), expected);
  assert.deepEqual([...new Set(news)], ['unreachable']);

  // The primary's own standby, asked by a node that follows the promoted one: as many changes, and others.
  await putAll(store, ACME, products(2, 'kettle', 300));
  const follower = await pair.addStandby({ isAsynchronous: true });
  const split = await openStore(t, [follower.port], standby.port);
  assert.deepEqual(await count(split.store), {
    ...expected,
    all: expected.all + 2,
    lantern: expected.lantern + 2,
  });
  assert.deepEqual([...new Set(split.news)], ['diverged']);
  await standby.kill();
});
