// `search`, `count` and `stats` beside a running service: what they say is what the service returns, scores add up, and nothing is changed.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { snapshotsIn } from '../../../src/cli-inspect.ts';
import { openStore } from '../../../src/open-store.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { home, markOf, PRODUCTION, STAGING, shared } from '../service/fixture-bundle.ts';
import { createTokens, dataOf, startFixture } from '../service/fixture-service.ts';
import { runHere } from './run-here.ts';

const fixture = await startFixture();
const { call, service } = fixture;
const { full } = await createTokens(fixture, { full: { permission: 'full' } });
const workspace = ['--tenant', home.tenant, '--workspace', home.workspace];
const place = [...workspace, '--environment', PRODUCTION];

const run = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await runHere(service.dataDir, words);
  assert.equal(code, 0, err);
  return out;
};

interface Explanation {
  readonly words: readonly Readonly<
    Record<'idf' | 'match_factor' | 'repeat_factor' | 'frequency' | 'score', number>
  >[];
  readonly coverage: number;
  readonly phrase_factor: number;
  readonly text: number;
  readonly tier: number;
  readonly signal_factor: number;
  readonly boost_factor: number;
  readonly score: number;
}

interface Found {
  readonly records: readonly { readonly id: string; readonly explanation?: Explanation }[];
  readonly _meta_: { readonly total_count: number };
}

const near = (a: number, b: number): void =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)), `${a} is not ${b}`);

test('a search on the terminal is that of the service, and its scores add up', async () => {
  const body = { search_term: 'rain jakcet', filter: [{ group: { rules: [lessThan('price', '35')] } }] };
  const response = dataOf<Found>(
    await call('search-products', { token: full, body, query: { explain: true } }),
  );
  assert.equal(response._meta_.total_count, 3);
  const words = ['search', 'rain', 'jakcet', ...place, '--filter', 'price<35', '--explain'];
  const found = JSON.parse(await run(...words, '--json')) as Found;
  assert.deepEqual(found, response);
  for (const { explanation } of found.records) {
    assert.ok(explanation);
    for (const word of explanation.words)
      near(word.score, word.idf * word.match_factor * word.repeat_factor * word.frequency);
    const sum = explanation.words.reduce((all, word) => all + word.score, 0);
    near(explanation.text, sum * explanation.coverage * explanation.phrase_factor);
    const { tier, text, signal_factor, boost_factor } = explanation;
    near(explanation.score, tier + (1 + text) * signal_factor * boost_factor - 1);
  }
  const shown = await run(...words);
  assert.match(shown, /^Searched for: rain jacket\n/);
  const lines = [
    ...shown.matchAll(
      /^\d\. (\S+): score (\S+) = tier (\S+) \+ \(1 \+ text (\S+)\) × signals (\S+) × boosts (\S+) − 1$/gm,
    ),
  ];
  assert.deepEqual(
    lines.map(([, id]) => id),
    found.records.map(({ id }) => id),
  );
  for (const [, , ...numbers] of lines) {
    const [score = 0, tier = 0, text = 0, signals = 0, boosts = 0] = numbers.map(Number);
    assert.ok(
      Math.abs(score - (tier + (1 + text) * signals * boosts - 1)) < 1e-3,
      'what is shown adds up too',
    );
  }
  assert.match(shown, /^ {3}jakcet, typo: [\d.]+ = idf [\d.]+ × match 0\.5 × /m);
});

const lessThan = (field_name: string, value: string) => ({ action: 'less_than', field_name, value });

