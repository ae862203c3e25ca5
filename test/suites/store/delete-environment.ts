// Deleting an environment with many events: in short transactions, so that others write meanwhile. Cut off in the middle, the next
// attempt finishes it. Refused, it changes nothing; if it is refused in the middle, nothing more.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { IMPORT_LOCK_TIMEOUT_MS } from '../../../src/adapters/store/manage/bundle-writer.ts';
import type { Engine } from '../../../src/adapters/store/sql/engine.ts';
import { acrossWorkspaces } from '../../../src/adapters/store/sql/scoped-query.ts';
import { buildStore, type Store } from '../../../src/adapters/store/store.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import type { Precondition } from '../../../src/domain/manage/managed-resource.ts';
import { ACME, CATALOG, line, putAll, uuid, workspaceLines } from './store-fixture.ts';
import { token } from './store-resources-fixture.ts';

const MANY = 2_300;
/** What one transaction may delete. */
const AT_ONCE = 500;
const STAGE = { ...ACME, environmentId: 'STAGE', catalogId: CATALOG };
const PROD = { ...STAGE, environmentId: 'PROD' };
const DAY = '2026-03-01';
const everywhere = line('catalog', { environment_ids: ['PROD', 'STAGE'] });
const elsewhere = line('catalog', { environment_ids: ['PROD'] });

interface Shop {
  readonly store: Store;
  /** How many events each transaction has deleted, if any. */
  readonly deleted: number[];
  /** How long each transaction may wait for the lock; undefined: the default. */
  readonly lockTimeoutsMs: (number | undefined)[];
  /** Called before each transaction. */
  before: () => Promise<void>;
}

/** With an empty store. Closed when the test ends. */
type OpenEngine = (t: TestContext) => Promise<Engine>;

const fillShop = async (engine: Engine): Promise<Shop> => {
  const countEvents = async (): Promise<number> =>
    (await acrossWorkspaces(engine.reads).selectFrom('product_event').select('visitor').execute()).length;
  const shop: { -readonly [K in keyof Shop]: Shop[K] } = {
    deleted: [],
    lockTimeoutsMs: [],
    before: async () => {},
    store: buildStore({
      ...engine,
      write: async (work, options) => {
        await shop.before();
        shop.lockTimeoutsMs.push(options?.lockTimeoutMs);
        const events = await countEvents();
        const result = await engine.write(work, options);
        const less = events - (await countEvents());
        if (less > 0) shop.deleted.push(less);
        return result;
      },
    }),
  };
  const { store } = shop;
  await putAll(store, ACME, [...workspaceLines(ACME), everywhere, line('product', { id: 'p1' })]);
  const event = { day: DAY, productId: 'p1', type: 'view', term: '' } as const;
  await store.appendEvents([
    { ...PROD, ...event, visitor: 'v' },
    ...Array.from({ length: MANY }, (_, at) => ({ ...STAGE, ...event, visitor: `v${at}` })),
  ]);
  return shop;
};

const remove = ({ store }: Shop, cascade = true, precondition: Precondition = { kind: 'none' }) =>
  store.deleteResource(ACME, 'environment', { id: 'STAGE' }, { cascade, precondition });

/** Events of both environments, and whether the one is there. */
const left = async ({ store }: Shop): Promise<[stage: number, prod: number, isThere: boolean]> => {
  const days = { from: DAY, until: DAY, term: undefined };
  const count = async (place: typeof STAGE) =>
    (await store.countVisitors(place, days, unbounded)).get('p1')?.view ?? 0;
  const found = await store.findResource(ACME, 'environment', { id: 'STAGE' });
  return [await count(STAGE), await count(PROD), found !== undefined];
};

const needs: readonly [name: string, ({ store }: Shop) => Promise<unknown>][] = [
  ['a catalog', ({ store }) => putAll(store, ACME, [everywhere])],
  ['a token', ({ store }) => store.createToken(token({ environmentIds: ['STAGE'] }), 'digest')],
];

const afterSteps = (steps: number, shop: Shop, work: (shop: Shop) => Promise<unknown>): void => {
  shop.before = async () => {
    if (shop.deleted.length !== steps) return;
    shop.before = async () => {};
    await work(shop);
  };
};

