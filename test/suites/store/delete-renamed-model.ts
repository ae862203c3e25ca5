// A model that is renamed while it is deleted: records that another model of its old name has by then stay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbers, type OpenEngine, openShop } from './delete-much.ts';
import { ACME, line, putAll, uuid, versionText } from './store-fixture.ts';
import { left, remove } from './store-resources-fixture.ts';

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

export const describeDeleteRenamedModel = (database: string, openEngine: OpenEngine): void => {
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
