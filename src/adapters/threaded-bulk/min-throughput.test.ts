// Which clients are too slow, measured with a fake clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildMinThroughput } from './min-throughput.ts';

const start = () => {
  const clock = { nowMs: 0, isAwaited: true };
  const throughput = buildMinThroughput(
    { bytes: 100, withinMs: 1_000 },
    () => clock.isAwaited,
    () => clock.nowMs,
  );
  /** Waits this long for this many bytes. */
  const move = (ms: number, bytes: number): void => {
    throughput.begin();
    clock.nowMs += ms;
    throughput.end(bytes);
  };
  return { clock, throughput, move };
};
const tooSlow = { status: 408, code: 'request_too_slow' };

test('too few bytes within the time is too slow, however evenly they come', () => {
  const { move } = start();
  for (let turn = 0; turn < 9; turn += 1) move(100, 10);
  assert.throws(() => move(100, 9), tooSlow);
});

test('enough within the time is fast enough, again and again', () => {
  const { move } = start();
  for (let turn = 0; turn < 100; turn += 1) move(100, 10);
  for (let turn = 0; turn < 5; turn += 1) move(5_000, 100);
  move(999, 0);
  assert.throws(() => move(1, 99), tooSlow);
});

test('no client is too slow while nobody else waits, and earlier time does not count', () => {
  const { clock, throughput, move } = start();
  clock.isAwaited = false;
  for (let turn = 0; turn < 100; turn += 1) move(1_000, 1);
  throughput.begin();
  clock.nowMs += 10_000;
  clock.isAwaited = true;
  throughput.end(1);
  move(999, 1);
  assert.throws(() => move(1, 1), tooSlow);
});

test('time between two waits is not the other side’s', () => {
  const { clock, move } = start();
  for (let turn = 0; turn < 99; turn += 1) {
    move(10, 1);
    clock.nowMs += 60_000;
  }
  assert.throws(() => move(10, 0), tooSlow);
});
