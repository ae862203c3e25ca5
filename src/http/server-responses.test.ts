// What every response carries: ids, caching, cross-origin headers, failures of use cases, service routes, and the log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture, calls, scoped, secrets } from '../../test/fixtures/server-fixture.ts';
import { catalogNotFound, contentSearchNotConfigured, invalidInput } from '../domain/failures/failures.ts';
import { serviceUnavailable } from '../domain/failures/unavailable-failures.ts';

const SEARCH = calls['search-content'].url;
const FORMS = calls['list-forms'].url;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('x-request-id: a well-formed one is kept, any other is replaced', async () => {
  const { app } = buildFixture().server;
  const idFor = async (url: string, sent?: string) =>
    (
      await app.inject({
        url,
        headers: { ...scoped, ...(sent === undefined ? {} : { 'x-request-id': sent }) },
      })
    ).headers['x-request-id'];
  for (const url of [SEARCH, '/nowhere', '/healthz', '/%zz', '/discovery/search/content']) {
    assert.equal(await idFor(url, 'a.b:c_d-1'), 'a.b:c_d-1', url);
    for (const bad of [undefined, '', 'a b', 'a'.repeat(129), 'ä', 'a,b']) {
      assert.match(String(await idFor(url, bad)), UUID, url);
    }
  }
});

const PUBLIC = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';

test('an ETag comes with a GET, and a request that holds it gets 304 without a body', async () => {
  const { app } = buildFixture().server;
  for (const url of [SEARCH, FORMS, '/openapi.json', '/openapi-management.json']) {
    const isDescription = url.startsWith('/openapi');
    const first = await app.inject({ url, headers: scoped });
    const etag = String(first.headers['etag']);
    assert.match(etag, /^"[\w-]+"$/);
    assert.equal(first.headers['cache-control'], isDescription ? 'private, no-cache' : PUBLIC);
    if (!isDescription)
      assert.equal(
        first.headers['vary'],
        'x-tenant-id, x-workspace-id, x-environment-id, authorization, host',
      );
    for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await app.inject({ method, url, headers: { ...scoped, 'if-none-match': held } });
        assert.equal(again.statusCode, 304);
        assert.equal(again.body, '');
        assert.equal(again.headers['etag'], etag);
        assert.equal(again.headers['cache-control'], first.headers['cache-control']);
        assert.equal(again.headers['vary'], first.headers['vary']);
        assert.equal(again.headers['content-length'], undefined);
        assert.equal(again.headers['content-type'], undefined);
      }
    }
    const changed = await app.inject({ url, headers: { ...scoped, 'if-none-match': '"x"' } });
    assert.equal(changed.statusCode, 200);
    assert.equal(changed.body, first.body);
  }
});

test('a failure is never kept, tagged or turned into 304', async () => {
  const { app } = buildFixture().server;
  for (const url of ['/nowhere', '/discovery/search/content']) {
    const response = await app.inject({ url, headers: { ...scoped, 'if-none-match': '*' } });
    assert.ok(response.statusCode >= 400);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['etag'], undefined);
  }
});

test('a POST is never kept', async () => {
  const { url, body } = calls['count-products'];
  const response = await buildFixture().server.app.inject({
    method: 'POST',
    url,
    headers: { ...scoped, 'if-none-match': '*' },
    payload: body as object,
  });
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['etag'], undefined);
});

