// Token buckets against a plain oracle that remembers every key for ever.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BucketRate, buildTokenBuckets } from './token-bucket.ts';

const taken = (buckets: ReturnType<typeof buildTokenBuckets>, key: string, nowMs: number): boolean =>
  buckets.look(key, nowMs).waitMs === 0 && buckets.take(key, nowMs) !== undefined;

test('a full bucket gives its burst at once, then one for each interval', () => {
  const buckets = buildTokenBuckets({ quota: 10, windowMs: 10_000, burst: 3 });
  assert.deepEqual(buckets.look('a', 0), { remaining: 3, fullInMs: 0, waitMs: 0 });
  assert.deepEqual(buckets.take('a', 0), { remaining: 2, fullInMs: 1_000, waitMs: 0 });
  buckets.take('a', 0);
  assert.deepEqual(buckets.take('a', 0), { remaining: 0, fullInMs: 3_000, waitMs: 1_000 });
  assert.deepEqual(buckets.take('a', 400), { remaining: 0, fullInMs: 2_600, waitMs: 600 });
  assert.ok(!taken(buckets, 'a', 999));
  assert.ok(taken(buckets, 'a', 1_000));
  assert.ok(!taken(buckets, 'a', 1_000));
  assert.ok(taken(buckets, 'b', 1_000), 'another key has a bucket of its own');
  assert.equal(buckets.look('a', 60_000).remaining, 3, 'never more than the burst');
});

test('a clock that goes back gives nothing away', () => {
  const buckets = buildTokenBuckets({ quota: 2, windowMs: 1_000 });
  for (const at of [5_000, 5_000]) assert.ok(taken(buckets, 'a', at));
  assert.ok(!taken(buckets, 'a', 1_000));
  assert.ok(!taken(buckets, 'a', 5_499));
  assert.ok(taken(buckets, 'a', 5_500));
});

test('a key is forgotten when its bucket is full and not before; until then newcomers share one bucket', () => {
  const buckets = buildTokenBuckets({ quota: 2, windowMs: 2_000 }, 2);
  for (const key of ['a', 'a', 'b', 'b']) assert.ok(taken(buckets, key, 0));
  assert.ok(taken(buckets, 'c', 0) && taken(buckets, 'd', 0), 'the shared bucket is one more');
  for (const key of ['a', 'b', 'c', 'd', 'e']) assert.ok(!taken(buckets, key, 0), key);
  assert.equal(buckets.size, 2);
  assert.ok(taken(buckets, 'a', 1_000), 'its own bucket goes on');
  assert.ok(taken(buckets, 'c', 2_000), 'b is full again and makes room');
  assert.equal(buckets.size, 2);
});

interface Call {
  readonly key: string;
  readonly afterMs: number;
}

/** Each take that was granted is remembered; what is there is worked out from all of them. */
const oracle = ({ quota, windowMs, burst = quota }: Required<BucketRate>) => {
  const levels = new Map<string, { tokens: number; at: number }>();
  return (key: string, now: number): boolean => {
    const { tokens, at } = levels.get(key) ?? { tokens: burst, at: now };
    const there = Math.min(burst, tokens + ((now - at) * quota) / windowMs);
    const granted = there >= 1 - 1e-6;
    levels.set(key, { tokens: granted ? there - 1 : there, at: now });
    return granted;
  };
};

const rates = fc.record({
  quota: fc.integer({ min: 1, max: 7 }),
  windowMs: fc.integer({ min: 1, max: 5_000 }),
  burst: fc.integer({ min: 1, max: 9 }),
});
const callsOf = (keys: readonly string[]): fc.Arbitrary<Call[]> =>
  fc.array(
    fc.record({ key: fc.constantFrom(...keys), afterMs: fc.oneof(fc.constant(0), fc.nat({ max: 3_000 })) }),
    { maxLength: 120 },
  );

test('with room for every key it grants exactly what the oracle grants', () => {
  fc.assert(
    fc.property(rates, callsOf(['a', 'b', 'c']), (rate, calls) => {
      const buckets = buildTokenBuckets(rate);
      const expected = oracle(rate);
      let now = 0;
      for (const { key, afterMs } of calls) {
        now += afterMs;
        assert.equal(taken(buckets, key, now), expected(key, now));
      }
    }),
  );
});

test('with room for few it grants no key more than the oracle, and remembers no more than it may', () => {
  fc.assert(
    fc.property(rates, callsOf(['a', 'b', 'c', 'd', 'e', 'f']), (rate, calls) => {
      const buckets = buildTokenBuckets(rate, 2);
      const granted = new Map<string, number[]>();
      let now = 0;
      for (const { key, afterMs } of calls) {
        now += afterMs;
        if (taken(buckets, key, now)) granted.set(key, [...(granted.get(key) ?? []), now]);
        assert.ok(buckets.size <= 2);
      }
      // Whatever was granted to a key would have been granted by a bucket that nobody else touches.
      for (const [key, times] of granted) {
        const expected = oracle(rate);
        for (const at of times) assert.ok(expected(key, at), `${key} at ${at}`);
      }
    }),
  );
});
