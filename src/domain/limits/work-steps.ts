// Loops over many small things, for a budget: what they cost is spent, and the loop may pause whenever about a tenth of a
// millisecond has been spent since it last could.

import type { RequestBudget } from './request-budget.ts';

/** In units of the budget, unless a single thing costs more. */
export const STEP_UNITS = 100_000;

export class WorkSteps {
  readonly #budget: RequestBudget;
  #units = 0;

  constructor(budget: RequestBudget) {
    this.#budget = budget;
  }

  /** Call it before a piece of work of this many units. Undefined: do it at once. Otherwise await it first. */
  spend(units: number): Promise<void> | undefined {
    const pause = this.#units > 0 && this.#units + units > STEP_UNITS ? this.#budget.pause() : undefined;
    this.#units = this.#units + units > STEP_UNITS ? units : this.#units + units;
    this.#budget.spend(units);
    return pause;
  }
}