test('every response is JSON in UTF-8 and not to be sniffed', async () => {
  const { app } = buildFixture().server;
  for (const url of [
    SEARCH,
    '/nowhere',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/openapi-management.json',
    '/%zz',
  ]) {
    const { headers } = await app.inject({ url, headers: scoped });
    assert.equal(headers['content-type'], 'application/json; charset=utf-8', url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
  }
});

test('failures of a use case keep status, name and code', async () => {
  const fixture = buildFixture();
  const outcomes = [
    [catalogNotFound(), 404, catalogNotFound().message],
    [contentSearchNotConfigured(), 500, contentSearchNotConfigured().message],
    [invalidInput('out_of_range', 'skip', 'too far'), 400, 'Invalid Input'],
  ] as const;
  for (const [failure, status, message] of outcomes) {
    fixture.carry = () => Promise.reject(failure);
    const response = await fixture.server.app.inject({ url: SEARCH, headers: scoped });
    assert.equal(response.statusCode, status);
    assert.deepEqual(response.json(), {
      Status: 'failure',
      Error: { message, name: failure.name, code: failure.code },
    });
  }
});

test('503 says when to try again', async () => {
  const fixture = buildFixture();
  fixture.carry = () => Promise.reject(serviceUnavailable(7));
  const response = await fixture.server.app.inject({ url: FORMS, headers: scoped });
  assert.equal(response.statusCode, 503);
  assert.equal(response.headers['retry-after'], '7');
  assert.equal(response.json().Data.Error.name, 'ServiceUnavailable');
});

test('500: what was not foreseen tells the caller nothing and the log everything', async () => {
  const fixture = buildFixture();
  const thrown = Object.assign(new Error('table is gone', { cause: new Error('disk') }), {
    parameters: ['p4ram'],
  });
  for (const error of [thrown, 'a string', undefined]) {
    fixture.carry = () => Promise.reject(error);
    const response = await fixture.server.app.inject({ url: SEARCH, headers: scoped });
    assert.equal(response.statusCode, 500);
    assert.deepEqual(response.json(), {
      Status: 'failure',
      Error: { message: 'Unexpected server error', name: 'InternalError', code: 'internal_error' },
    });
  }
  const log = fixture.logLines.join('');
  assert.ok(log.includes('table is gone') && log.includes('disk') && log.includes('unexpected error'));
  assert.ok(!log.includes('p4ram'));
});

test('a result that JSON cannot hold is a 500 in the envelope too', async () => {
  const fixture = buildFixture();
  fixture.carry = () => ({ n: 1n });
  const response = await fixture.server.app.inject({ url: FORMS, headers: scoped });
  assert.equal(response.statusCode, 500);
  assert.equal(response.json().Data.Error.name, 'InternalError');
});

test('404: no such route, in the top-level shape, whatever method or body', async () => {
  const { app } = buildFixture().server;
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
    for (const url of ['/nowhere', '/nowhere/else']) {
      const response = await app.inject({
        method,
        url,
        headers: { 'content-type': 'nonsense' },
        ...(method === 'HEAD' ? {} : { payload: 'x' }),
      });
      assert.equal(response.statusCode, 404, `${method} ${url}`);
      if (method !== 'HEAD') assert.equal(response.json().Error.name, 'RouteNotFound');
    }
  }
});

test('healthz and readyz', async () => {
  const fixture = buildFixture();
  const { app } = fixture.server;
  const healthz = await app.inject('/healthz');
  assert.deepEqual([healthz.statusCode, healthz.json()], [200, { Status: 'success' }]);
  assert.equal(healthz.headers['cache-control'], 'no-store');
  assert.equal((await app.inject('/readyz')).statusCode, 200);
  for (const ready of [async () => false, () => Promise.reject(new Error('down'))]) {
    fixture.ready = ready;
    const readyz = await app.inject('/readyz');
    assert.equal(readyz.statusCode, 503);
    assert.equal(readyz.json().Error.name, 'ServiceUnavailable');
    assert.ok(Number(readyz.headers['retry-after']) > 0);
    assert.equal((await app.inject('/healthz')).statusCode, 200);
  }
});

test('CORS: none by default', async () => {
  const { app } = buildFixture().server;
  const response = await app.inject({ url: FORMS, headers: { ...scoped, origin: 'https://shop.test' } });
  assert.equal(response.headers['access-control-allow-origin'], undefined);
});

test('CORS: a preflight of an origin that is not allowed gets a response, which allows nothing', async () => {
  for (const corsOrigins of [[], ['https://other.test']]) {
    const response = await buildFixture({ corsOrigins }).server.app.inject(preflight);
    assert.equal(response.statusCode, 204);
    assert.deepEqual(
      Object.keys(response.headers).filter((name) => name.startsWith('access-control-')),
      [],
    );
  }
});

const preflight = {
  method: 'OPTIONS',
  url: SEARCH,
  headers: {
    origin: 'https://shop.test',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-tenant-id',
  },
} as const;

