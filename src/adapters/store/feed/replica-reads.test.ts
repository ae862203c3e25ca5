// Whose fault it is when a read over a replica fails, and that nothing is said of replicas after the store was closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDb } from '../postgres/dialect.ts';
import { openReplicas } from '../postgres/replicas.ts';
import type { Db, Replica } from '../sql/engine.ts';
import { PrimaryFailed } from '../sql/replica-unfit.ts';
import { openStorageHealth } from '../storage-health.ts';
import { buildReplicaReads } from './replica-reads.ts';

const workspace = { tenantId: 'acme', workspaceId: 'web' };
const down = async (): Promise<never> => {
  throw new Error('down');
};
const failing: Db = buildDb(down, false);
/** Has one change. */
const serving: Db = buildDb(
  async (text) => ({
    changes: 0,
    rows: [
      text.includes('feed_head')
        ? { head: 1, trimmed_through: 0 }
        : { kind: 'product', catalog_id: 'c', id: 'p', at_ms: 1 },
    ],
  }),
  false,
);

const readWith = async (reads: Db, copy: Db) => {
  const notes: string[] = [];
  const replica: Replica = {
    open: async () => ({ db: copy, close: async () => {} }),
    note: (refusal) => notes.push(refusal ?? 'served'),
  };
  const replicas = { inTurn: () => [replica], watch: () => {}, measureLag: () => () => 0 };
  const read = buildReplicaReads({ reads, replicas });
  const from = await read(
    { workspace },
    async () => 'replica',
    async () => 'primary',
  );
  return { from, notes };
};

test('a replica is blamed for its own failures, and not for those of the primary', async () => {
  assert.deepEqual(await readWith(serving, serving), { from: 'replica', notes: ['served'] });
  assert.deepEqual(await readWith(serving, failing), { from: 'primary', notes: ['failed'] });
  assert.deepEqual(await readWith(failing, serving), { from: 'primary', notes: [] });
});

test('a primary that cannot say how far it is blames nobody; notes after the end are dropped', async () => {
  const health = openStorageHealth();
  const replicas = openReplicas(['postgres://127.0.0.1:9/none'], down, health.share);
  const [replica] = replicas?.inTurn() ?? [];
  assert.ok(replica !== undefined);
  await assert.rejects(replica.open(true), PrimaryFailed);
  const news: unknown[] = [];
  replicas?.watch((one) => news.push(one));
  replica.note('behind');
  await replicas?.close();
  replica.note('failed', new Error('too late'));
  assert.equal(news.length, 1);
  health.close();
});
