// Who is let in, and what the response says about it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../domain/failures/failures.ts';
import { NotAdmitted, openRateLimits, type RateLimitSettings } from './rate-limits.ts';

const off: RateLimitSettings = {
  rateLimitPerTenant: undefined,
  rateLimitPerToken: undefined,
  concurrentRequestsPerTenant: 0,
};
const acme = { tenantId: 'acme' };
const globex = { tenantId: 'globex' };

const refusalOf = (ask: () => unknown): NotAdmitted => {
  try {
    ask();
  } catch (error) {
    assert.ok(error instanceof NotAdmitted && error instanceof Failure);
    assert.equal(error.status, 429);
    assert.equal(error.name, 'TooManyRequests');
    return error;
  }
  throw new Error('it was let in');
};

test('with nothing set everyone is let in, and nothing is said', () => {
  const limits = openRateLimits(off, () => 0);
  assert.equal(limits.countsEvery, false);
  for (let index = 0; index < 1_000; index += 1) {
    assert.deepEqual(limits.admit(acme, 'token').headers, {});
  }
});

test('the rate of a tenant holds for all its tokens together, and for no other tenant', () => {
  let now = 0;
  const limits = openRateLimits({ ...off, rateLimitPerTenant: { quota: 2, windowSeconds: 60 } }, () => now);
  assert.equal(limits.countsEvery, true);
  const policy = '"tenant";q=2;w=60';
  assert.deepEqual(limits.admit(acme, 'one').headers, {
    'ratelimit-policy': policy,
    ratelimit: '"tenant";r=1;t=30',
  });
  assert.equal(limits.admit(acme, undefined).headers['ratelimit'], '"tenant";r=0;t=60');
  const refusal = refusalOf(() => limits.admit(acme, 'two'));
  assert.equal(refusal.code, 'too_many_requests');
  assert.equal(refusal.retryAfterSeconds, 30);
  assert.deepEqual(refusal.headers, { 'ratelimit-policy': policy, ratelimit: '"tenant";r=0;t=60' });
  limits.admit(globex, 'three');
  now = 29_999;
  assert.equal(refusalOf(() => limits.admit(acme, 'two')).retryAfterSeconds, 1);
  now = 30_000;
  limits.admit(acme, 'two');
});

test('both rates are told, the tighter one refuses, and what is refused costs the other nothing', () => {
  const limits = openRateLimits(
    {
      ...off,
      rateLimitPerTenant: { quota: 3, windowSeconds: 3 },
      rateLimitPerToken: { quota: 1, windowSeconds: 10 },
    },
    () => 0,
  );
  assert.equal(limits.admit(acme, 'one').headers['ratelimit'], '"tenant";r=2;t=1, "token";r=0;t=10');
  const refusal = refusalOf(() => limits.admit(acme, 'one'));
  assert.equal(refusal.retryAfterSeconds, 10);
  assert.equal(refusal.headers['ratelimit-policy'], '"tenant";q=3;w=3, "token";q=1;w=10');
  assert.equal(refusal.headers['ratelimit'], '"tenant";r=2;t=1, "token";r=0;t=10');
  limits.admit(acme, 'two');
  assert.equal(limits.admit(acme, undefined).headers['ratelimit'], '"tenant";r=0;t=3');
});

test('so many requests of a tenant at once and no more; each makes room once', () => {
  const limits = openRateLimits({ ...off, concurrentRequestsPerTenant: 2 }, () => 0);
  const [first] = [limits.admit(acme, 'a'), limits.admit(acme, 'b')];
  const refusal = refusalOf(() => limits.admit(acme, 'c'));
  assert.equal(refusal.code, 'too_many_concurrent');
  assert.equal(refusal.retryAfterSeconds, 1);
  limits.admit(globex, 'd');
  first?.release();
  first?.release();
  limits.admit(acme, 'c');
  refusalOf(() => limits.admit(acme, 'd'));
});

test('a request that is one too many at once takes nothing from the rate', () => {
  const limits = openRateLimits(
    { ...off, rateLimitPerTenant: { quota: 2, windowSeconds: 60 }, concurrentRequestsPerTenant: 1 },
    () => 0,
  );
  const running = limits.admit(acme, 'a');
  assert.equal(refusalOf(() => limits.admit(acme, 'a')).headers['ratelimit'], '"tenant";r=1;t=30');
  running.release();
  limits.admit(acme, 'a');
});
