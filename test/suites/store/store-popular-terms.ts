// Suite: recorded searches, their sums, and the lists that replace each other.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { SearchEvent } from '../../../src/domain/terms/popular-terms.ts';
import { runs } from '../../fixtures/long-runs.ts';
import {
  ACME,
  CATALOG,
  collect,
  line,
  type OpenStore,
  putAll,
  uuid,
  workspaceLines,
} from './store-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const KEY = { ...ACME, catalogId: CATALOG };

const event = (changes: Partial<SearchEvent> = {}): SearchEvent => ({
  ...KEY,
  at: '2026-03-01T10:00:00.000Z',
  term: 'shoe',
  total: 1,
  visitor: 'v1',
  ...changes,
});

const openWithCatalog = async (open: OpenStore, t: TestContext): Promise<Store> => {
  const store = await open(t);
  await putAll(store, ACME, [...workspaceLines(ACME), line('catalog'), line('catalog', { id: uuid(9) })]);
  return store;
};

const asText = (rows: readonly { term: string; day?: string; visitors: number }[]): string[] =>
  rows.map(({ term, day, visitors }) => `${day ?? 'all'} ${term}: ${visitors}`).sort();

/** The same sums, computed by scanning every search repeatedly. */
const naiveSummary = (events: readonly SearchEvent[], sinceDay: string) => {
  const byKey = new Map(events.map((each) => [`${each.visitor} ${each.at} ${each.term}`, each]));
  const searches = [...byKey.values()].filter((each) => each.at >= sinceDay);
  const after = (search: SearchEvent): SearchEvent | undefined =>
    searches
      .filter((each) => each.visitor === search.visitor)
      .filter((each) => each.at > search.at || (each.at === search.at && each.term > search.term))
      .sort((a, b) => (a.at === b.at ? (a.term < b.term ? -1 : 1) : a.at < b.at ? -1 : 1))[0];
  const counted = searches.filter((search) => {
    const next = after(search);
    return search.total > 0 && !(next && next.term !== search.term && next.term.startsWith(search.term));
  });
  const visitors = (of: readonly SearchEvent[]): number => new Set(of.map((each) => each.visitor)).size;
  const terms = Map.groupBy(counted, (search) => search.term);
  const days = Map.groupBy(counted, (search) => `${search.at.slice(0, 10)} ${search.term}`);
  return {
    days: [...days].map(([key, of]) => `${key}: ${visitors(of)}`).sort(),
    totals: [...terms].map(([term, of]) => `all ${term}: ${visitors(of)}`).sort(),
  };
};

