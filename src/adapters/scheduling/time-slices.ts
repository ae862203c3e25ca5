// Shares the event loop among workspaces in slices of a millisecond, round robin: fifty requests of one workspace get as much
// time as one request of another. Quick requests never wait, and short ones go before long ones. Long requests also need a
// permit (`work-permits.ts`).

import { serviceBusy } from '../../domain/failures/unavailable-failures.ts';
import { FairQueue } from '../../domain/limits/fair-queue.ts';
import { LeftMainThread } from '../../domain/limits/long-reads.ts';
import { inOwnTurn } from '../../runtime/own-turns.ts';
import { buildWorkPermits, type PermitLimits } from './work-permits.ts';

/** In each turn of the event loop, one waiting request gets this much time, and all new requests together as much again. */
export const SLICE_MS = 1;
/** What counts at most as computing if a request has waited for others since its last pause. */
const STEP_MS = 0.5;
/** How long a request may compute before it needs a permit, or leaves the main thread. */
const NO_PERMIT_MS = 5;
/** A request that takes longer fails: its client has stopped waiting, or soon will. */
const DURATION_MS_MAX = 30_000;
const RETRY_SECONDS = 2;
/** Every fourth slice is for long requests, however many short ones wait. */
const SLICES_PER_LONG = 4;

const PERMITS: PermitLimits = {
  permitsMax: 8,
  permitsOfOwnerMax: 2,
  waitingMax: 128,
  waitingOfOwnerMax: 16,
  waitMaxMs: 2_000,
};

/** The clock and the event loop; tests replace them. */
export interface TurnClock {
  readonly now: () => number;
  readonly onNextTurn: (run: () => void) => void;
  /** Calls it in a turn that is for nothing else that takes long. */
  readonly inOwnTurn: (run: () => void) => void;
  /** Returns a function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

export const realClock: TurnClock = {
  now: () => performance.now(),
  onNextTurn: (run) => void setImmediate(run),
  inOwnTurn,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export interface SlicedRequest {
  /** Undefined if the request may go on. Otherwise resolves when it may. */
  pause(): Promise<void> | undefined;
  /** Gives back the permit for long work. The next pause takes one again. */
  releasePermit(): void;
  end(): void;
}

export interface TimeSlices {
  /** `mayLeave`: asked once, when the request has taken long. If it is true, the pause throws `LeftMainThread`. */
  begin(owner: string, mayLeave?: () => boolean): SlicedRequest;
}

interface SliceState {
  readonly owner: string;
  isLong: boolean;
  /** The round in which it has a slice, and the end of the slice. */
  round: number;
  untilMs: number;
}

interface Waiting {
  readonly slice: SliceState;
  readonly go: () => void;
}

export const buildTimeSlices = (clock: TurnClock, limits: PermitLimits = PERMITS): TimeSlices => {
  const rounds = new Rounds(clock);
  const permits = buildWorkPermits(limits, clock, () => serviceBusy(RETRY_SECONDS));
  return {
    begin: (owner, mayLeave = stays) => {
      const slice: SliceState = { owner, isLong: false, round: -1, untilMs: 0 };
      const begunAt = clock.now();
      let since = begunAt;
      let computedMs = 0;
      let release: (() => void) | undefined;
      let hasEnded = false;

      const releasePermit = (): void => {
        release?.();
        release = undefined;
      };

      const wait = async (): Promise<void> => {
        if (release === undefined && computedMs >= NO_PERMIT_MS) {
          if (!slice.isLong && mayLeave()) throw new LeftMainThread();
          release = await permits.take(owner);
          // The request ended while it waited, so nobody else would release the permit.
          if (hasEnded) releasePermit();
          slice.isLong = true;
        }
        await rounds.wait(slice);
        since = clock.now();
        if (since - begunAt > DURATION_MS_MAX) throw serviceBusy(RETRY_SECONDS);
      };

      return {
        pause: () => {
          const now = clock.now();
          const tookMs = now - since;
          // In another turn of the event loop it has waited for others in between, such as a database server.
          computedMs += rounds.isCurrent(slice) ? tookMs : Math.min(tookMs, STEP_MS);
          since = now;
          return rounds.mayGoOn(slice, now) ? undefined : wait();
        },
        releasePermit,
        end: () => {
          hasEnded = true;
          releasePermit();
        },
      };
    },
  };
};

const stays = (): boolean => false;

/** A round is one turn of the event loop. In each, one waiting request goes on at most. */
class Rounds {
  private readonly clock: TurnClock;
  private readonly short = new FairQueue<Waiting>();
  private readonly long = new FairQueue<Waiting>();
  private round = 0;
  private slices = 0;
  private isNextScheduled = false;
  /** Whether a turn was asked for, in which a request will go on. */
  private isAsked = false;
  /** The end of the slice that new requests share in this round. */
  private newUntilMs: number | undefined;

  constructor(clock: TurnClock) {
    this.clock = clock;
  }

  /** Whether it is still the turn of the event loop in which the request last went on. */
  isCurrent(slice: SliceState): boolean {
    return slice.round === this.round;
  }

  mayGoOn(slice: SliceState, now: number): boolean {
    this.scheduleNext();
    if (slice.round !== this.round) {
      // A new request queues behind others of its own workspace only.
      if (this.short.has(slice.owner)) return false;
      this.newUntilMs ??= now + SLICE_MS;
      slice.round = this.round;
      slice.untilMs = this.newUntilMs;
    }
    return now < slice.untilMs;
  }

  wait(slice: SliceState): Promise<void> {
    return new Promise((go) => {
      const waiting = slice.isLong ? this.long : this.short;
      waiting.add(slice.owner, { slice, go });
      this.askForTurn();
    });
  }

  private scheduleNext(): void {
    if (this.isNextScheduled) return;
    this.isNextScheduled = true;
    const { round } = this;
    this.clock.onNextTurn(() => {
      this.isNextScheduled = false;
      if (round === this.round) this.begin();
      // A slice has begun this round already.
      else this.scheduleNext();
    });
  }

  private begin(): void {
    this.round += 1;
    this.newUntilMs = undefined;
  }

  private askForTurn(): void {
    if (this.isAsked || (this.short.isEmpty && this.long.isEmpty)) return;
    this.isAsked = true;
    this.clock.inOwnTurn(() => this.giveSlice());
  }

  /** Who goes on is decided as late as possible: others may have come in the meantime. */
  private giveSlice(): void {
    this.isAsked = false;
    this.begin();
    this.slices += 1;
    const isForLong = this.slices % SLICES_PER_LONG === 0;
    const [first, second] = isForLong ? [this.long, this.short] : [this.short, this.long];
    const next = (first.take() ?? second.take())?.item;
    this.askForTurn();
    if (next === undefined) return;
    this.scheduleNext();
    next.slice.round = this.round;
    next.slice.untilMs = this.clock.now() + SLICE_MS;
    next.go();
  }
}
