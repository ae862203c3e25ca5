// Issuing a token: the secret is random, shown once, and kept only as its digest.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import type { Token } from '../../domain/access/token.ts';
import { buildIssueToken, tokenDigest } from './issue-token.ts';

const request = {
  tenantId: 'acme',
  workspaceId: 'web',
  name: 'deploy',
  permission: 'read',
  environmentIds: ['P1'],
  expiresAt: '2027-01-01T00:00:00Z',
} as const;

const build = () => {
  const kept: { token: Token; digest: string }[] = [];
  const issue = buildIssueToken({
    store: { createToken: async (token, digest) => void kept.push({ token, digest }) },
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  return { issue, kept };
};

test('what is kept is what was asked for, and the SHA-256 of the secret alone', async () => {
  const { issue, kept } = build();
  const { token, secret } = await issue(request);
  assert.deepEqual(token, {
    ...request,
    id: token.id,
    createdAt: '2026-01-02T03:04:05.000Z',
    revokedAt: null,
  });
  assert.deepEqual(kept, [{ token, digest: createHash('sha256').update(secret).digest('hex') }]);
  assert.equal(tokenDigest(secret), kept[0]?.digest);
  assert.equal(JSON.stringify(kept).includes(secret), false);
});

test('a secret has 256 random bits and fits a header', async () => {
  const { issue, kept } = build();
  const secrets = await Promise.all(Array.from({ length: 50 }, async () => (await issue(request)).secret));
  assert.equal(new Set(secrets).size, 50);
  assert.equal(new Set(kept.map(({ token }) => token.id)).size, 50);
  for (const secret of secrets) {
    assert.match(secret, /^vtr_[A-Za-z0-9_-]{43}$/);
    assert.equal(Buffer.from(secret.slice(4), 'base64url').length, 32);
  }
});

test('a token for no environment is never issued', async () => {
  const { issue, kept } = build();
  await assert.rejects(
    issue({ ...request, environmentIds: [] }),
    failure(400, 'InvalidInput', 'too_few:environment_ids'),
  );
  assert.deepEqual(kept, []);
});

test('a token that cannot be kept is not issued', async () => {
  const issue = buildIssueToken({
    store: { createToken: () => Promise.reject(new Error('no such workspace')) },
    now: () => new Date(),
  });
  await assert.rejects(issue(request), /no such workspace/);
});
