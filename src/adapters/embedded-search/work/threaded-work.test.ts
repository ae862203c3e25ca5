// Index threads that are terminated after growing, and errors passed between threads.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { toPlain } from '../../../domain/failures/plain-failure.ts';
import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import type { IndexId } from '../index-id.ts';
import type { StoredSegment } from '../segments/segment-stack.ts';
import type { IndexWork } from './index-work.ts';
import { openThreadedWork, type ThreadOptions } from './threaded-work.ts';

/** A thread that allocates as much memory as the task says, and responds with its thread id. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId, workerData } from 'node:worker_threads';
    parentPort.on('message', ({ task, values: [held] }) => {
      if (task === 'plan') parentPort.postMessage({ refusal: workerData, heldBytes: 0 });
      else if (task === 'merge') {
        const bytes = new Uint8Array(new SharedArrayBuffer(8)).fill(7);
        parentPort.postMessage({ value: { bytes, tombstones: new Uint32Array(0), live: bytes }, heldBytes: 0 });
      } else parentPort.postMessage({ value: threadId, heldBytes: held });
    });
  `)}`,
);

const open = (context: TestContext, options: ThreadOptions) => {
  const work = openThreadedWork(entry, toPlain(storageFailure('damaged')), 2, options);
  context.after(() => work.close());
  return work;
};

/** Runs a task that holds this much memory; returns the thread id. */
const run = async (work: IndexWork, heldBytes: number): Promise<number> =>
  (await work.load(heldBytes as unknown as IndexId)) as unknown as number;

test('a thread that has grown is terminated once idle, and another takes the next task', async (context) => {
  const work = open(context, { heldBytesMax: 100, idleMs: 0 });
  const grown = await run(work, 101);
  await waitUntil('another thread is there', async () => (await run(work, 101)) !== grown);
});

test('a thread that has not grown stays, however long it is idle', async (context) => {
  const work = open(context, { heldBytesMax: 100, idleMs: 0 });
  const first = await run(work, 100);
  // As long as one that has grown needs to be ended.
  const other = open(context, { heldBytesMax: 100, idleMs: 0 });
  const grown = await run(other, 101);
  await waitUntil('another thread is there', async () => (await run(other, 101)) !== grown);
  assert.equal(await run(work, 100), first);
});

test('a thread that has grown stays while there is work for it', async (context) => {
  const work = open(context, { heldBytesMax: 100, idleMs: 60_000 });
  const first = await run(work, 101);
  assert.equal(await run(work, 101), first);
});

const runTwo = (work: IndexWork): Promise<number[]> => Promise.all([run(work, 100), run(work, 100)]);

test('a second thread that has not grown stays for a while', async (context) => {
  const kept = open(context, { heldBytesMax: 100, idleMs: 0, surplusIdleMs: 60_000 });
  const ended = open(context, { heldBytesMax: 100, idleMs: 60_000, surplusIdleMs: 0 });
  const [ofKept, ofEnded] = [await runTwo(kept), await runTwo(ended)];
  await waitUntil('another thread is there', async () =>
    (await runTwo(ended)).some((thread) => !ofEnded.includes(thread)),
  );
  assert.deepEqual((await runTwo(kept)).sort(), ofKept.sort());
});

test('a failure for the caller arrives as one', async (context) => {
  const work = open(context, {});
  const indexId = 0 as unknown as IndexId;
  await assert.rejects(work.plan(indexId), { name: 'StorageDamaged', status: 503, retryAfterSeconds: 10 });
});

test('small buffers from a thread are copied, byte for byte', async (context) => {
  const { bytes, live } = await open(context, {}).merge('content', [] as readonly StoredSegment[]);
  assert.deepEqual([...bytes, ...(live ?? [])], Array(16).fill(7));
  // Both were the same memory in the thread.
  assert.notEqual(bytes.buffer, live?.buffer);
});
