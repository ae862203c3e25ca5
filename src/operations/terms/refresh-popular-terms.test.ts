// The lists against a second telling of the rule (popular terms, Decision 0010), written without a look at the first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PopularTermsStore } from '../../domain/ports.ts';
import type { SearchEvent } from '../../domain/terms/popular-terms.ts';
import type { SearchReportStore } from '../../domain/terms/search-report.ts';
import { buildRefreshPopularTerms } from './refresh-popular-terms.ts';

type Search = Pick<SearchEvent, 'term' | 'visitor' | 'total' | 'at'> & { readonly catalogId: string };

const NOW = new Date('2026-06-15T12:00:00Z');
const daysAgo = (days: number, hour = 12): string =>
  new Date(Date.UTC(2026, 5, 15 - days, hour)).toISOString();

/** Counts by the plainest means, and drops no prefixes: that is the store's own business. */
const buildFake = (searches: readonly Search[]) => {
  const fake = { lists: new Map<string, readonly string[]>(), droppedBefore: '', asked: [] as unknown[] };
  const store: Omit<PopularTermsStore, 'appendSearchEvents' | 'countSearches'> &
    Pick<SearchReportStore, 'replaceSearchCounts'> = {
    listCatalogsWithSearches: async (catalogId) => {
      fake.asked.push(catalogId);
      return [...new Set(searches.map((search) => search.catalogId))]
        .filter((id) => catalogId === undefined || id === catalogId)
        .map((id) => ({ tenantId: 't', workspaceId: 'w', catalogId: id, name: 'not asked for' }));
    },
    summarizeSearches: async ({ catalogId }, sinceDay) => {
      const found = searches.filter(
        (search) => search.catalogId === catalogId && search.total > 0 && search.at.slice(0, 10) >= sinceDay,
      );
      const count = (keyOf: (search: Search) => string) => {
        const visitors = Map.groupBy(found, keyOf);
        return [...visitors].map(([key, group]) => ({
          key,
          visitors: new Set(group.map((search) => search.visitor)).size,
        }));
      };
      return {
        days: count((search) => `${search.at.slice(0, 10)} ${search.term}`).map(({ key, visitors }) => ({
          day: key.slice(0, 10),
          term: key.slice(11),
          visitors,
        })),
        totals: count((search) => search.term).map(({ key, visitors }) => ({ term: key, visitors })),
        counts: [],
      };
    },
    replacePopularTerms: async (catalog, terms) => {
      fake.lists.set(`${catalog.tenantId}/${catalog.workspaceId}/${catalog.catalogId}`, terms);
    },
    replaceSearchCounts: async () => {},
    dropSearchesBefore: async (day) => {
      fake.droppedBefore = day;
    },
  };
  return { fake, store };
};

const refresh = async (searches: readonly Search[], minVisitors = 2) => {
  const { fake, store } = buildFake(searches);
  await buildRefreshPopularTerms({ store, now: () => NOW, minVisitors })();
  return fake.lists.get('t/w/c1') ?? [];
};

const search = (term: string, visitor: string, age: number, total = 1): Search => ({
  term,
  visitor,
  total,
  at: daysAgo(age),
  catalogId: 'c1',
});

const by = (term: string, visitors: number, age: number): Search[] =>
  Array.from({ length: visitors }, (_, index) => search(term, `v${index}`, age));

test('more visitors rank first, newer before older, equal ones by term', async () => {
  assert.deepEqual(await refresh([...by('few', 2, 0), ...by('many', 3, 0)]), ['many', 'few']);
  assert.deepEqual(await refresh([...by('old', 3, 7), ...by('new', 2, 0)]), ['new', 'old']);
  assert.deepEqual(await refresh([...by('old', 5, 7), ...by('new', 2, 0)]), ['old', 'new']);
  assert.deepEqual(await refresh([...by('old', 4, 7), ...by('new', 2, 0)]), ['new', 'old']);
  assert.deepEqual(await refresh([...by('b', 2, 0), ...by('a', 2, 0), ...by('ä', 2, 0)]), ['a', 'b', 'ä']);
});

test('one visitor counts once a day, and two are needed in all', async () => {
  const again = Array.from({ length: 9 }, () => search('again', 'v1', 0));
  assert.deepEqual(await refresh([...again, search('again', 'v1', 1)]), []);
  assert.deepEqual(await refresh([...again, search('again', 'v2', 40)]), ['again']);
  assert.deepEqual(await refresh(again, 1), ['again']);
});

test('only the last ninety days count, today among them, and older searches are forgotten', async () => {
  assert.deepEqual(await refresh([...by('kept', 2, 89), ...by('gone', 2, 90)]), ['kept']);
  const { fake, store } = buildFake([]);
  await buildRefreshPopularTerms({ store, now: () => NOW, minVisitors: 2 })();
  assert.equal(fake.droppedBefore, daysAgo(89).slice(0, 10));
});

