// Where a request belongs, and who sends it: each rule by its status, in the envelope of the operation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import {
  buildFixture,
  callTo,
  contentOf,
  type Fixture,
  NOW,
  allNames as names,
  operationOf,
  scope,
  scoped,
  secretFor,
  secrets,
} from '../../test/fixtures/server-fixture.ts';
import { bareFailure, wrappedFailure } from '../contract/failure-envelope.ts';

type Headers = Record<string, string>;

const call = async (fixture: Fixture, name: string, headers: Headers) => {
  const { method, url, ...body } = callTo(name);
  const { headers: type, ...content } = contentOf({ method, url, ...body });
  const response = await fixture.server.app.inject({
    method,
    url,
    headers: { ...type, ...headers },
    ...content,
  });
  return { response, status: response.statusCode, error: errorOf(name, response.statusCode, response.body) };
};

/** The error within the envelope of the operation; fails when the body has another shape. */
const errorOf = (name: string, status: number, body: string) => {
  if (status < 400) {
    return undefined;
  }
  const json: unknown = JSON.parse(body);
  if (operationOf(name).envelope === 'bare') {
    assert.ok(Check(bareFailure, json), body);
    return json.Error;
  }
  assert.ok(Check(wrappedFailure, json), body);
  return json.Data.Error;
};

const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });

/** The scoping headers that the operation looks at. */
const scopeOf = (name: string): (keyof typeof scoped)[] => {
  const all = Object.keys(scoped) as (keyof typeof scoped)[];
  const count = { headers: 3, 'headers-or-domain': 3, workspace: 2, none: 0 }[operationOf(name).scope];
  return all.slice(0, count);
};

test('every operation succeeds, with the three headers and a token, in its envelope and form', async () => {
  const fixture = buildFixture();
  for (const name of names) {
    const { response, status } = await call(fixture, name, { ...scoped, ...bearer(secretFor(name)) });
    const { envelope, successExample, successStatus = 200, responseFormat = 'json' } = operationOf(name);
    assert.equal(status, successStatus, `${name} ${response.body}`);
    if (responseFormat === 'json') {
      const expected = envelope === 'bare' ? successExample : { Status: 'success', Data: successExample };
      assert.deepEqual(response.json(), expected, name);
    } else {
      assert.equal(response.body, successExample, name);
    }
  }
  const none = { tenantId: '', workspaceId: '', environmentId: '' };
  const scopes = {
    headers: scope,
    'headers-or-domain': scope,
    workspace: { ...scope, environmentId: '' },
    none,
  };
  assert.deepEqual(
    fixture.carried.map(({ caller }) => caller.scope),
    names.map((name) => scopes[operationOf(name).scope]),
  );
  assert.equal(fixture.carried[0]?.caller.token?.id, 'full');
  assert.equal(fixture.carried[0]?.caller.environment?.envType, 'PRODUCTION');
  for (const { operation, caller } of fixture.carried) {
    const isAbove = operationOf(operation).access === 'operator';
    assert.deepEqual([caller.isOperator, caller.token === undefined], [isAbove, isAbove], operation);
  }
});

