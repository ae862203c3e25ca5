// Computes the lists of popular terms and the counts of search reports from the recorded searches of the last 90 days, and deletes
// older ones.
// It runs on a schedule or by command, never during a request.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { PopularTermsStore } from '../../domain/ports.ts';
import { HORIZON_DAYS, rankTerms } from '../../domain/terms/popular-terms.ts';
import type { SearchReportStore } from '../../domain/terms/search-report.ts';

interface Dependencies {
  readonly store: Omit<PopularTermsStore, 'appendSearchEvents' | 'countSearches'> &
    Pick<SearchReportStore, 'replaceSearchCounts'>;
  readonly now: () => Date;
  /** How many visitors must search for a term before it is listed. */
  readonly minVisitors: number;
}

export interface RefreshedCatalog extends WorkspaceScope {
  readonly catalogId: string;
  /** Number of terms in the new list. */
  readonly terms: number;
}

export type RefreshPopularTerms = (
  /** Only the catalog with this id, in any workspace. */
  catalogId?: string,
  onProgress?: (done: number, total: number) => void,
) => Promise<{ readonly catalogs: readonly RefreshedCatalog[] }>;

const LIST_MAX_TERMS = 1_000;
const DAY_MS = 86_400_000;

export const buildRefreshPopularTerms =
  ({ store, now, minVisitors }: Dependencies): RefreshPopularTerms =>
  async (catalogId, onProgress) => {
    // One point in time for all catalogs, so that they agree even if midnight passes.
    const instant = now().getTime();
    const firstDay = firstDayOfHorizon(instant);
    const found = await store.listCatalogsWithSearches(catalogId?.toLowerCase());
    const catalogs: RefreshedCatalog[] = [];
    for (const { tenantId, workspaceId, catalogId: id } of found) {
      const catalog = { tenantId, workspaceId, catalogId: id };
      const { days, totals, counts } = await store.summarizeSearches(catalog, firstDay);
      const terms = rankTerms(days, totals, { now: instant, minVisitors }).slice(0, LIST_MAX_TERMS);
      await store.replacePopularTerms(catalog, terms);
      await store.replaceSearchCounts(catalog, counts, { minVisitors, now: new Date(instant) });
      catalogs.push({ ...catalog, terms: terms.length });
      onProgress?.(catalogs.length, found.length);
    }
    await store.dropSearchesBefore(firstDay);
    return { catalogs };
  };

/** The last day of the horizon is today. */
const firstDayOfHorizon = (instant: number): string =>
  new Date(instant - (HORIZON_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
