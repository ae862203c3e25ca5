// Suite: the counts of search reports, against sums that scan every search, and what becomes of them.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { Store } from '../../../src/adapters/store/store.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import type { SearchEvent } from '../../../src/domain/terms/popular-terms.ts';
import type { CatalogKey } from '../../../src/domain/terms/search-report.ts';
import { buildGetSearchReport } from '../../../src/operations/terms/get-search-report.ts';
import { buildRefreshPopularTerms } from '../../../src/operations/terms/refresh-popular-terms.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { ACME, CATALOG, line, type OpenStore, putAll, uuid, workspaceLines } from './store-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const KEY = { ...ACME, catalogId: CATALOG };
const OTHER = { tenantId: 'other', workspaceId: 'web' };
const NOW = new Date('2026-03-31T12:00:00Z');
const now = () => NOW;

const dayAt = (number: number): string => new Date(Date.UTC(2026, 2, number)).toISOString().slice(0, 10);

const event = (changes: Partial<SearchEvent> = {}): SearchEvent => ({
  ...KEY,
  at: '2026-03-20T10:00:00.000Z',
  term: 'shoe',
  total: 1,
  visitor: 'v1',
  ...changes,
});

const openWithCatalog = async (open: OpenStore, t: TestContext): Promise<Store> => {
  const store = await open(t);
  for (const workspace of [ACME, OTHER])
    await putAll(store, workspace, [...workspaceLines(workspace), line('catalog')]);
  return store;
};

const refresh = (store: Store, minVisitors = 2) => buildRefreshPopularTerms({ store, now, minVisitors })();

interface Query {
  readonly kind?: 'top' | 'rising' | 'zero_results' | 'low_results';
  readonly from?: string;
  readonly until?: string;
  readonly low_total?: number;
  readonly skip?: number;
  readonly limit?: number;
}

const report = (store: Store, catalog: CatalogKey, query: Query = {}, minVisitors = 2) => {
  const run = buildGetSearchReport({
    searchReports: store,
    resources: store,
    meter: { run: (_workspace, _allowance, work) => work(unbounded) },
    now,
    popularTermsMinVisitors: minVisitors,
  });
  const input = { params: { catalog_id: catalog.catalogId }, query, headers: {}, body: undefined };
  return run({ scope: { ...catalog, environmentId: '' } } as never, input as never);
};

/** The rule, straight from its wording. */
const naiveReport = (events: readonly SearchEvent[], query: Required<Query>, minVisitors: number) => {
  const isTyped = (one: SearchEvent): boolean => {
    const [next] = events
      .filter((each) => each.visitor === one.visitor)
      .filter((each) => each.at > one.at || (each.at === one.at && each.term > one.term))
      .sort((a, b) => (a.at === b.at ? (a.term < b.term ? -1 : 1) : a.at < b.at ? -1 : 1));
    return next !== undefined && next.term !== one.term && next.term.startsWith(one.term);
  };
  const counted = events.filter((each) => !isTyped(each));
  const within = (from: string, until: string) =>
    counted.filter((each) => each.at.slice(0, 10) >= from && each.at.slice(0, 10) <= until);
  const visitorsIn = (of: readonly SearchEvent[]): number =>
    new Set(of.map((each) => `${each.at.slice(0, 10)} ${each.visitor}`)).size;
  const inside = within(query.from, query.until);
  const days = (Date.parse(query.until) - Date.parse(query.from)) / 86_400_000 + 1;
  const ago = (count: number) =>
    new Date(Date.parse(query.from) - count * 86_400_000).toISOString().slice(0, 10);
  const earlier = within(ago(days), ago(1));
  const rows = [...Map.groupBy(inside, (each) => each.term)].map(([term, of]) => {
    const visitors = visitorsIn(of);
    const before = visitorsIn(earlier.filter((each) => each.term === term));
    const zeros = of.filter((each) => each.total === 0).length;
    const low = of.filter((each) => each.total > 0 && each.total <= query.low_total).length;
    const rise = (visitors - before) / Math.sqrt(visitors + before + 10);
    const sum = of.reduce((all, each) => all + each.total, 0);
    const keys = { top: visitors, rising: rise, zero_results: zeros, low_results: low };
    const item = {
      term,
      searches: of.length,
      visitors,
      share: Number((of.length / inside.length).toFixed(4)),
      average_total: Number((sum / of.length).toFixed(2)),
      zero_result_searches: zeros,
      low_result_searches: low,
      ...(query.kind === 'rising' ? { visitors_before: before, rise: Number(rise.toFixed(3)) } : {}),
    };
    return { item, key: keys[query.kind], second: query.kind === 'top' ? of.length : visitors };
  });
  const listed = rows
    .filter(({ item, key }) => item.visitors >= minVisitors && key > 0)
    .sort((a, b) => b.key - a.key || b.second - a.second || (a.item.term < b.item.term ? -1 : 1));
  return {
    total_count: listed.length,
    items: listed.slice(query.skip, query.skip + query.limit).map(({ item }) => item),
    searches: inside.length,
    terms: rows.length,
    zeros: inside.filter((each) => each.total === 0).length,
  };
};

const search = fc.record({
  visitor: fc.constantFrom('v1', 'v2', 'v3', 'v4'),
  term: fc.constantFrom('s', 'sh', 'shoe', 'red shoe', 'red', '👟', '=1+1', 'boot'),
  at: fc
    .integer({ min: 0, max: 60 })
    .map((step) => new Date(Date.UTC(2026, 2, 10) + step * 7 * 3_600_000).toISOString()),
  total: fc.constantFrom(0, 1, 2, 5, 20, 21, 100_000),
});

