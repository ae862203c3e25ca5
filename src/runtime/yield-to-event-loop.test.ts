// With a fake clock: when long work yields, and that others run meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildYield } from './yield-to-event-loop.ts';

test('work yields once a millisecond has gone by, and others run meanwhile', async () => {
  let now = 0;
  let others = 0;
  const yieldIfDue = buildYield(() => now);
  setImmediate(() => {
    others += 1;
  });
  now = 0.9;
  assert.equal(yieldIfDue(), undefined);
  assert.equal(others, 0);
  now = 1;
  await yieldIfDue();
  assert.equal(others, 1);
  assert.equal(yieldIfDue(), undefined, 'counted anew from there');
  now = 2;
  assert.notEqual(yieldIfDue(), undefined);
});

test('work that has waited for something else begins a new millisecond', async () => {
  let now = 0;
  const outer = buildYield(() => now);
  const inner = buildYield(() => now);
  now = 1;
  await inner();
  assert.equal(outer(), undefined);
  now = 1.9;
  assert.equal(outer(), undefined);
  now = 2;
  assert.notEqual(outer(), undefined);
});
