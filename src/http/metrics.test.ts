// Metrics are for the operator alone, and tell of every request exactly once: how it ended, how much went out, what was refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf, openCounting, until } from '../../test/fixtures/counting-fixture.ts';
import { type ReadMetric, readMetrics, readValue } from '../../test/fixtures/read-metrics.ts';
import { buildFixture, calls, type Fixture, scoped, secrets } from '../../test/fixtures/server-fixture.ts';
import { tooManyRequests } from '../domain/failures/failures.ts';
import { serviceUnavailable } from '../domain/failures/unavailable-failures.ts';

const SEARCH = calls['search-content'].url;
const operator = { authorization: `Bearer ${secrets.operator}` };

const get = (authorization?: string) =>
  buildFixture().server.app.inject({
    url: '/metrics',
    headers: authorization === undefined ? {} : { authorization: `Bearer ${authorization}` },
  });

const scrape = async ({ server }: Fixture): Promise<Map<string, ReadMetric>> =>
  readMetrics((await server.app.inject({ url: '/metrics', headers: operator })).body);

const countOf = (metrics: ReadonlyMap<string, ReadMetric>, operation: string, status: string): number =>
  readValue(metrics, 'http_request_duration_seconds', { operation, status }, '_count');

const bytesOf = (metrics: ReadonlyMap<string, ReadMetric>, operation: string, status: string): number =>
  readValue(metrics, 'http_response_bytes_total', { operation, status });

const totalOf = (metrics: ReadonlyMap<string, ReadMetric>): number =>
  metrics.get('vitrine_http_requests_total')?.samples.reduce((total, { value }) => total + value, 0) ?? 0;

test('the operator gets them', async () => {
  const response = await get(secrets.operator);
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.ok(readMetrics(response.body).has('vitrine_http_requests_total'));
});

test('nobody else does', async () => {
  assert.equal((await get()).statusCode, 401);
  assert.equal((await get(secrets.full)).statusCode, 401);
  assert.equal((await get('unknown')).statusCode, 401);
});

/** Behind a proxy every request is routed, over a connection too. */
const everyWay = [
  ['past the network', 'routed', {}],
  ['before routing', 'at once', {}],
  ['behind a proxy', 'at once', { trustProxy: true }],
] as const;

for (const [where, way, config] of everyWay) {
  test(`every request counts once, ${where}`, async (context) => {
    const { fixture, send, ask } = await openCounting(context, way, config);
    const first = await ask('popular-terms');
    const tag = String(first.headers['etag']);
    assert.equal((await ask('popular-terms')).body, first.body);
    assert.equal((await ask('popular-terms')).body, first.body);
    assert.equal((await ask('popular-terms', { 'if-none-match': tag })).status, 304);
    assert.equal((await send({ ...callOf('popular-terms'), method: 'HEAD' })).status, 200);
    assert.equal((await ask('count-products')).status, 200);
    assert.equal((await ask('count-products')).status, 200);
    assert.equal((await send({ ...callOf('count-products'), body: '{' })).status, 400);
    assert.equal((await send({ method: 'GET', url: '/nowhere', headers: {} })).status, 404);
    assert.equal((await send({ method: 'GET', url: '/healthz', headers: {} })).status, 200);
    fixture.ready = async () => false;
    assert.equal((await send({ method: 'GET', url: '/readyz', headers: {} })).status, 503);
    const metrics = await scrape(fixture);
    const requests = (operation: string, status: string, cache: string) =>
      readValue(metrics, 'http_requests_total', { operation, status, cache });
    assert.equal(countOf(metrics, 'popular-terms', '200'), 4);
    assert.equal(requests('popular-terms', '200', 'hit'), 3);
    assert.equal(requests('popular-terms', '200', 'miss'), 1);
    assert.equal(requests('popular-terms', '304', 'hit'), 1);
    // Of a HEAD and of a 304 no body goes out.
    assert.equal(bytesOf(metrics, 'popular-terms', '200'), 3 * Buffer.byteLength(first.body));
    assert.equal(bytesOf(metrics, 'popular-terms', '304'), 0);
    assert.equal(requests('count-products', '200', 'hit'), 1);
    assert.equal(requests('count-products', '200', 'miss'), 1);
    assert.equal(requests('count-products', '400', 'miss'), 1);
    assert.equal(requests('none', '404', 'none'), 1);
    assert.equal(requests('healthz', '200', 'none'), 1);
    assert.equal(requests('readyz', '503', 'none'), 1);
    assert.equal(totalOf(metrics), 11);
    assert.equal(totalOf(await scrape(fixture)), 12, 'the scrape itself');
  });
}

