// Counts what a source leaves out on purpose, by reason, and remembers the first places of each.

import type { SourcePlace, SourceSkip } from './source-format.ts';

const REASONS_MAX = 50;
const PLACES_KEPT = 3;
const OTHER_REASONS = 'other reasons';

export interface SkippedReason {
  readonly reason: string;
  readonly count: number;
  /** The first three. */
  readonly first: readonly SourcePlace[];
}

export class SkipTally {
  readonly #reasons = new Map<string, { count: number; readonly first: SourcePlace[] }>();

  note({ skipped, file, line, column }: SourceSkip): void {
    const isKept = this.#reasons.has(skipped) || this.#reasons.size < REASONS_MAX;
    const reason = isKept ? skipped : OTHER_REASONS;
    const tally = this.#reasons.get(reason) ?? { count: 0, first: [] };
    this.#reasons.set(reason, tally);
    tally.count += 1;
    if (tally.first.length >= PLACES_KEPT) return;
    tally.first.push({
      ...(file === undefined ? {} : { file }),
      line,
      ...(column === undefined ? {} : { column }),
    });
  }

  /** The most frequent first. */
  list(): SkippedReason[] {
    return Array.from(this.#reasons, ([reason, tally]) => ({ reason, ...tally })).sort(
      (a, b) => b.count - a.count,
    );
  }
}
