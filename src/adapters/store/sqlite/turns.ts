// One writer at a time within the process, first come first served. A turn that does not come in time is given up.

import { serviceUnavailable } from '../../../domain/unavailable-failures.ts';

export interface Turns {
  /** Resolves to the function that ends the turn. `deadline` is a `performance.now()`. */
  take(deadline: number): Promise<() => void>;
}

export const buildTurns = (): Turns => {
  const waiting: (() => void)[] = [];
  let taken = false;

  const end = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken = false;
    else next();
  };

  const take = async (deadline: number): Promise<() => void> => {
    if (taken) {
      await new Promise<void>((resolve, reject) => {
        const admit = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(admit), 1);
          reject(serviceUnavailable(1, 'busy'));
        };
        const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
        waiting.push(admit);
      });
    }
    taken = true;
    return end;
  };

  return { take };
};
