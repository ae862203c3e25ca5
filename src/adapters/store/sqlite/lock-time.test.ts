// With a fake clock: when a transaction yields, and when a process that writes on and on leaves the lock to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLockTime } from './lock-time.ts';

test('a transaction yields each millisecond, and less often the longer it holds the lock', async () => {
  let now = 1_000;
  const lockTime = buildLockTime(() => now);
  const yieldsIn = async (milliseconds: number): Promise<number> => {
    let yields = 0;
    for (let at = 0; at < milliseconds; at += 0.5) {
      now += 0.5;
      const pause = lockTime.yieldIfDue();
      if (pause !== undefined) yields += 1;
      await pause;
    }
    return yields;
  };
  lockTime.locked(false);
  assert.equal(lockTime.yieldIfDue(), undefined);
  assert.equal(await yieldsIn(10), 10);
  now += 20;
  assert.equal(await yieldsIn(20), 5, 'after thirty: every three to five');
  now += 1_000;
  assert.equal(await yieldsIn(100), 10, 'every ten at last');
  lockTime.unlocked();
  lockTime.locked(false);
  now += 1;
  assert.notEqual(lockTime.yieldIfDue(), undefined, 'the next one anew');
});

test('who writes for a tenth of a second without a break takes one, and others do not', async () => {
  let now = 1_000;
  const lockTime = buildLockTime(() => now);
  const breaks = async (restMs: number, hasWaited = false): Promise<number> => {
    let taken = 0;
    for (let write = 0; write < 100; write += 1) {
      const pause = lockTime.leaveToOthers();
      if (pause !== undefined) taken += 1;
      await pause;
      lockTime.locked(hasWaited);
      now += 5;
      lockTime.unlocked();
      now += restMs;
    }
    return taken;
  };
  assert.equal(await breaks(4), 0);
  assert.equal(await breaks(0), 5 - 1);
  now += 4;
  assert.equal(await breaks(0, true), 0, 'the others had the lock in between');
});
