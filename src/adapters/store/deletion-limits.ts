// How much of a deletion one transaction does, so that nobody waits for it (decision 0125).

export interface DeletionLimits {
  /** So many rows go in one transaction with the resource. */
  readonly atOnce: number;
  /** What one of several transactions takes. */
  readonly rows: number;
  readonly milliseconds: number;
}

export const deletionLimits: DeletionLimits = { atOnce: 1_000, rows: 500, milliseconds: 8 };

/** What one transaction takes: at most so many rows, and no more once the time is up. */
export interface StepLimits {
  readonly rows: number;
  readonly isDue: () => boolean;
}

/** Call it when the transaction begins. */
export const startStep = ({ rows, milliseconds }: DeletionLimits): StepLimits => {
  const until = performance.now() + milliseconds;
  return { rows, isDue: () => performance.now() >= until };
};
