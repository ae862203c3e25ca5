// Turns for a few at once, and one at a time for each owner: whoever takes his time keeps his own requests waiting, and
// others only when all turns are taken by as many different owners.

export interface FairTurns {
  /** Resolves when it is this owner's turn; who waited longest goes first. */
  take(owner: string): Promise<void>;
  give(owner: string): void;
  /** Whether anyone would go if this owner gave his turn. */
  isAwaited(owner: string): boolean;
}

interface Waiting {
  readonly owner: string;
  readonly go: () => void;
}

export const buildFairTurns = (turnsMax: number): FairTurns => {
  const taken = new Set<string>();
  const waiting: Waiting[] = [];

  const mayGo = (owner: string): boolean => taken.size < turnsMax && !taken.has(owner);

  return {
    take: (owner) => {
      if (mayGo(owner)) {
        taken.add(owner);
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push({ owner, go: resolve }));
    },
    give: (owner) => {
      taken.delete(owner);
      const place = waiting.findIndex((next) => mayGo(next.owner));
      const [next] = place === -1 ? [] : waiting.splice(place, 1);
      if (next === undefined) return;
      taken.add(next.owner);
      next.go();
    },
    isAwaited: (owner) => waiting.some((next) => next.owner === owner || !taken.has(next.owner)),
  };
};
