// Reading or writing one record must not scan a whole workspace or table. SQLite has no statistics here, so the plans it
// chooses are checked.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import {
  ACME,
  askEvents,
  CATALOG,
  line,
  putAll,
  uuid,
  versionIn,
} from '../../../../test/suites/store/store-fixture.ts';
import {
  create,
  NOW,
  putModels,
  requestOf,
  save,
  text,
} from '../../../../test/suites/store/store-records-fixture.ts';
import type { FilterAction } from '../../../domain/products/product-filter.ts';
import type { RecordReader } from '../../../domain/records/record-ports.ts';
import { compileRecordQuery } from '../../../domain/records/record-query.ts';
import { toContentModel } from '../sql/documents.ts';
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts';

const [R1, R2, V1, V2, V3] = [uuid(101), uuid(102), uuid(201), uuid(202), uuid(203)] as const;

/** What was just read in the same statement, or is given with it. */
const intended: ReadonlySet<string> = new Set(['SCAN page', 'SCAN piece', 'SCAN CONSTANT ROW']);

/** A `SCAN`, a search by tenant and workspace only, or one that reads a whole list to sort it. */
const isScan = (step: string): boolean =>
  (step.startsWith('SCAN ') && !intended.has(step) && !step.endsWith('-ROW VALUES CLAUSE')) ||
  step.endsWith('(tenant_id=? AND workspace_id=?)') ||
  (step.includes('record_list') && !step.includes('list=?'));

const tables =
  /"(record|version|publication|version_mention|version_slug|record_list|record_entry|record_slot|product_event|product_popularity)"/;

/** Collects the scans of all statements about records that are prepared from now on. */
const watchPlans = (t: TestContext): { readonly scans: string[]; readonly statements: Set<string> } => {
  const prepare = DatabaseSync.prototype.prepare;
  const statements = new Set<string>();
  const scans: string[] = [];
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string): StatementSync {
    const statement = prepare.call(this, sql);
    if (tables.test(sql) && !statements.has(sql)) {
      statements.add(sql);
      const values = Array.from({ length: sql.split('?').length - 1 }, () => '');
      const isOfLists = /"record_(list|slot)"/.test(sql);
      for (const row of prepare.call(this, `explain query plan ${sql}`).all(...values)) {
        const step = String(row['detail']);
        // The rows of a list are in the order of its key, so none has to be sorted.
        if (isScan(step) || (isOfLists && step.includes('TEMP B-TREE'))) scans.push(`${step}: ${sql}`);
      }
    }
    return statement;
  });
  return { scans, statements };
};

const open = async (t: TestContext): Promise<SqliteStore> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-plans-'));
  const store = await openSqliteStore({ dataDir });
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  return store;
};

/** By page, filter, search and sort, in one locale and in several. */
const askLists = async (reader: RecordReader): Promise<void> => {
  const rule = (action: FilterAction, value: string) => ({ field: 'title', action, value, at: '' });
  const rules = [rule('contains', 'o'), rule('not_equal_to', 'x'), rule('greater_than', 'a')];
  const none = { groups: [], search: undefined, sortBy: undefined, sortOrder: undefined };
  const groups = [{ operator: 'AND' as const, rules }];
  for (const criteria of [none, { groups, search: 'o', sortBy: 'title', sortOrder: 'desc' as const }]) {
    const query = compileRecordQuery(toContentModel(line('content_model')), criteria);
    for (const chain of [['en-us'], ['de-de', 'en-us']]) {
      const search = { model: 'blog', view: 'latest' as const, chain, page: { skip: 0, limit: 5 } };
      assert.notEqual(await reader.findPage(query, search), undefined);
    }
  }
};

