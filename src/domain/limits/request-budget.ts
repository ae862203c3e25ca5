// What one request may cost, counted while it is carried out, and the moments at which it lets others go on. Every loop over
// data whose length somebody else decides takes a budget: it spends before each step and pauses between two of them.
// Searching is not here: the engine has a budget of its own, which never yields.

import type { WorkspaceScope } from '../access/scope.ts';

export interface RequestBudget {
  /** To be called for a step of about so many units. Throws `tooMuchAsked` once the request has spent all it may. */
  spend(units: number): void;
  /**
   * To be called between two steps. Undefined: go on at once. Otherwise others are due, and it resolves when it is this
   * request's turn again, or rejects with `serviceBusy` when its turn does not come in time.
   */
  pause(): Promise<void> | undefined;
}

/** How much a request may spend in all, and what its sender should change when that is not enough. */
export interface Allowance {
  readonly units: number;
  /** Ends the code of the failure: `too_much:filter`. */
  readonly part: string;
  readonly advice: string;
}

/** Gives every request its budget, and every workspace its share of the time. */
export interface Meter {
  run<T>(
    workspace: WorkspaceScope,
    allowance: Allowance,
    work: (budget: RequestBudget) => Promise<T>,
  ): Promise<T>;
}

/** For work that is bounded otherwise, and for tests of what is not about budgets. */
export const unbounded: RequestBudget = { spend: () => {}, pause: () => undefined };

/** A unit is about a nanosecond of one core, so that this is about five seconds of it. */
export const REQUEST_UNITS_MAX = 5_000_000_000;

// What things cost, measured and rounded up. They need not be exact: they must not be wrong by an order of magnitude.

/** A byte of a document: read, parsed and brought into the form of the domain. */
export const UNITS_PER_BYTE = 8;
/** A row or a document, however short. */
export const UNITS_PER_ROW = 5_000;
/** A key that is only walked past. */
export const UNITS_PER_KEY = 250;
/** A character that is folded, compared or searched through. */
export const UNITS_PER_CHAR = 2;

/** No step of reading takes in more than this, one document alone excepted: well below a millisecond. */
export const STEP_BYTES_MAX = 48_000;
export const STEP_ROWS_MAX = 25;

/** Neighbours that may be read in one step, by their sizes. */
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

/** The cost of reading documents of so many bytes. */
export const readingUnits = (rows: number, bytes: number): number =>
  rows * UNITS_PER_ROW + bytes * UNITS_PER_BYTE;
