// Each flush, each wait of a write and each failure is reported once.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { openSqliteEngine } from './open-engine.ts';
import { watchFlushes } from './watch-flushes.ts';

test('writes report their waits, their flushes and failures of the disk', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-flushes-'));
  context.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const flushes: boolean[] = [];
  const waits: number[] = [];
  const metrics = {
    flushed: (tookMs: number, isDone: boolean) => {
      assert.ok(tookMs >= 0);
      flushes.push(isDone);
    },
    waitedToWrite: (tookMs: number) => waits.push(tookMs),
  };
  let isBroken = false;
  const syncFile = watchFlushes(metrics, async (file) => {
    if (isBroken) throw new Error('the disk is gone');
    await file.datasync();
  });
  const engine = await openSqliteEngine(dataDir, { syncFile, metrics });
  context.after(() => engine.close());
  await engine.write((tx) =>
    sql`create table line (number integer primary key)`.execute(acrossWorkspaces(tx)),
  );
  assert.deepEqual([flushes, waits.length], [[true], 1]);
  isBroken = true;
  await assert.rejects(
    engine.write((tx) => sql`insert into line values (1)`.execute(acrossWorkspaces(tx))),
    { name: 'StorageFailed' },
  );
  assert.deepEqual([flushes, waits.length], [[true, false], 2]);
});
