// How many calls may run at the same time, and how many may wait for that. Beyond both, a call fails at once: waiting would not
// help it.

export type Entry = 'admitted' | 'full' | 'late' | 'closed';

export interface CallPermits {
  /** First come, first served. Whoever is admitted has to leave. */
  enter(waitMaxMs: number): Promise<Entry>;
  leave(): void;
  /** Turns away those that wait, and those that come. */
  close(): void;
}

export const buildCallPermits = (runningMax: number, waitingMax: number): CallPermits => {
  const waiting = new Set<(entry: Entry) => void>();
  let running = 0;
  let isClosed = false;
  return {
    enter: (waitMaxMs) => {
      if (isClosed) return Promise.resolve('closed');
      if (running < runningMax) {
        running += 1;
        return Promise.resolve('admitted');
      }
      if (waiting.size >= waitingMax) return Promise.resolve('full');
      return new Promise((resolve) => {
        const settle = (entry: Entry): void => {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve(entry);
        };
        const timer = setTimeout(settle, waitMaxMs, 'late');
        waiting.add(settle);
      });
    },
    leave: () => {
      // A permit is handed on, so that nobody gets ahead of those that wait.
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else next('admitted');
    },
    close: () => {
      isClosed = true;
      for (const settle of [...waiting]) settle('closed');
    },
  };
};
