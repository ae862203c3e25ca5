// The store suite over SQLite, and what only SQLite has: its file, its locks, its migrations.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import {
  ACME,
  CATALOG,
  collect,
  everyKind,
  line,
  putAll,
  uuid,
  versionIn,
  workspaceLines,
} from '../../../../test/suites/store/store-fixture.ts';
import { describeStore } from '../../../../test/suites/store/store-suite.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import type { Store } from '../store.ts';
import { buildCheckpointer } from './checkpointer.ts';
import { JOURNAL_BYTES, openConnection } from './connection.ts';
import { openSqliteEngine } from './open-engine.ts';
import { openSqliteStore, type SqliteStore } from './open-sqlite-store.ts';
import { faultOfSqlite } from './sqlite-errors.ts';

const endings = new WeakMap<TestContext, (() => unknown)[]>();

/** Last opened, first closed: a folder goes when nothing in it is open any more. */
const atEnd = (t: TestContext, end: () => unknown): void => {
  const known = endings.get(t);
  if (known !== undefined) {
    known.push(end);
    return;
  }
  const own = [end];
  endings.set(t, own);
  t.after(async () => {
    for (const each of own.reverse()) await each();
  });
};

const keepUntilEnd = (t: TestContext, dir: string): string => {
  atEnd(t, () => rmSync(dir, { recursive: true }));
  return dir;
};

const makeDir = (t: TestContext): string => keepUntilEnd(t, mkdtempSync(join(tmpdir(), 'vitrine-store-')));

const openIn = async (t: TestContext, dataDir: string): Promise<SqliteStore> => {
  const store = await openSqliteStore({ dataDir });
  atEnd(t, () => store.close());
  return store;
};

const openCopy = async (t: TestContext, fill?: (store: Store) => Promise<void>): Promise<SqliteStore> =>
  openIn(t, keepUntilEnd(t, await copySqliteFolder(fill)));

describeStore(
  'sqlite store',
  Object.assign((t: TestContext) => openCopy(t), { openCopy }),
);

describe('sqlite revisions', () => {
  it('move with every commit, though the clock stands still', async (t) => {
    const store = await openIn(t, makeDir(t));
    await putAll(store, ACME, workspaceLines(ACME));
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    for (let round = 0; round < 5; round += 1) {
      const before = store.revision(ACME);
      await putAll(store, ACME, [line('form', { display_name: `Contact ${round}` })]);
      assert.notEqual(store.revision(ACME), before);
    }
  });
});

