// Waits while another connection holds the lock of the database. node:sqlite is synchronous, so SQLite's own busy timeout
// would block the process. It is 0, and the waiting is done here, between attempts.

import { setTimeout as sleep } from 'node:timers/promises';
import { serviceUnavailable } from '../../../domain/failures/unavailable-failures.ts';
import { isBusy } from './sqlite-errors.ts';

export const LOCK_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 2;
/** The longest pause with its jitter. Whoever leaves the lock alone for so long gives it to those that wait. */
export const BREAK_MS = 3;

/**
 * Repeats the attempt until the database is free. After the deadline (a `performance.now()`) the service is unavailable. `onBusy` is called
 * before each wait.
 */
export const whileBusy = async <T>(
  attempt: () => T,
  deadline: number,
  onBusy: () => void = () => {},
): Promise<T> => {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (performance.now() >= deadline) {
      throw serviceUnavailable(1, 'busy');
    }
    onBusy();
    // Jitter, so that two waiting processes do not retry in step.
    await sleep(pause * (0.5 + Math.random()));
  }
};
