// Imports on their way to a thread: slow uploads hold none, tenants take turns, and whoever leaves is gone at once.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ImportJob, Upload } from '../../domain/manage/import-job.ts';
import { buildKeyedSemaphore } from '../scheduling/keyed-semaphore.ts';
import { buildImportQueue, tenantOf } from './import-queue.ts';

const TIMEOUT = { timeout: 20_000 };
const jobIn = (tenantId: string, workspaceId: string): ImportJob => ({
  format: 'shopify-csv',
  scope: { tenantId, workspaceId },
  target: { catalogId: undefined, environmentIds: [], locale: 'en-us', currency: 'USD' },
  ...{ keepGoing: false, isDryRun: false, prunes: false, isOperator: false },
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function* short(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}

/** One byte, and then nothing. */
async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
  await new Promise(() => {});
}

/** `threads` at once. An import runs until it is ended by name, or nobody wants it. */
const start = (context: TestContext, threads: number) => {
  const permits = buildKeyedSemaphore(threads, { groupOf: tenantOf });
  const [begun, closed, ended] = [[] as string[], [] as string[], new Map<string, () => void>()];
  let arriving = 0;
  const queue = buildImportQueue({
    takeTurn: async ({ tenantId, workspaceId }, gone) => {
      const owner = JSON.stringify([tenantId, workspaceId]);
      await permits.acquire(owner, gone);
      return { isAwaited: () => permits.isAwaited(owner), release: () => permits.release(owner) };
    },
    begin: async function* ({ release }, { scope: { tenantId, workspaceId } }, _, gone) {
      const name = `${tenantId}/${workspaceId}`;
      begun.push(name);
      try {
        await new Promise<void>((resolve, reject) => {
          ended.set(name, resolve);
          gone.addEventListener('abort', () => reject(gone.reason));
        });
        yield `${name}\n`;
      } finally {
        release();
      }
    },
    receive: async ({ bytes }) => {
      arriving += 1;
      for await (const _ of bytes);
      return { files: [], mapping: undefined, close: async () => void closed.push('closed') };
    },
    throughputLimits: { bytes: 1, withinMs: 60_000 },
  });
  context.after(() => queue.close());
  const send = (place: string, bytes = short()) => {
    const [tenantId = '', workspaceId = ''] = place.split('/');
    const client = new AbortController();
    const upload: Upload = { boundary: 'b', bytes, gone: client.signal };
    const texts = Array.fromAsync(queue.run(jobIn(tenantId, workspaceId), upload));
    texts.catch(() => {});
    return { texts, leave: () => client.abort(new Error('left')) };
  };
  const end = async (place: string): Promise<void> => {
    await settled();
    ended.get(place)?.();
    await settled();
    await settled();
  };
  return { queue, begun, closed, send, end, arrivals: () => arriving };
};

test('uploads that do not end hold no thread, and no place of another tenant', TIMEOUT, async (context) => {
  const { send, end, begun, arrivals } = start(context, 1);
  for (const place of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6']) send(place, endless());
  await settled();
  assert.equal(arrivals(), 4);
  const [other, second] = [send('b/1'), send('b/2')];
  await end('b/1');
  assert.deepEqual(await other.texts, ['b/1\n']);
  await end('b/2');
  assert.deepEqual(await second.texts, ['b/2\n']);
  assert.deepEqual(begun, ['b/1', 'b/2']);
});

test(
  'a third workspace of the same tenant is served while two of its uploads are slow',
  TIMEOUT,
  async (context) => {
    const { send, end } = start(context, 2);
    send('a/1', endless());
    send('a/2', endless());
    const { texts } = send('a/3');
    await end('a/3');
    assert.deepEqual(await texts, ['a/3\n']);
  },
);

test(
  'one import of a tenant at a time: the other thread is for others, whoever came first',
  TIMEOUT,
  async (context) => {
    const { send, end, begun } = start(context, 2);
    for (const place of ['a/1', 'a/2', 'a/3', 'b/1']) send(place);
    await settled();
    assert.deepEqual(begun, ['a/1', 'b/1']);
    await end('a/1');
    assert.deepEqual(begun, ['a/1', 'b/1', 'a/2']);
  },
);

test(
  'who leaves while waiting frees the place at once, and nothing is left of the upload',
  TIMEOUT,
  async (context) => {
    const { send, end, begun, closed } = start(context, 1);
    send('a/1');
    await settled();
    const [gone, next] = [send('b/1'), send('c/1')];
    await settled();
    gone.leave();
    await assert.rejects(gone.texts, /left/);
    assert.deepEqual(closed, ['closed']);
    await end('a/1');
    await end('c/1');
    assert.deepEqual(await next.texts, ['c/1\n']);
    assert.deepEqual(begun, ['a/1', 'c/1']);
    // So does who leaves in the middle of an upload, and of an import.
    const slow = send('b/1', endless());
    await settled();
    slow.leave();
    await assert.rejects(slow.texts, /left/);
    const running = send('b/1');
    await settled();
    running.leave();
    await assert.rejects(running.texts, /left/);
    const last = send('b/1');
    await end('b/1');
    assert.deepEqual(await last.texts, ['b/1\n']);
  },
);

test('who waits for a turn is told so each second', TIMEOUT, async (context) => {
  const upload = { boundary: 'b', bytes: short(), gone: new AbortController().signal };
  // Nobody gets a thread.
  const { queue } = start(context, 0);
  const texts = queue.run(jobIn('b', '1'), upload)[Symbol.asyncIterator]();
  const { value } = await texts.next();
  await texts.return?.();
  assert.equal(JSON.parse(String(value)).progress.phase, 'wait');
});

test(
  'closing ends imports wherever they are, and waits until they are cleaned up',
  TIMEOUT,
  async (context) => {
    const { queue, send, closed } = start(context, 1);
    const all = [send('a/1'), send('b/1'), send('c/1', endless())];
    await settled();
    await queue.close();
    assert.deepEqual(closed, ['closed', 'closed']);
    for (const { texts } of all) await assert.rejects(texts, { code: 'stopping' });
    await assert.rejects(send('d/1').texts, { code: 'stopping' });
  },
);
