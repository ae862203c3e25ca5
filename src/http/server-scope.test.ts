// Where a request belongs, and who sends it: each rule by its status, in the envelope of the operation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { bareFailure, wrappedFailure } from '../contract/failure-envelope.ts';
import { type OperationName, routes } from '../contract/routes.ts';
import { buildFixture, calls, type Fixture, NOW, scope, scoped, secrets } from './server-fixture.ts';

type Headers = Record<string, string>;

const call = async (fixture: Fixture, name: OperationName, headers: Headers) => {
  const { url, body } = calls[name];
  const response = await fixture.server.app.inject({
    method: routes[name].method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { response, status: response.statusCode, error: errorOf(name, response.statusCode, response.body) };
};

/** The error within the envelope of the operation; fails when the body has another shape. */
const errorOf = (name: OperationName, status: number, body: string) => {
  if (status < 400) {
    return undefined;
  }
  const json: unknown = JSON.parse(body);
  if (routes[name].envelope === 'bare') {
    assert.ok(Check(bareFailure, json), body);
    return json.Error;
  }
  assert.ok(Check(wrappedFailure, json), body);
  return json.Data.Error;
};

const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });
const names = Object.keys(routes) as OperationName[];

test('200: every operation, with the three headers and a token', async () => {
  const fixture = buildFixture();
  for (const name of names) {
    const { response, status } = await call(fixture, name, { ...scoped, ...bearer(secrets.full) });
    assert.equal(status, 200, name);
    const { envelope, successExample } = routes[name];
    const expected = envelope === 'bare' ? successExample : { Status: 'success', Data: successExample };
    assert.deepEqual(response.json(), expected, name);
  }
  assert.deepEqual(
    fixture.carried.map(({ caller }) => caller.scope),
    names.map(() => scope),
  );
  assert.equal(fixture.carried[0]?.caller.token?.id, 'full');
  assert.equal(fixture.carried[0]?.caller.environment?.envType, 'PRODUCTION');
});

test('400: each scoping header that is missing or blank is named, on every operation', async () => {
  const fixture = buildFixture();
  for (const name of names) {
    for (const header of Object.keys(scoped) as (keyof typeof scoped)[]) {
      const { [header]: _, ...others } = scoped;
      const missing = await call(fixture, name, others);
      assert.equal(missing.status, 400);
      assert.equal(missing.error?.name, 'MissingParameter');
      assert.equal(missing.error.code, `missing:${header}`);
      assert.ok(missing.error.message.includes(header));
      for (const blank of ['', '  ', '\u00a0']) {
        const { status, error } = await call(fixture, name, { ...scoped, [header]: blank });
        assert.equal(status, 400);
        assert.equal(error?.code, `blank_value:${header}`);
        assert.ok(error.message.includes(header));
      }
    }
  }
  assert.equal(fixture.carried.length, 0);
});

test('400: an overlong scoping header', async () => {
  const { status, error } = await call(buildFixture(), 'list-forms', {
    ...scoped,
    'x-tenant-id': 'a'.repeat(201),
  });
  assert.deepEqual([status, error?.code], [400, 'too_long:x-tenant-id']);
});

test('scope: ids outside ASCII are read as UTF-8', async () => {
  const fixture = buildFixture();
  const sent = Buffer.from('café').toString('latin1');
  await call(fixture, 'list-forms', { ...scoped, 'x-workspace-id': sent });
  assert.equal(fixture.carried[0]?.caller.scope.workspaceId, 'café');
  assert.equal(fixture.carried[0]?.caller.environment?.id, 'PRODUCTION-1');
});

test('domain: the host decides where no scoping header is sent', async () => {
  for (const host of ['shop.test', 'SHOP.TEST:8443', 'shop.test.', '[::1]:8080']) {
    for (const name of ['count-products', 'list-forms'] as const) {
      const fixture = buildFixture();
      assert.equal((await call(fixture, name, { host })).status, 200, host);
      assert.deepEqual(fixture.carried[0]?.caller.scope, scope);
    }
  }
});

test('404: an unknown host, where the host decides', async () => {
  for (const host of ['other.test', 'shop.test.evil', '']) {
    const { status, error } = await call(buildFixture(), 'list-forms', { host });
    assert.deepEqual([status, error?.name], [404, 'DomainNotFound']);
  }
});

test('400: some of the scoping headers, though the host is known', async () => {
  const { status, error } = await call(buildFixture(), 'count-products', {
    host: 'shop.test',
    'x-workspace-id': 'web',
  });
  assert.deepEqual([status, error?.code], [400, 'missing:x-tenant-id']);
});

