// Lets long work share the event loop: a turn is given away once a few milliseconds have gone by, so that others wait
// that long at most. Work that awaits only what is ready already would otherwise hold the loop to itself.

import { setImmediate as nextTurn } from 'node:timers/promises';

const HELD_MAX_MS = 10;

/** Call it between two small pieces of work; it waits only when a turn is due. */
export const buildTurns = (clock: () => number = () => performance.now()): (() => Promise<boolean>) => {
  let since = clock();
  return async () => {
    if (clock() - since < HELD_MAX_MS) return false;
    await nextTurn();
    since = clock();
    return true;
  };
};
