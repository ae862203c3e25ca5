// Permits for long work: a few in total, fewer per owner, and a queue with a limited length and waiting time.

export interface PermitLimits {
  readonly permitsMax: number;
  readonly permitsOfOwnerMax: number;
  readonly waitingMax: number;
  readonly waitingOfOwnerMax: number;
  readonly waitMaxMs: number;
}

export interface WorkPermits {
  /** Resolves to the function that releases the permit. Rejects if the queue is full or the wait is too long. */
  take(owner: string): Promise<() => void>;
}

interface Waiting {
  readonly owner: string;
  readonly grant: () => void;
}

export const buildWorkPermits = (
  limits: PermitLimits,
  clock: { readonly after: (delayMs: number, run: () => void) => () => void },
  refusal: () => Error,
): WorkPermits => {
  const taken = new Map<string, number>();
  const waiting: Waiting[] = [];
  let permits = 0;

  const ofOwner = (owner: string): number => taken.get(owner) ?? 0;
  const mayTake = (owner: string): boolean =>
    permits < limits.permitsMax && ofOwner(owner) < limits.permitsOfOwnerMax;

  /** The first in the queue among the owners with the fewest permits. */
  const nextPlace = (): number => {
    let place = -1;
    for (const [index, { owner }] of waiting.entries()) {
      const best = waiting[place];
      if (mayTake(owner) && (best === undefined || ofOwner(owner) < ofOwner(best.owner))) place = index;
    }
    return place;
  };

  const release = (owner: string): void => {
    permits -= 1;
    const left = ofOwner(owner) - 1;
    if (left === 0) taken.delete(owner);
    else taken.set(owner, left);
    const place = nextPlace();
    if (place !== -1) waiting.splice(place, 1)[0]?.grant();
  };

  const grant = (owner: string): (() => void) => {
    permits += 1;
    taken.set(owner, ofOwner(owner) + 1);
    let isReleased = false;
    return () => {
      if (!isReleased) release(owner);
      isReleased = true;
    };
  };

  return {
    take: (owner) => {
      if (mayTake(owner)) return Promise.resolve(grant(owner));
      const own = waiting.filter((other) => other.owner === owner).length;
      if (waiting.length >= limits.waitingMax || own >= limits.waitingOfOwnerMax) {
        return Promise.reject(refusal());
      }
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          owner,
          grant: () => {
            callOff();
            resolve(grant(owner));
          },
        };
        const callOff = clock.after(limits.waitMaxMs, () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(refusal());
        });
        waiting.push(entry);
      });
    },
  };
};
