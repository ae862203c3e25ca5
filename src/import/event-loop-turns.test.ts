// With a fake clock: when a turn is due, and that others run in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTurns } from './event-loop-turns.ts';

test('a turn is given away once ten milliseconds have gone by, and others run in it', async () => {
  let now = 0;
  let others = 0;
  const takeTurn = buildTurns(() => now);
  setImmediate(() => {
    others += 1;
  });
  now = 9;
  assert.equal(await takeTurn(), false);
  assert.equal(others, 0);
  now = 10;
  assert.equal(await takeTurn(), true);
  assert.equal(others, 1);
  assert.equal(await takeTurn(), false);
  now = 20;
  assert.equal(await takeTurn(), true);
});
