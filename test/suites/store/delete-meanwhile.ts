// Deleting much while others write: records of a model that takes over a name stay, and whether a deletion without cascade may go on is
// decided again, without the lock, whenever somebody has written.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { numbers, type OpenEngine, openShop } from './delete-much.ts';
import { ACME, line, putAll, uuid, versionText } from './store-fixture.ts';
import { done, left, needed, remove } from './store-resources-fixture.ts';

const MODEL = uuid(21);
const NOW = '2026-03-04T05:06:07.000Z';
const person = (at: number) => [
  line('record', { id: uuid(700 + at), model: 'person' }),
  line('version', {
    record_id: uuid(700 + at),
    id: uuid(800 + at),
    localized: { 'en-us': versionText('p') },
  }),
];

const EMPTY = { id: uuid(6) };

export const describeDeleteMeanwhile = (database: string, openEngine: OpenEngine): void => {
  const openWithEvents = async (t: TestContext) => {
    const shop = await openShop(await openEngine(t));
    await putAll(shop.other, ACME, [
      line('catalog', EMPTY),
      ...numbers(250).map((at) => line('search_event', { catalog_id: EMPTY.id, term: `term${at}` })),
    ]);
    return shop;
  };
  /** How many transactions it took beside so many writes of others. */
  const countTransactions = async (t: TestContext, writes: number): Promise<number> => {
    const shop = await openWithEvents(t);
    let transactions = 0;
    shop.before = async (at) => {
      transactions += 1;
      if (at < writes) await putAll(shop.other, ACME, [line('category', { id: `meanwhile${at}` })]);
    };
    assert.deepEqual(await remove(shop.store, 'catalog', { key: EMPTY }), done);
    return transactions;
  };

  test(`${database}: without cascade, it is decided again before the next transaction if somebody has written`, async (t) => {
    const undisturbed = await countTransactions(t, 0);
    assert.equal(await countTransactions(t, 4), undisturbed + 4);
  });

  test(`${database}: without cascade, nothing more is deleted once something needs the resource`, async (t) => {
    const shop = await openWithEvents(t);
    shop.before = async (at) => {
      if (at === 1) await putAll(shop.other, ACME, [line('product', { catalog_id: EMPTY.id, id: 'new' })]);
    };
    assert.deepEqual(await remove(shop.store, 'catalog', { key: EMPTY }), needed(['product', 'new']));
    const terms = (await left(shop.other, ACME)).filter((name) => /^search_event term\d+$/.test(name));
    assert.ok(terms.length > 100, `${terms.length}`);
  });

  test(`${database}: the records of a model that takes over the name of one that is deleted stay`, async (t) => {
    const shop = await openShop(await openEngine(t));
    const { other, store } = shop;
    await putAll(other, ACME, numbers(5).flatMap(person));
    shop.before = async (at) => {
      if (at !== 1) return;
      for (const id of [uuid(703), uuid(704)])
        await other.removeRecord(ACME, 'person', id, { cascade: false, now: NOW });
      const renamed = line('content_model', { id: MODEL, internal_name: 'renamed' });
      await putAll(other, ACME, [renamed, line('content_model', { id: uuid(22), internal_name: 'person' })]);
      await putAll(other, ACME, person(5));
    };
    const result = await remove(store, 'content_model', { key: { id: MODEL }, cascade: true });
    assert.equal(result.kind, 'refused');
    const names = await left(other, ACME);
    assert.ok(names.includes(`record ${uuid(705)}`) && !names.includes(`record ${uuid(700)}`));
  });
};
