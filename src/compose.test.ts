// The service as it is put together: what is cached of it does not outlive what an index brings in later, nodes of one database
// need nothing else in common, long reads move to another thread, and what cannot be recorded is logged.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fullToken } from '../test/fixtures/fake-caller.ts';
import { usePostgres } from '../test/fixtures/postgres-stores.ts';
import { waitUntil } from '../test/fixtures/wait-until.ts';
import {
  ACME,
  CATALOG,
  line,
  putAll,
  uuid,
  versionText,
  workspaceLines,
} from '../test/suites/store/store-fixture.ts';
import { field } from '../test/suites/store/store-records-fixture.ts';
import { MainThreadShare } from './adapters/scheduling/main-thread-share.ts';
import { openService, type Service } from './compose.ts';
import { type Config, loadConfig } from './config.ts';
import { countProducts } from './contract/products/count-products.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { openRecorders } from './open-recorders.ts';
import type { Store } from './open-store.ts';
import { tokenDigest } from './operations/access/issue-token.ts';

const postgres = usePostgres();

/** A service in a folder of its own, until the end of the test. */
const openIn = async (context: TestContext, variables: Partial<Config> = {}): Promise<Service> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-compose-'));
  const service = await openService({ ...loadConfig({}), dataDir, logLevel: 'silent', ...variables });
  context.after(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true });
  });
  return service;
};

/** The headers of who may do everything in the workspace. */
const fullAccess = async ({ store }: Service): Promise<Record<string, string>> => {
  const secret = `vtr_${'A'.repeat(43)}`;
  await store.createToken({ ...fullToken, ...ACME }, tokenDigest(secret));
  return { ...inAcme, authorization: `Bearer ${secret}` };
};

const inAcme = {
  'x-tenant-id': ACME.tenantId,
  'x-workspace-id': ACME.workspaceId,
  'x-environment-id': 'PROD',
};

/** More than are brought in at once: a thread builds them, and whoever asks meanwhile gets the older count. */
const CHANGED = 2_100;
const PRODUCTS = CHANGED + 100;

test('a count that was cached is made anew once an index has brought in what was pending', async (context) => {
  const service = await openIn(context);
  const products = (count: number, color: string) =>
    Array.from({ length: count }, (_, at) => line('product', { id: `p${at}`, attributes: { color } }));
  /** Undefined while there is no index to ask. */
  const count = async (color: string): Promise<number | undefined> => {
    const response = await service.server.app.inject({
      method: countProducts.method,
      url: countProducts.path,
      headers: { ...inAcme, 'content-type': 'application/json' },
      payload: JSON.stringify({ facets: [{ field_internal_name: 'color', value: color }] }),
    });
    if (response.statusCode === 503) return undefined;
    assert.equal(response.statusCode, 200, response.body);
    return response.json().Data.result.total_count;
  };
  const untilCounted = (color: string, wanted: number): Promise<void> =>
    waitUntil(`${wanted} products are ${color}`, async () => (await count(color)) === wanted);
  const places = [...workspaceLines(ACME), line('content_model'), line('catalog'), line('store')];
  await putAll(service.store, ACME, [...places, line('category'), ...products(PRODUCTS, 'red')]);
  await untilCounted('red', PRODUCTS);
  await putAll(service.store, ACME, products(CHANGED, 'blue'));
  await untilCounted('blue', CHANGED);
  await untilCounted('red', PRODUCTS - CHANGED);
});

test('the position of a write to one node is good on another that has only the database in common', async (t) => {
  const operatorToken = 'o'.repeat(32);
  const storeUrl = await postgres.createDatabase();
  const open = () => openIn(t, { storeUrl, storeConnections: 2, operatorToken });
  const [one, other] = await Promise.all([open(), open()]);
  await putAll(one.store, ACME, [...workspaceLines(ACME), line('domain')]);
  const headers = {
    authorization: `Bearer ${operatorToken}`,
    'x-tenant-id': ACME.tenantId,
    'x-workspace-id': ACME.workspaceId,
  };
  const domains = '/manage/v1/domains';
  const deleted = await one.server.app.inject({
    method: 'DELETE',
    url: `${domains}/shop.acme.test`,
    headers,
  });
  const position = String(deleted.headers['vitrine-position']);
  const listed = await other.server.app.inject({
    url: domains,
    headers: { ...headers, 'vitrine-position': position },
  });
  assert.equal(listed.statusCode, 200, `${position}: ${listed.body}`);
  assert.doesNotMatch(listed.body, /shop\.acme\.test/);
});

const RECORDS = 1_000;
const idOf = (number: number) => uuid(100_000 + number);

const patterned = field('note', 'text');
const model = line('content_model', {
  fields: [
    {
      ...patterned,
      field_properties: { ...patterned.field_properties, validation: { pattern: '^(\\w+ ?)+$' } },
    },
  ],
});

/** Published records with a long text each. */
const records = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => from + place).flatMap((number) => [
    line('record', { id: idOf(number) }),
    line('version', {
      id: idOf(number + 50_000),
      record_id: idOf(number),
      localized: {
        'en-us': { ...versionText(`t${number}`), fields: { note: `${'word '.repeat(400)}end` } },
      },
    }),
    line('publication', { record_id: idOf(number), version_id: idOf(number + 50_000) }),
  ]);

