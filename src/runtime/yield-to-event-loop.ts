// Makes long work share the event loop: it yields every millisecond, so that no loop delays other requests for much longer.
// Awaiting promises that are already resolved does not yield.

import { setImmediate } from 'node:timers/promises';
import { type RequestBudget, unbounded } from '../domain/limits/request-budget.ts';

const YIELD_AFTER_MS = 1;

/** Call it between the steps of a loop: it returns a promise when it is time to yield, otherwise `undefined`. */
export type YieldIfDue = () => Promise<void> | undefined;

export const buildYield = (clock: () => number = () => performance.now()): YieldIfDue => {
  let since = clock();
  return () => {
    if (clock() - since < YIELD_AFTER_MS) return undefined;
    return setImmediate().then(() => {
      since = clock();
    });
  };
};

/** For work without a budget: it may take any time, but yields on the way. */
export const unbudgeted = (): RequestBudget => ({ ...unbounded, pause: buildYield() });
