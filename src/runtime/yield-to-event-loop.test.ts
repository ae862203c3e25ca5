// With a fake clock: when long work yields, and that others run meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildLoopYield } from './yield-to-event-loop.ts';

test('work yields once a millisecond has gone by, and others run meanwhile', async () => {
  let now = 0;
  let others = 0;
  const yieldIfDue = buildLoopYield(() => now)();
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

test('loops in one turn yield when they have computed for a millisecond together', async () => {
  let now = 0;
  const buildYield = buildLoopYield(() => now);
  const first = buildYield();
  now = 0.6;
  assert.equal(first(), undefined);
  const second = buildYield();
  now = 1.1;
  const pause = second();
  assert.notEqual(pause, undefined);
  await pause;
  await nextTurn();
  now = 5;
  assert.equal(
    first(),
    undefined,
    'in the next turn anew, however long the loop has waited for something else',
  );
});

test('of several loops that yield, one goes on in each turn', async () => {
  let now = 0;
  const buildYield = buildLoopYield(() => now);
  const order: string[] = [];
  let turn = 0;
  const count = setInterval(() => {}, 1_000);
  const countTurns = (): void => {
    turn += 1;
    if (order.length < 6) setImmediate(countTurns);
  };
  countTurns();
  const loop = async (name: string): Promise<void> => {
    const yieldIfDue = buildYield();
    for (let step = 0; step < 3; step += 1) {
      now += 1;
      await yieldIfDue();
      order.push(`${name}${turn}`);
    }
  };
  await Promise.all([loop('a'), loop('b')]);
  clearInterval(count);
  assert.equal(new Set(order.map((entry) => entry.slice(1))).size, 6, order.join(' '));
  assert.deepEqual(
    order.map(([name]) => name),
    ['a', 'b', 'a', 'b', 'a', 'b'],
  );
});
