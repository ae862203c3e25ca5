// Batches: never too many lines or too much text, none waits for ever, and a source that fails loses nothing it gave.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { BulkLine } from '../../domain/manage/bulk-lines.ts';
import { type BatchLimits, batchesOf } from './bulk-batches.ts';

const limits: BatchLimits = { lines: 3, size: 100, openMs: 50 };

const line = (number: number, size = 1): BulkLine => ({
  number,
  size,
  content: { kind: 'fault', message: '', code: '', isScope: false, isEnd: false },
});

async function* give(...lines: readonly BulkLine[]): AsyncGenerator<BulkLine> {
  yield* lines;
}

const numbers = (batch: readonly BulkLine[]): number[] => batch.map(({ number }) => number);

const batched = async (source: AsyncIterable<BulkLine>): Promise<number[][]> =>
  (await Array.fromAsync(batchesOf(source, limits))).map(numbers);

test('a batch is full with its lines or with its text', async () => {
  assert.deepEqual(await batched(give(...[1, 2, 3, 4, 5, 6, 7].map((number) => line(number)))), [
    [1, 2, 3],
    [4, 5, 6],
    [7],
  ]);
  assert.deepEqual(await batched(give(line(1, 99), line(2, 1), line(3, 500), line(4), line(5))), [
    [1, 2],
    [3],
    [4, 5],
  ]);
  assert.deepEqual(await batched(give()), []);
});

test('lines of a sender who falls silent are handed out after a moment', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { promise, resolve } = Promise.withResolvers<void>();
    const source = async function* () {
      yield* [line(1), line(2)];
      await promise;
      yield line(3);
    };
    const batches = batchesOf(source(), limits);
    const first = batches.next();
    // Both lines have come once the microtasks have run; only the clock can hand them out.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    mock.timers.tick(49);
    mock.timers.tick(1);
    assert.deepEqual(numbers((await first).value ?? []), [1, 2]);
    resolve();
    assert.deepEqual(numbers((await batches.next()).value ?? []), [3]);
    assert.equal((await batches.next()).done, true);
  } finally {
    mock.timers.reset();
  }
});

test('what a source gave before it failed is handed out before its failure', async () => {
  const source = async function* () {
    yield* [line(1), line(2), line(3), line(4)];
    throw new Error('gone');
  };
  const seen: number[][] = [];
  await assert.rejects(async () => {
    for await (const batch of batchesOf(source(), limits)) seen.push(numbers(batch));
  }, /gone/);
  assert.deepEqual(seen, [[1, 2, 3], [4]]);
});

test('a source that fails while a batch is being handled does not fail the process', async () => {
  const source = async function* () {
    yield* [line(1), line(2), line(3)];
    throw new Error('gone');
  };
  const batches = batchesOf(source(), limits);
  assert.deepEqual(numbers((await batches.next()).value ?? []), [1, 2, 3]);
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(batches.next(), /gone/);
});

test('whoever turns away ends the source', async () => {
  let isEnded = false;
  const source = async function* () {
    try {
      for (let number = 1; ; number += 1) yield line(number);
    } finally {
      isEnded = true;
    }
  };
  for await (const batch of batchesOf(source(), limits)) {
    assert.equal(batch.length, 3);
    break;
  }
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(isEnded);
});
