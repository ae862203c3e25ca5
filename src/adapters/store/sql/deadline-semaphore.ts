// A semaphore with deadlines: first come, first served, and refused after the deadline.

import { serviceUnavailable } from '../../../domain/failures/unavailable-failures.ts';

export interface DeadlineSemaphore {
  /** Resolves to the function that releases the place. `deadline` is a `performance.now()`. */
  acquire(deadline: number): Promise<() => void>;
}

export const buildDeadlineSemaphore = (places: number): DeadlineSemaphore => {
  const waiting: (() => void)[] = [];
  let free = places;

  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  const acquire = async (deadline: number): Promise<() => void> => {
    if (free > 0) {
      free -= 1;
      return release;
    }
    await new Promise<void>((resolve, reject) => {
      const grant = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(grant), 1);
        reject(serviceUnavailable(1, 'busy'));
      };
      const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      waiting.push(grant);
    });
    return release;
  };

  return { acquire };
};
