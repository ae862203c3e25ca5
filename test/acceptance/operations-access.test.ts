// Where a request belongs and who may send it: 400 for every fault of the scoping headers, 401 for every unusable token,
// 403 for a token that is for something else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationName, routes } from '../../src/contract/routes.ts';
import { absent, home, hostOf, PRODUCTION, STAGING, shared, staging } from './fixture-bundle.ts';
import {
  type Answer,
  type Call,
  createToken,
  createTokens,
  errorOf,
  goodCalls,
  operationNames,
  outcomeOf,
  scopeHeadersOf,
  startFixture,
} from './fixture-service.ts';

const fixture = await startFixture();
const { call } = fixture;
const startedAt = Date.now();
const [tokens, revoked] = await Promise.all([
  createTokens(fixture, {
    read: { permission: 'read' },
    full: { permission: 'full' },
    otherTenant: { permission: 'full', tenant: 'globex' },
    otherWorkspace: { permission: 'full', workspace: 'outlet' },
    stagingAlone: { permission: 'full', environments: [STAGING] },
  }),
  createToken(fixture, { permission: 'full' }),
]);
// Time enough to make the token and to use it once, on a busy machine too: six took this long.
const expiresAt = Date.now() + 1_000 + (Date.now() - startedAt);
const expiring = await createToken(fixture, {
  permission: 'full',
  expires: new Date(expiresAt).toISOString(),
});
const beforeItsEnd = await call('get-content-model', {
  params: { id: shared.model },
  token: expiring.secret,
});
assert.equal((await fixture.service.run('token', 'revoke', revoked.id)).code, 0);

const operationOf = (name: OperationName): Operation => routes[name];
const byAccess = (...wanted: Operation['access'][]): OperationName[] =>
  operationNames.filter((name) => wanted.includes(operationOf(name).access));
const open = byAccess('open');
const closed = byAccess('read', 'full');
const headerOnly = operationNames.filter((name) => operationOf(name).scope === 'headers');
const orDomain = operationNames.filter((name) => operationOf(name).scope === 'headers-or-domain');

/** The good call of the operation with a token that it accepts. */
const allowed = (name: OperationName, more: Call = {}): Call => ({
  ...goodCalls[name],
  token: closed.includes(name) ? tokens.full : undefined,
  ...more,
});

const assertHeaderFault = (answer: Answer, outcome: string, header: string): void => {
  assert.equal(outcomeOf(answer), outcome);
  assert.ok(errorOf(answer).message.includes(header), errorOf(answer).message);
};

const scopeNames = scopeHeadersOf(home).map(([name]) => name);

test('each scoping header is required by the operations that name it', async () => {
  assert.deepEqual(headerOnly, ['search-content', 'popular-terms', 'get-content-model', 'publish-versions']);
  for (const name of headerOnly) {
    for (const header of scopeNames) {
      const rest = scopeHeadersOf(home).filter(([other]) => other !== header);
      const answer = await call(name, allowed(name, { place: null, headers: rest }));
      assertHeaderFault(answer, `400 MissingParameter missing:${header}`, header);
    }
    const none = await call(name, allowed(name, { place: null, host: hostOf(home) }));
    assertHeaderFault(none, '400 MissingParameter missing:x-tenant-id', 'x-tenant-id');
  }
});

test('a part of the scoping headers is refused, never filled up from the host', async () => {
  assert.deepEqual(orDomain, ['count-products', 'list-forms']);
  for (const name of orDomain) {
    for (let mask = 1; mask < 7; mask += 1) {
      const sent = scopeHeadersOf(home).filter((_, index) => (mask & (1 << index)) !== 0);
      const missing = scopeNames.find((header) => !sent.some(([other]) => other === header)) ?? '';
      const partial: Call = { place: null, host: hostOf(home), headers: sent };
      assertHeaderFault(
        await call(name, allowed(name, partial)),
        `400 MissingParameter missing:${missing}`,
        missing,
      );
    }
    const all = await call(name, allowed(name, { host: hostOf({ ...home, tenant: 'globex' }) }));
    assert.equal(all.text, (await call(name, allowed(name))).text, 'the headers go before the host');
  }
});

test('a scoping header that is blank, doubled or too long is refused by name', async () => {
  for (const name of operationNames) {
    for (const header of scopeNames) {
      const rest = scopeHeadersOf(home).filter(([other]) => other !== header);
      const send = (...values: string[]) =>
        call(
          name,
          allowed(name, {
            place: null,
            headers: [...rest, ...values.map((value) => [header, value] as const)],
          }),
        );
      for (const blank of ['', ' ', '\t']) {
        assertHeaderFault(await send(blank), `400 InvalidInput blank_value:${header}`, header);
      }
      const value = scopeHeadersOf(home).find(([other]) => other === header)?.[1] ?? '';
      assertHeaderFault(await send(value, value), `400 InvalidInput repeated:${header}`, header);
      assertHeaderFault(await send(value, 'other'), `400 InvalidInput repeated:${header}`, header);
      assertHeaderFault(await send('x'.repeat(201)), `400 InvalidInput too_long:${header}`, header);
    }
  }
});

const assertUnauthorized = (answer: Answer, code: string): void => {
  assert.equal(outcomeOf(answer), `401 Unauthorized ${code}`);
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
};

