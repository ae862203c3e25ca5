// Tokens within a workspace: what is returned, what is refused, and that no other workspace's token is ever seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, fullToken } from '../../../test/fixtures/fake-caller.ts';
import { buildFakeResourceStore } from '../../../test/fixtures/fake-resource-store.ts';
import type { Token } from '../../domain/access/token.ts';
import type { TokenStore } from '../../domain/access/token-store.ts';
import { tokenDigest } from './issue-token.ts';
import { buildCreateToken, buildGetToken, buildListTokens, buildRevokeToken } from './manage-tokens.ts';

const now = () => new Date('2026-03-04T05:06:07Z');

const build = (...given: readonly Token[]) => {
  const kept = new Map(given.map((token) => [token.id, token]));
  const digests = new Map<string, string>();
  const tokens: TokenStore = {
    createToken: async (token, digest) => {
      kept.set(token.id, token);
      digests.set(token.id, digest);
    },
    listTokens: async ({ tenantId, workspaceId }) =>
      [...kept.values()].filter((token) => token.tenantId === tenantId && token.workspaceId === workspaceId),
    revokeToken: async (id, at) => {
      const token = kept.get(id);
      if (token !== undefined) kept.set(id, { ...token, revokedAt: token.revokedAt ?? at });
      return token !== undefined;
    },
  };
  const resources = buildFakeResourceStore();
  const dependencies = { tokens, resources, now };
  return {
    kept,
    digests,
    resources,
    list: buildListTokens(dependencies),
    get: buildGetToken(dependencies),
    create: buildCreateToken(dependencies),
    revoke: buildRevokeToken(dependencies),
  };
};

const none = { params: {}, query: {}, headers: {}, body: undefined } as const;
const absent = failure(404, 'ResourceNotFound', 'token_not_found');
const foreign: Token = { ...fullToken, id: 'foreign', workspaceId: 'other' };

test('a secret is returned once and only its digest is kept', async () => {
  const { create, get, list, digests, kept } = build();
  const made = await create(caller, { ...none, body: { name: 'shop', permission: 'read' } });
  assert.deepEqual(made.item, {
    id: made.item.id,
    name: 'shop',
    permission: 'read',
    environment_ids: null,
    created_at: '2026-03-04T05:06:07.000Z',
    expires_at: null,
    revoked_at: null,
  });
  assert.equal(digests.get(made.item.id), tokenDigest(made.secret));
  assert.deepEqual(await get(caller, { ...none, params: { token_id: made.item.id } }), { item: made.item });
  const all = JSON.stringify([await list(caller, none), [...kept.values()]]);
  assert.ok(!all.includes(made.secret) && !all.includes(tokenDigest(made.secret)));
  const token = kept.get(made.item.id);
  assert.deepEqual([token?.tenantId, token?.workspaceId], ['acme', 'web']);
});

test('a token may be for some environments and end by itself', async () => {
  const { create } = build();
  const body = {
    name: 'shop',
    permission: 'full' as const,
    environment_ids: ['A', 'B', 'A'],
    expires_at: '2026-03-05T00:00:00+02:00',
  };
  const { item } = await create(caller, { ...none, body });
  assert.deepEqual([item.environment_ids, item.expires_at], [['A', 'B'], '2026-03-04T22:00:00.000Z']);
  const refused = (expires_at: string) => create(caller, { ...none, body: { ...body, expires_at } });
  await assert.rejects(refused('soon'), failure(400, 'InvalidInput', 'malformed:expires_at'));
  await assert.rejects(refused('2026-02-30'), failure(400, 'InvalidInput', 'malformed:expires_at'));
  await assert.rejects(
    refused('2026-03-04T05:06:07Z'),
    failure(400, 'InvalidInput', 'out_of_range:expires_at'),
  );
});

test('an end that could not be read again is refused: it would have come at once', async () => {
  const { create } = build();
  const end = (expires_at: string) =>
    create(caller, { ...none, body: { name: 'shop', permission: 'read', expires_at } });
  const { item } = await end('9999-12-31T23:59:59.999Z');
  assert.equal(item.expires_at, '9999-12-31T23:59:59.999Z');
  for (const late of ['9999-12-31T23:59:59.999-00:01', '9999-12-31T12:00:00-12:00']) {
    await assert.rejects(end(late), failure(400, 'InvalidInput', 'out_of_range:expires_at'));
  }
});

test('the operator who asks for the tokens of a workspace that does not exist is told so', async () => {
  const { list, resources } = build();
  const operator = { ...caller, token: undefined, isOperator: true };
  const noWorkspace = failure(404, 'ResourceNotFound', 'workspace_not_found');
  await assert.rejects(list(operator, none), noWorkspace);
  await assert.rejects(list(operator, { ...none, query: { search: 'shop' } }), noWorkspace);
  const { tenantId, workspaceId } = caller.scope;
  for (const object of [
    { kind: 'tenant', id: tenantId },
    { kind: 'workspace', id: workspaceId },
  ] as const) {
    await resources.writeResource({ tenantId, workspaceId }, object, { kind: 'none' });
  }
  assert.deepEqual(await list(operator, none), { total_count: 0, items: [] });
});

test('a list is a page of the workspace’s own tokens', async () => {
  const tokens = ['a', 'b', 'c'].map((id) => ({ ...fullToken, id, name: `Schlüssel ${id}` }));
  const { list } = build(...tokens, foreign);
  const page = await list(caller, { ...none, query: { skip: 1, limit: 1 } });
  assert.deepEqual([page.total_count, page.items.map(({ id }) => id)], [3, ['b']]);
  const found = await list(caller, { ...none, query: { search: 'schlussel B' } });
  assert.deepEqual(
    found.items.map(({ id }) => id),
    ['b'],
  );
  await assert.rejects(
    list(caller, { ...none, query: { skip: 100_000, limit: 1 } }),
    failure(400, 'InvalidInput', 'out_of_range:skip'),
  );
});

test('revoking ends a token and keeps the first time', async () => {
  const { revoke, kept } = build(
    { ...fullToken, id: 'a' },
    { ...fullToken, id: 'b', revokedAt: '2026-01-01' },
  );
  const revoked = async (token_id: string) =>
    (await revoke(caller, { ...none, params: { token_id } })).item.revoked_at;
  assert.equal(await revoked('a'), '2026-03-04T05:06:07.000Z');
  assert.equal(await revoked('b'), '2026-01-01');
  assert.equal(kept.get('a')?.revokedAt, '2026-03-04T05:06:07.000Z');
});

test('a token of another workspace is absent and stays as it is', async () => {
  const { get, revoke, list, kept } = build(foreign);
  const params = { token_id: 'foreign' };
  await assert.rejects(get(caller, { ...none, params }), absent);
  await assert.rejects(revoke(caller, { ...none, params }), absent);
  await assert.rejects(get(caller, { ...none, params: { token_id: 'nothing' } }), absent);
  assert.deepEqual(await list(caller, none), { total_count: 0, items: [] });
  assert.equal(kept.get('foreign')?.revokedAt, null);
});
