// With a fake clock: when long work yields, and that others run meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildYield } from './yield-to-event-loop.ts';

test('work yields once four milliseconds have gone by, and others run meanwhile', async () => {
  let now = 0;
  let others = 0;
  const yieldIfDue = buildYield(() => now);
  setImmediate(() => {
    others += 1;
  });
  now = 3;
  assert.equal(yieldIfDue(), undefined);
  assert.equal(others, 0);
  now = 4;
  await yieldIfDue();
  assert.equal(others, 1);
  assert.equal(yieldIfDue(), undefined, 'counted anew from there');
  now = 8;
  assert.notEqual(yieldIfDue(), undefined);
});
