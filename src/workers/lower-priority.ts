// Threads that compute stand behind the one that answers, so that it gets a core as soon as it wants one.

import { setPriority } from 'node:os';

const NICENESS = 10;

/** Of the thread that calls it. Elsewhere than on Linux it would be said of the whole process. */
export const lowerPriority = (): void => {
  if (process.platform === 'linux') setPriority(NICENESS);
};
