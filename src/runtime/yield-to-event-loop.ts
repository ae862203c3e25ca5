// Makes long work share the event loop: it yields every millisecond, so that no loop delays other requests for much longer.
// Awaiting promises that are already resolved does not yield.

import { type RequestBudget, unbounded } from '../domain/limits/request-budget.ts';
import { ownTurn } from './own-turns.ts';

const YIELD_AFTER_MS = 1;

/** Call the result between the steps of a loop: it returns a promise when it is time to yield, otherwise `undefined`. */
export type YieldIfDue = () => Promise<void> | undefined;

/** Loops share the turns of the event loop: of several in one turn, all yield when they have computed for a millisecond together. */
export const buildLoopYield = (clock: () => number): (() => YieldIfDue) => {
  /** When a loop first computed in this turn. */
  let since: number | undefined;
  const endTurn = (): void => {
    since = undefined;
  };
  const begin = (): number => {
    if (since === undefined) {
      since = clock();
      setImmediate(endTurn);
    }
    return since;
  };
  const waitForTurn = async (): Promise<void> => {
    await ownTurn();
    endTurn();
    begin();
  };
  const yieldIfDue: YieldIfDue = () => (clock() - begin() < YIELD_AFTER_MS ? undefined : waitForTurn());
  return () => {
    begin();
    return yieldIfDue;
  };
};

export const buildYield = buildLoopYield(() => performance.now());

/** For work without a budget: it may take any time, but yields on the way. */
export const unbudgeted = (): RequestBudget => ({ ...unbounded, pause: buildYield() });
