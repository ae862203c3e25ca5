// How many calls may run at the same time, and how many may wait for that. No owner can take all of either, and owners that wait take
// turns. Beyond that, a call fails at once: waiting would not help it.

import { FairQueue } from '../../../domain/limits/fair-queue.ts';

export type Entry = 'admitted' | 'full' | 'late' | 'closed';

export interface CallLimits {
  readonly runningMax: number;
  readonly waitingMax: number;
}

export interface CallPermits {
  /** Whoever is admitted has to leave. */
  enter(owner: string, waitMaxMs: number): Promise<Entry>;
  leave(owner: string): void;
  /** Turns away those that wait, and those that come. */
  close(): void;
}

type Settle = (entry: Entry) => void;

/** Of all permits, those that one owner may hold. */
const RUNNING_SHARE = 3 / 4;
/** Of all places in the queue. */
const WAITING_SHARE = 1 / 4;

export const buildCallPermits = ({ runningMax, waitingMax }: CallLimits): CallPermits => {
  const ofOwnerMax = Math.ceil(runningMax * RUNNING_SHARE);
  const waitingOfOwnerMax = Math.ceil(waitingMax * WAITING_SHARE);
  const queue = new FairQueue<Settle>();
  const held = new Map<string, number>();
  let running = 0;
  let waiting = 0;
  let isClosed = false;

  const heldBy = (owner: string): number => held.get(owner) ?? 0;
  const mayGo = (owner: string): boolean => heldBy(owner) < ofOwnerMax;
  const count = (owner: string, change: 1 | -1): void => {
    running += change;
    const left = heldBy(owner) + change;
    if (left === 0) held.delete(owner);
    else held.set(owner, left);
  };
  const wait = (owner: string, waitMaxMs: number): Promise<Entry> =>
    new Promise((resolve) => {
      const settle: Settle = (entry) => {
        clearTimeout(timer);
        waiting -= 1;
        resolve(entry);
      };
      const timer = setTimeout(() => {
        queue.remove(owner, settle);
        settle('late');
      }, waitMaxMs);
      waiting += 1;
      queue.add(owner, settle);
    });

  return {
    enter: async (owner, waitMaxMs) => {
      if (isClosed) return 'closed';
      if (running < runningMax && mayGo(owner)) {
        count(owner, 1);
        return 'admitted';
      }
      if (waiting >= waitingMax || queue.countOf(owner) >= waitingOfOwnerMax) return 'full';
      return wait(owner, waitMaxMs);
    },
    leave: (owner) => {
      count(owner, -1);
      // A permit is handed on, so that nobody gets ahead of those that wait.
      const next = queue.take(mayGo);
      if (next === undefined) return;
      count(next.owner, 1);
      next.item('admitted');
    },
    close: () => {
      isClosed = true;
      for (const settle of queue.clear()) settle('closed');
    },
  };
};
