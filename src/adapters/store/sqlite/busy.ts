// Waiting for a database that another connection has locked. node:sqlite is synchronous, so SQLite's own busy timeout
// would hold the whole process still: it stays 0 and the waiting is done here, between tries.

import { setTimeout as sleep } from 'node:timers/promises';
import { serviceUnavailable } from '../../../domain/failures/unavailable-failures.ts';
import { isBusy } from './sqlite-errors.ts';

export const LOCK_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

/** Tries until the database is free; past the deadline (a `performance.now()`) the service is not available. */
export const whileBusy = async <T>(attempt: () => T, deadline: number): Promise<T> => {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (performance.now() >= deadline) {
      throw serviceUnavailable(1, 'busy');
    }
    // Jitter, so that two waiting processes do not keep meeting.
    await sleep(pause * (0.5 + Math.random()));
  }
};