describe('sqlite file', () => {
  it('is readable to its owner only', async (t) => {
    const dataDir = join(makeDir(t), 'new', 'data');
    const store = await openIn(t, dataDir);
    await putAll(store, ACME, workspaceLines(ACME));
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    for (const file of ['vitrine.db', 'vitrine.db-wal']) {
      assert.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600);
    }
  });

  it('keeps what was committed over a reopening', async (t) => {
    const dataDir = makeDir(t);
    const first = await openSqliteStore({ dataDir });
    await putAll(first, ACME, everyKind(ACME));
    const before = await collect(first.readBundle({}));
    await first.close();
    const second = await openIn(t, dataDir);
    assert.deepEqual(await collect(second.readBundle({})), before);
  });

  it('is opened at once by many, and migrated once', async (t) => {
    const dataDir = makeDir(t);
    const stores = await Promise.all(Array.from({ length: 4 }, () => openIn(t, dataDir)));
    await putAll(stores[0] as SqliteStore, ACME, workspaceLines(ACME));
    for (const store of stores) assert.equal(await store.headPosition(ACME), 4);
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
    atEnd(t, () => database.close());
    assert.deepEqual(
      database
        .prepare('select number, name from schema_migration')
        .all()
        .map((row) => ({ ...row })),
      [
        { number: 1, name: '0001-initial' },
        { number: 2, name: '0002-management' },
        { number: 3, name: '0003-usage' },
        { number: 4, name: '0004-access-head' },
        { number: 5, name: '0005-slugs' },
        { number: 6, name: '0006-attributes' },
        { number: 7, name: '0007-record-lists' },
        { number: 8, name: '0008-list-index' },
        { number: 9, name: '0009-leases' },
        { number: 10, name: '0010-store-state' },
        { number: 11, name: '0011-row-security' },
        { number: 12, name: '0012-facets' },
        { number: 13, name: '0013-events' },
        { number: 14, name: '0014-search-reports' },
        { number: 15, name: '0015-product-changes' },
      ],
    );
  });

  it('of before there were slugs knows them once it is opened', async (t) => {
    const dataDir = makeDir(t);
    const first = await openSqliteStore({ dataDir });
    const [record_id, version_id] = [uuid(301), uuid(302)];
    await putAll(first, ACME, [
      ...everyKind(ACME),
      line('record', { id: record_id }),
      versionIn(version_id, 1, ['en-us'], { record_id }),
    ]);
    const holdersIn = (store: SqliteStore) =>
      Array.fromAsync(store.recordsIn({ ...ACME, environmentId: 'PROD' }).readSlugHolders('/v1-en-us'));
    const before = await holdersIn(first);
    assert.ok(before.includes(record_id));
    await first.close();
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
    database.exec('drop table version_slug; alter table feed_head drop column product_changes');
    database.exec('delete from schema_migration where number >= 5');
    database.close();
    assert.deepEqual(await holdersIn(await openIn(t, dataDir)), before);
  });

  it('of before there was an index of lists has one once it is opened', async (t) => {
    const dataDir = makeDir(t);
    const first = await openSqliteStore({ dataDir });
    const products = Array.from({ length: 700 }, (_, index) =>
      line('product', { id: `q${(index * 37) % 700}`, in_stock: index % 3 === 0 }),
    );
    await putAll(first, ACME, [...everyKind(ACME), ...products]);
    const listIn = (store: SqliteStore) =>
      store.listResources(ACME, 'product', { catalog_id: CATALOG }, { skip: 3, limit: 5 }, inStockWith7);
    const inStockWith7 = { filters: [{ field: 'in_stock', value: true }], search: '7' };
    const before = await listIn(first);
    assert.deepEqual([before.total, before.items.length], [43, 5]);
    await first.close();
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
    const [{ number }] = database
      .prepare("select number from schema_migration where name like '%list-index'")
      .all() as unknown as [{ number: number }];
    database.exec('drop table list_entry; drop table list_block; drop table list_term');
    database.exec('alter table feed_head drop column product_changes');
    database.exec(`delete from schema_migration where number >= ${number}`);
    database.close();
    assert.deepEqual(await listIn(await openIn(t, dataDir)), before);
  });

  it('of a newer version is refused, and left as it is', async (t) => {
    const dataDir = makeDir(t);
    const store = await openSqliteStore({ dataDir });
    await store.close();
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
    database.exec(
      "insert into schema_migration (number, name, applied_at) values (99, '0099-later', '2030-01-01')",
    );
    database.close();
    await assert.rejects(openSqliteStore({ dataDir }), /newer version: it has migration 99/);
  });

  it('is copied while others write', async (t) => {
    const dataDir = makeDir(t);
    const store = await openIn(t, dataDir);
    await putAll(store, ACME, everyKind(ACME));
    const before = await collect(store.readBundle({}));
    const copyDir = makeDir(t);
    const copying = store.backUp(join(copyDir, 'vitrine.db'));
    await putAll(store, ACME, [line('form', { id: uuid(88) })]);
    await copying;
    const copy = await openIn(t, copyDir);
    const copied = await collect(copy.readBundle({}));
    assert.ok(copied.length === before.length || copied.length === before.length + 1);
  });
});

describe('sqlite journal', () => {
  it('is copied into the database by a thread once it has grown', async (t) => {
    const file = join(makeDir(t), 'vitrine.db');
    const connection = openConnection(file, 'write');
    atEnd(t, () => connection.close());
    const failures: string[] = [];
    const checkpointer = buildCheckpointer(file, {
      onRefused: ({ message }) => failures.push(message),
      onEnd: () => failures.push('thread'),
    });
    connection.run('create table filler (text)', []);
    checkpointer.afterCommit();
    assert.ok(statSync(file).size < JOURNAL_BYTES);
    connection.run('insert into filler values (?)', ['x'.repeat(2 * JOURNAL_BYTES)]);
    assert.ok(statSync(file).size < JOURNAL_BYTES);
    checkpointer.afterCommit();
    await checkpointer.close();
    assert.ok(statSync(file).size > 2 * JOURNAL_BYTES);
    assert.deepEqual(failures, []);
  });

  it('stays where it is while it cannot be copied, which is told and tried again', async (t) => {
    const file = join(makeDir(t), 'vitrine.db');
    const connection = openConnection(file, 'write');
    atEnd(t, () => connection.close());
    connection.run('create table filler (text)', []);
    connection.run('insert into filler values (?)', ['x'.repeat(2 * JOURNAL_BYTES)]);
    // The journal is there, the database beside it is a folder: no connection can be opened to that.
    const elsewhere = join(makeDir(t), 'vitrine.db');
    mkdirSync(elsewhere);
    copyFileSync(`${file}-wal`, `${elsewhere}-wal`);
    let refused = Promise.withResolvers<Error>();
    const checkpointer = buildCheckpointer(elsewhere, {
      onRefused: (error) => refused.resolve(error),
      onEnd: () => refused.reject(new Error('the thread ended')),
    });
    checkpointer.afterCommit();
    assert.equal(faultOfSqlite(await refused.promise), 'failed');
    refused = Promise.withResolvers();
    const again = setInterval(() => checkpointer.afterCommit(), 10);
    atEnd(t, () => clearInterval(again));
    await refused.promise;
    await checkpointer.close();
  });
});

