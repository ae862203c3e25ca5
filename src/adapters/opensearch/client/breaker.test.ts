// The breaker by a clock of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildBreaker, type Outcome } from './breaker.ts';

const buildCase = () => {
  let time = 0;
  const breaker = buildBreaker(
    { windowMs: 1_000, callsMin: 4, failedShare: 0.5, openMs: 100, openMaxMs: 300 },
    () => time,
  );
  return {
    breaker,
    pass: (ms: number): void => {
      time += ms;
    },
    call: (...outcomes: readonly Outcome[]): void => {
      for (const outcome of outcomes) {
        const settle = breaker.admit();
        assert.ok(settle, 'the call is not admitted');
        settle(outcome);
      }
    },
  };
};

test('failures below the minimum of calls leave it closed', () => {
  const { breaker, call } = buildCase();
  call('bad', 'bad', 'bad', 'unknown');
  assert.equal(breaker.state(), 'closed');
  call('bad');
  assert.equal(breaker.state(), 'open');
});

test('failures below the share leave it closed', () => {
  const { breaker, call } = buildCase();
  call('good', 'good', 'good', 'bad', 'bad');
  assert.equal(breaker.state(), 'closed');
  call('bad');
  assert.equal(breaker.state(), 'open');
});

test('calls are forgotten after the window, so that failures now and then never open it', () => {
  const { breaker, call, pass } = buildCase();
  for (let round = 0; round < 20; round += 1) {
    call('bad');
    pass(400);
  }
  assert.equal(breaker.state(), 'closed');
});

test('open: nothing is admitted until the time is up, then one probe', () => {
  const { breaker, call, pass } = buildCase();
  call('bad', 'bad', 'bad', 'bad');
  pass(99);
  assert.ok(breaker.isRefusing());
  assert.equal(breaker.admit(), undefined);
  pass(1);
  assert.ok(!breaker.isRefusing());
  const probe = breaker.admit();
  assert.equal(breaker.state(), 'half-open');
  assert.equal(breaker.admit(), undefined, 'one probe at a time');
  probe?.('good');
  assert.equal(breaker.state(), 'closed');
  call('bad', 'bad', 'bad');
  assert.equal(breaker.state(), 'closed', 'failures from before are forgotten');
});

test('each probe that fails doubles the wait, up to its maximum; a good one sets it back', () => {
  const { breaker, call, pass } = buildCase();
  call('bad', 'bad', 'bad', 'bad');
  for (const waitMs of [100, 200, 300, 300]) {
    pass(waitMs - 1);
    assert.ok(breaker.isRefusing(), `before ${waitMs}`);
    pass(1);
    call('bad');
  }
  pass(300);
  call('good', 'bad', 'bad', 'bad', 'bad');
  pass(99);
  assert.ok(breaker.isRefusing());
  pass(1);
  assert.ok(!breaker.isRefusing());
});

test('what was sent before it opened changes nothing, and a probe that tells nothing is tried again', () => {
  const { breaker, call, pass } = buildCase();
  const early = breaker.admit();
  call('bad', 'bad', 'bad', 'bad');
  early?.('good');
  assert.equal(breaker.state(), 'open');
  pass(100);
  call('unknown');
  assert.equal(breaker.state(), 'open');
  pass(100);
  call('good');
  assert.equal(breaker.state(), 'closed');
});
