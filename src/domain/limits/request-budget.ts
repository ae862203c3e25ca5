// The budget of one request: how much work it may cause, and when it yields to other requests. Every loop over data of
// unknown length takes a budget, spends before each step and pauses between steps.
// Search has its own budget in the engine, which never yields.

import type { WorkspaceScope } from '../access/scope.ts';

export interface RequestBudget {
  /** Call it before a step of about this many units. Throws `tooMuchAsked` when the budget is used up. */
  spend(units: number): void;
  /**
   * Call it between two steps. Undefined: continue at once. Otherwise await it: it resolves when it is this request's turn
   * again, or rejects with `serviceBusy` if that takes too long.
   */
  pause(): Promise<void> | undefined;
  /**
   * Call it before waiting for what another request of the workspace may hold: the other may need this request's permit for long
   * work to finish. The next pause takes a permit again.
   */
  releasePermit(): void;
  /** Matches a long text in another thread. Absent, or undefined, also in the end: match it here, in steps. */
  matchAside?(pattern: string, text: string): Promise<boolean | undefined> | undefined;
}

/** How much a request may spend in total, and what its sender should change if that is not enough. */
export interface Allowance {
  readonly units: number;
  /** The end of the failure's code: `too_much:filter`. */
  readonly part: string;
  readonly advice: string;
}

/** Gives every request its budget, and every workspace its share of the main thread. */
export interface Meter {
  run<T>(
    workspace: WorkspaceScope,
    allowance: Allowance,
    work: (budget: RequestBudget) => Promise<T>,
  ): Promise<T>;
}

/** For work that is bounded in another way, and for tests that are not about budgets. */
export const unbounded: RequestBudget = {
  spend: () => {},
  pause: () => undefined,
  releasePermit: () => {},
};

/** A unit is about a nanosecond of one core, so this is about five seconds. */
export const REQUEST_UNITS_MAX = 5_000_000_000;

// Costs, measured and rounded up. They need not be exact, only right to an order of magnitude.

/** To read and parse one byte of a document. */
export const UNITS_PER_BYTE = 8;
/** For a row or document of any length, in addition to its bytes. */
export const UNITS_PER_ROW = 5_000;
/** To skip one key of an index. */
export const UNITS_PER_KEY = 250;
/** To fold, compare or search one character. */
export const UNITS_PER_CHAR = 2;

/** The most that one step reads, unless a single document is longer: well under a millisecond. */
export const STEP_BYTES_MAX = 48_000;
export const STEP_ROWS_MAX = 25;

/** Groups neighbours by size so that each group can be read in one step. */
export const inSteps = <T extends { readonly bytes: number }>(
  items: readonly T[],
): { readonly items: readonly T[]; readonly bytes: number }[] => {
  const steps: { items: T[]; bytes: number }[] = [];
  for (const item of items) {
    const step = steps.at(-1);
    const isFull = step === undefined || step.items.length >= STEP_ROWS_MAX;
    if (isFull || step.bytes + item.bytes > STEP_BYTES_MAX) {
      steps.push({ items: [item], bytes: item.bytes });
    } else {
      step.items.push(item);
      step.bytes += item.bytes;
    }
  }
  return steps;
};

/** The cost of reading this many rows and bytes. */
export const readingUnits = (rows: number, bytes: number): number =>
  rows * UNITS_PER_ROW + bytes * UNITS_PER_BYTE;
