// Search reports (Decision 0099): what is counted of recorded searches for each term and day, which terms are kept, and how a
// report ranks them.

import type { WorkspaceScope } from '../access/scope.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import type { TermDay, TermVisitors } from './popular-terms.ts';

/** Searches of one term on one day, without those of visitors who were still typing. */
export interface TermDayCounts {
  readonly term: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly searches: number;
  readonly visitors: number;
  /** Searches that found nothing. */
  readonly zeros: number;
  /** The sum of all totals. */
  readonly found: number;
  /** Number of searches by total, for totals from 1 to `LOW_TOTAL_MAX`. */
  readonly low: ReadonlyMap<number, number>;
}

/** The recorded searches of a catalog: what popular terms are ranked by, and what reports count. */
export interface SearchSummary {
  readonly days: readonly TermDay[];
  readonly totals: readonly TermVisitors[];
  readonly counts: readonly TermDayCounts[];
}

export const LOW_TOTAL_MAX = 20;

/** Terms of a catalog that a report can show. Of more, those with the fewest visitors are left out. */
export const REPORT_TERMS_MAX = 200_000;

export type CatalogKey = WorkspaceScope & { readonly catalogId: string };

/** Days of `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

/** Sums over a period; one number for each kept term, in the order of terms. */
export interface PeriodSums {
  readonly searches: Float64Array;
  readonly visitors: Float64Array;
  readonly zeros: Float64Array;
  readonly found: Float64Array;
  /** Searches with a total from 1 to the limit that was asked for. */
  readonly low: Float64Array;
  /** Of the terms that are not kept. */
  readonly others: OtherSums;
}

export interface OtherSums {
  terms: number;
  searches: number;
  zeros: number;
}

export interface SearchReportStore {
  /** Replaces the counts of a catalog; readers see all of the old ones or all of the new ones. */
  replaceSearchCounts(
    catalog: CatalogKey,
    counts: Iterable<TermDayCounts>,
    options: { readonly minVisitors: number; readonly now: Date },
  ): Promise<void>;
  /**
   * Sums up the counts of a period, and of the one before if there is one, and reads the terms that `choose` picks from them, by
   * their places. `choose` is called once more if the counts were replaced meanwhile. Undefined: nothing was counted yet.
   */
  reportSearches<T extends { readonly places: readonly number[] }>(
    catalog: CatalogKey,
    asked: { readonly period: Period; readonly before: Period | undefined; readonly lowTotal: number },
    choose: (sums: PeriodSums, before: PeriodSums | undefined) => Promise<T>,
    budget: RequestBudget,
  ): Promise<
    { readonly chosen: T; readonly terms: readonly string[]; readonly countedAt: string } | undefined
  >;
}

interface TermTotal {
  readonly term: string;
  visitors: number;
  days: number;
}

/**
 * The terms whose counts are kept one by one, sorted. A term of fewer visitors than a report shows is not, if it was searched on
 * one day only: it adds the same to every period with that day.
 */
export const chooseTerms = (
  counts: Iterable<TermDayCounts>,
  minVisitors: number,
  most = REPORT_TERMS_MAX,
): string[] => {
  const totals = new Map<string, TermTotal>();
  for (const { term, visitors } of counts) {
    const total = totals.get(term) ?? { term, visitors: 0, days: 0 };
    totals.set(term, total);
    total.visitors += visitors;
    total.days += 1;
  }
  let kept = [...totals.values()].filter(({ visitors, days }) => visitors >= minVisitors || days > 1);
  if (kept.length > most)
    kept = kept.sort((a, b) => b.visitors - a.visitors || (a.term < b.term ? -1 : 1)).slice(0, most);
  return kept.map(({ term }) => term).sort();
};

export const reportKinds = ['top', 'rising', 'zero_results', 'low_results'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Visitors that are added to both periods, so that small numbers do not rise far. */
const RISE_DAMPING = 10;

/** How far a term rose: the visitors it won, over the square root of all, which is about what chance alone would do. */
export const riseOf = (visitors: number, before: number): number =>
  (visitors - before) / Math.sqrt(visitors + before + RISE_DAMPING);

/** Whether the term at a place is in a report, and which of two comes first. Ties are sorted by term, which is by place. */
export interface Ranking {
  readonly isListed: (place: number) => boolean;
  readonly compare: (a: number, b: number) => number;
}

export const rankingOf = (
  kind: ReportKind,
  sums: PeriodSums,
  before: PeriodSums | undefined,
  minVisitors: number,
): Ranking => {
  const { visitors, searches, zeros, low } = sums;
  const at = (column: Float64Array | undefined, place: number): number => column?.[place] ?? 0;
  const isShown = (place: number): boolean => at(searches, place) > 0 && at(visitors, place) >= minVisitors;
  const by =
    (first: (place: number) => number, second: Float64Array) =>
    (a: number, b: number): number =>
      first(b) - first(a) || at(second, b) - at(second, a) || a - b;
  switch (kind) {
    case 'top':
      return { isListed: isShown, compare: by((place) => at(visitors, place), searches) };
    case 'rising': {
      const rise = (place: number): number => riseOf(at(visitors, place), at(before?.visitors, place));
      return { isListed: (place) => isShown(place) && rise(place) > 0, compare: by(rise, visitors) };
    }
    case 'zero_results':
      return {
        isListed: (place) => isShown(place) && at(zeros, place) > 0,
        compare: by((place) => at(zeros, place), visitors),
      };
    case 'low_results':
      return {
        isListed: (place) => isShown(place) && at(low, place) > 0,
        compare: by((place) => at(low, place), visitors),
      };
  }
};
