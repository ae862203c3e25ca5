// Turns for the parts of large requests that take milliseconds: one part at a time, whoever it is of, and after a long one the thread
// is left to the others for some times as long.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const LONG_MS = 2;
const REST_TIMES = 3;
const REST_MAX_MS = 30;

let free: Promise<unknown> = Promise.resolve();

/** Resolves when it is the caller's turn: what they do until they next wait is the part. */
export const takeTurn = (): Promise<unknown> => {
  const turn = free.then(() => nextTurn());
  free = turn.then(rest);
  return turn;
};

const rest = async (): Promise<void> => {
  const startedAt = performance.now();
  await nextTurn();
  const tookMs = performance.now() - startedAt;
  if (tookMs > LONG_MS) await sleep(Math.min(REST_MAX_MS, REST_TIMES * tookMs));
};
