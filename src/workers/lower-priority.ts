// Lowers the priority of computing threads, so that the main thread gets a core whenever it needs one.

import { getPriority, setPriority } from 'node:os';

const NICENESS = 10;

/**
 * Lowers the priority of the calling thread, unless it is as low already: without rights nobody may raise one. Only on Linux:
 * elsewhere it would affect the whole process.
 */
export const lowerPriority = (): void => {
  if (process.platform !== 'linux' || getPriority() >= NICENESS) return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it. The thread then competes with the main thread, which is better than no thread.
  }
};
