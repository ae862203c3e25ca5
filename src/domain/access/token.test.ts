// Who gets in: 401 for what is no token, 403 for one that is but not for this, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../failures/failures.ts';
import type { Environment, Scope } from './scope.ts';
import { scopeKey } from './scope.ts';
import { assertAlive, assertAllowed, reachesEnvironment, type Token } from './token.ts';

const scope: Scope = { tenantId: 'acme', workspaceId: 'web', environmentId: 'P1' };
const open: Environment = { id: 'P1', envType: 'PRODUCTION', defaultLocale: 'en-us', access: 'open' };
const closed: Environment = { ...open, access: 'token_required' };
const full: Token = {
  id: 't1',
  tenantId: 'acme',
  workspaceId: 'web',
  name: 'deploy',
  permission: 'full',
  environmentIds: null,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  revokedAt: null,
};
const read: Token = { ...full, permission: 'read' };

/** The status a call ends in; 200 when it returns. */
const statusOf = (call: () => unknown): number => {
  try {
    call();
    return 200;
  } catch (error) {
    assert.ok(error instanceof Failure);
    return error.status;
  }
};

const now = Date.parse('2026-06-01T00:00:00Z');

test('a token is alive until its end, and never once it is revoked', () => {
  const alive = (token: Token | undefined) => statusOf(() => assertAlive(token, now));
  assert.equal(alive(full), 200);
  assert.equal(alive(undefined), 401);
  assert.equal(alive({ ...full, expiresAt: '2026-06-01T00:00:00.001Z' }), 200);
  assert.equal(alive({ ...full, expiresAt: '2026-06-01T00:00:00Z' }), 401);
  assert.equal(alive({ ...full, expiresAt: '2026-06-01' }), 401);
  assert.equal(alive({ ...full, expiresAt: '2026-06-01T02:00:00+01:00' }), 200);
  assert.equal(alive({ ...full, expiresAt: 'soon' }), 401, 'an end that cannot be read has come');
  assert.equal(alive({ ...full, revokedAt: '2030-01-01T00:00:00Z' }), 401);
  assert.equal(assertAlive(full, now), full);
});

test('every unusable token is refused in the same words', () => {
  const messages = [undefined, { ...full, revokedAt: 'x' }, { ...full, expiresAt: '2020-01-01' }].map(
    (token) => {
      try {
        assertAlive(token, now);
      } catch (error) {
        assert.ok(error instanceof Failure);
        return `${error.status} ${error.name} ${error.message} ${error.code}`;
      }
      return '';
    },
  );
  assert.equal(new Set(messages).size, 1);
  assert.match(messages[0] ?? '', /^401 Unauthorized .* token_invalid$/);
});

test('the matrix of tokens and what is asked for', () => {
  const foreign: Token[] = [
    { ...full, tenantId: 'other' },
    { ...full, workspaceId: 'other' },
    { ...full, environmentIds: ['P2'] },
    { ...full, environmentIds: [] },
  ];
  type Case = readonly [token: Token | undefined, environment: Environment | undefined, statuses: number[]];
  const cases: Case[] = [
    [undefined, open, [200, 401, 401]],
    [undefined, closed, [401, 401, 401]],
    [undefined, undefined, [200, 401, 401]],
    [read, open, [200, 200, 403]],
    [read, closed, [200, 200, 403]],
    [full, closed, [200, 200, 200]],
    [{ ...full, environmentIds: ['P2', 'P1'] }, open, [200, 200, 200]],
    ...foreign.map((token): Case => [token, open, [403, 403, 403]]),
    ...foreign.map((token): Case => [token, undefined, [403, 403, 403]]),
  ];
  for (const [token, environment, statuses] of cases) {
    const got = (['open', 'read', 'full'] as const).map((access) =>
      statusOf(() => assertAllowed(token, scope, environment, access)),
    );
    assert.deepEqual(got, statuses, JSON.stringify({ token, environment }));
  }
});

test('only a token that names no environments manages, and an empty list is no such token', () => {
  const manages = (environmentIds: Token['environmentIds']) =>
    statusOf(() => assertAllowed({ ...full, environmentIds }, scope, open, 'manage'));
  assert.deepEqual([manages(null), manages(['P1']), manages([])], [200, 403, 403]);
});

test('a token reaches all environments, or those it names', () => {
  assert.equal(reachesEnvironment({ ...full, environmentIds: [] }, 'P1'), false);
  assert.equal(reachesEnvironment(full, 'any'), true);
  assert.equal(reachesEnvironment({ ...full, environmentIds: ['P1'] }, 'P1'), true);
  assert.equal(reachesEnvironment({ ...full, environmentIds: ['P1'] }, 'p1'), false);
});

test('no two scopes share a key', () => {
  const odd = [
    { tenantId: 'a', workspaceId: 'b c', environmentId: 'd' },
    { tenantId: 'a b', workspaceId: 'c', environmentId: 'd' },
    { tenantId: 'a","b', workspaceId: 'c', environmentId: 'd' },
    { tenantId: 'a', workspaceId: 'b","c', environmentId: 'd' },
  ];
  assert.equal(new Set(odd.map(scopeKey)).size, odd.length);
});
