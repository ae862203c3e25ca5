// Makes long work share the event loop: it yields every millisecond, so that no loop delays other requests for much longer.
// Awaiting promises that are already resolved does not yield.

import { setImmediate as scheduleImmediate } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { type RequestBudget, unbounded } from '../domain/limits/request-budget.ts';

export const YIELD_AFTER_MS = 1;

/** Counts the turns of the event loop in which somebody asked. */
let turn = 0;
let willCount = false;

const currentTurn = (): number => {
  if (!willCount) {
    willCount = true;
    scheduleImmediate(() => {
      willCount = false;
      turn += 1;
    });
  }
  return turn;
};

/** Call it between the steps of a loop: it returns a promise when it is time to yield, otherwise `undefined`. */
export type YieldIfDue = () => Promise<void> | undefined;

/** The time counts anew in each turn, since whoever waited for anything else has yielded too: loops within loops do not yield twice. */
export const buildYield = (
  clock: () => number = () => performance.now(),
  sliceMs: () => number = () => YIELD_AFTER_MS,
): YieldIfDue => {
  let since = clock();
  let seenTurn = currentTurn();

  const begin = (at: number): void => {
    since = at;
    seenTurn = currentTurn();
  };
  return () => {
    const at = clock();
    if (seenTurn !== currentTurn()) {
      begin(at);
      return undefined;
    }
    if (at - since < sliceMs()) return undefined;
    return setImmediate().then(() => {
      begin(clock());
    });
  };
};

/** For work without a budget: it may take any time, but yields on the way. */
export const unbudgeted = (): RequestBudget => ({ ...unbounded, pause: buildYield() });
