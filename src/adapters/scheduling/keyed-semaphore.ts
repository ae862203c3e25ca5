// A semaphore with one permit for each key and a few in all: whoever is slow keeps their own requests waiting, and others
// only when as many different owners hold all permits.

export interface KeyedSemaphore {
  /** Resolves when this owner holds the permit; who waited longest goes first. */
  acquire(owner: string): Promise<void>;
  release(owner: string): void;
  /** Whether anyone would go on if this owner released the permit. */
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
