// Deletes with SQLite: a process that dies in the middle leaves a state that fits together, a delete covers all tables, and the search
// index never shows deleted objects again.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { shownOf } from '../../../../test/fixtures/shown-content.ts';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { keptUsage, recountUsage } from '../../../../test/fixtures/usage-recount.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import {
  ACME,
  CATALOG,
  everyKind,
  line,
  MODEL,
  putAll,
  putEvent,
  RECORD,
  uuid,
  VERSION_1,
  versionIn,
  versionText,
} from '../../../../test/suites/store/store-fixture.ts';
import {
  exported,
  keys,
  OTHER,
  remove,
  SUBMISSION,
  submit,
  token,
} from '../../../../test/suites/store/store-resources-fixture.ts';
import type { BundleObject } from '../../../contract/bundle.ts';
import type { ResourceKey, ResourceKind } from '../../../domain/manage/managed-resource.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { openEmbeddedSearch } from '../../embedded-search/embedded-search.ts';
import { buildIndexWork } from '../../embedded-search/work/index-work.ts';
import { buildStore } from '../store.ts';
import { openSqliteEngine } from './open-engine.ts';
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts';

const PROD = { ...ACME, environmentId: 'PROD' };

const openIn = async (t: TestContext) => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  const endings: (() => unknown)[] = [];
  t.after(async () => {
    // Before the store is closed and its folder goes: an index saves itself there when it ends.
    for (const end of endings) await end();
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  return { store, dataDir, atEnd: (end: () => unknown) => endings.push(end) };
};

describe('a process that is killed while it deletes much', () => {
  it('leaves a state that fits together, and the next one deletes the rest', async (t) => {
    const { store, dataDir } = await openIn(t);
    const products = Array.from({ length: 5_000 }, (_, index) => line('product', { id: `q${index}` }));
    await putAll(store, ACME, [...everyKind(ACME), ...products]);
    const program = `
      import { openSqliteStore } from ${JSON.stringify(join(import.meta.dirname, 'open-sqlite-store.ts'))};
      import { remove } from ${JSON.stringify(join(import.meta.dirname, '../../../../test/suites/store/store-resources-fixture.ts'))};
      const [dataDir, kind, changes] = process.argv.slice(1);
      const store = await openSqliteStore({ dataDir });
      const workspace = ${JSON.stringify(ACME)};
      const last = (await store.headPosition(workspace)) + Number(changes);
      const live = async () => {
        if ((await store.headPosition(workspace)) >= last) process.kill(process.pid, 'SIGKILL');
        setImmediate(live);
      };
      void live();
      await remove(store, kind, { cascade: true });
      process.exit(0);`;
    const countProducts = async () =>
      (await store.listResources(ACME, 'product', {}, { skip: 0, limit: 1 }, undefined)).total;
    let before = await countProducts();
    for (const [kind, changes] of [
      ['catalog', '6'],
      ['workspace', '3'],
      ['tenant', '3'],
    ] as const) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, kind, changes]);
      assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'], kind);
      const left = (await exported(store, ACME)).filter((object) => object.kind === 'product').length;
      assert.equal(await countProducts(), left, kind);
      assert.ok(left > 0 && left < before, `${kind}: ${left} of ${before}`);
      assert.deepEqual(keptUsage(dataDir), recountUsage(dataDir), kind);
      assert.equal(await store.inScope(PROD).findCatalog(CATALOG), undefined, 'it is shown nowhere');
      before = left;
    }
    assert.deepEqual(await remove(store, 'catalog', { cascade: true }), { kind: 'done' });
    assert.equal(await countProducts(), 0);
    assert.deepEqual(keptUsage(dataDir), recountUsage(dataDir));
  });
});

