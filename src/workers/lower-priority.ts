// Lowers the priority of computing threads, so that the main thread gets a core whenever it needs one.

import { setPriority } from 'node:os';

const NICENESS = 10;

/** Lowers the priority of the calling thread. Only on Linux: elsewhere it would affect the whole process. */
export const lowerPriority = (): void => {
  if (process.platform === 'linux') setPriority(NICENESS);
};