const asked = fc.record({
  kind: fc.constantFrom('top' as const, 'rising' as const, 'zero_results' as const, 'low_results' as const),
  days: fc.tuple(fc.integer({ min: 8, max: 30 }), fc.integer({ min: 0, max: 12 })),
  low_total: fc.integer({ min: 1, max: 20 }),
  skip: fc.constantFrom(0, 0, 1, 3),
  limit: fc.constantFrom(1, 3, 100),
  minVisitors: fc.integer({ min: 1, max: 3 }),
});

export const describeSearchReports = (open: OpenStore): void => {
  describe('search reports', () => {
    it('agree with a naive report of random searches, periods and thresholds', async (t) => {
      const store = await openWithCatalog(open, t);
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(search, { maxLength: 60, selector: (s) => s.visitor + s.at + s.term }),
          fc.array(asked, { minLength: 4, maxLength: 8 }),
          async (searches, queries) => {
            run += 1;
            const catalogId = uuid(2_000 + run);
            const catalog = { ...ACME, catalogId };
            await putAll(store, ACME, [line('catalog', { id: catalogId })]);
            const events = searches.map((each) => event({ ...each, catalogId }));
            await store.appendSearchEvents(events);
            const { counts } = await store.summarizeSearches(catalog, '2026-01-01');
            for (const { days, minVisitors, ...rest } of queries) {
              await store.replaceSearchCounts(catalog, counts, { minVisitors, now: NOW });
              const query = { ...rest, from: dayAt(days[0]), until: dayAt(days[0] + days[1]) };
              const { summary, ...list } = await report(store, catalog, query, minVisitors);
              const { searches: all, terms, zero_result_searches: zeros } = summary;
              assert.deepEqual(
                { ...list, searches: all, terms, zeros },
                naiveReport(events, query, minVisitors),
              );
            }
          },
        ),
        { numRuns: sizeFor(open, 4, runs(6, 50)) },
      );
    });

    it('are read of one generation, though they are replaced meanwhile', async (t) => {
      const store = await openWithCatalog(open, t);
      const replace = async (terms: readonly string[]): Promise<void> => {
        const none = { day: '2026-03-20', searches: 2, visitors: 2, zeros: 0, found: 0, low: new Map() };
        const counts = terms.map((term) => ({ term, ...none }));
        await store.replaceSearchCounts(KEY, counts, { minVisitors: 2, now: NOW });
      };
      await replace(['boot', 'shoe']);
      const seen: number[][] = [];
      const days = { period: { from: '2026-03-20', until: '2026-03-20' }, before: undefined, lowTotal: 3 };
      const choose = async ({ searches }: { readonly searches: Float64Array }) => {
        if (seen.push([...searches]) === 1) await replace(['hat', 'rug', 'tie']);
        return { places: [searches.length - 1] };
      };
      const found = await store.reportSearches(KEY, days, choose, unbounded);
      assert.deepEqual(found?.terms, ['tie']);
      assert.deepEqual(seen, [
        [2, 2],
        [2, 2, 2],
      ]);
    });

    it('of the same days differ by what was asked for', async (t) => {
      const store = await openWithCatalog(open, t);
      await store.appendSearchEvents(['v1', 'v2'].map((visitor) => event({ visitor, total: 5 })));
      await refresh(store);
      const days = { from: '2026-03-20', until: '2026-03-21' };
      const lowOf = async (query: Query) =>
        (await report(store, KEY, query)).items.map((item) => item.low_result_searches);
      for (const [query, expected] of [
        [{ ...days, low_total: 3 }, [0]],
        [{ ...days, low_total: 5 }, [2]],
        [{ ...days, low_total: 4 }, [0]],
        [{ ...days, from: '2026-03-21', low_total: 5 }, []],
        [{ from: '2026-03-19', until: '2026-03-21', low_total: 5 }, [2]],
        [{ from: '2026-03-19', until: '2026-03-19', low_total: 5 }, []],
      ] as const) {
        assert.deepEqual(await lowOf(query), expected, JSON.stringify(query));
      }
    });

    it('lose the share of a visitor whose mark is erased, and show nothing of other workspaces', async (t) => {
      const store = await openWithCatalog(open, t);
      await store.appendSearchEvents([
        ...['v1', 'v2', 'v3'].map((visitor) => event({ visitor })),
        ...['v1', 'v2'].map((visitor) =>
          event({ visitor, term: 'boot', at: '2026-03-21T10:00:00Z', total: 0 }),
        ),
        ...['v1', 'v2'].map((visitor) => event({ ...OTHER, visitor, term: 'theirs' })),
      ]);
      await refresh(store);
      const seen = async (catalog: CatalogKey) => {
        const { items, summary } = await report(store, catalog);
        return [...items.map(({ term, visitors }) => `${term} ${visitors}`), summary.searches, summary.terms];
      };
      assert.deepEqual(await seen(KEY), ['shoe 3', 'boot 2', 5, 2]);
      assert.deepEqual(await seen({ ...OTHER, catalogId: CATALOG }), ['theirs 2', 2, 1]);
      const rising = await report(store, KEY, { kind: 'rising', from: '2026-03-21', until: '2026-03-21' });
      assert.deepEqual(
        rising.items.map((item) => [item.term, item.visitors_before]),
        [['boot', 0]],
      );
      await store.eraseMarks(ACME, ['v1']);
      await refresh(store);
      assert.deepEqual(await seen(KEY), ['shoe 2', 3, 2]);
      await store.eraseMarks(ACME, ['v2', 'v3']);
      await refresh(store);
      assert.deepEqual(await seen(KEY), [0, 0]);
      assert.equal((await report(store, KEY)).summary.counted_at, null);
      assert.deepEqual(await seen({ ...OTHER, catalogId: CATALOG }), ['theirs 2', 2, 1]);
    });
  });
};