test('CORS: a listed origin is let in, another is not, and caches keep them apart', async () => {
  const { app } = buildFixture({ corsOrigins: ['https://shop.test'] }).server;
  const get = (origin: string) => app.inject({ url: SEARCH, headers: { ...scoped, origin } });
  const listed = await get('https://shop.test');
  assert.equal(listed.headers['access-control-allow-origin'], 'https://shop.test');
  assert.equal(
    listed.headers['access-control-expose-headers'],
    'x-request-id, etag, retry-after, location, content-disposition, vitrine-position',
  );
  assert.match(String(listed.headers['vary']), /origin.*x-tenant-id/i);
  const other = await get('https://evil.test');
  assert.equal(other.statusCode, 200);
  assert.equal(other.headers['access-control-allow-origin'], undefined);
  const failure = await app.inject({ url: SEARCH, headers: { origin: 'https://shop.test' } });
  assert.equal(failure.statusCode, 400);
  assert.equal(failure.headers['access-control-allow-origin'], 'https://shop.test');
});

test('CORS: a preflight needs no scope and no token', async () => {
  const { app } = buildFixture({ corsOrigins: ['https://shop.test'] }).server;
  const response = await app.inject(preflight);
  assert.equal(response.statusCode, 204);
  assert.ok(response.headers['x-request-id']);
  const allowed = String(response.headers['access-control-allow-headers']).split(', ');
  for (const header of [
    ...Object.keys(scoped),
    'authorization',
    'content-type',
    'idempotency-key',
    'x-customer-group-id',
    'mcp-protocol-version',
  ]) {
    assert.ok(allowed.includes(header), header);
  }
  assert.match(String(response.headers['access-control-allow-methods']), /GET.*POST.*PATCH/);
});

test('CORS: any origin, when said so', async () => {
  const { app } = buildFixture({ corsOrigins: '*' }).server;
  assert.equal((await app.inject(preflight)).headers['access-control-allow-origin'], '*');
});

test('CORS: an OPTIONS that is no preflight is a method like any other', async () => {
  const { app } = buildFixture({ corsOrigins: '*' }).server;
  const response = await app.inject({
    method: 'OPTIONS',
    url: SEARCH,
    headers: { origin: 'https://shop.test' },
  });
  assert.equal(response.statusCode, 405);
  assert.equal(response.headers['allow'], 'GET, HEAD');
  assert.equal(response.headers['access-control-allow-origin'], '*');
});

test('the log: one line per request, with where and how long, and nothing that was said', async () => {
  const fixture = buildFixture({ logLevel: 'trace' });
  const { app } = fixture.server;
  const authorization = `Bearer ${secrets.full}`;
  const url = `${SEARCH.replace('q=tent', 'q=s3cretquery')}&s3cretunknown=1`;
  const headers = { ...scoped, authorization, 'user-agent': 's3cretagent', 'x-request-id': 'req-1' };
  await app.inject({ url, headers, payload: '{"s3cretbody":1}' });
  await app.inject({ url: `${url}&limit=s3cretlimit`, headers });
  await app.inject({ url: '/s3cretpath/%zz', headers });
  await app.inject({ url: '/s3cretpath?q=s3cretquery', headers: { authorization: 'Bearer s3crettoken' } });
  await app.inject({
    method: 'POST',
    url: calls['count-products'].url,
    headers,
    payload: { s3cretfield: 's3cretvalue' },
  });
  const lines = fixture.logLines.map((line) => JSON.parse(line));
  const [first] = lines.filter(({ msg }) => msg === 'request completed');
  assert.equal(first.requestId, 'req-1');
  assert.equal(first.method, 'GET');
  assert.equal(first.route, '/discovery/search/content');
  assert.deepEqual([first.tenantId, first.workspaceId, first.environmentId], ['acme', 'web', 'PRODUCTION-1']);
  assert.equal(typeof first.durationMs, 'number');
  const log = fixture.logLines.join('');
  assert.ok(!/s3cret|full-secret|127\.0\.0\.1/.test(log), log);
  assert.ok(log.includes('"failure":"InvalidInput"'));
});