test('count counts what search finds, in the place that is meant', async () => {
  const mark = markOf(home);
  for (const [words, total] of [
    [['rain', 'jacket', ...place], 4],
    [['rain', 'jacket', ...place, '--filter', 'price>=20', '--filter', 'price<=30'], 2],
    [['rain', 'jacket', ...place, '--filter', 'id!=p1'], 3],
    [['jacket', ...place, '--filter', 'name~JACK', '--filter', 'name!~sock'], 4],
    [['jacket', ...place, '--filter', 'price>20'], 2],
    [['jacket', ...place, '--store', shared.storeOf[PRODUCTION]], 4],
    [['jacket', ...workspace, '--environment', STAGING, '--catalog', shared.catalog], 4],
    [['lantern', ...place, '--content'], 17],
    [['lantern', ...place, '--content', '--catalog', shared.catalog], 17],
    [['--catalog', shared.catalog, ...place], 12 - 1],
    [['--catalog', shared.catalog, ...place, '--customer-group', `vip-${mark}`], 12],
  ] as const) {
    assert.equal(await run('count', ...words), `${total}\n`, words.join(' '));
  }
  assert.deepEqual(JSON.parse(await run('count', 'jacket', ...place, '--json')), { total_count: 4 });
  assert.match(await run('search', 'lantern', ...place, '--content', '--limit', '1'), /^Lantern .* en-us\n$/);
});

test('a filter by a field that no product has is told, beside the result', async () => {
  const asked = ['jacket', ...place, '--filter', 'price>20', '--filter', 'co\u202elour!=red'];
  for (const command of ['search', 'count']) {
    const result = await runHere(service.dataDir, [command, ...asked]);
    assert.equal(result.err, 'No product of the catalog has the field "co?lour", which --filter names.\n');
    assert.equal(result.code, 0);
  }
});

test('what cannot be asked is said', async () => {
  for (const [words, code, message] of [
    [['search', 'x', ...workspace], 2, /missing --environment: the workspace has several/],
    [['search', 'x', ...workspace, '--environment', 'none'], 1, /there is no environment none/],
    [['search', 'x', ...place, '--filter', 'price'], 2, /--filter must be a field, a sign/],
    [['search', 'x', ...place, '--filter', '=5'], 2, /--filter must be a field, a sign/],
    [
      ['search', 'x', ...place, '--filter', 'price=cheap'],
      1,
      /--filter "price=cheap": the value must be a number/,
    ],
    [['search', 'x', ...place, '--limit', '1000'], 2, /--limit must be a whole number from/],
    [['search', 'x'.repeat(1_001), ...place], 2, /TERM must not be longer than 1000 characters/],
    [['search', ...place, '--content'], 2, /expected TERM/],
    [['search', 'x', ...place, '--content', '--explain'], 2, /--explain is only for products/],
    [['search', 'x', ...place, '--explain', '--sort-by', 'name'], 1, /explain is only for sort_by=relevance/],
    [['search', 'x', ...place, '--store', 'none'], 1, /store/],
    [
      ['count', 'x', ...place, '--catalog', shared.catalogOf[STAGING]],
      1,
      /no store of the environment .* sells/,
    ],
    [['stats', '--days', '0'], 2, /--days must be a whole number from 1 to 90/],
    [['stats', '--tenant', 'none'], 1, /there is no tenant none/],
  ] as const) {
    const result = await runHere(service.dataDir, words);
    assert.equal(result.code, code, `${words.join(' ')}: ${result.err}`);
    assert.match(result.err, message);
    assert.equal(result.out, '');
    assert.doesNotMatch(result.err, /at \S+\.ts/);
  }
});

