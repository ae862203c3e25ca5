// Seats for long work: a few at once, fewer for each owner, and a queue that is bounded in length and in time. What a seat
// is for is not known here.

export interface SeatLimits {
  readonly seatsMax: number;
  readonly seatsOfOwnerMax: number;
  readonly waitingMax: number;
  readonly waitingOfOwnerMax: number;
  readonly patienceMs: number;
}

export interface WorkSeats {
  /** Resolves to what gives the seat back. Rejects when the queue is full, and when patience has run out. */
  take(owner: string): Promise<() => void>;
}

interface Waiting {
  readonly owner: string;
  readonly sit: () => void;
}

export const buildWorkSeats = (
  limits: SeatLimits,
  clock: { readonly after: (delayMs: number, run: () => void) => () => void },
  refusal: () => Error,
): WorkSeats => {
  const taken = new Map<string, number>();
  const waiting: Waiting[] = [];
  let seats = 0;

  const ofOwner = (owner: string): number => taken.get(owner) ?? 0;
  const mayTake = (owner: string): boolean =>
    seats < limits.seatsMax && ofOwner(owner) < limits.seatsOfOwnerMax;

  /** The first of those who have the fewest seats. */
  const nextPlace = (): number => {
    let place = -1;
    for (const [index, { owner }] of waiting.entries()) {
      const best = waiting[place];
      if (mayTake(owner) && (best === undefined || ofOwner(owner) < ofOwner(best.owner))) place = index;
    }
    return place;
  };

  const give = (owner: string): void => {
    seats -= 1;
    const left = ofOwner(owner) - 1;
    if (left === 0) taken.delete(owner);
    else taken.set(owner, left);
    const place = nextPlace();
    if (place !== -1) waiting.splice(place, 1)[0]?.sit();
  };

  const sit = (owner: string): (() => void) => {
    seats += 1;
    taken.set(owner, ofOwner(owner) + 1);
    let isGiven = false;
    return () => {
      if (!isGiven) give(owner);
      isGiven = true;
    };
  };

  return {
    take: (owner) => {
      if (mayTake(owner)) return Promise.resolve(sit(owner));
      const own = waiting.filter((other) => other.owner === owner).length;
      if (waiting.length >= limits.waitingMax || own >= limits.waitingOfOwnerMax) {
        return Promise.reject(refusal());
      }
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          owner,
          sit: () => {
            callOff();
            resolve(sit(owner));
          },
        };
        const callOff = clock.after(limits.patienceMs, () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(refusal());
        });
        waiting.push(entry);
      });
    },
  };
};
