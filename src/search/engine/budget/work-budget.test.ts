// A query does as much work as its budget allows, stops when asked to, and leaves nothing behind for later queries.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutOfBudget, onAbort, spend, withBudget } from './work-budget.ts';

const isOutOfBudget =
  (reason: OutOfBudget['reason']) =>
  (error: unknown): boolean =>
    error instanceof OutOfBudget && error.reason === reason;

/** How many steps of this many units start before the budget is spent. */
const stretchesWithin = (budget: number, units: number): number => {
  let begun = 0;
  assert.throws(
    () =>
      withBudget({ units: budget }, () => {
        for (;;) {
          spend(units);
          begun += 1;
        }
      }),
    isOutOfBudget('work'),
  );
  return begun;
};

test('work is not counted without a budget, nor before and after one', () => {
  spend(1e15);
  assert.equal(
    withBudget({ units: 10 }, () => 'done'),
    'done',
  );
  spend(1e15);
  assert.throws(() => withBudget({ units: 10 }, () => spend(11)), isOutOfBudget('work'));
  spend(1e15);
});

test('exactly the budget may be spent, in steps of any size', () => {
  assert.equal(stretchesWithin(1_000_000, 1), 1_000_000);
  assert.equal(stretchesWithin(1_000_000, 1_000), 1_000);
  assert.equal(stretchesWithin(1_000_000, 300_000), 3);
  assert.equal(stretchesWithin(1_000_000, 1_000_001), 0);
  assert.equal(stretchesWithin(0, 1), 0);
});

test('isStopped is polled at least once per 250,000 units', () => {
  let asked = 0;
  const isStopped = (): boolean => {
    asked += 1;
    return asked === 4;
  };
  let done = 0;
  assert.throws(
    () =>
      withBudget({ units: Number.POSITIVE_INFINITY, isStopped }, () => {
        for (;;) {
          spend(1_000);
          done += 1_000;
        }
      }),
    isOutOfBudget('stopped'),
  );
  assert.equal(asked, 4);
  assert.ok(done <= 4 * 251_000, String(done));
});

test('scratch state is reset after an aborted query, and only then', () => {
  let resets = 0;
  onAbort(() => {
    resets += 1;
  });
  withBudget({ units: 10 }, () => spend(10));
  assert.throws(() =>
    withBudget({ units: 10 }, () => {
      throw new Error('another');
    }),
  );
  assert.equal(resets, 0);
  assert.throws(() => withBudget({ units: 10 }, () => spend(11)), OutOfBudget);
  assert.equal(resets, 1);
});