describe('sqlite deletion', () => {
  it('leaves nothing to be read in the files once they are closed', async (t) => {
    const dataDir = makeDir(t);
    const engine = await openSqliteEngine(dataDir);
    const secret = 'an answer that was erased';
    await engine.write(async (tx) => {
      await sql`create table answer (number integer primary key, text text)`.execute(acrossWorkspaces(tx));
      for (let number = 0; number < 200; number += 1) {
        await sql`insert into answer (text) values (${`${secret} `.repeat(number)})`.execute(
          acrossWorkspaces(tx),
        );
      }
    });
    await engine.write(
      async (tx) => void (await sql`delete from answer where number > 100`.execute(acrossWorkspaces(tx))),
    );
    await engine.write(
      async (tx) => void (await sql`update answer set text = ''`.execute(acrossWorkspaces(tx))),
    );
    await engine.close();
    for (const name of readdirSync(dataDir)) {
      assert.ok(!readFileSync(join(dataDir, name), 'latin1').includes(secret), name);
    }
  });
});

describe('sqlite writers', () => {
  it('take turns within a process, and give up when it takes too long', async (t) => {
    const engine = await openSqliteEngine(makeDir(t));
    atEnd(t, () => engine.close());
    const order: string[] = [];
    let finish = (): void => {};
    const long = engine.write(async () => {
      order.push('long begins');
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      order.push('long ends');
    });
    const next = engine.write(async () => void order.push('next'));
    await assert.rejects(
      engine.write(async () => void order.push('impatient'), { lockTimeoutMs: 5 }),
      (error) => error instanceof Failure && error.status === 503 && error.retryAfterSeconds === 1,
    );
    finish();
    await Promise.all([long, next]);
    assert.deepEqual(order, ['long begins', 'long ends', 'next']);
  });

  it('wait for a writer of another process without holding up reads, and give up in the end', async (t) => {
    const dataDir = makeDir(t);
    const store = await openIn(t, dataDir);
    const engine = await openSqliteEngine(dataDir);
    atEnd(t, () => engine.close());
    const stranger = new DatabaseSync(join(dataDir, 'vitrine.db'));
    atEnd(t, () => stranger.close());
    stranger.exec('begin immediate');
    await assert.rejects(
      engine.write(async () => {}, { lockTimeoutMs: 20 }),
      (error) => error instanceof Failure && error.status === 503,
    );
    const waiting = putAll(store, ACME, workspaceLines(ACME));
    for (let reads = 0; reads < 50; reads += 1) assert.equal(await store.isEmpty(), true);
    stranger.exec('commit');
    assert.deepEqual(await waiting, ['created', 'created', 'created', 'created']);
  });

  it('of two processes lose nothing', async (t) => {
    const dataDir = makeDir(t);
    const store = await openIn(t, dataDir);
    await putAll(store, ACME, [...workspaceLines(ACME), line('catalog')]);
    const head = await store.headPosition(ACME);
    const rounds = 60;
    const program = `
      import { openSqliteStore } from ${JSON.stringify(join(import.meta.dirname, 'open-sqlite-store.ts'))};
      import { ACME, line, putAll } from ${JSON.stringify(join(import.meta.dirname, '../../../../test/suites/store/store-fixture.ts'))};
      const [dataDir, name] = process.argv.slice(1);
      const store = await openSqliteStore({ dataDir });
      for (let round = 0; round < ${rounds}; round += 1) {
        await putAll(store, ACME, [line('product', { id: name + round }), line('product', { id: 'both', name })]);
      }
      await store.close();`;
    const children = ['a', 'b'].map((name) =>
      spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, name], { stdio: 'inherit' }),
    );
    const ended = children.map((child) => once(child, 'exit'));
    for (let round = 0; round < rounds; round += 1) {
      await putAll(store, ACME, [line('product', { id: `own${round}` })]);
    }
    for (const exit of ended) assert.deepEqual(await exit, [0, null]);
    const scope = { ...ACME, environmentId: 'PROD' };
    const products = (await collect(store.readProducts(scope, line('catalog').id))).flat();
    assert.equal(products.length, 3 * rounds + 1);
    const changes = await store.listChanges(ACME, head, 10_000);
    assert.deepEqual(
      changes.map((change) => change.position),
      changes.map((_, index) => head + index + 1),
    );
    const others = new Set(changes.map((change) => change.id));
    for (const product of products) assert.ok(others.has(product.id));
    assert.equal(await store.headPosition(ACME), changes.at(-1)?.position);
  });
});
