// The limit: so many at once, then a steady rate; keys apart from each other; bounded memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRateLimiter } from './rate-limit.ts';

const START = Date.UTC(2026, 0, 1);

test('so many at once, then one for each share of a minute', () => {
  const limiter = buildRateLimiter(10);
  for (let count = 0; count < 10; count += 1) assert.equal(limiter.take('a', START), 0);
  assert.equal(limiter.take('a', START), 6);
  assert.equal(limiter.take('a', START + 5_999), 1);
  assert.equal(limiter.take('a', START + 6_000), 0);
  assert.equal(limiter.take('a', START + 6_000), 6);
  assert.equal(limiter.take('b', START), 0);
  for (let count = 0; count < 10; count += 1) assert.equal(limiter.take('a', START + 120_000), 0);
  assert.equal(limiter.take('a', START + 120_000), 6);
});

test('asking while refused makes nothing worse', () => {
  const limiter = buildRateLimiter(1);
  assert.equal(limiter.take('a', START), 0);
  for (let second = 1; second < 60; second += 1) {
    assert.equal(limiter.take('a', START + second * 1_000), 60 - second);
  }
  assert.equal(limiter.take('a', START + 60_000), 0);
});

test('no limit is no limit', () => {
  const limiter = buildRateLimiter(0);
  for (let count = 0; count < 1_000; count += 1) assert.equal(limiter.take('a', START), 0);
});

test('of too many keys the one used least recently is forgotten', () => {
  const limiter = buildRateLimiter(2, 2);
  for (const key of ['a', 'b', 'a', 'b']) assert.equal(limiter.take(key, START), 0);
  assert.equal(limiter.take('c', START), 0);
  assert.ok(limiter.take('b', START) > 0);
  assert.equal(limiter.take('a', START), 0);
});
