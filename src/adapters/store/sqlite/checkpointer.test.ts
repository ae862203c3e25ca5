// A successful commit does not fail because the journal cannot be inspected, and does not have to cut it.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { buildCheckpointer } from './checkpointer.ts';
import { JOURNAL_BYTES, openConnection } from './connection.ts';

test('a journal of unknown size is left alone', async () => {
  const refused: unknown[] = [];
  const checkpointer = buildCheckpointer(`/${'x'.repeat(5_000)}`, {
    onRefused: (error) => {
      refused.push(error);
      return error;
    },
    onEnd: () => assert.fail(),
  });
  checkpointer.afterCommit();
  assert.deepEqual(refused, []);
});

test('the thread cuts a long journal itself, and keeps what was committed', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-checkpoint-'));
  const file = join(folder, 'data.sqlite');
  const connection = openConnection(file, 'write');
  const failures: unknown[] = [];
  const onEnd = () => failures.push('the thread ended');
  const checkpointer = buildCheckpointer(file, { onRefused: (error) => failures.push(error), onEnd });
  context.after(async () => {
    await checkpointer.close();
    connection.close();
    await rm(folder, { recursive: true });
  });
  connection.run('create table filler (value text)', []);
  connection.run('insert into filler values (?)', ['x'.repeat(5 * JOURNAL_BYTES)]);
  const sizeNow = () => statSync(`${file}-wal`).size;
  assert.ok(sizeNow() > 5 * JOURNAL_BYTES);
  // Nobody commits any more.
  checkpointer.afterCommit();
  await waitUntil('the journal is short', () => sizeNow() <= JOURNAL_BYTES);
  const [row] = connection.run('select length(value) as length from filler', []).rows;
  assert.deepEqual({ ...(row as object) }, { length: 5 * JOURNAL_BYTES });
  assert.deepEqual(failures, []);
});
