// A circuit breaker: while most calls fail, further ones fail at once, and one at a time finds out whether that is over. It needs a
// minimum of calls to judge by, so that single failures of a quiet service never open it.

export interface BreakerSettings {
  /** Calls of this time are judged. */
  readonly windowMs: number;
  readonly callsMin: number;
  /** Opens when at least this share of them failed. */
  readonly failedShare: number;
  /** The first wait before a probe; doubled after each that fails. */
  readonly openMs: number;
  readonly openMaxMs: number;
}

export type BreakerState = 'closed' | 'open' | 'half-open';

/** `unknown`: the call ended without telling anything about the other side. */
export type Outcome = 'good' | 'bad' | 'unknown';

export interface Breaker {
  readonly state: () => BreakerState;
  /** Whether a call would be admitted now. */
  readonly isRefusing: () => boolean;
  /** Undefined: not admitted. Else to be called once, with what became of the call. */
  readonly admit: () => ((outcome: Outcome) => void) | undefined;
}

const SLICES = 10;

/** Counts calls of the last `windowMs`, in slices of time. */
const buildWindow = (windowMs: number, now: () => number) => {
  const sliceMs = windowMs / SLICES;
  let slices: { readonly number: number; calls: number; failed: number }[] = [];
  const current = () => {
    const number = Math.floor(now() / sliceMs);
    slices = slices.filter((slice) => slice.number > number - SLICES);
    const last = slices.at(-1);
    if (last?.number === number) return last;
    const made = { number, calls: 0, failed: 0 };
    slices.push(made);
    return made;
  };
  return {
    add: (isFailed: boolean): void => {
      const slice = current();
      slice.calls += 1;
      if (isFailed) slice.failed += 1;
    },
    sums: () => {
      current();
      return slices.reduce(
        (sum, { calls, failed }) => ({ calls: sum.calls + calls, failed: sum.failed + failed }),
        { calls: 0, failed: 0 },
      );
    },
    clear: (): void => {
      slices = [];
    },
  };
};

export const buildBreaker = (settings: BreakerSettings, now: () => number): Breaker => {
  const counts = buildWindow(settings.windowMs, now);
  let state: BreakerState = 'closed';
  let waitMs = settings.openMs;
  let probeAt = 0;

  const open = (): void => {
    state = 'open';
    probeAt = now() + waitMs;
    counts.clear();
  };
  const settleProbe = (outcome: Outcome): void => {
    if (outcome === 'good') {
      state = 'closed';
      waitMs = settings.openMs;
    } else {
      if (outcome === 'bad') waitMs = Math.min(waitMs * 2, settings.openMaxMs);
      open();
    }
  };
  const settleCall = (outcome: Outcome): void => {
    // What was sent before it opened tells nothing new.
    if (state !== 'closed' || outcome === 'unknown') return;
    counts.add(outcome === 'bad');
    const { calls, failed } = counts.sums();
    if (calls >= settings.callsMin && failed >= calls * settings.failedShare) open();
  };
  const isRefusing = (): boolean => state === 'half-open' || (state === 'open' && now() < probeAt);
  return {
    state: () => state,
    isRefusing,
    admit: () => {
      if (isRefusing()) return undefined;
      if (state === 'closed') return settleCall;
      state = 'half-open';
      return settleProbe;
    },
  };
};
