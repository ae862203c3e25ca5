// Scope and access of a request: 400 for every fault of the scoping headers, 401 for every unusable token, 403 for a
// token without permission. The short form tries some of the unusable tokens with each operation, others each time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../../src/contract/operation.ts';
import { sample, testOnce } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { absent, home, hostOf, PRODUCTION, STAGING, shared, staging } from '../service/fixture-bundle.ts';
import {
  type Call,
  createToken,
  createTokens,
  errorOf,
  OPERATOR,
  operationNames,
  operationOf,
  outcomeOf,
  scopeHeadersOf,
  successOf,
  type WireResponse,
} from '../service/fixture-service.ts';
import { callAt } from './good-calls.ts';
import { shareSamples } from './shared-samples.ts';

const { fixture, samples } = await shareSamples();
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
// Long enough to create the token and use it once, even on a busy machine.
const expiresAt = Date.now() + 1_000 + (Date.now() - startedAt);
const expiring = await createToken(fixture, {
  permission: 'full',
  expires: new Date(expiresAt).toISOString(),
});
const beforeItsEnd = await call('get-content-model', {
  params: { id: shared.model },
  token: expiring.secret,
});
assert.equal((await runHere(fixture.service.dataDir, ['token', 'revoke', revoked.id])).code, 0);

const byAccess = (...wanted: Operation['access'][]): string[] =>
  operationNames.filter((name) => wanted.includes(operationOf(name).access));
const byScope = (wanted: Operation['scope']): string[] =>
  operationNames.filter((name) => operationOf(name).scope === wanted);
const open = byAccess('open');
const closed = byAccess('read', 'full', 'manage', 'operator');
const orDomain = byScope('headers-or-domain');

const tokenFor = (name: string): string => (operationOf(name).access === 'operator' ? OPERATOR : tokens.full);

/** A call of the operation at home, which need not succeed, with a token that it accepts. */
const allowed = (name: string, more: Call = {}): Call => ({
  ...callAt(name, home),
  token: closed.includes(name) ? tokenFor(name) : undefined,
  ...more,
});

const assertHeaderFault = (response: WireResponse, outcome: string, header: string): void => {
  assert.equal(outcomeOf(response), outcome);
  assert.ok(errorOf(response).message.includes(header), errorOf(response).message);
};

const allScopeNames = scopeHeadersOf(home).map(([name]) => name);
const scopeNamesOf = (name: string): string[] =>
  allScopeNames.slice(
    0,
    { headers: 3, 'headers-or-domain': 3, workspace: 2, none: 0 }[operationOf(name).scope],
  );

testOnce('each scoping header is required by the operations that name it', async () => {
  for (const name of [...byScope('headers'), ...byScope('workspace')]) {
    for (const header of scopeNamesOf(name)) {
      const rest = scopeHeadersOf(home).filter(([other]) => other !== header);
      const response = await call(name, allowed(name, { place: null, headers: rest }));
      assertHeaderFault(response, `400 MissingParameter missing:${header}`, header);
    }
    const none = await call(name, allowed(name, { place: null, host: hostOf(home) }));
    assertHeaderFault(none, '400 MissingParameter missing:x-tenant-id', 'x-tenant-id');
  }
});

testOnce('a scoping header that an operation does not name is not looked at', async () => {
  for (const name of [...byScope('workspace'), ...byScope('none')]) {
    const good = await samples.prepare(name);
    const used = scopeNamesOf(name);
    const sent = scopeHeadersOf(home).map(
      ([header, value]) => [header, used.includes(header) ? value : ' '] as const,
    );
    const response = await call(name, { ...good, token: tokenFor(name), place: null, headers: sent });
    assert.equal(response.status, successOf(name, response), `${name} ${response.text}`);
  }
});

