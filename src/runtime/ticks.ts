// Tells the time while something else is awaited.

import { setTimeout as sleep } from 'node:timers/promises';

/** One for each time that passes until the work is done, whatever becomes of it. */
export async function* ticks(work: Promise<unknown>, everyMs: number): AsyncGenerator<void> {
  const done = new AbortController();
  const end = (): void => done.abort();
  work.then(end, end);
  while (!done.signal.aborted) {
    const isTick = await sleep(everyMs, true, { signal: done.signal }).catch(() => false);
    if (isTick) yield;
  }
}
