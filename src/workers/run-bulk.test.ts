// The thread of bulk requests is free again whenever its client leaves.

import assert from 'node:assert/strict';
import { on } from 'node:events';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { copySqliteFolder } from '../../test/fixtures/sqlite-folders.ts';
import type {
  BulkThreadSettings,
  FromBulkThread,
  ToBulkThread,
} from '../adapters/threaded-bulk/bulk-messages.ts';
import { defaultLimits } from '../domain/limits/limits.ts';

test('a client that leaves before the first result does not keep the thread', {
  timeout: 60_000,
}, async (t) => {
  const dataDir = await copySqliteFolder();
  const settings: BulkThreadSettings = {
    dataDir,
    ...{ storeUrl: undefined, storage: undefined, limits: defaultLimits },
    importLimits: { maxBytes: 1_000, maxMs: 1_000, writeMaxMs: 1_000 },
  };
  const thread = new Worker(new URL('./run-bulk.ts', import.meta.url), { workerData: settings });
  t.after(async () => {
    await thread.terminate();
    await rm(dataDir, { recursive: true });
  });
  const send = (message: ToBulkThread): void => thread.postMessage(message);
  const sender = { tenantId: 'acme', workspaceId: 'web', isOperator: true };
  send({ request: 1, kind: 'begin', task: { action: 'write', sender } });
  send({ request: 1, kind: 'read' });
  send({ request: 1, kind: 'stop' });
  for await (const [message] of on(thread, 'message') as AsyncIterable<[FromBulkThread]>) {
    assert.equal(message.request, 1);
    if (message.kind === 'free') return;
  }
});