test('whatever paths and methods are tried, labels stay those of the route table', async () => {
  const fixture = buildFixture();
  const { app } = fixture.server;
  for (let number = 0; number < 50; number += 1) {
    await app.inject({ url: `/nowhere/${number}` });
    await app.inject({ method: 'DELETE', url: `/__proto__/${number}` });
    await app.inject({ url: `/discovery/search/content?catalog_id=${number}`, headers: scoped });
  }
  const metrics = await scrape(fixture);
  assert.equal(countOf(metrics, 'none', '404'), 100);
  assert.equal(countOf(metrics, 'search-content', '400'), 50);
  const lines = metrics.get('vitrine_http_response_bytes_total')?.samples.map(({ labels }) => labels);
  assert.deepEqual(lines, [
    { operation: 'none', status: '404' },
    { operation: 'search-content', status: '400' },
  ]);
});

test('what cannot be routed counts once, too', async (context) => {
  const { fixture, client, send } = await openCounting(context, 'at once');
  assert.equal((await send({ method: 'GET', url: '/%zz', headers: {} })).status, 400);
  assert.equal((await send({ method: 'GET', url: '/x', headers: { expect: 'wonders' } })).status, 417);
  client?.send('no HTTP at all\r\n\r\n');
  assert.equal((await client?.next())?.status, 400);
  const metrics = await scrape(fixture);
  assert.equal(countOf(metrics, 'none', '400'), 2);
  assert.equal(countOf(metrics, 'none', '417'), 1);
  assert.equal(totalOf(metrics), 3);
});

test('a refusal counts by its reason, and only a refusal', async () => {
  const fixture = buildFixture();
  const failures = [tooManyRequests(1), serviceUnavailable(1, 'busy'), serviceUnavailable(1, 'busy')];
  for (const failure of [...failures, serviceUnavailable(1)]) {
    fixture.carry = () => {
      throw failure;
    };
    const { statusCode } = await fixture.server.app.inject({ url: SEARCH, headers: scoped });
    assert.equal(statusCode, failure.status);
  }
  const metrics = await scrape(fixture);
  const refused = ['rate_limit', 'busy', 'work', 'deadline'].map((reason) =>
    readValue(metrics, 'refused_requests_total', { reason }),
  );
  assert.deepEqual(refused, [1, 2, 0, 0]);
  assert.equal(countOf(metrics, 'search-content', '503'), 3);
  assert.equal(countOf(metrics, 'search-content', '429'), 1);
});

test('the bytes of a streamed response count', async () => {
  const fixture = buildFixture();
  const { method, url } = calls['export-submissions'];
  const { statusCode, body } = await fixture.server.app.inject({
    method,
    url,
    headers: { ...scoped, authorization: `Bearer ${secrets.full}` },
  });
  assert.equal(statusCode, 200);
  assert.equal(bytesOf(await scrape(fixture), 'export-submissions', '200'), Buffer.byteLength(body));
});

test('a request is under way until its response is sent', async (context) => {
  const { fixture, ask } = await openCounting(context, 'at once');
  const underWay = async () => readValue(await scrape(fixture), 'http_requests_under_way');
  const { promise, resolve } = Promise.withResolvers<void>();
  let isBegun = false;
  fixture.carry = async () => {
    isBegun = true;
    await promise;
    return [];
  };
  const response = ask('list-forms');
  await until(() => isBegun);
  assert.equal(await underWay(), 1);
  assert.equal(readValue(await scrape(fixture), 'http_connections'), 1);
  resolve();
  assert.equal((await response).status, 200);
  assert.equal(await underWay(), 0);
});