test('a search that found nothing does not count', async () => {
  assert.deepEqual(await refresh([search('x', 'v1', 0), search('x', 'v2', 0, 0)]), []);
});

test('a list has a thousand terms at most', async () => {
  const searches = Array.from({ length: 1_005 }, (_, index) => by(`term ${1_000 + index}`, 2, 0)).flat();
  const terms = await refresh(searches);
  assert.equal(terms.length, 1_000);
  assert.equal(terms.at(-1), 'term 1999');
});

test('every catalog gets its list, or just the one that is asked for', async () => {
  const searches = ['c1', 'c2', 'c3'].flatMap((catalogId) =>
    by(`of ${catalogId}`, 2, 0).map((found) => ({ ...found, catalogId })),
  );
  const { fake, store } = buildFake(searches);
  const run = buildRefreshPopularTerms({ store, now: () => NOW, minVisitors: 2 });
  const progress: [number, number][] = [];
  const report = await run(undefined, (done, total) => progress.push([done, total]));
  assert.deepEqual(
    [...fake.lists],
    ['c1', 'c2', 'c3'].map((id) => [`t/w/${id}`, [`of ${id}`]]),
  );
  assert.deepEqual(report.catalogs[1], { tenantId: 't', workspaceId: 'w', catalogId: 'c2', terms: 1 });
  assert.deepEqual(progress, [
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  fake.lists.clear();
  assert.deepEqual((await run('C2')).catalogs, [report.catalogs[1]]);
  assert.deepEqual([...fake.lists.keys()], ['t/w/c2']);
  assert.deepEqual(await run('unknown'), { catalogs: [] });
});

test('a list with nothing left in it is emptied', async () => {
  const { fake, store } = buildFake(by('gone', 2, 100));
  const { catalogs } = await buildRefreshPopularTerms({ store, now: () => NOW, minVisitors: 2 })();
  assert.deepEqual([catalogs[0]?.terms, fake.lists.get('t/w/c1')], [0, []]);
});

/** The rule of popular terms, straight from its wording: visitor by visitor, day by day. */
const scoreByRule = (searches: readonly Search[], term: string): number => {
  const seen = new Set<string>();
  const visitors = new Set<string>();
  let score = 0;
  for (let age = 0; age < 90; age += 1) {
    const day = daysAgo(age).slice(0, 10);
    for (const { term: searched, visitor, total, at } of searches) {
      const isCounted = searched === term && total > 0 && at.startsWith(day);
      if (!isCounted || seen.has(`${day} ${visitor}`)) continue;
      seen.add(`${day} ${visitor}`);
      visitors.add(visitor);
      score += 1 / 2 ** (age / 7);
    }
  }
  return visitors.size >= 2 ? score : 0;
};

const searchesWith = (age: fc.Arbitrary<number>) =>
  fc.array(
    fc.record({
      term: fc.constantFrom('a', 'b', 'c', 'a b', 'ä', '10'),
      visitor: fc.constantFrom('v1', 'v2', 'v3', 'v4'),
      total: fc.constantFrom(0, 1, 5),
      at: fc.tuple(age, fc.integer({ min: 0, max: 12 })).map(([days, hour]) => daysAgo(days, hour)),
      catalogId: fc.constant('c1'),
    }),
    { maxLength: 60 },
  );

test('the list is what the rule says, ties and all, where scores are exact', async () => {
  // Whole half-lives: sums of powers of two are exact in any order, so ties are real ties.
  const searches = searchesWith(fc.integer({ min: 0, max: 14 }).map((weeks) => weeks * 7));
  await fc.assert(
    fc.asyncProperty(searches, async (given) => {
      const scored = [...new Set(given.map((found) => found.term))]
        .map((term) => ({ term, score: scoreByRule(given, term) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
      assert.deepEqual(
        await refresh(given),
        scored.map(({ term }) => term),
      );
    }),
    { numRuns: 300 },
  );
});

test('the list is what the rule says for any days', async () => {
  await fc.assert(
    fc.asyncProperty(searchesWith(fc.integer({ min: 0, max: 95 })), async (given) => {
      const list = await refresh(given);
      const terms = new Set(given.map((found) => found.term));
      assert.deepEqual(new Set(list), new Set([...terms].filter((term) => scoreByRule(given, term) > 0)));
      const scores = list.map((term) => scoreByRule(given, term));
      for (const [index, score] of scores.entries()) {
        assert.ok(index === 0 || (scores[index - 1] ?? 0) > score - 1e-9);
      }
    }),
    { numRuns: 300 },
  );
});
