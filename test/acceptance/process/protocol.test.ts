// HTTP itself, over raw sockets where a client library would interfere: any input gets a JSON failure in the right
// envelope, connections stay in sync, caches and browsers work, and the log contains no secrets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../../src/contract/routes.ts';
import { assertDescribed } from '../operations/described-contract.ts';
import { goodCalls } from '../operations/good-calls.ts';
import { home, hostOf, PRODUCTION, shared } from '../service/fixture-bundle.ts';
import {
  createTokens,
  errorOf,
  outcomeOf,
  scopeHeadersOf,
  startFixture,
  type WireResponse,
} from '../service/fixture-service.ts';
import { exchange } from '../service/raw-socket.ts';

const ORIGIN = 'https://shop.example.com';
const fixture = await startFixture({
  VITRINE_LOG_LEVEL: 'info',
  VITRINE_CORS_ORIGINS: `${ORIGIN},http://localhost:3000`,
  VITRINE_TRUST_PROXY: '127.0.0.1',
});
const { call, service, wire } = fixture;
const tokens = await createTokens(fixture, { full: { permission: 'full' } });

const SEARCH = `/discovery/search/content?catalog_id=${shared.catalog}&q=lantern`;
const COUNT = routes['count-products'].path;
const FORMS = routes['list-forms'].path;
const SCOPE = scopeHeadersOf(home)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const get = (target: string, headers = `host: a\r\n${SCOPE}`): string =>
  `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const post = (body: string, headers = 'content-type: application/json\r\n'): string =>
  `POST ${COUNT} HTTP/1.1\r\nhost: a\r\n${SCOPE}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const one = async (...pieces: (string | Buffer)[]): Promise<WireResponse> => {
  const { responses } = await exchange(service.address, pieces);
  const [response] = responses;
  assert.ok(response, 'no response');
  return response;
};

const send = (method: string, target: string, headers: readonly (readonly [string, string])[] = []) =>
  wire.send({ method, target, headers });

const assertOutside = (response: WireResponse, outcome: string): void => {
  assert.equal(outcomeOf(response), outcome);
  assertDescribed('', undefined, response);
  assert.equal(response.headers.get('cache-control'), 'no-store');
};

