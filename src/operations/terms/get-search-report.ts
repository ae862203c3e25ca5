// Reports the searches of a catalog over a range of days (Decision 0099). It only reads what was counted ahead.

import {
  type getSearchReport as contract,
  LOW_TOTAL,
  SEARCH_REPORT_LIMIT,
} from '../../contract/terms/get-search-report.ts';
import { daysBetween, firstDayOf } from '../../domain/events/product-event.ts';
import { invalidInput, resourceNotFound } from '../../domain/failures/failures.ts';
import {
  type Allowance,
  type Meter,
  REQUEST_UNITS_MAX,
  type RequestBudget,
} from '../../domain/limits/request-budget.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';
import { HORIZON_DAYS } from '../../domain/terms/popular-terms.ts';
import {
  type Period,
  type PeriodSums,
  type ReportKind,
  rankingOf,
  riseOf,
  type SearchReportStore,
} from '../../domain/terms/search-report.ts';
import { type Page, pageOf } from '../page.ts';
import { pickFirst } from '../pick-first.ts';
import { readDays } from '../read-days.ts';
import type { MovableUseCase } from '../use-case.ts';

export interface SearchReportDependencies {
  readonly searchReports: Pick<SearchReportStore, 'reportSearches'>;
  readonly resources: Pick<ResourceStore, 'findResource'>;
  readonly meter: Meter;
  readonly now: () => Date;
  /** How many visitors must search for a term before it is listed. */
  readonly popularTermsMinVisitors: number;
}

const ALLOWANCE: Allowance = { units: REQUEST_UNITS_MAX, part: 'list', advice: 'report fewer days' };
const DAY_MS = 86_400_000;

export const buildGetSearchReport =
  ({
    searchReports,
    resources,
    meter,
    now,
    popularTermsMinVisitors: minVisitors,
  }: SearchReportDependencies): MovableUseCase<typeof contract> =>
  async ({ scope }, { params, query }) => {
    const page = pageOf(query, SEARCH_REPORT_LIMIT.default);
    const { kind = 'top', low_total: lowTotal = LOW_TOTAL.default } = query;
    const instant = now().getTime();
    const period = readDays(query, instant);
    const before = kind === 'rising' ? periodBefore(period, instant) : undefined;
    const { tenantId, workspaceId } = scope;
    const catalogId = params.catalog_id.toLowerCase();
    const found = await resources.findResource({ tenantId, workspaceId }, 'catalog', { id: catalogId });
    if (found === undefined) throw resourceNotFound('catalog');
    const catalog = { tenantId, workspaceId, catalogId };
    return meter.run(catalog, ALLOWANCE, async (budget) => {
      const report = await searchReports.reportSearches(
        catalog,
        { period, before, lowTotal },
        (sums, sumsBefore) => choosePage(kind, sums, sumsBefore, { minVisitors, page, budget }),
        budget,
      );
      if (report === undefined) return { total_count: 0, items: [], summary: toSummary(period) };
      const { chosen, terms, countedAt } = report;
      return {
        total_count: chosen.total,
        items: chosen.items.map((item, index) => ({ term: terms[index] ?? '', ...item })),
        summary: toSummary(period, chosen.summary, countedAt),
      };
    });
  };

/** As many days before. All of them must be kept still, or terms would seem to rise that do not. */
const periodBefore = ({ from, until }: Period, instant: number): Period => {
  const first = Date.parse(`${from}T00:00:00Z`);
  const days = daysBetween(from, until) + 1;
  const before = { from: firstDayOf(days, first - DAY_MS), until: firstDayOf(1, first - DAY_MS) };
  const kept = firstDayOf(HORIZON_DAYS, instant);
  if (before.from < kept)
    throw invalidInput(
      'out_of_range',
      'from',
      `rising compares with the ${days} days before from, and searches are kept since ${kept}: choose fewer or later days`,
    );
  return before;
};

interface Chosen {
  readonly places: readonly number[];
  readonly total: number;
  readonly items: readonly ReturnType<typeof toItem>[];
  readonly summary: Summary;
}

interface Summary {
  readonly searches: number;
  readonly terms: number;
  readonly zeros: number;
}

/** Sums are computed in steps of so many terms. */
const STEP_TERMS = 8_192;

const choosePage = async (
  kind: ReportKind,
  sums: PeriodSums,
  before: PeriodSums | undefined,
  {
    minVisitors,
    page,
    budget,
  }: { readonly minVisitors: number; readonly page: Page; readonly budget: RequestBudget },
): Promise<Chosen> => {
  const { isListed, compare } = rankingOf(kind, sums, before, minVisitors);
  const listed: number[] = [];
  const summary = { ...sums.others };
  for (let place = 0; place < sums.searches.length; place += 1) {
    if (place % STEP_TERMS === 0) await budget.pause();
    const searches = sums.searches[place] ?? 0;
    if (searches === 0) continue;
    summary.terms += 1;
    summary.searches += searches;
    summary.zeros += sums.zeros[place] ?? 0;
    if (isListed(place)) listed.push(place);
  }
  const first = await pickFirst(listed, page.skip + page.limit, compare, budget);
  const places = first.slice(page.skip);
  const items = places.map((place) => toItem(place, sums, before, summary.searches));
  return { places, total: listed.length, items, summary };
};

const toItem = (place: number, sums: PeriodSums, before: PeriodSums | undefined, all: number) => {
  const [searches = 0, visitors = 0, zeros = 0, found = 0, low = 0] = [
    sums.searches[place],
    sums.visitors[place],
    sums.zeros[place],
    sums.found[place],
    sums.low[place],
  ];
  const earlier = before?.visitors[place];
  return {
    searches,
    visitors,
    share: rounded(searches / all, 4),
    average_total: rounded(found / searches, 2),
    zero_result_searches: zeros,
    low_result_searches: low,
    ...(earlier === undefined
      ? {}
      : { visitors_before: earlier, rise: rounded(riseOf(visitors, earlier), 3) }),
  };
};

const toSummary = (
  { from, until }: Period,
  { searches, terms, zeros }: Summary = { searches: 0, terms: 0, zeros: 0 },
  countedAt: string | null = null,
) => ({
  from,
  until,
  searches,
  terms,
  zero_result_searches: zeros,
  zero_result_rate: searches === 0 ? 0 : rounded(zeros / searches, 4),
  counted_at: countedAt,
});

const rounded = (number: number, decimals: number): number => Number(number.toFixed(decimals));
