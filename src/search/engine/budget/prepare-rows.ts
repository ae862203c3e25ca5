// What is computed once for a table of a catalog, row by row: a query whose budget ends leaves the rest to the next one.

import { spend } from './work-budget.ts';

export interface Progress {
  /** Rows that are done. */
  done: number;
}

/** Rows between two checks of the budget. */
const ROWS_PER_STEP = 64;

/** Adds the rows that are left, each for so many units. */
export const prepareRows = <T>(
  progress: Progress,
  rows: readonly T[],
  unitsPerRow: number,
  add: (row: T, at: number) => void,
): void => {
  while (progress.done < rows.length) {
    const end = Math.min(rows.length, progress.done + ROWS_PER_STEP);
    spend(unitsPerRow * (end - progress.done));
    for (; progress.done < end; progress.done += 1) add(rows[progress.done] as T, progress.done);
  }
};