describe('a workspace that is deleted', () => {
  it('is gone from all tables, except the head of its feed', async (t) => {
    const { store, dataDir, atEnd } = await openIn(t);
    for (const workspace of [ACME, OTHER]) {
      await putAll(store, workspace, everyKind(workspace));
      const localized = { 'en-us': { ...versionText('x'), fields: { author: RECORD } } };
      await putAll(store, workspace, [line('version', { id: uuid(13), number: 3, localized })]);
      await submit(store, workspace, SUBMISSION);
      await putEvent(store, workspace);
      const counted = { term: 'x', day: '2026-03-01', searches: 2, visitors: 2, zeros: 0, found: 2 };
      await store.replaceSearchCounts(
        { ...workspace, catalogId: keys.catalog.id },
        [{ ...counted, low: new Map([[1, 2]]) }],
        { minVisitors: 2, now: new Date('2026-03-02') },
      );
      await store.createToken(token({ ...workspace, id: workspace.tenantId }), workspace.tenantId);
      await store.publish(workspace, {
        recordId: RECORD,
        elements: [{ environmentId: 'PROD', versionId: VERSION_1 }],
        locale: undefined,
        reaches: () => true,
        now: '2026-03-04T05:06:07.000Z',
        idempotency: { key: workspace.tenantId, fingerprint: 'f' },
      });
    }
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
    atEnd(() => database.close());
    const rowsOf = (tenantId: string): Record<string, unknown> => {
      const tables = database
        .prepare(
          "select m.name as name from sqlite_schema m join pragma_table_info(m.name) c on c.name = 'tenant_id' where m.type = 'table'",
        )
        .all()
        .map((row) => String(row['name']));
      return Object.fromEntries(
        tables.map((table) => [
          table,
          database.prepare(`select count(*) as rows from ${table} where tenant_id = ?`).get(tenantId)?.[
            'rows'
          ],
        ]),
      );
    };
    const theirs = rowsOf('other');
    assert.deepEqual(rowsOf('acme'), theirs);
    for (const [table, rows] of Object.entries(theirs))
      assert.notEqual(rows, 0, `nothing to delete in ${table}`);
    await remove(store, 'workspace', { cascade: true });
    const { feed_head: head, tenant, ...rest } = rowsOf('acme');
    assert.deepEqual([head, tenant], [1, 1]);
    for (const [table, rows] of Object.entries(rest)) assert.equal(rows, 0, table);
    assert.deepEqual(rowsOf('other'), theirs);
    // Created and deleted in one transaction.
    const steps = [
      { action: 'put', object: line('workspace') },
      { action: 'put', object: line('form') },
      { action: 'delete', kind: 'form', key: keys.form },
      { action: 'delete', kind: 'workspace', key: keys.workspace },
    ] as const;
    assert.equal((await store.writeBatch(ACME, steps)).at(-1)?.kind, 'deleted');
    assert.deepEqual([rowsOf('acme')['change'], rowsOf('acme')['workspace']], [0, 0]);
  });
});

const aQuery: ProductQuery = {
  term: undefined,
  categoryId: undefined,
  categoryName: undefined,
  collectionId: undefined,
  facets: [],
  groups: [],
  localeChain: ['en-us'],
  baseLocale: 'en-us',
  currency: 'USD',
  channelId: undefined,
  locationId: undefined,
  customerGroupId: undefined,
  withMerchandising: true,
};

/** Opens an index over the store and its folder of snapshots; closing it saves it. */
const openIndex = (store: SqliteStore, dataDir: string) => {
  const fail = (error: unknown): void => {
    throw error;
  };
  const index = openEmbeddedSearch({
    source: store,
    work: buildIndexWork(store, join(dataDir, 'index')),
    memoryBudgetBytes: Number.POSITIVE_INFINITY,
    onFailure: fail,
  });
  const find = async (text: string): Promise<string[]> => {
    const { hits, total } = await index.searchContent(PROD, CATALOG, {
      text,
      localeChain: ['en-us'],
      type: undefined,
      sortBy: 'title',
      sortOrder: 'asc',
      skip: 0,
      limit: 100,
    });
    assert.equal(total, hits.length);
    return hits.map((hit) => shownOf(hit).provider_id);
  };
  const count = (query: Partial<ProductQuery> = {}) =>
    index.countProducts(PROD, CATALOG, { ...aQuery, ...query });
  return { find, count, close: () => index.close() };
};

const world: BundleObject[] = [
  ...everyKind(ACME).filter(({ kind }) => kind !== 'merchandising_rule'),
  line('product', { id: 'p2', name: 'Blue sneaker', category_ids: ['c2'] }),
  line('category', { id: 'c2', name: 'Sneakers', parent_id: 'c1' }),
  line('merchandising_rule', { when: { search_term: 'trainer' }, hide: ['p2'] }),
];

