// Deleting a record with many versions: in short transactions, between which others write and the record is whole. Refused in between,
// nothing more is deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/adapters/store/sql/engine.ts';
import { buildStore, type Store } from '../../../src/adapters/store/store.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import type { BulkStep } from '../../../src/domain/manage/managed-resource.ts';
import { LIMITS, numbers, type OpenEngine, openShop, stateOf } from './delete-much.ts';
import { ACME, line, putAll, uuid, versionIn, versionText } from './store-fixture.ts';
import { NOW } from './store-records-fixture.ts';
import { done, needed, OTHER, remove } from './store-resources-fixture.ts';

const MANY = 20;
const RECORD = uuid(800);
const OLDEST = uuid(900);
const PUBLISHED = uuid(902);
const NEWEST = uuid(900 + MANY - 1);

const addRecord = (store: Store) =>
  putAll(store, ACME, [
    line('record', { id: RECORD }),
    ...numbers(MANY).map((at) => versionIn(uuid(900 + at), 1 + at, ['en-us'], { record_id: RECORD })),
    // It was shown before the other.
    line('publication', { record_id: RECORD, version_id: OLDEST }),
    line('publication', { record_id: RECORD, version_id: PUBLISHED }),
  ]);

const removeRecord = (store: Store, cascade = true) =>
  store.removeRecord(ACME, 'blog', RECORD, { cascade, now: NOW });

const versionsIn = async (store: Store): Promise<string[]> => {
  const { items } = await store.listVersions(ACME, RECORD, { skip: 0, limit: 100 }, unbounded);
  return items.map(({ version }) => version.id);
};

export const describeDeleteVersions = (database: string, openEngine: OpenEngine): void => {
  test(`${database}: a record with many versions goes in short transactions, and leaves nothing`, async (t) => {
    const atOnce = await openShop(await openEngine(t));
    const engine = await openEngine(t);
    const shop = await openShop(engine);
    const counts: number[] = [];
    await addRecord(shop.other);
    shop.before = async (at) => {
      const versions = await versionsIn(shop.other);
      counts.push(versions.length);
      assert.ok(versions.includes(PUBLISHED) && versions.includes(NEWEST), String(versions));
      await putAll(shop.other, OTHER, [line('category', { id: `meanwhile${at}` })]);
      await putAll(atOnce.other, OTHER, [line('category', { id: `meanwhile${at}` })]);
    };
    assert.deepEqual(await removeRecord(shop.store), { kind: 'done' });
    assert.deepEqual(counts, [20, 17, 14, 11, 8, 5, 2]);
    assert.equal(await shop.other.findRecord(ACME, 'blog', RECORD), undefined);
    const [is, never] = [await stateOf(engine), await stateOf(atOnce.engine)];
    for (const [table, rows] of Object.entries(never)) assert.deepEqual(is[table], rows, table);
  });

  test(`${database}: a record that may not be deleted keeps all of its versions`, async (t) => {
    const { store, other } = await openShop(await openEngine(t));
    await addRecord(other);
    const head = await other.headPosition(ACME);
    assert.deepEqual(await removeRecord(store, false), needed(['environment', 'PROD']));
    assert.deepEqual(await store.removeRecord(ACME, 'person', RECORD, { cascade: true, now: NOW }), {
      kind: 'absent',
    });
    assert.equal(await other.headPosition(ACME), head);
  });

  test(`${database}: once another record relates to it, nothing more is deleted`, async (t) => {
    const shop = await openShop(await openEngine(t));
    await addRecord(shop.other);
    const [id, version] = [uuid(500), uuid(501)];
    const localized = { 'en-us': { ...versionText('p'), fields: { about: RECORD } } };
    shop.before = async (at) => {
      if (at !== 2) return;
      await putAll(shop.other, ACME, [
        line('record', { id, model: 'person' }),
        line('version', { record_id: id, id: version, localized }),
      ]);
    };
    assert.deepEqual(await removeRecord(shop.store), needed(['record', id]));
    assert.equal((await versionsIn(shop.other)).length, MANY - 2 * LIMITS.rows);
  });

  test(`${database}: so it does in a bulk request, and few versions go at once`, async (t) => {
    const shop = await openShop(await openEngine(t));
    await addRecord(shop.other);
    let transactions = 0;
    shop.before = async () => {
      transactions += 1;
    };
    const removeInBulk = (id: string) =>
      shop.store.writeBatch(ACME, [{ action: 'delete', kind: 'record', key: { id } }]);
    assert.deepEqual(await removeInBulk(RECORD), [needed(['environment', 'PROD'])]);
    assert.equal(transactions, 2, 'one that finds that it may not go, and the one that says so');
    const unpublish: BulkStep = {
      action: 'delete',
      kind: 'publication',
      key: { record_id: RECORD, environment_id: 'PROD', version_id: PUBLISHED },
    };
    await shop.other.writeBatch(ACME, [unpublish]);
    const versionOf = (id: string) => ({ record_id: RECORD, id });
    transactions = 0;
    assert.deepEqual(
      await shop.store.writeBatch(ACME, [
        { action: 'delete', kind: 'version', key: versionOf(OLDEST) },
        { action: 'delete', kind: 'record', key: { id: RECORD } },
      ]),
      [{ kind: 'deleted' }, { kind: 'deleted' }],
      'each line finds what it names',
    );
    assert.equal(transactions, 1);
    await addRecord(shop.other);
    await shop.other.writeBatch(ACME, [unpublish]);
    transactions = 0;
    assert.deepEqual(await removeInBulk(RECORD), [{ kind: 'deleted' }]);
    assert.equal(transactions, 7);
    transactions = 0;
    await addRecord(shop.other);
    const whole = buildStore({
      ...shop.engine,
      write: async (work, options) => {
        transactions += 1;
        return shop.engine.write(work, options);
      },
    });
    assert.deepEqual(await removeRecord(whole), { kind: 'done' });
    assert.equal(transactions, 1);
  });

  test(`${database}: a model with one record of many versions is not deleted at once`, async (t) => {
    const engine = await openEngine(t);
    const { other } = await openShop(engine);
    await addRecord(other);
    let transactions = 0;
    const write: Engine['write'] = async (work, options) => {
      transactions += 1;
      return engine.write(work, options);
    };
    const limits = { ...LIMITS, atOnce: 1_000_000 };
    const store = buildStore({ ...engine, write }, undefined, limits);
    assert.deepEqual(await remove(store, 'content_model', { cascade: true }), done);
    assert.ok(transactions > MANY / LIMITS.rows, `${transactions}`);
  });
};