testOnce('a part of the scoping headers is refused, never filled up from the host', async () => {
  assert.deepEqual(orDomain, [
    'count-products',
    'list-forms',
    'search-products',
    'search-facets',
    'get-product-search',
    'get-facet-search',
    'get-product',
    'get-product-by-slug',
    'lookup-products',
    'list-categories',
    'list-similar-products',
    'suggest-searches',
    'get-suggestions',
    'record-events',
    'get-page',
    'get-page-by-slug',
    'get-form',
    'submit-form',
  ]);
  const scopeNames = allScopeNames;
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
    const good = await samples.prepare(name);
    const all = await call(name, { ...good, host: hostOf({ ...home, tenant: 'globex' }) });
    assert.equal(all.status, successOf(name), `the headers go before the host: ${all.text}`);
    if (operationOf(name).isCacheable === true) assert.equal(all.text, (await call(name, good)).text);
  }
});

test('a scoping header that is blank, doubled or too long is refused by name', async () => {
  for (const name of operationNames) {
    for (const header of scopeNamesOf(name)) {
      const rest = scopeHeadersOf(home).filter(([other]) => other !== header);
      const send = (...values: string[]) =>
        call(
          name,
          allowed(name, {
            place: null,
            headers: [...rest, ...values.map((value) => [header, value] as const)],
          }),
        );
      for (const blank of sample(['', ' ', '\t'], 1)) {
        assertHeaderFault(await send(blank), `400 InvalidInput blank_value:${header}`, header);
      }
      const value = scopeHeadersOf(home).find(([other]) => other === header)?.[1] ?? '';
      for (const second of sample([value, 'other'], 1)) {
        assertHeaderFault(await send(value, second), `400 InvalidInput repeated:${header}`, header);
      }
      assertHeaderFault(await send('x'.repeat(201)), `400 InvalidInput too_long:${header}`, header);
    }
  }
});

const assertUnauthorized = (response: WireResponse, code: string): void => {
  assert.equal(outcomeOf(response), `401 Unauthorized ${code}`);
  assert.equal(response.headers.get('www-authenticate'), 'Bearer');
};

testOnce('a token is needed where the operation says so, and where the environment does', async () => {
  for (const name of closed) assertUnauthorized(await call(name, callAt(name, home)), 'token_missing');
  for (const name of open) {
    const good = await samples.prepare(name);
    assert.equal((await call(name, good)).status, successOf(name), name);
    const wanted = await samples.prepare(name, staging);
    assertUnauthorized(await call(name, wanted), 'token_missing');
    assert.equal((await call(name, { ...wanted, token: tokens.read })).status, successOf(name), name);
    if (!orDomain.includes(name)) continue;
    const byHost: Call = { ...wanted, place: null, host: hostOf(staging) };
    assertUnauthorized(await call(name, byHost), 'token_missing');
    assert.equal((await call(name, { ...byHost, token: tokens.read })).status, successOf(name), name);
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
    for (const authorization of sample(authorizations, 2)) {
      const response = await call(name, {
        ...callAt(name, home),
        headers: [['authorization', authorization]],
      });
      assertUnauthorized(response, 'token_invalid');
      bodies.add(response.text);
    }
    assert.equal(bodies.size, 1, [...bodies].join('\n'));
    const lowerCase: Call = { headers: [['authorization', `bearer  ${tokenFor(name)}`]] };
    const inAnyCase = await call(name, { ...(await samples.prepare(name)), ...lowerCase });
    assert.equal(inAnyCase.status, successOf(name, inAnyCase), 'the scheme in any case');
    const twice = await call(name, {
      ...callAt(name, home),
      token: tokenFor(name),
      headers: [['authorization', `Bearer ${tokenFor(name)}`]],
    });
    assert.equal(outcomeOf(twice), '400 InvalidInput repeated:authorization');
  }
});

const anyPlace = [
  { ...home, tenant: absent.id },
  { ...home, workspace: absent.id },
  { ...home, environment: absent.id },
];

testOnce(
  'a valid token for another scope is 403, and the response does not depend on what exists there',
  async () => {
    for (const name of operationNames) {
      const { access } = operationOf(name);
      const code = access === 'operator' ? 'operator_only' : 'token_scope';
      for (const token of [tokens.otherTenant, tokens.otherWorkspace, tokens.stagingAlone]) {
        const response = await call(name, { ...callAt(name, home), token });
        assert.equal(outcomeOf(response), `403 Forbidden ${code}`, name);
        for (const place of anyPlace) {
          assert.equal((await call(name, { ...callAt(name, home), token, place })).text, response.text);
        }
      }
      const inReach = await call(name, {
        ...(await samples.prepare(name, staging)),
        token: tokens.stagingAlone,
      });
      const isReached = access === 'open' || access === 'read' || access === 'full';
      assert.equal(outcomeOf(inReach), isReached ? String(successOf(name)) : `403 Forbidden ${code}`, name);
    }
  },
);

