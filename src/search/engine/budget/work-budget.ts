// How much work one query may do, counted while it is done. One unit is about a nanosecond of a plain loop on one core: a byte of
// text looked at, a posting read, a word of bits combined. A query never yields midway, so one budget at a time is in force.
// Nothing is counted for each item: loops say beforehand how much a stretch of theirs will cost.

/** The query did not end within its budget. What it gathered so far is worthless; its scratch arrays must be made anew. */
export class OutOfBudget extends Error {
  /** `work`: more was asked than a query may do. `stopped`: there was no more time, or nobody waits any longer. */
  readonly reason: 'work' | 'stopped';

  constructor(reason: OutOfBudget['reason']) {
    super(reason === 'work' ? 'the query asks for too much work' : 'the query was stopped');
    this.reason = reason;
  }
}

export interface WorkBudget {
  readonly units: number;
  /** Asked now and then: whether to give up. */
  readonly isStopped?: () => boolean;
}

/** After so many units `isStopped` is asked again: well below a millisecond of work. */
const SLICE_UNITS = 250_000;

/** What may be done before the next look at the budget, and what is left of it after that. */
let slice = Number.POSITIVE_INFINITY;
let rest = 0;
let isStopped: (() => boolean) | undefined;
let spent = 0;

/** What the last query under a budget did, in units. */
export const lastSpent = (): number => spent;

const resets: (() => void)[] = [];

/** Scratch state that must be clean when a query begins registers here how it is made anew after one that was abandoned. */
export const whenAbandoned = (reset: () => void): void => {
  resets.push(reset);
};

/**
 * Runs a query that throws `OutOfBudget` as soon as it has spent more than the budget. Whatever it left half done is made anew, so
 * that the next query is answered as if this one had never been asked.
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

/** To be called before a stretch of work of about so many units. Without a budget it does nothing. */
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