test('400: each scoping header that is missing or blank is named, on every operation', async () => {
  const fixture = buildFixture();
  for (const name of names) {
    for (const header of scopeOf(name)) {
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

test('a scoping header that an operation has no use for is not looked at', async () => {
  const fixture = buildFixture();
  for (const name of names) {
    const used = new Set<string>(scopeOf(name));
    const sent = Object.entries(scoped).map(([header, value]) => [header, used.has(header) ? value : ' ']);
    const headers = { ...Object.fromEntries(sent), ...bearer(secretFor(name)) };
    assert.ok((await call(fixture, name, headers)).status < 300, name);
  }
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
  const fixture = buildFixture();
  for (const name of names.filter((each) => operationOf(each).access !== 'open')) {
    const { response, status, error } = await call(fixture, name, scoped);
    assert.deepEqual([status, error?.name, error?.code], [401, 'Unauthorized', 'token_missing'], name);
    assert.equal(response.headers['www-authenticate'], 'Bearer');
  }
  assert.equal(fixture.carried.length, 0);
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
  const fixture = buildFixture();
  for (const name of names) {
    for (const headers of forms) {
      const { response, status, error } = await call(fixture, name, { ...scoped, ...headers });
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
    const allowed = await call(fixture, name, { ...scoped, ...bearer(secretFor(name)) });
    assert.equal(allowed.status, operationOf(name).successStatus ?? 200, name);
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
  const fixture = buildFixture();
  for (const name of names) {
    const code = operationOf(name).access === 'operator' ? 'operator_only' : 'token_scope';
    for (const secret of [secrets.foreign, secrets.staging]) {
      const { status, error } = await call(fixture, name, { ...scoped, ...bearer(secret) });
      assert.deepEqual([status, error?.code], [403, code], name);
    }
  }
  assert.equal(fixture.carried.length, 0);
});

test('403: a read token neither writes nor manages', async () => {
  const fixture = buildFixture();
  const codes = { full: 'token_permission', manage: 'token_permission', operator: 'operator_only' } as const;
  for (const name of names) {
    const { access } = operationOf(name);
    const { status, error } = await call(fixture, name, { ...scoped, ...bearer(secrets.read) });
    if (access === 'open' || access === 'read') assert.ok(status < 300, name);
    else assert.deepEqual([status, error?.code], [403, codes[access]], name);
  }
});

test('403: the operator manages and does nothing else; no token may do what is theirs alone', async () => {
  const fixture = buildFixture();
  for (const name of names) {
    const { access, successStatus = 200 } = operationOf(name);
    const operator = await call(fixture, name, { ...scoped, ...bearer(secrets.operator) });
    if (access === 'manage' || access === 'operator') assert.equal(operator.status, successStatus, name);
    else assert.deepEqual([operator.status, operator.error?.code], [403, 'operator_only_manages'], name);
    if (access !== 'operator') continue;
    for (const secret of [secrets.full, secrets.read, secrets.staging, secrets.foreign]) {
      const { status, error } = await call(fixture, name, bearer(secret));
      assert.deepEqual([status, error?.code], [403, 'operator_only'], name);
    }
  }
});

test('403: what belongs to a workspace is not for a token of some of its environments', async () => {
  const fixture = buildFixture();
  const headers = { ...scoped, 'x-environment-id': 'STAGING-1', ...bearer(secrets.staging) };
  for (const name of names.filter((each) => operationOf(each).access === 'manage')) {
    const { status, error } = await call(fixture, name, headers);
    assert.deepEqual([status, error?.code], [403, 'token_scope'], name);
  }
  assert.ok((await call(fixture, 'publish-versions', headers)).status < 300);
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

test('an environment that does not exist is for the operation to report', async () => {
  const fixture = buildFixture();
  await call(fixture, 'search-content', { ...scoped, 'x-environment-id': 'nowhere' });
  assert.equal(fixture.carried[0]?.caller.environment, undefined);
  assert.equal(fixture.carried[0]?.caller.scope.environmentId, 'nowhere');
});

test('a tenant is known to read by each cacheable request to an environment that exists, and by no other', async () => {
  const fixture = buildFixture();
  for (const headers of [scoped, scoped, { ...scoped, 'x-environment-id': 'nowhere' }])
    assert.equal((await call(fixture, 'search-content', headers)).status, 200);
  await call(fixture, 'search-content', { ...scoped, 'x-tenant-id': 'nobody' });
  await call(fixture, 'publish-versions', { ...scoped, authorization: `Bearer ${secrets.full}` });
  assert.deepEqual(fixture.noted, [scope.tenantId, scope.tenantId]);
});

test('the visitor mark holds neither address nor agent, and follows both', async () => {
  const fixture = buildFixture({ trustProxy: true });
  const markFor = async (address: string, agent: string) => {
    await call(fixture, 'list-forms', { ...scoped, 'x-forwarded-for': address, 'user-agent': agent });
    return fixture.recorded.at(-1)?.visitor;
  };
  const mark = await markFor('192.0.2.7', 'agent');
  assert.match(mark ?? '', /^[\w-]{22}$/);
  assert.equal(await markFor('192.0.2.7', 'agent'), mark);
  assert.notEqual(await markFor('192.0.2.8', 'agent'), mark);
  assert.notEqual(await markFor('192.0.2.7', 'other'), mark);
  assert.equal(NOW.toISOString().slice(0, 10), '2026-03-04');
});
