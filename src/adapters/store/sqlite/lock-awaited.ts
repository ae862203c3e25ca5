// Whether other threads of this process wait for the write lock of the file, in memory that they share. They ask for it every few
// milliseconds: who has asked lately, waits. Nobody has to say that they have stopped, which a thread that was terminated could not.

import { LOCK_AWAITED, type StorageShare } from '../storage-health.ts';

/** A waiting thread asks again within three; a busy machine may delay it. */
const LATELY_MS = 6;

export interface LockAwaited {
  /** Somebody has asked for the lock in vain. */
  note(): void;
  /** Whoever got it has stopped waiting. Others say so again. */
  clear(): void;
  isAwaited(): boolean;
}

export const buildLockAwaited = (
  { memory }: Pick<StorageShare, 'memory'>,
  now: () => number = Date.now,
): LockAwaited => {
  const numbers = new Int32Array(memory);
  // Of the milliseconds, the lowest 32 bits; 0 stands for nobody.
  const stamp = (): number => now() | 0 || 1;
  return {
    note: () => void Atomics.store(numbers, LOCK_AWAITED, stamp()),
    clear: () => void Atomics.store(numbers, LOCK_AWAITED, 0),
    isAwaited: () => {
      const at = Atomics.load(numbers, LOCK_AWAITED);
      return at !== 0 && Math.abs((stamp() - at) | 0) <= LATELY_MS;
    },
  };
};