describe('search after a deletion', () => {
  it('does not show deleted objects, at once', async (t) => {
    const { store, dataDir, atEnd } = await openIn(t);
    await putAll(store, ACME, world);
    const index = openIndex(store, dataDir);
    atEnd(index.close);
    assert.deepEqual(await index.find('about'), ['wp-1']);
    assert.deepEqual(await index.find('v1'), [RECORD]);
    const gone = async (kind: ResourceKind, key: ResourceKey = keys[kind]) =>
      assert.deepEqual(await remove(store, kind, { key, cascade: true }), { kind: 'done' });
    assert.equal(await index.count(), 2);
    assert.equal(await index.count({ term: 'trainer' }), 0);
    await gone('merchandising_rule');
    assert.equal(await index.count({ term: 'trainer' }), 1);
    await gone('synonyms');
    assert.equal(await index.count({ term: 'trainer' }), 0);
    assert.equal(await index.count({ categoryName: 'Sneakers' }), 1);
    await gone('category', { catalog_id: CATALOG, id: 'c2' });
    assert.equal(await index.count({ categoryName: 'Sneakers' }), 0);
    await gone('product');
    assert.equal(await index.count(), 1);
    await gone('content_item');
    assert.deepEqual(await index.find('about'), []);
    await gone('content_model', { id: MODEL });
    assert.deepEqual(await index.find('v1'), []);
    await gone('catalog');
    assert.equal(await index.count(), 0);
  });

  for (const kind of ['catalog', 'environment', 'workspace', 'tenant'] as const) {
    it(`knows nothing of the old ${kind} when one of its name comes back, running or from a snapshot`, async (t) => {
      const { store, dataDir } = await openIn(t);
      await putAll(store, ACME, world);
      const stopped = openIndex(store, dataDir);
      const running = openIndex(store, mkdtempSync(join(dataDir, 'other-')));
      for (const index of [stopped, running]) {
        assert.equal(await index.count(), 2);
        assert.deepEqual([await index.find('about'), await index.find('v1')], [['wp-1'], [RECORD]]);
      }
      await stopped.close();
      const before = await store.headPosition(ACME);
      assert.deepEqual(await remove(store, kind, { cascade: true }), { kind: 'done' });
      // At least as many changes as before: the position alone does not tell the new feed from the old one.
      const again = everyKind(ACME).filter(
        (object) => !['product', 'content_item', 'publication'].includes(object.kind),
      );
      await putAll(store, ACME, [
        ...again,
        line('product', { id: 'new' }),
        ...Array.from({ length: before }, (_, index) => line('category', { id: `c${index}` })),
      ]);
      assert.ok((await store.headPosition(ACME)) > 2 * before);
      const expected = kind === 'environment' ? [3, ['wp-1']] : [1, []];
      const started = openIndex(store, dataDir);
      for (const index of [running, started]) {
        assert.deepEqual([await index.count(), await index.find('about')], expected);
        assert.deepEqual(await index.find('v1'), kind === 'catalog' ? [RECORD] : []);
        await index.close();
      }
    });
  }

  it('shows what is left while much is deleted, and after it was cut off', async (t) => {
    const { store: other, dataDir, atEnd } = await openIn(t);
    const engine = await openSqliteEngine(dataDir);
    let before = async (): Promise<void> => {};
    const write: typeof engine.write = async (work, options) => {
      await before();
      return engine.write(work, options);
    };
    const limits = { atOnce: 0, rows: 2, milliseconds: Number.POSITIVE_INFINITY };
    const store = buildStore({ ...engine, write }, undefined, limits);
    atEnd(() => store.close());
    const records = Array.from({ length: 6 }, (_, at) => [
      line('record', { id: uuid(100 + at) }),
      versionIn(uuid(200 + at), 1, ['en-us'], { record_id: uuid(100 + at) }),
      line('publication', { record_id: uuid(100 + at), version_id: uuid(200 + at) }),
    ]).flat();
    await putAll(other, ACME, [...world, ...records]);
    const index = openIndex(other, dataDir);
    atEnd(index.close);
    const found: number[] = [];
    /** What another engine has written is noticed a few milliseconds later. */
    const noticed = (): Promise<void> =>
      waitUntil('the deletion is noticed', () => other.revision(ACME) === store.revision(ACME), 1);
    const cutOff = async (kind: ResourceKind, transactions: number) => {
      let left = transactions;
      before = async () => {
        left -= 1;
        if (left < 0) throw new Error('cut off');
        await noticed();
        // It was built before, and follows the feed.
        found.push((await index.find('v1')).length);
      };
      await assert.rejects(remove(store, kind, { cascade: true }), /cut off/);
      await noticed();
      const built = openIndex(other, mkdtempSync(join(dataDir, 'other-')));
      assert.deepEqual(await index.find('v1'), await built.find('v1'), kind);
      assert.equal(await index.count(), await built.count(), kind);
      await built.close();
    };
    await cutOff('content_model', 3);
    assert.deepEqual(found, [7, 5, 3]);
    assert.equal((await index.find('v1')).length, 1);
    await cutOff('catalog', 2);
    assert.deepEqual([await index.count(), await index.find('about')], [0, []], 'it is out of sight');
  });

  it('shows a record again only where it is published again', async (t) => {
    const { store, dataDir, atEnd } = await openIn(t);
    await putAll(store, ACME, world);
    const index = openIndex(store, dataDir);
    atEnd(index.close);
    await remove(store, 'content_model', { cascade: true });
    await putAll(store, ACME, [line('content_model'), line('record'), versionIn(VERSION_1, 1, ['en-us'])]);
    assert.deepEqual(await index.find('v1'), []);
    await putAll(store, ACME, [line('publication')]);
    assert.deepEqual(await index.find('v1'), [RECORD]);
  });
});
