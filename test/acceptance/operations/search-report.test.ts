// Search reports from outside: each kind, the days, the threshold of visitors, who may read them, and the command.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { createTokens, dataOf, errorOf, startFixture } from '../service/fixture-service.ts';

const fixture = await startFixture({ VITRINE_POPULAR_TERMS_REFRESH_MINUTES: '0' });
const { call, service } = fixture;
const tokens = await createTokens(fixture, {
  read: { permission: 'read' },
  full: { permission: 'full' },
  elsewhere: { permission: 'full', tenant: 'globex' },
});

const run = async (words: readonly string[], input?: Buffer | string): Promise<string> => {
  const options = input === undefined ? {} : { input };
  const { code, out, err } = await runHere(service.dataDir, [...words], options as never);
  assert.equal(code, 0, err);
  return out;
};

const START = Date.now();
const dayAgo = (days: number): string => new Date(START - days * 86_400_000).toISOString().slice(0, 10);
const [FIRST, LAST] = [dayAgo(9), dayAgo(5)];

/** A term with its totals, one visitor each. */
const searches = (day: string, time: string, term: string, totals: readonly number[]) =>
  totals.map((total, at) => ({
    kind: 'search_event' as const,
    catalog_id: shared.silentCatalog,
    at: `${day}T${time}Z`,
    term,
    total,
    visitor: `${day}-${at}`,
  }));

const recordSearches = async (): Promise<void> => {
  const scope = { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace };
  const elsewhere = { ...scope, tenant_id: 'globex' };
  const lines = [
    scope,
    ...searches(FIRST, '00:00:00', 'lamp', [9, 9, 9]),
    ...searches(LAST, '23:59:59', 'lamp', [9]),
    ...searches(FIRST, '10:00:00', '=1+1', [0, 0]),
    ...searches(LAST, '10:00:00', 'rug', [2, 0]),
    ...searches(LAST, '11:00:00', 'secret of one', [0]),
    // Neither of these days is asked for.
    ...searches(dayAgo(10), '23:59:59', 'lamp', [9, 9, 9, 9, 9]),
    ...searches(dayAgo(4), '00:00:00', 'lamp', [9, 9]),
    elsewhere,
    ...searches(FIRST, '10:00:00', 'theirs', [1, 1, 1]),
  ];
  await run(['import', '-'], toBundle(lines));
};

interface Report {
  readonly total_count: number;
  readonly items: readonly (Readonly<Record<string, number>> & { readonly term: string })[];
  readonly summary: Readonly<Record<string, unknown>>;
}

const ask = (query: Record<string, string | number>, token?: string) =>
  call('get-search-report', { params: { catalog_id: shared.silentCatalog }, query, token });

const period = { from: FIRST, until: LAST };
const report = async (query: Record<string, string | number> = {}): Promise<Report> =>
  dataOf<Report>(await ask({ ...period, ...query }, tokens.full));
const termsOf = ({ items }: Report): string[] => items.map(({ term }) => term);

await recordSearches();

test('before anything is counted a report is empty, and says so', async () => {
  const { total_count, items, summary } = await report();
  assert.deepEqual([total_count, items, summary['counted_at']], [0, [], null]);
  await run(['popular-terms', 'refresh']);
  assert.notEqual((await report()).summary['counted_at'], null);
});

test('each kind lists what it says, with exact totals, in pages', async () => {
  const top = await report();
  assert.deepEqual(
    top.items.map(({ term, searches, visitors, average_total }) => [term, searches, visitors, average_total]),
    [
      ['lamp', 4, 4, 9],
      ['=1+1', 2, 2, 0],
      ['rug', 2, 2, 1],
    ],
  );
  const { counted_at: _, ...summary } = top.summary;
  const rate = { zero_result_searches: 4, zero_result_rate: 0.4444 };
  assert.deepEqual(summary, { ...period, searches: 9, terms: 4, ...rate });
  const second = await report({ skip: 1, limit: 1 });
  assert.deepEqual([second.total_count, second.items], [3, top.items.slice(1, 2)]);
  assert.deepEqual(termsOf(await report({ kind: 'zero_results' })), ['=1+1', 'rug']);
  assert.deepEqual(termsOf(await report({ kind: 'low_results' })), ['rug']);
  assert.deepEqual(termsOf(await report({ kind: 'low_results', low_total: 1 })), []);
  const rising = await report({ kind: 'rising' });
  assert.deepEqual(
    rising.items.map(({ term, visitors_before, rise }) => [term, visitors_before, rise]),
    [
      ['=1+1', 0, 0.577],
      ['rug', 0, 0.577],
    ],
    'lamp had five visitors before, and four now',
  );
});

test('wrong parameters and other tokens are refused', async () => {
  const faults = [
    [{ kind: 'best' }, 'not_allowed:kind'],
    [{ from: '2026-02-30' }, 'malformed:from'],
    [{ until: 'today' }, 'malformed:until'],
    [{ from: LAST, until: FIRST }, 'out_of_range:from'],
    [{ from: FIRST, days: 3 }, 'not_allowed:days'],
    [{ days: 0 }, 'out_of_range:days'],
    [{ days: 91 }, 'out_of_range:days'],
    [{ low_total: 21 }, 'out_of_range:low_total'],
    [{ limit: 1_001 }, 'out_of_range:limit'],
    [{ kind: 'rising', days: 46 }, 'out_of_range:from'],
  ] as const;
  for (const [query, code] of faults) {
    const response = await ask(query, tokens.full);
    assert.deepEqual([response.status, errorOf(response).code], [400, code], JSON.stringify(query));
  }
  const statuses = [];
  for (const token of [undefined, tokens.read, tokens.elsewhere])
    statuses.push((await ask(period, token)).status);
  assert.deepEqual(statuses, [401, 403, 403]);
});

test('the command prints a table, JSON or CSV', async () => {
  const place = ['--tenant', home.tenant, '--workspace', home.workspace];
  const words = ['search-report', shared.silentCatalog, ...place, '--from', FIRST, '--until', LAST];
  const table = await run(words);
  assert.match(table, /^term +searches +visitors +share/m);
  assert.match(table, /^lamp +4 +4 +44\.44 %/m);
  assert.match(table, /: 9 searches of 4 terms, 44\.44 % without results; counted at /);
  assert.deepEqual(JSON.parse(await run([...words, '--json'])), await report());
  const [heading, ...rows] = (await run([...words, '--kind', 'rising', '--csv'])).split('\r\n');
  assert.match(heading ?? '', /^"term","searches",.*"visitors_before","rise"$/);
  assert.deepEqual(rows, [`"'=1+1",2,2,0.2222,0,2,0,0,0.577`, '"rug",2,2,0.2222,1,1,1,0,0.577', '']);
});
