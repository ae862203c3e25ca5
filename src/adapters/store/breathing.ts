// Lets the event loop run in the middle of long work, so that no loop keeps other requests waiting for more than a few ms.

import { setImmediate } from 'node:timers/promises';
import type { RequestBudget } from '../../domain/request-budget.ts';

const STRETCH_MS = 4;

/** Call between the steps of a loop: gives way when the stretch is over, else costs a glance at the clock. */
export const startBreathing = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < STRETCH_MS) {
      return undefined;
    }
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
};

/** For work that nobody has given a budget: it may cost what it costs, in steps. */
export const freely = (): RequestBudget => ({ spend: () => {}, pause: startBreathing() });
