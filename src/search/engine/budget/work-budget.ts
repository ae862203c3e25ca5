// Limits the work of one query, counted while it runs. One unit is about a nanosecond of a plain loop on one core:
// one byte scanned, one posting read, one bitset word combined. A query never yields midway, so only one budget is
// active at a time. Loops do not count single items: they spend the cost of a whole step before they start it.

/** The query did not finish within its budget. Its partial result is useless and its scratch arrays must be reset. */
export class OutOfBudget extends Error {
  /**
   * `work`: the query exceeded its budget. `stopped`: the deadline passed, or nobody waits for the result any more.
   */
  readonly reason: 'work' | 'stopped';

  constructor(reason: OutOfBudget['reason']) {
    super(reason === 'work' ? 'the query asks for too much work' : 'the query was stopped');
    this.reason = reason;
  }
}

interface WorkBudget {
  readonly units: number;
  /** Polled now and then; true aborts the query. */
  readonly isStopped?: () => boolean;
}

/** `isStopped` is polled after this many units: well below a millisecond of work. */
const SLICE_UNITS = 250_000;

/** Units left in the current slice, and in the budget after it. */
let slice = Number.POSITIVE_INFINITY;
let rest = 0;
let isStopped: (() => boolean) | undefined;
let spent = 0;

/** Units that the last query under a budget spent. */
export const lastSpent = (): number => spent;

const resets: (() => void)[] = [];

/** Registers how to reset scratch state after an aborted query. */
export const onAbort = (reset: () => void): void => {
  resets.push(reset);
};

/**
 * Runs a query that throws `OutOfBudget` as soon as it has spent more than the budget. An aborted query's scratch
 * state is reset, so the next query runs as if this one had never run.
 */
export const withBudget = <T>(budget: WorkBudget, run: () => T): T => {
  slice = Math.min(SLICE_UNITS, budget.units);
  rest = budget.units - slice;
  isStopped = budget.isStopped;
  try {
    return run();
  } catch (error) {
    if (error instanceof OutOfBudget) for (const reset of resets) reset();
    throw error;
  } finally {
    spent = budget.units - slice - rest;
    slice = Number.POSITIVE_INFINITY;
    rest = 0;
    isStopped = undefined;
  }
};

/** What an estimate may spend: well below a millisecond. */
export const ESTIMATE_UNITS = 500_000;

/** Runs the estimate of a query. One that takes too long itself is infinite. */
export const estimateBounded = (estimate: () => number): number => {
  try {
    return withBudget({ units: ESTIMATE_UNITS }, estimate);
  } catch (error) {
    if (error instanceof OutOfBudget) return Number.POSITIVE_INFINITY;
    throw error;
  }
};

/** Call before a step that costs about this many units. Does nothing without a budget. */
export const spend = (units: number): void => {
  slice -= units;
  if (slice < 0) takeNextSlice();
};

const takeNextSlice = (): void => {
  const available = rest + slice;
  if (available < 0) throw new OutOfBudget('work');
  if (isStopped?.() === true) throw new OutOfBudget('stopped');
  slice = Math.min(SLICE_UNITS, available);
  rest = available - slice;
};
