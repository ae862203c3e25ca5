// A semaphore with one permit per owner, and a few in total. A slow owner delays their own requests, and those of others only
// when all permits are held.

export interface KeyedSemaphore {
  /** Resolves when this owner holds a permit. First come, first served. */
  acquire(owner: string): Promise<void>;
  /** As above, but gives up after a time: then it resolves to false. */
  tryAcquire(owner: string, waitMaxMs: number): Promise<boolean>;
  release(owner: string): void;
  /** Whether anyone is waiting for the permit of this owner. */
  isAwaited(owner: string): boolean;
}

interface Waiting {
  readonly owner: string;
  readonly go: () => void;
}

export const buildKeyedSemaphore = (permitsMax: number): KeyedSemaphore => {
  const held = new Set<string>();
  const waiting: Waiting[] = [];

  const mayGo = (owner: string): boolean => held.size < permitsMax && !held.has(owner);

  const takeAtOnce = (owner: string): boolean => {
    const isFree = mayGo(owner);
    if (isFree) held.add(owner);
    return isFree;
  };

  return {
    acquire: (owner) =>
      takeAtOnce(owner) ? Promise.resolve() : new Promise((resolve) => waiting.push({ owner, go: resolve })),
    tryAcquire: async (owner, waitMaxMs) =>
      takeAtOnce(owner) ||
      new Promise((resolve) => {
        const entry: Waiting = {
          owner,
          go: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(false);
        }, waitMaxMs);
        waiting.push(entry);
      }),
    release: (owner) => {
      held.delete(owner);
      const place = waiting.findIndex((next) => mayGo(next.owner));
      const [next] = place === -1 ? [] : waiting.splice(place, 1);
      if (next === undefined) return;
      held.add(next.owner);
      next.go();
    },
    isAwaited: (owner) => waiting.some((next) => next.owner === owner || !held.has(next.owner)),
  };
};
