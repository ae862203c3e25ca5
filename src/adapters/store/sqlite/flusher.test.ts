// Writes and the flushes that make them durable: no write is acknowledged early, many share a flush, none succeeds after a failure.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as yieldIfDue } from 'node:timers/promises';
import { sql } from 'kysely';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import { migrate } from '../migrations/migrate.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { openStorageHealth } from '../storage-health.ts';
import { buildStore } from '../store.ts';
import { openFlusher, type SyncFile } from './flusher.ts';
import { openSqliteEngine, type SqliteEngine } from './open-engine.ts';

const FAILED = { name: storageFailure('failed').name };

const makeDir = (t: TestContext): string => {
  const dir = mkdtempSync(join(tmpdir(), 'vitrine-flusher-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
};

/** Flushes that the test completes. */
const holdFlushes = () => {
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let begun = 0;
  const syncFile: SyncFile = () => {
    begun += 1;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ resolve, reject });
    return promise;
  };
  return { syncFile, begun: () => begun, next: () => waiting.shift() };
};

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise.then(settle, settle);
  await yieldIfDue();
  return settled;
};

const openJournal = async (t: TestContext, syncFile: SyncFile) => {
  const journal = join(makeDir(t), 'journal');
  writeFileSync(journal, '');
  const health = openStorageHealth();
  t.after(() => health.close());
  return { flusher: await openFlusher(journal, health, syncFile), health };
};

const createTable = (engine: SqliteEngine) =>
  engine.write(
    async (tx) =>
      void (await sql`create table line (number integer primary key)`.execute(acrossWorkspaces(tx))),
  );

const insert = (engine: SqliteEngine, number: number) =>
  engine.write(
    async (tx) => void (await sql`insert into line values (${number})`.execute(acrossWorkspaces(tx))),
  );

describe('a flusher', () => {
  it('covers everything that was written before a flush began, and nothing else', async (t) => {
    const held = holdFlushes();
    const { flusher } = await openJournal(t, held.syncFile);
    const first = flusher.flush();
    const late = [flusher.flush(), flusher.flush()];
    assert.equal(held.begun(), 1);
    held.next()?.resolve();
    await first;
    await yieldIfDue();
    assert.equal(held.begun(), 2, 'both that came during the first share the second');
    const later = flusher.flush();
    assert.equal(await isSettled(Promise.race(late)), false);
    held.next()?.resolve();
    await Promise.all(late);
    await yieldIfDue();
    assert.equal(held.begun(), 3);
    assert.equal(await isSettled(later), false);
    held.next()?.resolve();
    await later;
    await flusher.close();
  });

  it('fails after a failure, also for those who waited', async (t) => {
    const held = holdFlushes();
    const { flusher, health } = await openJournal(t, held.syncFile);
    const first = flusher.flush();
    const waiting = flusher.flush();
    held.next()?.reject(new Error('the disk is gone'));
    await assert.rejects(first, FAILED);
    await assert.rejects(waiting, FAILED);
    await assert.rejects(flusher.flush(), FAILED);
    assert.throws(() => health.assertWritable(), FAILED);
    assert.equal(held.begun(), 1);
    await flusher.close();
  });

  it('closes when the last flush is done', async (t) => {
    const held = holdFlushes();
    const { flusher } = await openJournal(t, held.syncFile);
    const flushes = [flusher.flush(), flusher.flush()];
    const closed = flusher.close();
    held.next()?.resolve();
    assert.equal(await isSettled(closed), false);
    held.next()?.resolve();
    await Promise.all([...flushes, closed]);
  });
});

describe('a write', () => {
  it('is acknowledged when it is flushed, while others read and write', async (t) => {
    let held: ReturnType<typeof holdFlushes> | undefined;
    const engine = await openSqliteEngine(makeDir(t), {
      syncFile: (file) => held?.syncFile(file) ?? file.datasync(),
    });
    t.after(() => engine.close());
    await createTable(engine);
    held = holdFlushes();
    const writes = [insert(engine, 1), insert(engine, 2)];
    const unchanged = engine.write(async () => 'nothing to do');
    await waitUntil('both are committed', async () => {
      const { rows } = await sql`select number from line`.execute(acrossWorkspaces(engine.reads));
      return rows.length === 2;
    });
    for (const write of [...writes, unchanged]) assert.equal(await isSettled(write), false);
    while (held.begun() < 2) {
      held.next()?.resolve();
      await yieldIfDue();
    }
    held.next()?.resolve();
    await Promise.all(writes);
    assert.equal(await unchanged, 'nothing to do');
    held = undefined;
  });

  it('is in the journal as it was when a finished flush began, whatever is lost after that', async (t) => {
    const dataDir = makeDir(t);
    const cutDir = makeDir(t);
    const journal = join(dataDir, 'vitrine.db-wal');
    /** What a power cut leaves: nothing that was written after the last finished flush began. */
    const syncFile = async (file: FileHandle): Promise<void> => {
      const during = join(cutDir, 'during-wal');
      copyFileSync(journal, during);
      await file.datasync();
      copyFileSync(during, join(cutDir, 'vitrine.db-wal'));
    };
    const engine = await openSqliteEngine(dataDir, { syncFile });
    t.after(() => engine.close());
    await createTable(engine);
    const left = (): number => {
      copyFileSync(join(dataDir, 'vitrine.db'), join(cutDir, 'vitrine.db'));
      const copy = join(cutDir, 'copy.db');
      rmSync(`${copy}-shm`, { force: true });
      copyFileSync(join(cutDir, 'vitrine.db'), copy);
      copyFileSync(join(cutDir, 'vitrine.db-wal'), `${copy}-wal`);
      const database = new DatabaseSync(copy);
      try {
        return Number(database.prepare('select count(*) as lines from line').get()?.['lines']);
      } finally {
        database.close();
      }
    };
    let reported = 0;
    const writeSome = async (from: number): Promise<void> => {
      for (let number = from; number < from + 20; number += 1) {
        await insert(engine, number);
        reported += 1;
        assert.ok(left() >= reported);
      }
    };
    await Promise.all([0, 100, 200, 300].map(writeSome));
    assert.equal(left(), 80);
  });

  it('is refused while flushes fail: nothing is built on what may be lost', async (t) => {
    let isBroken = false;
    const syncFile = async (file: FileHandle): Promise<void> => {
      if (isBroken) throw new Error('the disk is gone');
      await file.datasync();
    };
    const engine = await openSqliteEngine(makeDir(t), { syncFile, pauseMs: 0 });
    t.after(() => engine.close());
    await migrate(engine);
    await createTable(engine);
    isBroken = true;
    await assert.rejects(insert(engine, 1), FAILED);
    let isBegun = false;
    const next = engine.write(async () => {
      isBegun = true;
    });
    await assert.rejects(next, FAILED);
    assert.equal(isBegun, false);
    const store = buildStore(engine);
    await assert.rejects(store.ping(), FAILED);
    assert.throws(() => store.assertWritable(), FAILED);
    const erased = store.eraseSubmissions({ tenantId: 't', workspaceId: 'w' }, undefined, () => true);
    await assert.rejects(erased, FAILED, 'also where there is nothing left to erase');
  });
});
