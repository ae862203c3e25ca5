// Rate limits through the server: who is refused and how, whose responses tell, and what is never limited.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/fixtures/counting-fixture.ts';
import { buildFixture, callTo, contentOf, scoped, secrets } from '../../test/fixtures/server-fixture.ts';
import type { HttpConfig } from './http-config.ts';

const open = (t: TestContext, config: Partial<HttpConfig>, version?: () => number) => {
  const fixture = buildFixture(
    config,
    version && { signal: { revision: version, nonProductRevision: version, accessRevision: version } },
  );
  t.after(() => fixture.server.app.close());
  const ask = (name: string, secret: string | undefined, more: Readonly<Record<string, string>> = {}) => {
    const call = callTo(name);
    const content = contentOf(call);
    const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
    return fixture.server.app.inject({
      method: call.method,
      url: call.url,
      ...content,
      headers: { host: 'shop.test', ...scoped, ...content.headers, ...authorization, ...more },
    });
  };
  return { fixture, ask };
};

test('beyond the rate of the tenant: 429, told in the shape of the operation, and when to come again', async (t) => {
  const { fixture, ask } = open(t, { rateLimitPerTenant: { quota: 2, windowSeconds: 3_600 } }, () => 1);
  const first = await ask('search-content', undefined);
  assert.equal(first.statusCode, 200);
  assert.equal(first.headers['ratelimit-policy'], '"tenant";q=2;w=3600');
  assert.equal(first.headers['ratelimit'], '"tenant";r=1;t=1800');
  // The same again comes from the cache: it counts all the same.
  assert.equal((await ask('search-content', undefined)).headers['ratelimit'], '"tenant";r=0;t=3600');
  const bare = await ask('search-content', undefined);
  assert.equal(bare.statusCode, 429);
  assert.equal(bare.headers['retry-after'], '1800');
  assert.equal(bare.headers['ratelimit'], '"tenant";r=0;t=3600');
  assert.deepEqual(bare.json().Error, {
    message: 'Too many requests; try again in 1800 seconds',
    name: 'TooManyRequests',
    code: 'too_many_requests',
  });
  const wrapped = await ask('manage-list-tokens', secrets.full);
  assert.equal(wrapped.json().Data.Error.code, 'too_many_requests');
  assert.equal(fixture.carried.length, 1);
  assert.equal((await ask('manage-list-tokens', secrets.operator)).statusCode, 200, 'the operator is let in');
  for (const url of ['/healthz', '/readyz', '/openapi.json', '/openapi-management.json']) {
    const response = await fixture.server.app.inject({ url, headers: { host: 'shop.test' } });
    assert.equal(response.statusCode, 200, url);
    assert.equal(response.headers['ratelimit'], undefined, url);
  }
});

test('events are never refused, and use up nothing', async (t) => {
  const { ask } = open(t, {
    rateLimitPerTenant: { quota: 1, windowSeconds: 3_600 },
    concurrentRequestsPerTenant: 1,
  });
  for (let times = 0; times < 3; times += 1) {
    const response = await ask('record-events', undefined);
    assert.deepEqual([response.statusCode, response.headers['ratelimit']], [202, undefined]);
  }
  assert.equal((await ask('search-content', undefined)).statusCode, 200);
  assert.equal((await ask('search-content', undefined)).statusCode, 429);
  assert.equal((await ask('record-events', undefined)).statusCode, 202);
});

test('who is refused for another reason has used up nothing', async (t) => {
  const { ask } = open(t, { rateLimitPerToken: { quota: 1, windowSeconds: 3_600 } });
  assert.equal((await ask('manage-list-tokens', secrets.revoked)).statusCode, 401);
  assert.equal((await ask('manage-list-tokens', secrets.foreign)).statusCode, 403);
  assert.equal((await ask('manage-list-tokens', secrets.full)).headers['ratelimit'], '"token";r=0;t=3600');
  assert.equal((await ask('manage-list-tokens', secrets.full)).statusCode, 429);
  assert.equal((await ask('get-content-model', secrets.read)).statusCode, 200, 'another token');
  assert.equal((await ask('search-content', undefined)).headers['ratelimit'], undefined, 'no token');
});

test('too many at once: 429, until one of them is served or gives up', async (t) => {
  const { fixture, ask } = open(t, { concurrentRequestsPerTenant: 1 });
  const under = Promise.withResolvers<void>();
  const response = Promise.withResolvers<void>();
  const { carry } = fixture;
  fixture.carry = async (carried) => {
    under.resolve();
    await response.promise;
    return carry(carried);
  };
  const first = ask('list-forms', undefined);
  await under.promise;
  const second = await ask('list-forms', undefined);
  assert.equal(second.statusCode, 429);
  assert.equal(second.json().Data?.Error.code ?? second.json().Error.code, 'too_many_concurrent');
  assert.equal(second.headers['retry-after'], '1');
  response.resolve();
  assert.equal((await first).statusCode, 200);
  assert.equal((await ask('list-forms', undefined)).statusCode, 200);
});

test('a request that is broken off makes room', async (t) => {
  const { fixture } = open(t, { concurrentRequestsPerTenant: 1 });
  const address = await fixture.server.listen({ host: '127.0.0.1', port: 0 });
  const { method, url } = callTo('list-forms');
  const under = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const { carry } = fixture;
  fixture.server.app.server.once(
    'request',
    (_request, response) => void once(response, 'close').then(() => gone.resolve()),
  );
  fixture.carry = () => {
    under.resolve();
    return new Promise(() => {});
  };
  const leaving = new AbortController();
  const first = fetch(`${address}${url}`, { method, headers: scoped, signal: leaving.signal });
  await under.promise;
  leaving.abort();
  await assert.rejects(first);
  await gone.promise;
  fixture.carry = carry;
  const second = await fetch(`${address}${url}`, { method, headers: scoped });
  assert.equal(second.status, 200);
  await second.text();
});

test('a refusal is counted as one', async (t) => {
  const { fixture, ask } = open(t, { rateLimitPerTenant: { quota: 1, windowSeconds: 3_600 } });
  await ask('search-content', undefined);
  assert.equal((await ask('search-content', undefined)).statusCode, 429);
  const metrics = await fixture.server.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${secrets.operator}` },
  });
  assert.match(metrics.body, /vitrine_refused_requests_total\{reason="rate_limit"\} 1\n/);
});

test('a request whose client is gone before it was let in makes room, too', async (t) => {
  const { fixture } = open(t, { concurrentRequestsPerTenant: 1 });
  const address = await fixture.server.listen({ host: '127.0.0.1', port: 0 });
  const { method, url } = callTo('list-forms');
  const { environment } = fixture;
  const gate = Promise.withResolvers<typeof environment>();
  // Whoever looks it up waits for it.
  fixture.environment = gate.promise as never;
  const arrived = once(fixture.server.app.server, 'request');
  const leaving = new AbortController();
  const first = fetch(`${address}${url}`, { method, headers: scoped, signal: leaving.signal });
  const [, response] = await arrived;
  const gone = once(response, 'close');
  leaving.abort();
  await assert.rejects(first);
  await gone;
  gate.resolve(environment);
  await until(() => fixture.carried.length === 1);
  fixture.environment = environment;
  const second = await fetch(`${address}${url}`, { method, headers: scoped });
  assert.equal(second.status, 200);
  await second.text();
});
