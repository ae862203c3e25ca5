// Writing a journal again: every byte, unchanged, and nothing at all if it is not what SQLite wrote.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { damageFile } from '../../../../test/fixtures/damage-file.ts';
import { syncData } from './flusher.ts';
import { JournalLost, writeJournalAgain } from './rewrite-journal.ts';

const LONG_AGO = new Date(0);

/** A journal of several megabytes, and how many frames SQLite counts in it. */
const makeJournal = (t: TestContext, pageSize: number) => {
  const dir = mkdtempSync(join(tmpdir(), 'vitrine-journal-'));
  const database = new DatabaseSync(join(dir, 'a.db'));
  t.after(() => {
    database.close();
    rmSync(dir, { recursive: true, force: true });
  });
  database.exec(`pragma page_size = ${pageSize}; pragma journal_mode = wal; pragma wal_autocheckpoint = 0`);
  database.exec('create table line (text)');
  for (let number = 0; number < 20; number += 1) {
    database.exec('insert into line values (hex(randomblob(60000)))');
  }
  const frames = Number(database.prepare('pragma wal_checkpoint(noop)').get()?.['log']);
  const journal = join(dir, 'a.db-wal');
  return { journal, frames, database };
};

for (const pageSize of [512, 4096, 65_536]) {
  test(`with pages of ${pageSize} bytes it is written again and stays what it was`, async (t) => {
    const { journal, frames } = makeJournal(t, pageSize);
    const before = readFileSync(journal);
    utimesSync(journal, LONG_AGO, LONG_AGO);
    let flushes = 0;
    await writeJournalAgain(journal, frames, async (file) => {
      assert.ok(statSync(journal).mtime > LONG_AGO, 'written before it is flushed');
      flushes += 1;
      await syncData(file);
    });
    assert.equal(flushes, 1);
    assert.ok(before.equals(readFileSync(journal)));
  });
}

test('frames of an earlier journal are ignored', async (t) => {
  const { journal, frames, database } = makeJournal(t, 4096);
  database.exec('pragma wal_checkpoint(restart)');
  database.exec("insert into line values ('first of the next round')");
  const now = Number(database.prepare('pragma wal_checkpoint(noop)').get()?.['log']);
  assert.ok(now > 0 && now < frames);
  await writeJournalAgain(journal, now, syncData);
  await assert.rejects(writeJournalAgain(journal, now + 1, syncData), JournalLost);
});

test('damage anywhere is detected, and nothing is flushed', async (t) => {
  for (const part of [0, 0.1, 0.5, 0.99]) {
    const { journal, frames } = makeJournal(t, 4096);
    damageFile(journal, Math.floor(statSync(journal).size * part), 5);
    const sync = () => Promise.reject(new Error('flushed'));
    await assert.rejects(writeJournalAgain(journal, frames, sync), JournalLost, `at ${part}`);
  }
});

test('a truncated journal is detected, and an empty one is only flushed', async (t) => {
  const { journal, frames, database } = makeJournal(t, 4096);
  await assert.rejects(writeJournalAgain(journal, frames + 1, syncData), JournalLost);
  database.exec('pragma wal_checkpoint(truncate)');
  await writeJournalAgain(journal, 0, syncData);
});
