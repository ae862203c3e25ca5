// Whose work is done in this turn of the event loop: a slice of a millisecond at a time, and by turns among workspaces, so
// that fifty requests of one get as much of the thread as one request of another. Whoever is quick never waits.
// Long requests need a seat beside (`work-seats.ts`).

import { serviceBusy } from '../../domain/failures.ts';
import { buildWorkSeats, type SeatLimits } from './work-seats.ts';

/** What one turn of the event loop spends on metered work before it looks after everyone else. */
export const SLICE_MS = 1;
/** What a request may compute before it needs a seat. */
const FREE_MS = 5;
/** A request that is not done by then gives up its place: its sender has long stopped waiting, or soon will. */
const LASTING_MS_MAX = 30_000;
const RETRY_SECONDS = 2;

const SEATS: SeatLimits = {
  seatsMax: 8,
  seatsOfOwnerMax: 2,
  waitingMax: 128,
  waitingOfOwnerMax: 16,
  patienceMs: 2_000,
};

/** Time, and what comes after this turn of the event loop. */
export interface TurnClock {
  readonly now: () => number;
  readonly onNextTurn: (run: () => void) => void;
  /** Gives what calls it off. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

export const realClock: TurnClock = {
  now: () => performance.now(),
  onNextTurn: (run) => void setImmediate(run),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export interface WorkTurn {
  /** Undefined: go on. Otherwise it resolves when it is this request's turn again. */
  pause(): Promise<void> | undefined;
  end(): void;
}

export interface WorkTurns {
  begin(owner: string): WorkTurn;
}

/** A request on its way; `round` is the one in which it may go on. */
interface Place {
  readonly owner: string;
  round: number;
}

interface Waiting {
  readonly place: Place;
  readonly go: () => void;
}

export const buildWorkTurns = (clock: TurnClock, limits: SeatLimits = SEATS): WorkTurns => {
  const rounds = new Rounds(clock);
  const seats = buildWorkSeats(limits, clock, () => serviceBusy(RETRY_SECONDS));
  return {
    begin: (owner) => {
      const place: Place = { owner, round: -1 };
      const begunAt = clock.now();
      let since = begunAt;
      let computedMs = 0;
      let giveSeat: (() => void) | undefined;
      let hasEnded = false;

      const wait = async (): Promise<void> => {
        if (giveSeat === undefined && computedMs >= FREE_MS) {
          const give = await seats.take(owner);
          // Nobody is there any more to give it back.
          if (hasEnded) give();
          else giveSeat = give;
        }
        await rounds.wait(place);
        since = clock.now();
        if (since - begunAt > LASTING_MS_MAX) throw serviceBusy(RETRY_SECONDS);
      };

      return {
        pause: () => {
          const now = clock.now();
          if (rounds.mayGoOn(place, now)) return undefined;
          computedMs += now - since;
          return wait();
        },
        end: () => {
          hasEnded = true;
          giveSeat?.();
          giveSeat = undefined;
        },
      };
    },
  };
};

/** Turns of the event loop with metered work in them. In each one who waited goes on, the next workspace's. */
class Rounds {
  private readonly clock: TurnClock;
  private readonly waiting = new Map<string, Waiting[]>();
  private round = 0;
  private startedAt: number | undefined;

  constructor(clock: TurnClock) {
    this.clock = clock;
  }

  mayGoOn(place: Place, now: number): boolean {
    const startedAt = this.start(now);
    if (now - startedAt >= SLICE_MS) return false;
    // Who comes anew stands behind those of his own workspace, and behind nobody else.
    if (place.round !== this.round && this.waiting.has(place.owner)) return false;
    place.round = this.round;
    return true;
  }

  wait(place: Place): Promise<void> {
    return new Promise((go) => {
      const own = this.waiting.get(place.owner);
      if (own === undefined) this.waiting.set(place.owner, [{ place, go }]);
      else own.push({ place, go });
      this.start(this.clock.now());
    });
  }

  private start(now: number): number {
    if (this.startedAt === undefined) {
      this.startedAt = now;
      this.clock.onNextTurn(() => this.next());
    }
    return this.startedAt;
  }

  private next(): void {
    this.round += 1;
    this.startedAt = undefined;
    const [owner, own] = this.waiting.entries().next().value ?? [];
    const first = own?.shift();
    if (owner === undefined || own === undefined || first === undefined) return;
    this.waiting.delete(owner);
    if (own.length > 0) this.waiting.set(owner, own);
    this.start(this.clock.now());
    first.place.round = this.round;
    first.go();
  }
}
