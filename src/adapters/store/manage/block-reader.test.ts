// Texts of blocks: which slots match, what is read again, and that memory stays bounded, also when searches run side by side.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { unbounded } from '../../../domain/limits/request-budget.ts';
import { migrate } from '../migrations/migrate.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { openSqliteEngine } from '../sqlite/open-engine.ts';
import { buildBlockReader } from './block-reader.ts';
import { listSlots } from './block-slots.ts';
import type { ListId } from './list-entries.ts';

const open = async (t: TestContext) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-texts-'));
  const engine = await openSqliteEngine(dataDir);
  t.after(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(engine);
  const list: ListId = { tenantId: 't', workspaceId: 'w', catalogId: 'c', kind: 'product' };
  const put = (block: string, slot: number, text: string, of = list) =>
    engine.write(async (tx) => {
      const key = { catalog_id: 'c', kind: 'product', block, id: `${block}${slot}`, locale: '' };
      const row = { ...key, slot, terms: '[]', text };
      await inWorkspace(tx, of).insertInto('list_entry').values(row).execute();
    });
  const blockOf = (block: string, stamp: string) => ({
    from_id: '',
    from_locale: '',
    block,
    stamp,
    slots: '',
    bytes: 20,
  });
  return { engine, list, put, blockOf };
};

test('blocks are read when their stamp is another, and kept within their bound', async (t) => {
  const { engine, list, put, blockOf } = await open(t);
  await put('b1', 3, 'red shoe');
  await put('b1', 200, 'shoe');
  await put('b2', 0, 'blue hat');
  // Room for one of the two, with what its index may take.
  const texts = buildBlockReader(engine.reads, 70);
  const search = async (block: string, stamp: string, needle: string) =>
    listSlots(await texts.search(engine.reads, list, blockOf(block, stamp), needle, unbounded));
  assert.deepEqual(await search('b1', '1', 'shoe'), [3, 200]);
  assert.deepEqual(await search('b1', '1', 'eshoe'), []);
  await put('b1', 5, 'new shoe');
  assert.deepEqual(await search('b1', '1', 'shoe'), [3, 200]);
  assert.deepEqual(await search('b1', '2', 'shoe'), [3, 5, 200]);
  // Too long to be kept now: read again whatever the stamp.
  await put('b1', 6, 'old shoe');
  assert.deepEqual(await search('b1', '2', 'shoe'), [3, 5, 6, 200]);
  for (let turn = 0; turn < 5; turn += 1) {
    const both = await Promise.all([search('b2', `${turn}`, 'hat'), search('b2', `${turn}`, 'hat')]);
    assert.deepEqual(both, [[0], [0]]);
  }
  await put('b2', 1, 'hat');
  assert.deepEqual(await search('b2', '4', 'hat'), [0]);
});

test('a search in many blocks leaves the texts of another workspace in memory', async (t) => {
  const { engine, list, put, blockOf } = await open(t);
  const other = { ...list, tenantId: 'other' };
  const texts = buildBlockReader(engine.reads, 400);
  const search = async (of: typeof list, block: string) =>
    listSlots(await texts.search(engine.reads, of, blockOf(block, '1'), 'shoe', unbounded));
  await put('theirs', 1, 'shoe', other);
  assert.deepEqual(await search(other, 'theirs'), [1]);
  for (let number = 0; number < 40; number += 1) {
    await put(`b${number}`, 0, 'shoe');
    assert.deepEqual(await search(list, `b${number}`), [0]);
  }
  // Under the same stamp it would be found if it was read again.
  await put('theirs', 2, 'shoe', other);
  assert.deepEqual(await search(other, 'theirs'), [1]);
});

test('texts are found alike before and after they have an index', async (t) => {
  const { engine, list, put, blockOf } = await open(t);
  const words = ['red shoe', 'shoé', '', 'a', 'blue', 'shoeAred hat', '𝔸 – x', 'eee'];
  for (const [slot, text] of words.entries()) await put('b', slot, text);
  const texts = buildBlockReader(engine.reads);
  for (const needle of ['s', 'e', 'sho', 'ee', 'red', 'é', '–', 'shoe', 'zz', ' ', 'd s', '𝔸']) {
    const expected = [...words.keys()].filter((slot) => words[slot]?.includes(needle));
    const found = await texts.search(engine.reads, list, blockOf('b', '1'), needle, unbounded);
    assert.deepEqual(listSlots(found), expected, needle);
  }
});