test('a token is needed where the operation says so, and where the environment does', async () => {
  for (const name of closed) assertUnauthorized(await call(name, goodCalls[name]), 'token_missing');
  for (const name of open) {
    assert.equal((await call(name, goodCalls[name])).status, 200, name);
    const wanted = { ...goodCalls[name], place: staging };
    assertUnauthorized(await call(name, wanted), 'token_missing');
    assert.equal((await call(name, { ...wanted, token: tokens.read })).status, 200, name);
  }
  for (const name of orDomain) {
    const wanted: Call = { ...goodCalls[name], place: null, host: hostOf(staging) };
    assertUnauthorized(await call(name, wanted), 'token_missing');
    assert.equal((await call(name, { ...wanted, token: tokens.read })).status, 200, name);
  }
});

test('an unusable token is refused everywhere, open or not, and nobody learns why', async () => {
  const authorizations = [
    `Bearer ${absent.token}`,
    `Bearer ${revoked.secret}`,
    `Bearer ${tokens.full}x`,
    `Bearer ${tokens.full.toLowerCase()}`,
    'Bearer',
    'Bearer ',
    `Basic ${Buffer.from('a:b').toString('base64')}`,
    tokens.full,
    `Token ${tokens.full}`,
    `Bearer ${tokens.full} ${tokens.full}`,
    `Bearer "${tokens.full}"`,
    '',
  ];
  for (const name of operationNames) {
    const bodies = new Set<string>();
    for (const authorization of authorizations) {
      const answer = await call(name, { ...goodCalls[name], headers: [['authorization', authorization]] });
      assertUnauthorized(answer, 'token_invalid');
      bodies.add(answer.text);
    }
    assert.equal(bodies.size, 1, [...bodies].join('\n'));
    const lowerCase: Call = { headers: [['authorization', `bearer  ${tokens.full}`]] };
    assert.equal(
      (await call(name, { ...goodCalls[name], ...lowerCase })).status,
      200,
      'the scheme in any case',
    );
    const twice = await call(name, {
      ...goodCalls[name],
      token: tokens.full,
      headers: [['authorization', `Bearer ${tokens.full}`]],
    });
    assert.equal(outcomeOf(twice), '400 InvalidInput repeated:authorization');
  }
});

test('a valid token for another scope is 403, and the answer does not depend on what exists there', async () => {
  for (const name of operationNames) {
    for (const token of [tokens.otherTenant, tokens.otherWorkspace, tokens.stagingAlone]) {
      const answer = await call(name, { ...goodCalls[name], token });
      assert.equal(outcomeOf(answer), '403 Forbidden token_scope', name);
      for (const place of [
        { ...home, tenant: absent.id },
        { ...home, workspace: absent.id },
        { ...home, environment: absent.id },
      ]) {
        assert.equal((await call(name, { ...goodCalls[name], token, place })).text, answer.text);
      }
    }
    const inReach = await call(name, { ...goodCalls[name], token: tokens.stagingAlone, place: staging });
    assert.equal(inReach.status, 200, name);
  }
});

test('a token that may only read reads, and does not publish', async () => {
  for (const name of operationNames) {
    const answer = await call(name, { ...goodCalls[name], token: tokens.read });
    const isWrite = operationOf(name).access === 'full';
    assert.equal(outcomeOf(answer), isWrite ? '403 Forbidden token_permission' : '200', name);
  }
});

test('who may not ask learns nothing from how the request is judged', async () => {
  const bad: Call = {
    params: { id: 'x', modelInternalName: 'x', contentModelDataId: 'x' },
    query: 'limit=x&locale=',
    bytes: '{',
    headers: [['content-type', 'text/plain']],
  };
  for (const name of operationNames) {
    assert.equal((await call(name, { ...bad, token: tokens.otherTenant })).status, 403, name);
    assert.equal((await call(name, { ...bad, token: absent.token })).status, 401, name);
    assert.equal((await call(name, { ...bad, place: staging })).status, 401, name);
  }
});

test('every failure keeps the envelope of its operation', async () => {
  for (const name of operationNames) {
    const answer = await call(name, { ...goodCalls[name], token: absent.token });
    const { message, name: kind, code } = errorOf(answer);
    const bare = { Status: 'failure', Error: { message, name: kind, code } };
    const isBare = name === 'search-content' || name === 'popular-terms';
    assert.deepEqual(JSON.parse(answer.text), isBare ? bare : { Status: 'failure', Data: bare }, name);
  }
});

test('a token ends when its time has come', async () => {
  assert.equal(beforeItsEnd.status, 200);
  const wanted: Call = { params: { id: shared.model }, token: expiring.secret };
  await pause(Math.max(0, expiresAt - Date.now()) + 1);
  const answer = await call('get-content-model', wanted);
  assertUnauthorized(answer, 'token_invalid');
  assert.equal(answer.text, (await call('get-content-model', { ...wanted, token: absent.token })).text);
  assert.equal((await call('get-content-model', { ...wanted, token: tokens.read })).status, 200);
});

test('the fixture has what these tests lean on', () => {
  assert.equal(home.environment, PRODUCTION);
  assert.deepEqual(closed, ['get-content-model', 'publish-versions']);
});
