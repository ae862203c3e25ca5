// Disks that fail: what a write returns, what all other threads know at once, and how the store recovers by itself.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { damageFile, damagePagesWith } from '../../../../test/fixtures/damage-file.ts';
import { ACME, line, putAll, uuid, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import type { StorageNews } from '../storage-health.ts';
import { type DiskOptions, openSqliteEngine, type SqliteEngine } from './open-engine.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const makeDir = (t: TestContext): string => {
  const dir = mkdtempSync(join(tmpdir(), 'vitrine-faults-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
};

const systemError = (code: string): Error => Object.assign(new Error(`${code}: planted`), { code });

/** A disk whose flushes and folder fail with these codes until they are removed. */
const plantDisk = () => {
  const disk = {
    flush: undefined as string | undefined,
    folder: undefined as string | undefined,
    options: {
      pauseMs: 0,
      syncFile: async (file: FileHandle) => {
        if (disk.flush !== undefined) throw systemError(disk.flush);
        await file.datasync();
      },
      probeFolder: async () => {
        if (disk.folder !== undefined) throw systemError(disk.folder);
      },
    } satisfies DiskOptions,
  };
  return disk;
};

const openLines = async (t: TestContext, disk: ReturnType<typeof plantDisk>, dataDir = makeDir(t)) => {
  const engine = await openSqliteEngine(dataDir, disk.options);
  t.after(() => engine.close());
  await run(engine, 'create table line (number integer primary key, text text)');
  const news: StorageNews[] = [];
  engine.health.watch((one) => news.push(one));
  return { engine, dataDir, news };
};

const run = (engine: SqliteEngine, statement: string) =>
  engine.write(async (tx) => void (await sql.raw(statement).execute(acrossWorkspaces(tx))));

const insert = (engine: SqliteEngine, number: number) =>
  run(engine, `insert into line values (${number}, hex(zeroblob(5000)))`);

const numbersIn = async (engine: SqliteEngine): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`select number from line order by number`.execute(
    acrossWorkspaces(engine.reads),
  );
  return rows.map(({ number }) => number);
};

/** What a power cut leaves: the files, without SQLite's shared memory. */
const numbersAfterCut = (dataDir: string): number[] => {
  const copy = join(dataDir, 'cut.db');
  rmSync(`${copy}-shm`, { force: true });
  copyFileSync(join(dataDir, 'vitrine.db'), copy);
  copyFileSync(join(dataDir, 'vitrine.db-wal'), `${copy}-wal`);
  const database = new DatabaseSync(copy);
  try {
    return database
      .prepare('select number from line order by number')
      .all()
      .map((row) => Number(row['number']));
  } finally {
    database.close();
  }
};

describe('a failed flush', () => {
  it('stops the writes of all stores that share the state, at once, and is reported once with its cause', async (t) => {
    const disk = plantDisk();
    const { engine, dataDir, news } = await openLines(t, disk);
    const other = await openSqliteEngine(dataDir, disk.options, engine.health.share);
    t.after(() => other.close());
    disk.flush = 'EIO';
    await assert.rejects(insert(other, 1), { name: 'StorageFailed', status: 503, code: 'storage_failed' });
    // In the same turn of the event loop: no message was needed.
    assert.throws(() => engine.health.assertWritable(), { name: 'StorageFailed' });
    await assert.rejects(insert(engine, 2), { name: 'StorageFailed' });
    assert.deepEqual((await numbersIn(engine)).includes(2), false, 'nothing was begun');
    // A message to another thread may take a while.
    while (news.length === 0) await new Promise(setImmediate);
    assert.equal(news.length, 1);
    assert.deepEqual([news[0]?.fault, news[0]?.isStopped], ['failed', true]);
    assert.match(String(news[0]?.cause?.cause), /EIO/);
  });

  it('ends when the journal was written again, and loses nothing', async (t) => {
    const disk = plantDisk();
    const { engine, dataDir, news } = await openLines(t, disk);
    const other = await openSqliteEngine(dataDir, disk.options, engine.health.share);
    t.after(() => other.close());
    for (const number of [1, 2, 3]) await insert(engine, number);
    disk.flush = 'EIO';
    await assert.rejects(insert(engine, 4), { name: 'StorageFailed' });
    const epoch = engine.health.epoch();
    disk.flush = undefined;
    await insert(other, 5);
    await insert(engine, 6);
    assert.equal(engine.health.epoch(), epoch + 1, 'handles of before are not used again');
    assert.deepEqual(numbersAfterCut(dataDir), [1, 2, 3, 4, 5, 6]);
    while (news.length < 2) await new Promise(setImmediate);
    assert.equal(news.at(-1)?.fault, undefined);
  });

  it('lasts while the journal differs from what was written', async (t) => {
    const disk = plantDisk();
    const { engine, dataDir } = await openLines(t, disk);
    await insert(engine, 1);
    disk.flush = 'EIO';
    await assert.rejects(insert(engine, 2), { name: 'StorageFailed' });
    disk.flush = undefined;
    damageFile(join(dataDir, 'vitrine.db-wal'), 32 + 24 + 100, 8);
    await assert.rejects(insert(engine, 3), { name: 'StorageFailed' });
    assert.equal(engine.health.isStopped(), true);
  });

  it('on a full disk says so, and stops writes all the same', async (t) => {
    const disk = plantDisk();
    const { engine } = await openLines(t, disk);
    disk.flush = 'ENOSPC';
    disk.folder = 'ENOSPC';
    await assert.rejects(insert(engine, 1), { name: 'StorageFull', status: 503 });
    assert.equal(engine.health.isStopped(), true);
    await assert.rejects(insert(engine, 2), { name: 'StorageFull' });
    disk.flush = undefined;
    disk.folder = undefined;
    await insert(engine, 3);
    assert.deepEqual(await numbersIn(engine), [1, 3]);
  });
});

describe('a disk that refuses', () => {
  it('when it is full: 503 by name, what fits is written, and it is over once a probe fits', async (t) => {
    const disk = plantDisk();
    const { engine } = await openLines(t, disk);
    await insert(engine, 1);
    await run(engine, 'pragma max_page_count = 10');
    disk.folder = 'ENOSPC';
    await assert.rejects(run(engine, 'insert into line values (2, hex(zeroblob(50000)))'), {
      name: 'StorageFull',
      code: 'storage_full',
      retryAfterSeconds: 10,
    });
    assert.equal(engine.health.isStopped(), false);
    await engine.recover();
    assert.equal(engine.health.fault(), 'full');
    await run(engine, "insert into line values (3, 'fits')");
    assert.deepEqual(await numbersIn(engine), [1, 3]);
    disk.folder = undefined;
    await run(engine, 'pragma max_page_count = 100000');
    await engine.recover();
    assert.equal(engine.health.fault(), undefined);
    await run(engine, 'insert into line values (2, hex(zeroblob(50000)))');
  });

  it('when it is read-only: reads go on, and the next write tries again', async (t) => {
    const disk = plantDisk();
    const { engine } = await openLines(t, disk);
    await insert(engine, 1);
    await run(engine, 'pragma query_only = on');
    disk.folder = 'EROFS';
    await assert.rejects(insert(engine, 2), { name: 'StorageReadOnly', code: 'storage_read_only' });
    await engine.recover();
    assert.equal(engine.health.fault(), 'read_only');
    assert.deepEqual(await numbersIn(engine), [1]);
    disk.folder = undefined;
    await insert(engine, 3);
    await engine.recover();
    assert.equal(engine.health.fault(), undefined);
    assert.deepEqual(await numbersIn(engine), [1, 3]);
  });
});

const product = (number: number) =>
  line('product', { id: `p${number}`, catalog_id: uuid(1), name: `marker-${number}-${'x'.repeat(600)}` });

const fillStore = async (t: TestContext): Promise<string> => {
  const dataDir = makeDir(t);
  const store = await openSqliteStore({ dataDir });
  await putAll(store, ACME, workspaceLines(ACME));
  await putAll(store, ACME, [
    line('catalog', { id: uuid(1) }),
    ...Array.from({ length: 200 }, (_, n) => product(n)),
  ]);
  await store.close();
  return dataDir;
};

describe('a damaged file', () => {
  it('that is not a database is refused by name when it is opened', async (t) => {
    const dataDir = await fillStore(t);
    damageFile(join(dataDir, 'vitrine.db'), 0, 100);
    await assert.rejects(openSqliteStore({ dataDir }), { name: 'StorageDamaged', status: 503 });
  });

  it('fails requests that read the damaged page, and no others', async (t) => {
    const dataDir = await fillStore(t);
    assert.ok(damagePagesWith(join(dataDir, 'vitrine.db'), 'marker-77-') > 0);
    const store = await openSqliteStore({ dataDir });
    t.after(() => store.close());
    await store.ping();
    const find = (number: number) =>
      store.findResource(ACME, 'product', { catalog_id: uuid(1), id: `p${number}` });
    await assert.rejects(find(77), { name: 'StorageDamaged', status: 503 });
    assert.notEqual(await find(5), undefined);
    await putAll(store, ACME, [line('form', { id: uuid(88) })]);
    await assert.rejects(store.ping(), { name: 'StorageDamaged' });
    assert.equal(typeof store.revision(ACME), 'number');
  });

  it('with text that is not JSON fails requests that read it', async (t) => {
    const dataDir = await fillStore(t);
    const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
    database.exec(`update product set doc = substr(doc, 9) where product_id = 'p9'`);
    database.close();
    const store = await openSqliteStore({ dataDir });
    t.after(() => store.close());
    const find = store.findResource(ACME, 'product', { catalog_id: uuid(1), id: 'p9' });
    await assert.rejects(find, { name: 'StorageDamaged' });
  });

  it('of the journal loses what comes after the damage, and keeps what comes before', async (t) => {
    const dataDir = makeDir(t);
    const engine = await openSqliteEngine(dataDir);
    await run(engine, 'create table line (number integer primary key, text text)');
    for (let number = 1; number <= 5; number += 1) await insert(engine, number);
    const cutDir = makeDir(t);
    for (const name of ['vitrine.db', 'vitrine.db-wal'])
      copyFileSync(join(dataDir, name), join(cutDir, name));
    await engine.close();
    damageFile(join(cutDir, 'vitrine.db-wal'), 32 + 8 * (4096 + 24) + 500, 64);
    const left = await openSqliteEngine(cutDir);
    t.after(() => left.close());
    const numbers = await numbersIn(left);
    assert.ok(numbers.length > 0 && numbers.length < 5, String(numbers));
    assert.deepEqual(numbers, [1, 2, 3, 4].slice(0, numbers.length));
  });
});
