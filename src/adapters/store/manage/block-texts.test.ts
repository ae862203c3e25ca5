// Texts of blocks: which slots match, what is read again, and that memory stays bounded, also when searches run side by side.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unbounded } from '../../../domain/limits/request-budget.ts';
import { migrate } from '../migrations/migrate.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { openSqliteEngine } from '../sqlite/open-engine.ts';
import { listSlots } from './block-slots.ts';
import { buildBlockTexts } from './block-texts.ts';

test('blocks are read when their stamp is another, and kept within their bound', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-texts-'));
  const engine = await openSqliteEngine(dataDir);
  t.after(async () => {
    await engine.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(engine);
  const list = { tenantId: 't', workspaceId: 'w', catalogId: 'c', kind: 'product' } as const;
  const put = (block: string, slot: number, text: string) =>
    engine.write(async (tx) => {
      const key = { catalog_id: 'c', kind: 'product', block, id: `${block}${slot}`, locale: '' };
      const row = { ...key, slot, terms: '[]', text };
      await inWorkspace(tx, list).insertInto('list_entry').values(row).execute();
    });
  await put('b1', 3, 'red shoe');
  await put('b1', 200, 'shoe');
  await put('b2', 0, 'blue hat');
  const blockOf = (block: string, stamp: string) => ({
    from_id: '',
    from_locale: '',
    block,
    stamp,
    slots: '',
    bytes: 20,
  });
  // Room for one of the two.
  const texts = buildBlockTexts(engine.reads, 15);
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