export const describeDeleteEnvironment = (database: string, openEngine: OpenEngine): void => {
  const openShop = async (t: TestContext): Promise<Shop> => fillShop(await openEngine(t));

  test(`${database}: no transaction deletes more than a few hundred of its events`, async (t) => {
    const shop = await openShop(t);
    assert.deepEqual(await remove(shop), { kind: 'done' });
    assert.deepEqual(await left(shop), [0, 1, false]);
    assert.deepEqual(shop.deleted, [AT_ONCE, AT_ONCE, AT_ONCE, AT_ONCE, MANY - 4 * AT_ONCE]);
  });

  test(`${database}: cut off in the middle, the environment is there, and the next attempt deletes the rest`, async (t) => {
    const shop = await openShop(t);
    shop.before = async () => {
      if (shop.deleted.length === 2) throw new Error('cut off');
    };
    await assert.rejects(remove(shop), /cut off/);
    assert.deepEqual(await left(shop), [MANY - 2 * AT_ONCE, 1, true]);
    shop.before = async () => {};
    assert.deepEqual(await remove(shop), { kind: 'done' });
    assert.deepEqual(await left(shop), [0, 1, false]);
  });

  test(`${database}: refused, it changes nothing`, async (t) => {
    const shop = await openShop(t);
    assert.equal((await remove(shop, false)).kind, 'needed');
    assert.equal((await remove(shop, true, { kind: 'tag', tags: ['another'] })).kind, 'refused');
    assert.deepEqual(await left(shop), [MANY, 1, true]);
  });

  test(`${database}: a bulk request deletes them in the same steps, and waits as long as it does otherwise`, async (t) => {
    const shop = await openShop(t);
    await putAll(shop.store, ACME, [elsewhere]);
    shop.lockTimeoutsMs.length = 0;
    const [outcome] = await shop.store.writeBatch(ACME, [
      { action: 'delete', kind: 'environment', key: { id: 'STAGE' } },
    ]);
    assert.deepEqual(outcome, { kind: 'deleted' });
    assert.deepEqual(await left(shop), [0, 1, false]);
    assert.ok(shop.deleted.length > 4 && Math.max(...shop.deleted) === AT_ONCE, String(shop.deleted));
    assert.deepEqual([...new Set(shop.lockTimeoutsMs)], [IMPORT_LOCK_TIMEOUT_MS]);
  });

  test(`${database}: catalogs without events there take no transactions`, async (t) => {
    const shop = await openShop(t);
    const others = Array.from({ length: 20 }, (_, at) => line('catalog', { id: uuid(100 + at) }));
    await putAll(shop.store, ACME, others);
    shop.lockTimeoutsMs.length = 0;
    assert.deepEqual(await remove(shop), { kind: 'done' });
    const steps = Math.ceil(MANY / AT_ONCE);
    assert.equal(
      shop.lockTimeoutsMs.length,
      1 + steps + 1,
      'a catalog is detached, the steps, and the last one',
    );
  });

  describeMeanwhile(database, openShop);
};

const describeMeanwhile = (database: string, openShop: (t: TestContext) => Promise<Shop>): void => {
  test(`${database}: somebody changes it meanwhile: nothing more is deleted, and the condition is checked again`, async (t) => {
    const shop = await openShop(t);
    const { tag = '' } = (await shop.store.findResource(ACME, 'environment', { id: 'STAGE' })) ?? {};
    afterSteps(1, shop, ({ store }) =>
      putAll(store, ACME, [line('environment', { id: 'STAGE', default_locale: 'fr' })]),
    );
    assert.equal((await remove(shop, true, { kind: 'tag', tags: [tag] })).kind, 'refused');
    assert.deepEqual(await left(shop), [MANY - AT_ONCE, 1, true]);
  });

  for (const [name, attach] of needs) {
    for (const steps of [0, 1]) {
      test(`${database}: ${name} needs it after ${steps} steps: nothing more is deleted, and it is refused`, async (t) => {
        const shop = await openShop(t);
        await putAll(shop.store, ACME, [elsewhere]);
        afterSteps(steps, shop, attach);
        assert.equal((await remove(shop, false)).kind, 'needed');
        assert.deepEqual(await left(shop), [MANY - steps * AT_ONCE, 1, true]);
      });
    }
  }

  test(`${database}: somebody writes something else meanwhile: the steps go on`, async (t) => {
    const shop = await openShop(t);
    await putAll(shop.store, ACME, [elsewhere]);
    afterSteps(1, shop, ({ store }) => putAll(store, ACME, [line('product', { id: 'p2' })]));
    assert.deepEqual(await remove(shop, false), { kind: 'done' });
    assert.deepEqual(await left(shop), [0, 1, false]);
    assert.equal(Math.max(...shop.deleted), AT_ONCE);
  });
};
