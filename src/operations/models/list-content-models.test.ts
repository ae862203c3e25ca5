// Listing content models: in the order of their names, searched in the asked locale.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, lostCaller } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { modelOf } from '../../../test/fixtures/fake-records.ts';
import { buildListContentModels } from './list-content-models.ts';

const list = buildListContentModels({
  meter: meterWith().meter,
  records: {
    listContentModels: async (workspace) => {
      assert.equal(workspace.tenantId, 'acme');
      return [
        modelOf('page', {}, { name: 'Page', localized: { de: { name: 'Säite' } } }),
        modelOf('blog', { title: {} }, { name: 'Journal' }),
        modelOf('settings', {}, { name: 'Settings', type: 'single' }),
      ];
    },
  },
});
type Query = Parameters<typeof list>[1]['query'];
const run = (query: Query = {}, who = caller) =>
  list(who, { params: {}, query, headers: {}, body: undefined });
const names = ({ items }: Awaited<ReturnType<typeof run>>) => items.map(({ internal_name }) => internal_name);

test('all models with their fields, in the order of internal names, page by page', async () => {
  const all = await run();
  assert.deepEqual([all.total_count, names(all)], [3, ['blog', 'page', 'settings']]);
  assert.equal(all.items[0]?.fields[0]?.field_properties.internal_name, 'title');
  const page = await run({ skip: 1, limit: 1 });
  assert.deepEqual([page.total_count, names(page)], [3, ['page']]);
});

test('search looks at the name in the asked locale and at the internal name; type narrows', async () => {
  assert.deepEqual(names(await run({ search: 'journal' })), ['blog']);
  assert.deepEqual(names(await run({ search: 'SAITE', locale: 'de-at' })), ['page']);
  assert.deepEqual(names(await run({ search: 'saite' })), []);
  assert.deepEqual(names(await run({ search: 'set' })), ['settings']);
  assert.deepEqual(names(await run({ type: 'single' })), ['settings']);
});

test('an unknown environment is not found', async () => {
  await assert.rejects(run({}, lostCaller), failure(404, 'EnvironmentNotFound', 'environment_not_found'));
});
