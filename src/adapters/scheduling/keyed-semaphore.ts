// A semaphore with one permit per owner, and a few in total. A slow owner delays their own requests, and those of others only
// when all permits are held.

export interface KeyedSemaphore {
  /** Resolves when this owner holds a permit. First come, first served. */
  acquire(owner: string): Promise<void>;
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

  return {
    acquire: (owner) => {
      if (mayGo(owner)) {
        held.add(owner);
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push({ owner, go: resolve }));
    },
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