/** Every text is read, and is found. */
const filter = JSON.stringify([
  { group: { operator: 'AND', rules: [{ action: 'contains', field_name: 'note', value: 'd end' }] } },
]);

for (const database of ['SQLite', 'PostgreSQL'])
  test(`a list that takes long moves to another thread and shows what was committed, over ${database}`, async (context) => {
    const storeUrl = database === 'SQLite' ? undefined : await postgres.createDatabase();
    const service = await openIn(context, { storeUrl, storeConnections: 2 });
    await putAll(service.store, ACME, [...workspaceLines(ACME), model, ...records(0, RECORDS)]);
    const headers = await fullAccess(service);
    const list = async (skip: number) => {
      const url = `/content/v2/content-models/blog/records?filter=${encodeURIComponent(filter)}&limit=1&skip=${skip}`;
      const response = await service.server.app.inject({ url, headers });
      assert.equal(response.statusCode, 200, response.body);
      return response;
    };
    const moved = async (): Promise<number> => {
      const metrics = await service.metricValues();
      return metrics.find(({ name }) => name === 'vitrine_long_reads_total')?.values[0]?.value ?? 0;
    };
    const before = await list(1);
    assert.equal(before.json().Data.total_count, RECORDS);
    let skip = 1;
    await waitUntil('a list has moved', async () => {
      skip += 1;
      await list(skip);
      return (await moved()) > 0;
    });
    const since = await moved();
    for (let more = 1; more <= 3; more += 1) {
      await putAll(service.store, ACME, records(RECORDS + more, 1));
      const after = await list(1);
      assert.equal(after.json().Data.total_count, RECORDS + more);
      assert.deepEqual(after.json().Data.items, before.json().Data.items);
      assert.equal(after.headers['content-type'], before.headers['content-type']);
    }
    assert.equal(await moved(), since + 3);
    const create = async (note: string): Promise<number> => {
      const url = '/content/v2/content-models/blog/records';
      const payload = { localized: { 'en-us': { title: 'Long', fields: { note } } } };
      return (await service.server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    const words = 'word '.repeat(4_000);
    assert.deepEqual([await create(words), await create(`${words}!`), await create('word')], [201, 400, 201]);
    assert.equal(await moved(), since + 5);
  });

test('requests, searches and long reads use the main thread by one count', async (context) => {
  const shares = new Set<MainThreadShare>();
  const counted: string[] = [];
  for (const name of ['note', 'isLeft', 'take'] as const) {
    const own = MainThreadShare.prototype[name];
    context.mock.method(
      MainThreadShare.prototype,
      name,
      function (this: MainThreadShare, tenantId: string, units: number) {
        shares.add(this);
        counted.push(`${name} ${tenantId}`);
        return own.call(this, tenantId, units);
      },
    );
  }
  const service = await openIn(context);
  const places = [line('content_model'), line('catalog'), line('store'), line('product')];
  await putAll(service.store, ACME, [...workspaceLines(ACME), ...places]);
  const given = await fullAccess(service);
  /** Its status, and what was counted for it. */
  const send = async (
    call: { readonly url: string; readonly payload?: object },
    tenantId = ACME.tenantId,
  ) => {
    counted.length = 0;
    const headers = { ...given, 'x-tenant-id': tenantId };
    const { statusCode } = await service.server.app.inject({ ...call, headers });
    return [statusCode, ...new Set(counted)];
  };
  const count = { method: countProducts.method, url: countProducts.path, payload: { search_term: 'tent' } };
  await waitUntil('there is an index', async () => (await send(count))[0] === 200);
  const [noted, left, taken] = ['note', 'isLeft', 'take'].map((name) => `${name} ${ACME.tenantId}`);
  assert.deepEqual(await send({ ...count, url: `${count.url}?skip=1` }), [200, noted, left, taken]);
  assert.deepEqual(await send({ url: '/content/v2/content-models/blog/records' }), [200, noted, left, taken]);
  // Whoever names another place must not keep those who are there from being alone.
  assert.deepEqual(await send(count, 'nobody'), [403]);
  assert.equal(shares.size, 1);
});

test('searches and events that cannot be stored are logged', async () => {
  const refuse = () => Promise.reject(new Error('locked'));
  const warnings: string[] = [];
  const { searches, events, close } = openRecorders(
    loadConfig({}),
    { appendSearchEvents: refuse, appendEvents: refuse } as unknown as Store,
    { gather: () => {} } as unknown as ServiceMetrics,
    () => new Date(),
    (_, message) => warnings.push(message),
  );
  searches.record(ACME, { catalogId: CATALOG, text: 'shoe', total: 1 }, 'v1');
  const place = { ...ACME, environmentId: 'PROD', catalogId: CATALOG };
  events.record([{ ...place, day: '2026-03-01', productId: 'p1', type: 'view', visitor: 'v1', term: '' }]);
  await close();
  const [stored, dropped] = ['could not be stored', 'were dropped: the service stops'];
  assert.deepEqual(
    warnings,
    ['searches', 'events'].flatMap((what) => [`${what} ${stored}`, `${what} ${dropped}`]),
  );
});
