// With a fake clock: when a transaction yields, and when a process that writes on and on leaves the lock to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newStorageShare } from '../storage-health.ts';
import { buildLockAwaited, type LockAwaited } from './lock-awaited.ts';
import { buildLockTime } from './lock-time.ts';

const nobody = { note: () => {}, clear: () => {}, isAwaited: () => false };

test('a transaction yields each millisecond, and less often the longer it holds the lock', async () => {
  let now = 1_000;
  const lockTime = buildLockTime(nobody, () => now);
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
  const lockTime = buildLockTime(nobody, () => now);
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

test('while another thread waits, who has just written takes a break, and who comes anew does not', async () => {
  let now = 1_000;
  const share = newStorageShare();
  const [own, other] = [0, 1].map(() => buildLockAwaited(share, () => now)) as [LockAwaited, LockAwaited];
  const lockTime = buildLockTime(own, () => now);
  const takesBreak = (): boolean => lockTime.leaveToOthers() !== undefined;
  other.note();
  assert.equal(takesBreak(), false, 'it has not written');
  lockTime.locked(false);
  lockTime.unlocked();
  assert.equal(takesBreak(), true);
  now += 7;
  lockTime.unlocked();
  assert.equal(takesBreak(), false, 'the other has not asked again');
  own.note();
  lockTime.locked(true);
  lockTime.unlocked();
  assert.equal(takesBreak(), false, 'it has waited itself');
});

test('who waits is known whatever the clock says', () => {
  for (const start of [0, 2 ** 31 - 1, 2 ** 32 - 2, 1_795_000_000_000]) {
    let now = start;
    const awaited = buildLockAwaited(newStorageShare(), () => now);
    assert.equal(awaited.isAwaited(), false);
    awaited.note();
    now += 6;
    assert.equal(awaited.isAwaited(), true, String(start));
    now += 2;
    assert.equal(awaited.isAwaited(), false, String(start));
  }
});