test('domain: X-Forwarded-Host counts only from a trusted proxy', async () => {
  const headers = { host: 'inner.test', 'x-forwarded-host': 'shop.test' };
  assert.equal((await call(buildFixture(), 'list-forms', headers)).status, 404);
  assert.equal((await call(buildFixture({ trustProxy: true }), 'list-forms', headers)).status, 200);
  assert.equal((await call(buildFixture({ trustProxy: ['127.0.0.1'] }), 'list-forms', headers)).status, 200);
  assert.equal(
    (await call(buildFixture({ trustProxy: ['192.0.2.0/24'] }), 'list-forms', headers)).status,
    404,
  );
  const spoofed = { host: 'shop.test', 'x-forwarded-host': 'other.test' };
  assert.equal((await call(buildFixture(), 'list-forms', spoofed)).status, 200);
});

test('401: no token where one is needed', async () => {
  for (const name of ['get-content-model', 'publish-versions'] as const) {
    const { response, status, error } = await call(buildFixture(), name, scoped);
    assert.deepEqual([status, error?.name, error?.code], [401, 'Unauthorized', 'token_missing']);
    assert.equal(response.headers['www-authenticate'], 'Bearer');
  }
});

test('401: a token that is sent is checked on every operation', async () => {
  const forms = [
    bearer('unknown'),
    bearer(secrets.expired),
    bearer(secrets.revoked),
    { authorization: secrets.full },
    { authorization: `Basic ${secrets.full}` },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${secrets.full} more` },
    { authorization: '' },
  ];
  for (const name of names) {
    for (const headers of forms) {
      const { response, status, error } = await call(buildFixture(), name, { ...scoped, ...headers });
      assert.deepEqual([status, error?.code], [401, 'token_invalid'], `${name} ${headers['authorization']}`);
      assert.equal(response.headers['www-authenticate'], 'Bearer');
    }
  }
});

test('401: an environment may demand a token of open operations', async () => {
  const fixture = buildFixture();
  fixture.environment = { ...(fixture.environment as object), access: 'token_required' } as never;
  for (const name of names) {
    assert.equal((await call(fixture, name, scoped)).error?.code, 'token_missing', name);
    assert.equal((await call(fixture, name, { ...scoped, ...bearer(secrets.full) })).status, 200, name);
  }
});

test('the scheme is read in any case', async () => {
  const { status } = await call(buildFixture(), 'get-content-model', {
    ...scoped,
    authorization: `bEARER  ${secrets.read}`,
  });
  assert.equal(status, 200);
});

test('403: a token of another scope, whatever the operation', async () => {
  for (const name of names) {
    for (const secret of [secrets.foreign, secrets.staging]) {
      const { status, error } = await call(buildFixture(), name, { ...scoped, ...bearer(secret) });
      assert.deepEqual([status, error?.code], [403, 'token_scope'], name);
    }
  }
});

test('403: a read token cannot publish', async () => {
  const { status, error } = await call(buildFixture(), 'publish-versions', {
    ...scoped,
    ...bearer(secrets.read),
  });
  assert.deepEqual([status, error?.code], [403, 'token_permission']);
});

test('the order of checks: scope, token, input', async () => {
  const { app } = buildFixture().server;
  const url = '/discovery/search/content?limit=bad';
  const send = async (headers: Headers) => (await app.inject({ url, headers })).statusCode;
  assert.equal(await send({ ...bearer('unknown'), 'x-tenant-id': 'acme' }), 400);
  assert.equal(await send({ ...scoped, ...bearer('unknown') }), 401);
  assert.equal(await send({ ...scoped, ...bearer(secrets.foreign) }), 403);
  assert.equal(await send({ ...scoped, ...bearer(secrets.read) }), 400);
});

test('an environment that does not exist is for the operation to answer', async () => {
  const fixture = buildFixture();
  await call(fixture, 'search-content', { ...scoped, 'x-environment-id': 'nowhere' });
  assert.equal(fixture.carried[0]?.caller.environment, undefined);
  assert.equal(fixture.carried[0]?.caller.scope.environmentId, 'nowhere');
});

test('the visitor mark holds neither address nor agent, and follows both', async () => {
  const fixture = buildFixture({ trustProxy: true });
  const markFor = async (address: string, agent: string) => {
    await call(fixture, 'list-forms', { ...scoped, 'x-forwarded-for': address, 'user-agent': agent });
    return fixture.carried.at(-1)?.caller.visitor;
  };
  const mark = await markFor('192.0.2.7', 'agent');
  assert.match(mark ?? '', /^[\w-]{22}$/);
  assert.equal(await markFor('192.0.2.7', 'agent'), mark);
  assert.notEqual(await markFor('192.0.2.8', 'agent'), mark);
  assert.notEqual(await markFor('192.0.2.7', 'other'), mark);
  assert.equal(NOW.toISOString().slice(0, 10), '2026-03-04');
});
