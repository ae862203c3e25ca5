// Indexes are warmed up before the first request and grow along with an import; until one is ready the response has a
// Retry-After.

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runs, testOnce } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { importOnce } from '../service/imported-folder.ts';
import { makeDataDir, type RunningService, runCommand, startService } from '../service/running-service.ts';

const OPERATOR_TOKEN = 'operator-of-the-warming-test-0123456789abc';
const CATALOG = '0190a000-0000-7000-8000-000000000001';
const COUNT = '/apis/ecommerce-service/public/discovery/v2/search/count';
const MANY = runs(2_500, 20_000);
const scopeHeaders = { 'x-tenant-id': 'acme', 'x-workspace-id': 'web', 'x-environment-id': 'P1' };
/** The defaults: other tests give a busy machine more time. */
const byDefault = { VITRINE_SEARCH_WAIT_MS: '', VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN };

const shop = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1' },
  { kind: 'catalog', id: CATALOG, environment_ids: ['P1'], content_search: true },
  { kind: 'store', id: 's1', environment_id: 'P1', catalog_id: CATALOG, currency: 'USD', is_default: true },
];
const words = ['red', 'rain', 'jacket', 'wool', 'trail', 'shoe', 'winter', 'lamp', 'tent', 'glove'];
const wordsFrom = (at: number, count: number): string =>
  Array.from({ length: count }, (_, index) => words[(at * (index + 3) + index) % words.length]).join(' ');
const product = (at: number) => ({
  kind: 'product',
  catalog_id: CATALOG,
  id: `p${at}`,
  name: `${wordsFrom(at, 6)} ${at}`,
  description: wordsFrom(at + 1, 60),
  attributes: { color: [words[at % 10]], size: String(at % 50) },
});
const linesOf = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const products = (count: number) => Array.from({ length: count }, (_, at) => product(at));

const start = async (
  context: TestContext,
  dataDir: string,
  variables: Readonly<Record<string, string>> = byDefault,
): Promise<RunningService> => {
  const service = await startService(dataDir, variables);
  context.after(() => service.stop('SIGKILL'));
  return service;
};

const bulk = async (service: RunningService, body: string): Promise<void> => {
  const headers = {
    ...scopeHeaders,
    authorization: `Bearer ${OPERATOR_TOKEN}`,
    'content-type': 'application/x-ndjson',
  };
  const response = await service.fetch('/manage/v1/bulk', { method: 'POST', headers, body });
  const { summary } = JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '');
  assert.deepEqual([summary.failed, summary.is_complete], [0, true]);
};

const count = async (service: RunningService) => {
  const startedAt = performance.now();
  const headers = { ...scopeHeaders, 'content-type': 'application/json' };
  const response = await service.fetch(COUNT, { method: 'POST', headers, body: '{}' });
  const body = (await response.json()) as {
    Data: { result?: { total_count: number }; Error?: { name: string; code: string } };
  };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    total: body.Data.result?.total_count,
    error: body.Data.Error,
    tookMs: performance.now() - startedAt,
  };
};

const openLargeShop = importOnce(() => linesOf([...shop, ...products(MANY)]));

const importInto = async (dataDir: string, lines: readonly object[]): Promise<void> => {
  const { code, err } = await runCommand(dataDir, ['import', '-'], { input: linesOf(lines) });
  assert.equal(code, 0, err);
};

const hasIndex = async (service: RunningService): Promise<boolean> => {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  return /^vitrine_search_catalogs 1$/m.test(await (await service.fetch('/metrics', { headers })).text());
};

test('an index grows with a bulk request: a search right after it has most products, and soon all', async (context) => {
  const service = await start(context, await makeDataDir(context));
  await bulk(service, linesOf(shop));
  await bulk(service, linesOf(products(MANY)));
  await waitUntil('the index is there before anybody asks', () => hasIndex(service));
  const first = await count(service);
  // A busy machine may need longer than a request waits.
  if (first.status === 200) assert.ok((first.total ?? 0) >= MANY / 2, `${first.total} in ${first.tookMs} ms`);
  else assert.deepEqual([first.status, first.error?.code], [503, 'index_not_ready']);
  await waitUntil('all are counted', async () => (await count(service)).total === MANY);
  // A slow bulk request leaves the index nothing to catch up with; then the log says nothing of it.
  if (/"productsLeft":\d+,"msg":"a search index takes in changes"/.test(service.log())) {
    await waitUntil('it is logged', () => /a search index is up to date/.test(service.log()));
  }
});

testOnce(
  'a new catalog is searched at once, while it is empty and with its first products',
  async (context) => {
    const service = await start(context, await makeDataDir(context));
    await bulk(service, linesOf(shop));
    const { status, total } = await count(service);
    assert.deepEqual([status, total], [200, 0]);
    await bulk(service, linesOf(products(3)));
    assert.equal((await count(service)).total, 3);
  },
);

testOnce('after an import by command the index is there before anybody asks', async (context) => {
  const dataDir = await makeDataDir(context);
  const service = await start(context, dataDir);
  await importInto(dataDir, [...shop, ...products(300)]);
  await waitUntil('a catalog is open', () => hasIndex(service));
  assert.equal((await count(service)).total, 300);
});

test('a start makes indexes ready, and says so: in the log, by /readyz, and to whoever asks too early', async (context) => {
  const dataDir = await openLargeShop(context);
  const cold = await start(context, dataDir, { VITRINE_SEARCH_WAIT_MS: '0' });
  const ready = await cold.fetch('/readyz');
  const { Error: error } = (await ready.json()) as { Error: { name: string; code: string; message: string } };
  assert.deepEqual([ready.status, error.name, error.code], [503, 'ServiceUnavailable', 'warming']);
  assert.match(error.message, /0 of 1/);
  assert.ok(Number(ready.headers.get('retry-after')) > 0);
  const early = await count(cold);
  assert.deepEqual([early.status, early.retryAfter, early.error?.code], [503, '2', 'index_not_ready']);
  await waitUntil('it is ready', async () => (await cold.fetch('/readyz')).status === 200);
  assert.equal((await count(cold)).total, MANY, cold.log());
  assert.match(cold.log(), /"done":0,"indexes":1,"msg":"search indexes are being made ready"/);
  assert.match(cold.log(), /"indexes":1,"durationMs":\d+,"msg":"search indexes are ready"/);
  assert.equal(await cold.stop(), 0);

  const warm = await start(context, dataDir, { VITRINE_SEARCH_WAIT_MS: '20000' });
  assert.equal((await warm.fetch('/readyz')).status, 200, 'a start waits for what is soon there');
  assert.equal((await count(warm)).total, MANY);
});

test('a stop does not wait for an index that is being built', async (context) => {
  const dataDir = await openLargeShop(context);
  await rm(join(dataDir, 'search'), { recursive: true, force: true });
  const service = await start(context, dataDir, { VITRINE_SEARCH_WAIT_MS: '0' });
  assert.equal((await service.fetch('/readyz')).status, 503);
  assert.equal(await service.stop(), 0);
  assert.doesNotMatch(service.log(), /search index work failed|search indexes are ready/);
});
