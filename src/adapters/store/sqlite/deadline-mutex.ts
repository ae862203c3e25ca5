// A mutex with deadlines: one writer at a time in the process, first come, first served. After the deadline it is refused.

import { serviceUnavailable } from '../../../domain/failures/unavailable-failures.ts';

export interface DeadlineMutex {
  /** Resolves to the function that releases the mutex. `deadline` is a `performance.now()`. */
  acquire(deadline: number): Promise<() => void>;
}

export const buildDeadlineMutex = (): DeadlineMutex => {
  const waiting: (() => void)[] = [];
  let held = false;

  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) held = false;
    else next();
  };

  const acquire = async (deadline: number): Promise<() => void> => {
    if (held) {
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
    }
    held = true;
    return release;
  };

  return { acquire };
};
