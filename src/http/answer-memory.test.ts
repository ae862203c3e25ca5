// Answers given again are those that would be made, to whom they would be given, and for no longer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../contract/routes.ts';
import { buildFixture, calls, NOW, scoped, secrets } from './server-fixture.ts';

const OTHER_TENANT = { ...scoped, 'x-tenant-id': 'globex' };

/** A server whose every answer is another one, so that a repeat can be told from a new one. */
const buildCounting = () => {
  const signal = { at: 1, version: () => signal.at };
  const fixture = buildFixture({}, signal);
  let made = 0;
  fixture.carry = () => {
    made += 1;
    return [`answer ${made}`];
  };
  const ask = async (name: keyof typeof calls, headers: Record<string, string> = {}, more = '') => {
    const { url, body } = calls[name];
    const response = await fixture.server.app.inject({
      method: routes[name].method,
      url: `${url}${more}`,
      headers: {
        ...scoped,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.body, headers: response.headers };
  };
  return { signal, fixture, ask };
};

const repeatable = (Object.keys(routes) as (keyof typeof routes)[]).filter(
  (name) => routes[name].isRepeatable,
);

test('every operation but the one that writes may be answered again', () => {
  assert.deepEqual(
    Object.keys(routes).filter((name) => !repeatable.includes(name as keyof typeof routes)),
    ['publish-versions'],
  );
});

for (const name of repeatable) {
  test(`${name}: the same answer until something is committed, headers and all`, async () => {
    const { signal, ask } = buildCounting();
    const bearer = { authorization: `Bearer ${secrets.read}` };
    const first = await ask(name, bearer);
    const second = await ask(name, bearer);
    assert.equal(second.body, first.body);
    const { 'x-request-id': firstId, date: _first, ...firstHeaders } = first.headers;
    const { 'x-request-id': secondId, date: _second, ...secondHeaders } = second.headers;
    assert.deepEqual(secondHeaders, firstHeaders);
    assert.notEqual(secondId, firstId);
    signal.at = 2;
    assert.notEqual((await ask(name, bearer)).body, first.body);
  });

  test(`${name}: another URL, scope, host or token is another question`, async () => {
    const { fixture, ask } = buildCounting();
    const bearer = { authorization: `Bearer ${secrets.read}` };
    const seen = new Set([(await ask(name, bearer)).body]);
    const others = [
      await ask(name, { authorization: `Bearer ${secrets.full}` }),
      await ask(name, { ...bearer, host: 'shop.test' }),
      await ask(name, bearer, name === 'count-products' || name === 'list-forms' ? '?locale=de' : '&x=1'),
    ];
    for (const { body } of others) {
      assert.ok(!seen.has(body));
      seen.add(body);
    }
    // A foreign scope is refused, whatever was answered in the own one.
    assert.equal((await ask(name, { ...OTHER_TENANT, ...bearer })).status, 403);
    assert.equal((await ask(name, { authorization: `Bearer ${secrets.revoked}` })).status, 401);
    assert.ok(fixture.carried.length >= 3);
  });
}

test('a token that has ended is refused, though its answer is remembered', async () => {
  const { fixture, ask } = buildCounting();
  const bearer = { authorization: `Bearer ${secrets.ending}` };
  assert.equal((await ask('get-content-model', bearer)).status, 200);
  fixture.now = new Date(NOW.getTime() + 1_000);
  assert.equal((await ask('get-content-model', bearer)).status, 401);
});

test('a failure is never remembered', async () => {
  const { fixture, ask } = buildCounting();
  const { carry } = fixture;
  fixture.carry = () => {
    throw new Error('the store is away');
  };
  assert.equal((await ask('popular-terms')).status, 500);
  fixture.carry = carry;
  assert.equal((await ask('popular-terms')).status, 200);
});

test('an answer that something was committed under is not remembered', async () => {
  const { signal, fixture, ask } = buildCounting();
  const { carry } = fixture;
  fixture.carry = (carried) => {
    signal.at += 1;
    return carry(carried);
  };
  const first = await ask('popular-terms');
  fixture.carry = carry;
  assert.notEqual((await ask('popular-terms')).body, first.body);
});

test('a body decides too', async () => {
  const { fixture } = buildCounting();
  const count = async (payload: string) =>
    (
      await fixture.server.app.inject({
        method: 'POST',
        url: calls['count-products'].url,
        headers: { ...scoped, 'content-type': 'application/json' },
        payload,
      })
    ).body;
  const first = await count('{"search_term":"tent"}');
  assert.equal(await count('{"search_term":"tent"}'), first);
  assert.notEqual(await count('{"search_term":"lamp"}'), first);
});

test('a HEAD and a conditional GET are answered from memory as well', async () => {
  const { fixture, ask } = buildCounting();
  const first = await ask('popular-terms');
  const tag = String(first.headers['etag']);
  assert.equal((await ask('popular-terms', { 'if-none-match': tag })).status, 304);
  const head = await fixture.server.app.inject({
    method: 'HEAD',
    url: calls['popular-terms'].url,
    headers: scoped,
  });
  assert.equal(head.headers['etag'], tag);
  assert.equal(head.body, '');
  assert.equal(fixture.carried.length, 1);
});

test('what is not sent is never taken for anything that is', async () => {
  const { fixture, ask } = buildCounting();
  const byHost = (headers: Record<string, string>) =>
    fixture.server.app.inject({ url: calls['list-forms'].url, headers: { host: 'shop.test', ...headers } });
  assert.equal((await byHost({})).statusCode, 200);
  assert.equal((await byHost({ authorization: 'undefined' })).statusCode, 401);
  assert.equal((await byHost({ authorization: '' })).statusCode, 401);
  assert.equal(
    (await byHost({ 'x-tenant-id': '', 'x-workspace-id': '', 'x-environment-id': '' })).statusCode,
    400,
  );
  const carried = fixture.carried.length;
  await byHost({
    'x-tenant-id': 'undefined',
    'x-workspace-id': 'undefined',
    'x-environment-id': 'undefined',
  });
  assert.equal(fixture.carried.length, carried + 1);
  assert.equal(fixture.carried.at(-1)?.caller.environment, undefined);
  assert.equal((await ask('popular-terms')).status, 200);
  assert.equal((await ask('popular-terms', { authorization: 'undefined' })).status, 401);
});
