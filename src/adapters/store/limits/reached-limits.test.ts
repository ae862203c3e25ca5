// What stands near, at or beyond a limit: imports, writers at the same time, warnings, and what is told of usage.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLimited, put } from '../../../../test/suites/store/limited-store.ts';
import { ACME, CATALOG, line, putAll, uuid } from '../../../../test/suites/store/store-fixture.ts';
import { remove } from '../../../../test/suites/store/store-resources-fixture.ts';
import { defaultLimits, type LimitName, type Limits } from '../../../domain/limits/limits.ts';
import { importBundle } from '../../../import/import-bundle.ts';
import type { SqliteStore } from '../sqlite/open-sqlite-store.ts';

test('a whole import is refused with the lines that are beyond a limit', async (t) => {
  const { store, dataDir } = await openLimited(t, { categories_per_catalog: 3 });
  const lines = [
    { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
    ...['a', 'b', 'c', 'd'].map((id) => line('category', { id })),
  ].map((object) => `${JSON.stringify(object)}\n`);
  const report = await importBundle(
    store,
    (async function* () {
      yield Buffer.from(lines.join(''));
    })(),
    {
      keepGoing: false,
      spoolDir: dataDir,
    },
  );
  assert.equal(report.committed, false);
  assert.deepEqual(
    report.faults.map((fault) => fault.line),
    [4, 5],
  );
  assert.match(report.faults[0]?.message ?? '', /^category: .*VITRINE_LIMIT_CATEGORIES_PER_CATALOG/);
  assert.equal(
    (await store.readUsage(ACME)).find(({ limit }) => limit === 'categories_per_catalog')?.used,
    1,
  );
});

test('two writers never pass a limit together', async (t) => {
  const { again } = await openLimited(t);
  const limits = { categories_per_catalog: 6 };
  const stores = [await again(limits), await again(limits)];
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      put(stores[index % 2] as SqliteStore, line('category', { id: `n${index}` })),
    ),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 5);
});

test('what stands beyond every limit is read, changed to less and deleted', async (t) => {
  const { again } = await openLimited(t);
  const nothing = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, 1])) as Limits;
  const store = await again(nothing);
  for (const usage of await store.readUsage(ACME)) assert.equal(usage.allowed, 1);
  assert.equal((await put(store, line('content_item', { title: 'A' }))).kind, 'updated');
  for (const kind of ['environment', 'content_model', 'catalog', 'form', 'workspace'] as const) {
    assert.deepEqual(await remove(store, kind, { cascade: true }), { kind: 'done' }, kind);
  }
});

test('a warning comes once for a workspace and a limit, after the commit that brings it near', async (t) => {
  const { store, near } = await openLimited(t, { categories_per_catalog: 10 });
  const id = (index: number) => line('category', { id: `n${index}` });
  for (let index = 0; index < 6; index += 1) await put(store, id(index));
  assert.deepEqual(near, []);
  await store.writeBundle(async (writer) => {
    await writer.put(ACME, id(7));
    return false;
  });
  assert.deepEqual(near, []);
  await put(store, id(7));
  const told = [{ workspace: ACME, limit: 'categories_per_catalog', allowed: 10, used: 8 }];
  assert.deepEqual(near, told);
  await remove(store, 'category', { key: { catalog_id: CATALOG, id: 'n7' } });
  await put(store, id(7));
  await put(store, id(8));
  assert.deepEqual(near, told);
});

test('what is used is told for every limit, of places the fullest', async (t) => {
  const { store } = await openLimited(t);
  const empty = uuid(300);
  await putAll(store, ACME, [
    line('catalog', { id: empty }),
    line('category', { id: 'x', catalog_id: empty }),
    line('category', { id: 'y', catalog_id: empty }),
  ]);
  const usage = await store.readUsage(ACME);
  assert.deepEqual(
    usage.map(({ limit }) => limit),
    Object.keys(defaultLimits),
  );
  const of = (limit: LimitName) => usage.find((entry) => entry.limit === limit);
  assert.deepEqual(of('categories_per_catalog'), {
    limit: 'categories_per_catalog',
    allowed: defaultLimits.categories_per_catalog,
    used: 2,
    fullest: empty,
  });
  assert.deepEqual(
    [of('catalogs_per_workspace')?.used, of('catalogs_per_workspace')?.fullest],
    [2, undefined],
  );
  assert.deepEqual(
    [of('attribute_names_per_catalog')?.used, of('attribute_names_per_catalog')?.fullest],
    [3, CATALOG],
  );
  assert.equal(of('attributes_per_product')?.used, undefined);
  assert.equal(of('submissions_per_form')?.used, 0);
});