test('a search sees what was just written, and leaves snapshots as they are, damaged ones too', async () => {
  const params = { catalog_id: shared.catalog, product_id: 'p-new' };
  const body = { name: 'Quokka lamp', prices: { USD: 5 } };
  const put = await call('manage-put-product', { token: full, params, body });
  assert.equal(put.status, 201, put.text);
  assert.match(await run('search', 'quokka', ...place), /^1 {2}p-new {2}Quokka lamp {2}5\n$/);
  assert.equal((await call('manage-delete-product', { token: full, params })).status, 200);
  await waitUntil('the service has saved its indexes', async () => snapshotsIn(service.dataDir).length > 0);
  const folder = join(service.dataDir, 'elsewhere', 'search');
  mkdirSync(folder, { recursive: true });
  for (const { file } of snapshotsIn(service.dataDir))
    writeFileSync(join(folder, file.slice(file.lastIndexOf('/') + 1)), 'no index at all');
  const { openCliSearch } = await import('../../../src/cli-search.ts');
  const store = await openStore({ dataDir: service.dataDir });
  const search = await openCliSearch(store, { dataDir: join(service.dataDir, 'elsewhere') });
  const before = readdirSync(folder);
  const scope = { tenantId: home.tenant, workspaceId: home.workspace, environmentId: PRODUCTION };
  const caller = {
    ...{ scope, environment: await store.findEnvironment(scope), token: undefined, isOperator: true },
    ...{ addressId: '', noteSearch: () => assert.fail('recorded'), noteExpiry: () => {} },
  };
  const input = { params: {}, query: { explain: true }, headers: {}, body: { search_term: 'jacket' } };
  const found = (await search.searchProducts(caller, input)).parse() as Found;
  assert.equal(found._meta_.total_count, 4, 'it is built from the store');
  await search.close();
  await store.close();
  assert.deepEqual(readdirSync(folder), before);
  for (const name of before) assert.equal(readFileSync(join(folder, name), 'utf8'), 'no index at all');
});

interface Stats {
  readonly workspaces: readonly {
    readonly tenant_id: string;
    readonly workspace_id: string;
    readonly documents: Readonly<Record<string, number>>;
    readonly stored_bytes: number;
    readonly index_snapshots: { readonly files: number; readonly bytes: number };
    readonly searches: { readonly total: number; readonly without_result: number };
    readonly limits_near: readonly {
      readonly limit: string;
      readonly used: number;
      readonly allowed: number;
    }[];
  }[];
}

test('stats have what an export has, and only the searches of the period', async () => {
  const exported = (await run('export', ...workspace)).split('\n').filter((line) => line !== '');
  const counts: Record<string, number> = {};
  for (const line of exported) {
    const { kind } = JSON.parse(line) as { kind: string };
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const store = await openStore({ dataDir: service.dataDir });
  const event = (day: number, term: string, total: number) => ({
    ...{ tenantId: home.tenant, workspaceId: home.workspace, catalogId: shared.catalog, visitor: 'v' },
    ...{ at: new Date(Date.now() - day * 86_400_000).toISOString(), term, total },
  });
  const old = await store.countSearches(
    { tenantId: home.tenant, workspaceId: home.workspace },
    new Date(Date.now() - 5 * 86_400_000).toISOString(),
  );
  await store.appendSearchEvents([event(1, 'tent', 3), event(2, 'nothing', 0), event(20, 'never', 0)]);
  await store.close();
  const near = { VITRINE_LIMIT_STORES_PER_WORKSPACE: String(counts['store']) };
  const result = await runHere(service.dataDir, ['stats', '--tenant', home.tenant, '--days', '5', '--json'], {
    variables: near,
  });
  const { workspaces } = JSON.parse(result.out) as Stats;
  assert.ok(workspaces.every(({ tenant_id }) => tenant_id === home.tenant));
  const own = workspaces.find(({ workspace_id }) => workspace_id === home.workspace);
  assert.ok(own);
  for (const kind of ['product', 'content_item', 'category', 'record', 'version', 'form', 'catalog'])
    assert.equal(own.documents[kind], counts[kind], kind);
  assert.ok(own.stored_bytes > 1_000);
  const { searches, withoutResult } = old;
  assert.deepEqual(own.searches, { total: searches + 2, without_result: withoutResult + 1 });
  const snapshots = snapshotsIn(service.dataDir).filter(
    ({ index }) =>
      typeof index === 'object' &&
      index.scope.tenantId === home.tenant &&
      index.scope.workspaceId === home.workspace,
  );
  assert.equal(own.index_snapshots.files, snapshots.length);
  assert.deepEqual(
    own.limits_near.map(({ limit, used, allowed }) => [limit, used, allowed]),
    [['stores_per_workspace', counts['store'], counts['store']]],
  );
  const all = await run('stats');
  assert.match(all, /^acme\/web\n {2}Documents {2}.*product \d+.*\n {2}Stored {5}[\d.]+ KiB\n/m);
  assert.match(all, /^globex\/outlet$/m);
});
