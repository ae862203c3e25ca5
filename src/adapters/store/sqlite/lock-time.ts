// How long this process holds the write lock of the file. Its own requests should not wait for a transaction, so a transaction yields to
// them between its statements; other processes wait for the lock, so after a while it does that less often, and now and then they come first.
// Other threads of this process come first after each transaction.

import { setTimeout as sleep } from 'node:timers/promises';
import { buildYield, YIELD_AFTER_MS, type YieldIfDue } from '../../../runtime/yield-to-event-loop.ts';
import { BREAK_MS } from './busy.ts';
import type { LockAwaited } from './lock-awaited.ts';

/** The longer a transaction has held the lock, the less often it yields: it goes on for a part of that time, within bounds. */
const SLICE_SHARE = 1 / 10;
const SLICE_MAX_MS = 10;
/** Whoever has written for so long without a break takes one: SQLite gives the lock to who asks first, not to who has waited. */
const BUSY_MAX_MS = 100;

export interface LockTime {
  /** Call it before the lock is taken. */
  leaveToOthers(): Promise<void> | undefined;
  /** `hasWaited`: somebody else held it meanwhile. */
  locked(hasWaited: boolean): void;
  /** For the transaction that holds the lock. */
  readonly yieldIfDue: YieldIfDue;
  unlocked(): void;
}

export const buildLockTime = (
  awaited: LockAwaited,
  now: () => number = () => performance.now(),
): LockTime => {
  let lockedAt = 0;
  let unlockedAt = 0;
  /** Since when this process has taken the lock again and again. */
  let busySince = 0;
  let yieldIfDue: YieldIfDue = () => undefined;
  const sliceMs = (): number =>
    Math.min(Math.max((now() - lockedAt) * SLICE_SHARE, YIELD_AFTER_MS), SLICE_MAX_MS);

  const takeBreak = async (): Promise<void> => {
    await sleep(BREAK_MS);
    busySince = now();
  };

  return {
    leaveToOthers: () => {
      const at = now();
      if (at - unlockedAt > BREAK_MS) busySince = at;
      else if (awaited.isAwaited()) return takeBreak();
      return at - busySince < BUSY_MAX_MS ? undefined : takeBreak();
    },
    locked: (hasWaited) => {
      lockedAt = now();
      if (hasWaited) {
        busySince = lockedAt;
        awaited.clear();
      }
      yieldIfDue = buildYield(now, sliceMs);
    },
    yieldIfDue: () => yieldIfDue(),
    unlocked: () => {
      unlockedAt = now();
    },
  };
};
