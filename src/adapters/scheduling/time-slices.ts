// Whose work is done in this turn of the event loop: a slice of a millisecond at a time, and by turns among workspaces, so
// that fifty requests of one get as much of the thread as one request of another. Whoever is quick never waits, and what has
// been short so far goes before what is long. Long requests need a seat beside (`work-permits.ts`).

import { serviceBusy } from '../../domain/failures/unavailable-failures.ts';
import { FairQueue } from '../../domain/limits/fair-queue.ts';
import { buildWorkPermits, type PermitLimits } from './work-permits.ts';

/** What one turn of the event loop gives to one who waited, and once more to all together who come anew. */
export const SLICE_MS = 1;
/** What a request may compute before it needs a seat. */
const FREE_MS = 5;
/** A request that is not done by then gives up its place: its sender has long stopped waiting, or soon will. */
const LASTING_MS_MAX = 30_000;
const RETRY_SECONDS = 2;
/** One turn in so many is for long requests, however many short ones there are. */
const TURNS_PER_LONG = 4;

const SEATS: PermitLimits = {
  permitsMax: 8,
  permitsOfOwnerMax: 2,
  waitingMax: 128,
  waitingOfOwnerMax: 16,
  waitMaxMs: 2_000,
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

export interface TimeSlices {
  begin(owner: string): WorkTurn;
}

/** A request on its way. */
interface Place {
  readonly owner: string;
  isLong: boolean;
  /** The round in which it may go on, and until when. */
  round: number;
  untilMs: number;
}

interface Waiting {
  readonly place: Place;
  readonly go: () => void;
}

export const buildTimeSlices = (clock: TurnClock, limits: PermitLimits = SEATS): TimeSlices => {
  const rounds = new Rounds(clock);
  const seats = buildWorkPermits(limits, clock, () => serviceBusy(RETRY_SECONDS));
  return {
    begin: (owner) => {
      const place: Place = { owner, isLong: false, round: -1, untilMs: 0 };
      const begunAt = clock.now();
      let since = begunAt;
      let computedMs = 0;
      let releasePermit: (() => void) | undefined;
      let hasEnded = false;

      const wait = async (): Promise<void> => {
        if (releasePermit === undefined && computedMs >= FREE_MS) {
          const give = await seats.take(owner);
          // Nobody is there any more to give it back.
          if (hasEnded) give();
          else releasePermit = give;
          place.isLong = true;
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
          releasePermit?.();
          releasePermit = undefined;
        },
      };
    },
  };
};

/** Turns of the event loop with metered work in them. In each of them one goes on who waited. */
class Rounds {
  private readonly clock: TurnClock;
  private readonly short = new FairQueue<Waiting>();
  private readonly long = new FairQueue<Waiting>();
  private round = 0;
  private isNextArranged = false;
  /** When those who came anew in this round have had their slice. */
  private newUntilMs: number | undefined;

  constructor(clock: TurnClock) {
    this.clock = clock;
  }

  mayGoOn(place: Place, now: number): boolean {
    this.arrangeNext();
    if (place.round !== this.round) {
      // Who comes anew stands behind those of his own workspace, and behind nobody else.
      if (this.short.has(place.owner)) return false;
      this.newUntilMs ??= now + SLICE_MS;
      place.round = this.round;
      place.untilMs = this.newUntilMs;
    }
    return now < place.untilMs;
  }

  wait(place: Place): Promise<void> {
    return new Promise((go) => {
      const waiting = place.isLong ? this.long : this.short;
      waiting.add(place.owner, { place, go });
      this.arrangeNext();
    });
  }

  private arrangeNext(): void {
    if (this.isNextArranged) return;
    this.isNextArranged = true;
    this.clock.onNextTurn(() => this.next());
  }

  private next(): void {
    this.round += 1;
    this.isNextArranged = false;
    this.newUntilMs = undefined;
    const isForLong = this.round % TURNS_PER_LONG === 0;
    const [first, second] = isForLong ? [this.long, this.short] : [this.short, this.long];
    const next = (first.take() ?? second.take())?.item;
    if (next === undefined) return;
    this.arrangeNext();
    next.place.round = this.round;
    next.place.untilMs = this.clock.now() + SLICE_MS;
    next.go();
  }
}