export const describePopularTerms = (open: OpenStore): void => {
  describe('popular terms', () => {
    it('counts visitors by term and day, without empty searches and unfinished words', async (t) => {
      const store = await openWithCatalog(open, t);
      await store.appendSearchEvents([
        event({ term: 'sh', at: '2026-03-01T10:00:00Z' }),
        event({ term: 'shoe', at: '2026-03-01T10:00:01Z' }),
        event({ term: 'shoe', at: '2026-03-01T11:00:00Z' }),
        event({ term: 'shoe', at: '2026-03-01T23:59:59+01:00', visitor: 'v2' }),
        event({ term: 'shoe', at: '2026-03-02T00:30:00+01:00', visitor: 'v3' }),
        event({ term: 'nothing', total: 0, visitor: 'v4' }),
        event({ term: 'shoe', at: '2026-02-27', visitor: 'v5' }),
        event({ term: 'shoe', catalogId: uuid(9), visitor: 'v6' }),
      ]);
      const { days, totals } = await store.summarizeSearches(KEY, '2026-02-28');
      assert.deepEqual(asText(days), ['2026-03-01 shoe: 3']);
      assert.deepEqual(asText(totals), ['all shoe: 3']);
    });

    it('agrees with a naive summary of random searches', async (t) => {
      const store = await openWithCatalog(open, t);
      let run = 0;
      const search = fc.record({
        visitor: fc.constantFrom('v1', 'v2', 'v3'),
        term: fc.constantFrom('s', 'sh', 'shoe', 'red shoe', 'red', '👟', '👟 red'),
        at: fc
          .integer({ min: 0, max: 12 })
          .map((hours) => new Date(Date.UTC(2026, 2, 1) + hours * 7 * 3_600_000).toISOString()),
        total: fc.constantFrom(0, 1, 1, 5),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(search, { maxLength: 40, selector: (s) => s.visitor + s.at + s.term }),
          async (searches) => {
            run += 1;
            const catalogId = uuid(1_000 + run);
            await putAll(store, ACME, [line('catalog', { id: catalogId })]);
            const events = searches.map((each) => event({ ...each, catalogId }));
            await store.appendSearchEvents(events);
            const summary = await store.summarizeSearches({ ...ACME, catalogId }, '2026-03-02');
            const expected = naiveSummary(events, '2026-03-02');
            assert.deepEqual(asText(summary.days), expected.days);
            assert.deepEqual(asText(summary.totals), expected.totals);
          },
        ),
        { numRuns: sizeFor(open, 6, runs(8, 60)) },
      );
    });

    it('counts over more searches than are read at once, and keeps each once', async (t) => {
      const store = await openWithCatalog(open, t);
      const events = Array.from({ length: 2_600 }, (_, index) =>
        event({ visitor: `v${index % 650}`, at: new Date(Date.UTC(2026, 2, 1, 0, 0, index)).toISOString() }),
      );
      await store.appendSearchEvents(events);
      await store.appendSearchEvents(events);
      const { totals } = await store.summarizeSearches(KEY, '2026-03-01');
      assert.deepEqual(asText(totals), ['all shoe: 650']);
      const exported = (await collect(store.readBundle(ACME))).filter(
        ({ object }) => object.kind === 'search_event',
      );
      assert.equal(exported.length, events.length);
    });

    it('forgets searches before a day, however many', async (t) => {
      const store = await openWithCatalog(open, t);
      const old = Array.from({ length: 2_100 }, (_, index) =>
        event({
          visitor: `old${index}`,
          at: new Date(Date.UTC(2026, 0, 1) + (index % 40) * 60_000).toISOString(),
        }),
      );
      await store.appendSearchEvents([...old, event({ at: '2026-02-01T00:00:00Z', visitor: 'kept' })]);
      await store.dropSearchesBefore('2026-02-01');
      const { totals } = await store.summarizeSearches(KEY, '2025-01-01');
      assert.deepEqual(asText(totals), ['all shoe: 1']);
    });

    it('lists the catalogs that have searches or a list, and any catalog by its id', async (t) => {
      const store = await openWithCatalog(open, t);
      const other = { tenantId: 'other', workspaceId: 'web' };
      await putAll(store, other, [...workspaceLines(other), line('catalog')]);
      assert.deepEqual(await store.listCatalogsWithSearches(undefined), []);
      await store.appendSearchEvents([event()]);
      await store.replacePopularTerms({ ...ACME, catalogId: uuid(9) }, ['shoe']);
      assert.deepEqual(await store.listCatalogsWithSearches(undefined), [
        KEY,
        { ...ACME, catalogId: uuid(9) },
      ]);
      assert.deepEqual(await store.listCatalogsWithSearches(CATALOG), [
        KEY,
        { ...other, catalogId: CATALOG },
      ]);
      assert.deepEqual(await store.listCatalogsWithSearches(uuid(99)), []);
    });

    it('replaces a list at once, and the same list not at all', async (t) => {
      const store = await openWithCatalog(open, t);
      const scoped = store.inScope({ ...ACME, environmentId: 'PROD' });
      const terms = () => scoped.listPopularTerms(CATALOG, { skip: 0, limit: 100 });
      await store.replacePopularTerms(KEY, ['a', 'b', 'c']);
      const head = await store.headPosition(ACME);
      await store.replacePopularTerms(KEY, ['a', 'b', 'c']);
      assert.equal(await store.headPosition(ACME), head);
      await store.replacePopularTerms(KEY, ['c', 'a']);
      assert.deepEqual(await terms(), ['c', 'a']);
      assert.deepEqual(await store.listChanges(ACME, head, 9), [
        {
          position: head + 1,
          kind: 'popular_term',
          catalogId: CATALOG,
          id: '',
          fingerprint: await store.changeFingerprint(ACME, head + 1),
        },
      ]);
      await store.replacePopularTerms(KEY, []);
      assert.deepEqual(await terms(), []);
    });
  });
};
