// A copy has every row of its source, whatever was in the target before, and may be interrupted at any time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import {
  openFilled,
  openMigrated,
  readAll,
  targetsWith,
} from '../../../../test/suites/store/filled-engines.ts';
import { ACME, line, putAll, uuid } from '../../../../test/suites/store/store-fixture.ts';
import { findVisitorSecret } from '../access/visitor-secret.ts';
import type { Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { dataTables, keyOf } from '../sql/table-keys.ts';
import { copyStore } from './copy-store.ts';
import { copyTables } from './copy-tables.ts';
import { assertNoCopyUnderWay, CopyRefused } from './incomplete-copy.ts';

const copying = { overwrite: false, onProgress: () => {} };
const targets = targetsWith(usePostgres());

test('the keys are those of the database, and no table is forgotten', async (t) => {
  const { reads } = await openMigrated(t);
  const { rows } = await sql<{ table: string; key: string }>`
    select t.name as "table", group_concat(c.name, ',' order by c.pk) as key
    from pragma_table_list t, pragma_table_info(t.name) c
    where t.schema = 'main' and t.name not like 'sqlite_%' and c.pk > 0 group by 1`.execute(
    acrossWorkspaces(reads),
  );
  const found = Object.fromEntries(rows.map(({ table, key }) => [table, key]));
  const { schema_migration, store_state, lease, ...data } = found;
  assert.deepEqual([schema_migration, store_state, lease], ['number', 'name', 'name']);
  assert.deepEqual(data, Object.fromEntries(dataTables.map((table) => [table, keyOf(table).join(',')])));
});

for (const [name, openTarget] of Object.entries(targets)) {
  test(`a copy in ${name} has every row and says so by its digest`, async (t) => {
    const { engine: source } = await openFilled(t);
    const target = await openTarget(t);
    const report = await copyStore(source, target, copying);
    assert.deepEqual(await readAll(target), await readAll(source));
    assert.equal(report.isComplete, true);
    assert.equal(report.passes, 2);
    assert.equal(report.written, report.rows);
    assert.match(report.digest ?? '', /^[0-9a-f]{64}$/);
    await assertNoCopyUnderWay(target);
  });

  test(`a copy in ${name} that was interrupted goes on, and nothing starts on it before`, async (t) => {
    const { engine: source, store } = await openFilled(t);
    const target = await openTarget(t);
    const interrupt = { ...copying, onProgress: ({ table }: { readonly table: string }) => stopAt(table) };
    const stopAt = (table: string): void => {
      if (table === 'product') throw new Error('interrupted');
    };
    await assert.rejects(copyStore(source, target, interrupt), /interrupted/);
    await assert.rejects(assertNoCopyUnderWay(target), /copy is not complete/);
    // What was copied already changes before the copy goes on.
    await putAll(store, ACME, [line('environment', { default_locale: 'de' })]);
    const report = await copyStore(source, target, copying);
    assert.ok(report.written < report.rows);
    assert.deepEqual(await readAll(target), await readAll(source));
  });

  test(`rows in ${name} that the source does not have, or has otherwise, are replaced; unique values may move`, async (t) => {
    const { engine: source } = await openFilled(t);
    const { engine: target, store } = await openFilled(t, openTarget);
    await putAll(store, ACME, [line('form', { name: 'other' }), line('catalog', { id: uuid(777) })]);
    // The same host in another workspace.
    await target.write((tx) =>
      acrossWorkspaces(tx).updateTable('domain').set({ workspace_id: 'zzz' }).execute(),
    );
    await assert.rejects(copyStore(source, target, copying), CopyRefused);
    await assert.doesNotReject(assertNoCopyUnderWay(target));
    const report = await copyStore(source, target, { ...copying, overwrite: true });
    assert.ok(report.deleted > 0);
    assert.deepEqual(await readAll(target), await readAll(source));
  });
}

test('the target gets the visitor secret of the source when the copy is complete', async (t) => {
  const { engine: source, store } = await openFilled(t);
  const { engine: target, store: other } = await openFilled(t);
  const own = await other.readVisitorSecret();
  const interrupt = () => {
    throw new Error('interrupted');
  };
  const overwriting = { ...copying, overwrite: true };
  await assert.rejects(
    copyStore(source, target, { ...overwriting, visitorSecret: Buffer.from('file'), onProgress: interrupt }),
  );
  assert.deepEqual(await findVisitorSecret(target.reads), own);
  await copyStore(source, target, overwriting);
  assert.deepEqual(await findVisitorSecret(target.reads), own, 'the source has none');
  await copyStore(source, target, { ...overwriting, visitorSecret: Buffer.from('file') });
  assert.deepEqual(await findVisitorSecret(target.reads), Buffer.from('file'));
  const ofSource = await store.readVisitorSecret();
  await copyStore(source, target, overwriting);
  assert.deepEqual(await findVisitorSecret(target.reads), ofSource);
});

test('while the source is written to in each pass, the copy is not complete', async (t) => {
  const { engine: source, store } = await openFilled(t);
  const target = await openMigrated(t);
  const writes: Promise<unknown>[] = [];
  let name = 0;
  const onProgress = ({ table }: { readonly table: string }): void => {
    if (table !== 'tenant') return;
    name += 1;
    writes.push(putAll(store, ACME, [line('form', { name: `form ${name}` })]));
  };
  const report = await copyStore(source, target, { overwrite: false, onProgress });
  await Promise.all(writes);
  assert.equal(report.isComplete, false);
  assert.equal(report.digest, undefined);
  await assert.rejects(assertNoCopyUnderWay(target), /copy is not complete/);
  assert.equal((await copyStore(source, target, copying)).isComplete, true);
  assert.deepEqual(await readAll(target), await readAll(source));
});

test('large tables and large rows are read in chunks', async (t) => {
  const [source, target] = [await openMigrated(t), await openMigrated(t)];
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    ...{ tenant_id: 'acme', workspace_id: 'web', catalog_id: uuid(1) },
    product_id: `p${index % 7}-${index}`,
    doc: index % 500 === 0 ? 'x'.repeat(2_000_000) : `{"id":${index}}`,
    revision: 1,
  }));
  await source.write(async (tx) => {
    for (let from = 0; from < rows.length; from += 500)
      await acrossWorkspaces(tx)
        .insertInto('product')
        .values(rows.slice(from, from + 500))
        .execute();
  });
  const sizes: number[] = [];
  const counted: Engine = {
    ...target,
    write: (work, options) => {
      sizes.push(1);
      return target.write(work, options);
    },
  };
  const first = await copyTables(source.reads, counted, () => {});
  assert.equal(first.written, rows.length);
  assert.ok(sizes.length > 8);
  const second = await copyTables(source.reads, target, () => {});
  assert.deepEqual([second.written, second.deleted], [0, 0]);
  assert.equal(second.digests.source, second.digests.target);
  assert.notEqual(first.digests.source, first.digests.target);
});
