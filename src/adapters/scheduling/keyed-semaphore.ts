// A semaphore with one permit per owner, and a few in total. A slow owner delays their own requests, and those of others only
// when all permits are held. Owners may belong to groups, which take turns.

export interface KeyedSemaphore {
  /** Resolves when this owner holds a permit. Rejects with the reason of the signal if that comes first. */
  acquire(owner: string, signal?: AbortSignal): Promise<void>;
  /** As above, but gives up after a time: then it resolves to false. */
  tryAcquire(owner: string, waitMaxMs: number): Promise<boolean>;
  release(owner: string): void;
  /** Whether anyone is waiting for the permit of this owner. */
  isAwaited(owner: string): boolean;
}

export interface SemaphoreGroups {
  /** By default each owner is a group of its own. */
  readonly groupOf?: (owner: string) => string;
  /** How many permits a group may hold at once. */
  readonly ofGroupMax?: number;
}

interface Waiting {
  readonly owner: string;
  readonly go: () => void;
}

/** The next permit goes to the group that holds the fewest, then to the one whose latest turn is longest ago; then first come, first served. */
export const buildKeyedSemaphore = (
  permitsMax: number,
  { groupOf = (owner) => owner, ofGroupMax = Number.POSITIVE_INFINITY }: SemaphoreGroups = {},
): KeyedSemaphore => {
  const held = new Set<string>();
  const waiting: Waiting[] = [];
  /** When each group that waits or holds a permit last got one. */
  const turns = new Map<string, number>();
  let latestTurn = 0;

  const heldBy = (group: string): number => [...held].filter((owner) => groupOf(owner) === group).length;

  const mayGo = (owner: string): boolean =>
    held.size < permitsMax && !held.has(owner) && heldBy(groupOf(owner)) < ofGroupMax;

  const take = (owner: string): void => {
    latestTurn += 1;
    turns.set(groupOf(owner), latestTurn);
    held.add(owner);
  };

  const findNext = (): Waiting | undefined => {
    const rank = ({ owner }: Waiting) => [heldBy(groupOf(owner)), turns.get(groupOf(owner)) ?? 0] as const;
    let best: Waiting | undefined;
    for (const next of waiting) {
      if (!mayGo(next.owner)) continue;
      if (best === undefined || isBefore(rank(next), rank(best))) best = next;
    }
    return best;
  };

  const acquire = (owner: string, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (mayGo(owner)) {
      take(owner);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry: Waiting = { owner, go };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
    });
  };

  return {
    acquire,
    tryAcquire: async (owner, waitMaxMs) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), waitMaxMs);
      const isHeld = await acquire(owner, late.signal).then(
        () => true,
        () => false,
      );
      clearTimeout(timer);
      return isHeld;
    },
    release: (owner) => {
      held.delete(owner);
      const next = findNext();
      if (next !== undefined) {
        waiting.splice(waiting.indexOf(next), 1);
        take(next.owner);
        next.go();
      }
      const group = groupOf(owner);
      if (heldBy(group) === 0 && waiting.every((each) => groupOf(each.owner) !== group)) turns.delete(group);
    },
    isAwaited: (owner) =>
      waiting.some(
        (next) =>
          next.owner === owner ||
          (!held.has(next.owner) &&
            (groupOf(next.owner) === groupOf(owner) || heldBy(groupOf(next.owner)) < ofGroupMax)),
      ),
  };
};

const isBefore = (left: readonly [number, number], right: readonly [number, number]): boolean =>
  left[0] < right[0] || (left[0] === right[0] && left[1] < right[1]);
