// Long work shares the event loop: it yields every few milliseconds, so that no loop keeps other requests waiting longer.
// Work that only awaits what is ready already would otherwise hold the event loop to itself.

import { setImmediate } from 'node:timers/promises';
import type { RequestBudget } from '../domain/limits/request-budget.ts';

const YIELD_AFTER_MS = 4;

/** Call the result between the steps of a loop: it returns a promise when it is time to yield, else `undefined`. */
export const buildYield = (
  clock: () => number = () => performance.now(),
): (() => Promise<void> | undefined) => {
  let since = clock();
  return () => {
    if (clock() - since < YIELD_AFTER_MS) return undefined;
    return setImmediate().then(() => {
      since = clock();
    });
  };
};

/** For work without a budget: it may cost what it costs, and yields on the way. */
export const unbudgeted = (): RequestBudget => ({ spend: () => {}, pause: buildYield() });