it('no statement about a record or an event scans the workspace', async (t) => {
  const store = await open(t);
  await putModels(store, ACME);
  const { scans, statements } = watchPlans(t);
  const unique = [{ field: 'title', locale: 'en-us', value: 'other' }];
  const relations = [{ field: 'author', locale: 'en-us', recordId: R1, models: null }];
  await create(store, R1, V1, { key: 'k', unique, relations });
  await create(store, R2, V3, { localized: { 'en-us': text('two', { author: R1 }) } });
  await save(store, R1, V1, V2, { unique });
  for (const versionId of [V1, V2]) await store.publish(ACME, requestOf(R1, versionId));
  await store.unpublish(ACME, requestOf(R1, V2));
  await store.listVersions(ACME, R1, { skip: 0, limit: 5 });
  await store.findVersion(ACME, R1, V1);
  const reader = store.recordsIn({ ...ACME, environmentId: 'PROD' });
  for (const view of ['published', 'latest'] as const) {
    await Array.fromAsync(reader.readRecords('blog', view));
    await reader.findRecords([R1, R2], view);
  }
  await Array.fromAsync(reader.readSlugHolders('/one'));
  await askLists(reader);
  await store.findPublishedRecord({ ...ACME, environmentId: 'PROD' }, CATALOG, R1);
  await store.listIfSmall({ ...ACME, environmentId: 'PROD' }, CATALOG, 1);
  await putAll(store, ACME, [line('category'), line('product')]);
  await askEvents(store, ACME);
  await store.findProduct({ ...ACME, environmentId: 'PROD' }, CATALOG, 'p1');
  assert.equal((await store.removeRecord(ACME, 'blog', R1, { cascade: false, now: NOW })).kind, 'needed');
  assert.equal((await store.removeVersion(ACME, R1, V1)).kind, 'done');
  assert.equal((await store.removeRecord(ACME, 'blog', R2, { cascade: true, now: NOW })).kind, 'done');
  await putAll(store, ACME, [
    line('record', { id: R2 }),
    versionIn(V3, 1, ['en-us'], { record_id: R2 }),
    versionIn(V3, 1, ['de-de'], { record_id: R2 }),
    line('publication', { record_id: R2, version_id: V3 }),
  ]);
  // So many ids in one statement that SQLite might rather go through an index of all records.
  const many = Array.from({ length: 130 }, (_, index) => uuid(1_000 + index));
  await putAll(store, ACME, [
    ...many.map((id) => line('record', { id })),
    ...many.map((id, index) => versionIn(uuid(2_000 + index), 1, ['en-us'], { record_id: id })),
    ...many.map((id, index) => line('publication', { record_id: id, version_id: uuid(2_000 + index) })),
  ]);
  for (const view of ['published', 'latest'] as const) await reader.findRecords(many, view);
  assert.ok(statements.size > 20);
  for (const table of ['record_list', 'record_entry', 'record_slot']) {
    assert.ok(
      [...statements].some((sql) => sql.includes(`"${table}"`)),
      table,
    );
  }
  assert.deepEqual(scans, []);
});

it('what is read of a block of a list is found by the block', async (t) => {
  const store = await open(t);
  await putModels(store, ACME);
  const prepare = DatabaseSync.prototype.prepare;
  const plans = new Map<string, string>();
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string): StatementSync {
    if (/^\s*select[^?]*list_entry/.test(sql.replaceAll('"', '')) && /block"? = /.test(sql)) {
      const values = Array.from({ length: sql.split('?').length - 1 }, () => '');
      const steps = prepare.call(this, `explain query plan ${sql}`).all(...values);
      plans.set(sql, steps.map((step) => String(step['detail'])).join('; '));
    }
    return prepare.call(this, sql);
  });
  const products = Array.from({ length: 600 }, (_, index) =>
    line('product', { id: `q${(index * 37) % 600}`, sku: index === 7 ? 'seven' : 'other' }),
  );
  await putAll(store, ACME, [line('catalog'), ...products]);
  await putAll(store, ACME, [line('product', { id: 'q1', sku: 'changed' })]);
  for (const value of ['seven', 'other']) {
    const query = { filters: [{ field: 'sku', value }], search: 'q' };
    await store.listResources(ACME, 'product', { catalog_id: CATALOG }, { skip: 0, limit: 5 }, query);
  }
  // A change, texts, keys of a block.
  assert.equal(plans.size, 3);
  for (const [sql, plan] of plans)
    assert.match(plan, /^SEARCH list_entry USING PRIMARY KEY .*AND block=\?/, sql);
});