testOnce(
  'the operator manages, and is in no storefront; the response does not depend on what exists there',
  async () => {
    for (const name of operationNames) {
      const { access } = operationOf(name);
      const response = await call(name, { ...(await samples.prepare(name)), token: OPERATOR });
      if (access === 'manage' || access === 'operator') {
        assert.equal(response.status, successOf(name, response), `${name} ${response.text}`);
        continue;
      }
      assert.equal(outcomeOf(response), '403 Forbidden operator_only_manages', name);
      for (const place of [...anyPlace, staging]) {
        assert.equal(
          (await call(name, { ...callAt(name, home), token: OPERATOR, place })).text,
          response.text,
        );
      }
    }
    const almost = [OPERATOR.slice(0, -1), `${OPERATOR}1`, OPERATOR.toUpperCase()];
    for (const token of almost) {
      assertUnauthorized(await call('manage-list-tenants', { token }), 'token_invalid');
    }
  },
);

testOnce('a token that may only read reads, and neither publishes, writes nor manages', async () => {
  const codes = { full: 'token_permission', manage: 'token_permission', operator: 'operator_only' } as const;
  for (const name of operationNames) {
    const { access } = operationOf(name);
    const response = await call(name, { ...(await samples.prepare(name)), token: tokens.read });
    const expected =
      access === 'open' || access === 'read' ? String(successOf(name)) : `403 Forbidden ${codes[access]}`;
    assert.equal(outcomeOf(response), expected, name);
  }
});

testOnce('a preview is not for a token that may only read', async () => {
  for (const name of ['list-records', 'get-record']) {
    const good: Call = { ...callAt(name, home), query: 'preview=true' };
    assert.equal(
      outcomeOf(await call(name, { ...good, token: tokens.read })),
      '403 Forbidden token_permission',
    );
    assert.equal((await call(name, { ...good, token: tokens.full })).status, 200);
  }
});

testOnce('who may not ask learns nothing from how the request is judged', async () => {
  const bad: Call = {
    query: 'limit=x&locale=',
    bytes: '{',
    headers: [['content-type', 'text/plain']],
  };
  for (const name of operationNames) {
    const { params = {} } = callAt(name, home);
    const wrong = { ...bad, params: Object.fromEntries(Object.keys(params).map((param) => [param, 'x'])) };
    assert.equal((await call(name, { ...wrong, token: tokens.otherTenant })).status, 403, name);
    assert.equal((await call(name, { ...wrong, token: absent.token })).status, 401, name);
    assert.equal((await call(name, { ...wrong, place: staging })).status, 401, name);
  }
});

testOnce('every failure keeps the envelope of its operation', async () => {
  for (const name of operationNames) {
    const response = await call(name, { ...callAt(name, home), token: absent.token });
    const { message, name: kind, code } = errorOf(response);
    const bare = { Status: 'failure', Error: { message, name: kind, code } };
    const isBare = name === 'search-content' || name === 'popular-terms';
    assert.deepEqual(JSON.parse(response.text), isBare ? bare : { Status: 'failure', Data: bare }, name);
  }
});

testOnce('a token ends when its time has come', async () => {
  assert.equal(beforeItsEnd.status, 200);
  const wanted: Call = { params: { id: shared.model }, token: expiring.secret };
  await waitUntil('its time has come', () => Date.now() > expiresAt);
  const response = await call('get-content-model', wanted);
  assertUnauthorized(response, 'token_invalid');
  assert.equal(response.text, (await call('get-content-model', { ...wanted, token: absent.token })).text);
  assert.equal((await call('get-content-model', { ...wanted, token: tokens.read })).status, 200);
});

testOnce('the fixture has what these tests lean on', () => {
  assert.equal(home.environment, PRODUCTION);
  for (const access of ['open', 'read', 'full', 'manage', 'operator'] as const) {
    assert.ok(byAccess(access).length > 0, access);
  }
});
