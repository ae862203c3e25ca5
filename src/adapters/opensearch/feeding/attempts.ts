// Work that may fail, and is then tried again after a pause that grows.

import { SearchServerGone } from '../client/search-server-errors.ts';

const PAUSE_MS = 250;
const PAUSE_MAX_MS = 30_000;

export const buildAttempts = (signal: AbortSignal, onFailure: () => void, now: () => number) => {
  const failures = new Map<string, { readonly count: number; readonly notBefore: number }>();
  let last: unknown;
  return {
    /** Never throws. */
    attempt: async (job: string, work: () => Promise<void>, onFailed: () => void): Promise<void> => {
      try {
        await work();
        failures.delete(job);
      } catch (error) {
        onFailed();
        if (signal.aborted) return;
        last = error;
        onFailure();
        // If all of OpenSearch is gone, no job is at fault.
        if (error instanceof SearchServerGone) return;
        const count = (failures.get(job)?.count ?? 0) + 1;
        const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** count);
        failures.set(job, { count, notBefore: now() + pauseMs });
      }
    },
    mayTry: (job: string): boolean => now() >= (failures.get(job)?.notBefore ?? 0),
    /** Throws what went wrong since it was called last. */
    throwFailure: (): void => {
      const thrown = last;
      last = undefined;
      if (thrown !== undefined) throw thrown;
    },
  };
};
