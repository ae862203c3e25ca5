// Sums of periods that were reported a short time ago. The kinds and pages of a report are made of the same sums, and adding them up
// is most of its work. Counts of a generation never change, so what is kept never becomes wrong.

import type { PeriodSums } from '../../../domain/terms/search-report.ts';

/** Of all sums that are kept, at 40 bytes each. */
const TERMS_MAX = 400_000;
/** Sums of few terms take space too. */
const TERMS_OF_NONE = 1_000;

export interface RecentSums {
  /** Kept sums, or those that `add` makes, which are kept then. Nobody may change them. */
  find(key: readonly (string | number)[], add: () => Promise<PeriodSums>): Promise<PeriodSums>;
}

export const buildRecentSums = (termsMax = TERMS_MAX): RecentSums => {
  /** The least recently used first. */
  const kept = new Map<string, PeriodSums>();
  let terms = 0;

  const remove = (name: string): void => {
    const sums = kept.get(name);
    if (sums !== undefined && kept.delete(name)) terms -= sizeOf(sums);
  };

  return {
    async find(key, add) {
      const name = JSON.stringify(key);
      const sums = kept.get(name) ?? (await add());
      remove(name);
      kept.set(name, sums);
      terms += sizeOf(sums);
      for (const oldest of kept.keys()) {
        if (terms <= termsMax) break;
        remove(oldest);
      }
      return sums;
    },
  };
};

const sizeOf = ({ searches }: PeriodSums): number => TERMS_OF_NONE + searches.length;