test('what is not HTTP gets a JSON failure, and the connection ends', async () => {
  const broken = [
    'nonsense\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nhost a\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: a\r\nbad header: x\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ];
  for (const bytes of broken) {
    const { responses, isClosed } = await exchange(service.address, [Buffer.from(bytes, 'latin1')], 'all');
    assert.equal(responses.length, 1, JSON.stringify(bytes));
    assertOutside(responses[0] as WireResponse, '400 InvalidInput malformed_http');
    assert.ok(isClosed);
  }
  assert.equal((await send('GET', '/healthz')).status, 200, 'and the service lives on');
});

test('headers that are too large are 431, in JSON', async () => {
  const { responses } = await exchange(
    service.address,
    [get('/healthz', `host: a\r\nx-long: ${'x'.repeat(20_000)}\r\n`)],
    'all',
  );
  assertOutside(responses[0] as WireResponse, '431 RequestHeaderFieldsTooLarge headers_too_large');
  const long = await exchange(service.address, [get(`/healthz?${'q'.repeat(20_000)}`)], 'all');
  assertOutside(long.responses[0] as WireResponse, '431 RequestHeaderFieldsTooLarge headers_too_large');
});

test('a request without a host, or with two, is refused', async () => {
  for (const target of ['/healthz', SEARCH, FORMS]) {
    assertOutside(await one(get(target, SCOPE)), '400 MissingParameter missing:host');
  }
  const twice = await one(get(FORMS, 'host: acmeweb.test\r\nhost: globexweb.test\r\n'));
  assert.equal(outcomeOf(twice), '400 InvalidInput repeated:host');
  assertDescribed('GET', FORMS, twice);
});

test('a bad URL is refused in JSON', async () => {
  for (const target of ['/%', '/%zz', '/%ff', '/discovery/search/%c3']) {
    assertOutside(await one(get(target)), '400 InvalidInput malformed:path');
  }
  for (const target of ['//', '/..', '/./healthz', '*', '/healthz/', '/discovery//search/content']) {
    const response = await one(get(target));
    assert.ok(response.status === 404 || response.status === 400, `${target} ${response.status}`);
    assertDescribed('', undefined, response);
  }
});

test('a target with a host of its own is served where the header names the same, and refused otherwise', async () => {
  const forms = (target: string, host: string) => one(get(`${target}${FORMS}`, `host: ${host}\r\n`));
  const own = hostOf(home);
  const plain = await forms('', own);
  assert.equal(plain.status, 200);
  assert.equal((await forms(`http://${own}`, own)).text, plain.text);
  assertOutside(await forms(`http://${own}`, 'a'), '400 InvalidInput conflicting:host');
  assertOutside(await forms('http://a', own), '400 InvalidInput conflicting:host');
  assertOutside(await forms(`ftp://${own}`, own), '400 InvalidInput malformed:target');
});

test('behind a trusted proxy the host that was forwarded decides the scope', async () => {
  const direct = await call('list-forms', { place: null, host: hostOf(home) });
  const headers = [['x-forwarded-host', hostOf(home)]] as const;
  const forwarded = await call('list-forms', { place: null, host: 'inside.test', headers });
  assert.deepEqual([forwarded.status, forwarded.text], [200, direct.text]);
  assert.equal((await call('list-forms', { place: null, host: 'inside.test' })).status, 404);
});

test('doubled headers are refused, not joined', async () => {
  for (const name of ['x-tenant-id', 'X-Tenant-ID', 'x-environment-id']) {
    const response = await one(get(SEARCH, `host: a\r\n${SCOPE}${name}: acme\r\n`));
    assert.equal(outcomeOf(response), `400 InvalidInput repeated:${name.toLowerCase()}`);
    assertDescribed('GET', routes['search-content'].path, response);
  }
});

test('a chunked body is a body; broken chunks, and chunks over the limit, are failures of the operation', async () => {
  const head = `POST ${COUNT} HTTP/1.1\r\nhost: a\r\n${SCOPE}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  const whole = await one(head, '1\r\n{\r\n', '1\r\n}\r\n', '0\r\n\r\n');
  assert.equal(whole.text, (await one(post('{}'))).text);
  const broken = await one(head, '1\r\n{\r\n', 'zz\r\n');
  assert.equal(broken.status, 400);
  assertDescribed('POST', COUNT, broken);
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const huge = await one(head, ...Array<string>(20).fill(chunk));
  assert.equal(outcomeOf(huge), '413 PayloadTooLarge payload_too_large');
  assertDescribed('POST', COUNT, huge);
  const announced = await one(`${post('').replace('content-length: 0', 'content-length: 99999999')}`);
  assert.equal(outcomeOf(announced), '413 PayloadTooLarge payload_too_large');
});

test('pipelined requests are served in order, each as if it were alone', async () => {
  const requests = [
    get(SEARCH),
    post('{"search_term":"jacket"}'),
    get('/nowhere'),
    post('{'),
    get(FORMS),
    get('/healthz'),
  ];
  const { responses } = await exchange(service.address, [requests.join('')], requests.length);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 404, 400, 200, 200],
  );
  const alone = await Promise.all(requests.map((request) => one(request)));
  assert.deepEqual(
    responses.map(({ text }) => text),
    alone.map(({ text }) => text),
  );
});

test('a body that is refused does not put the connection out of step', async () => {
  const refused = post('not json at all', 'content-type: text/plain\r\n');
  const { responses } = await exchange(
    service.address,
    [refused + get('/healthz') + refused + get(FORMS)],
    4,
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    [400, 200, 400, 200],
  );
});

test('an expectation is met when it can be', async () => {
  const body = '{}';
  const head = post(body).replace('content-length', 'expect: 100-continue\r\ncontent-length');
  assert.equal((await one(head)).status, 200);
  const other = await one(post(body).replace('content-length', 'expect: a-miracle\r\ncontent-length'));
  assertDescribed('', undefined, other);
  assert.equal(other.status, 417);
});

test('HEAD is GET without the body', async () => {
  for (const [target, headers] of [
    [SEARCH, scopeHeadersOf(home)],
    [FORMS, [['host', hostOf(home)] as const]],
    ['/healthz', []],
    ['/openapi.json', []],
    ['/openapi-management.json', []],
    ['/nowhere', []],
  ] as const) {
    const full = await send('GET', target, headers);
    const head = await send('HEAD', target, headers);
    assert.deepEqual([head.status, head.text], [full.status, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary']) {
      assert.equal(head.headers.get(name), full.headers.get(name), `${target} ${name}`);
    }
  }
  const count = await send('HEAD', COUNT);
  assert.equal(count.status, 405, 'only what can be read has a HEAD');
});

test('a GET can be asked for again by its tag', async () => {
  const first = await call('search-content', goodCalls['search-content']);
  const tag = first.headers.get('etag') ?? '';
  assert.match(tag, /^"[\x21\x23-\x7e]+"$/);
  for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await call('search-content', {
      ...goodCalls['search-content'],
      headers: [['if-none-match', sent]],
    });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag]);
  }
  const changed = { ...goodCalls['search-content'], headers: [['if-none-match', '"other"']] as const };
  const full = await call('search-content', changed);
  assert.deepEqual([full.status, full.text], [200, first.text]);
  const failed = await call('search-content', { query: 'q=a', headers: [['if-none-match', '*']] });
  assert.deepEqual([failed.status, failed.headers.has('etag')], [400, false]);
  const counted = await call('count-products', { body: {}, headers: [['if-none-match', '*']] });
  assert.deepEqual([counted.status, counted.headers.get('cache-control')], [200, 'no-store']);
});

test('browsers of the allowed origins may call, others may not', async () => {
  const preflight = (
    origin: string,
    method = 'PATCH',
    headers = 'authorization,x-tenant-id,idempotency-key',
  ) =>
    send('OPTIONS', SEARCH, [
      ['origin', origin],
      ['access-control-request-method', method],
      ['access-control-request-headers', headers],
    ]);
  for (const origin of [ORIGIN, 'http://localhost:3000']) {
    const { status, headers } = await preflight(origin);
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.match(headers.get('vary') ?? '', /origin/i);
    for (const method of ['GET', 'POST', 'PATCH']) {
      assert.ok(headers.get('access-control-allow-methods')?.includes(method));
    }
    for (const name of [
      'x-tenant-id',
      'x-workspace-id',
      'x-environment-id',
      'authorization',
      'content-type',
      'idempotency-key',
      'x-customer-group-id',
    ]) {
      assert.ok(headers.get('access-control-allow-headers')?.toLowerCase().includes(name), name);
    }
    const actual = await call('list-forms', { headers: [['origin', origin]] });
    assert.equal(actual.headers.get('access-control-allow-origin'), origin);
    assert.match(actual.headers.get('vary') ?? '', /origin.*x-tenant-id/i);
    const failed = await call('search-content', { query: '', headers: [['origin', origin]] });
    assert.equal(failed.headers.get('access-control-allow-origin'), origin, 'a page may read failures too');
  }
  for (const origin of [
    'https://evil.example.com',
    `${ORIGIN}.evil.example`,
    'null',
    `${ORIGIN}/`,
    'http://shop.example.com',
  ]) {
    assert.equal((await preflight(origin)).headers.has('access-control-allow-origin'), false, origin);
    const actual = await call('list-forms', { headers: [['origin', origin]] });
    assert.equal(actual.headers.has('access-control-allow-origin'), false, origin);
  }
  assert.equal(outcomeOf(await send('OPTIONS', SEARCH)), '405 MethodNotAllowed method_not_allowed');
});

test('every response carries an id: the caller’s own when it is well formed, else a new one', async () => {
  for (const target of [SEARCH, '/healthz', '/nowhere', '/%zz']) {
    const kept = await send('GET', target, [['x-request-id', 'Trace-1.2:3_4']]);
    assert.equal(kept.headers.get('x-request-id'), 'Trace-1.2:3_4', target);
    for (const bad of ['', 'a b', 'x'.repeat(129), 'a\u00e9', '<script>']) {
      const made = (await send('GET', target, [['x-request-id', bad]])).headers.get('x-request-id') ?? '';
      assert.match(made, /^[0-9a-f-]{36}$/, target);
    }
  }
  const twice = await one(get('/healthz', 'host: a\r\nx-request-id: a\r\nx-request-id: b\r\n'));
  assert.match(twice.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  const [first, second] = await Promise.all([send('GET', '/healthz'), send('GET', '/healthz')]);
  assert.notEqual(first.headers.get('x-request-id'), second.headers.get('x-request-id'));
});

test('health and readiness need no scope, no token and no registered host', async () => {
  for (const target of ['/healthz', '/readyz']) {
    const response = await send('GET', target, [['host', 'nowhere.test']]);
    assert.deepEqual([response.status, response.text], [200, '{"Status":"success"}']);
    assertDescribed('GET', target, { ...response, headers: response.headers });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal((await send('POST', target)).status, 405);
  }
});

test('the log tells what happened and holds no token, no query text, no body and no header', async () => {
  const secrets = ['qsecretq', 'bodysecret', 'headersecret', 'pathsecret', 'termsecret', 'localesecret'];
  await call('search-content', { query: { catalog_id: shared.catalog, q: 'qsecretq' }, token: tokens.full });
  await call('search-content', {
    query: { catalog_id: 'qsecretq', q: 'termsecret', locale: 'localesecret' },
  });
  await call('count-products', { body: { search_term: 'termsecret', bodysecret: 'bodysecret' } });
  await call('count-products', { bytes: '{"bodysecret', headers: [['content-type', 'application/json']] });
  await call('count-products', { body: {}, headers: [['x-customer-group-id', 'headersecret']] });
  await call('list-forms', { headers: [['authorization', 'Bearer headersecret']] });
  await call('get-content-model', { params: { id: 'pathsecret' }, token: tokens.full });
  await send('GET', '/pathsecret?q=qsecretq', [['cookie', 'headersecret']]);
  await one('GET /pathsecret qsecretq\r\n\r\n');
  const marker = 'last-request-of-this-test';
  await call('list-forms', { headers: [['x-request-id', marker]] });
  while (!service.log().includes(marker)) await new Promise((next) => setImmediate(next));
  const log = service.log();
  for (const secret of [...secrets, tokens.full, tokens.full.slice(4, 20), 'Bearer', 'vtr_']) {
    assert.ok(!log.includes(secret), `the log holds ${secret}`);
  }
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const last = lines.find((line) => line['requestId'] === marker);
  assert.equal(last?.['status'], 200);
  assert.deepEqual(
    [last?.['tenantId'], last?.['environmentId'], last?.['route']],
    ['acme', PRODUCTION, FORMS],
  );
  assert.ok(
    lines.every((line) => Number(line['level']) < 50),
    'nothing here was an error of ours',
  );
  assert.equal(errorOf(await send('GET', '/nowhere')).name, 'RouteNotFound');
});
