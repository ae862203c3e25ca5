// Sorting in steps gives what sorting at once gives, and no step is long, however long the keys are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { unbounded } from './request-budget.ts';
import { mergeInSteps, sortInSteps } from './sort-in-steps.ts';
import { STEP_UNITS, WorkSteps } from './work-steps.ts';

const sorting = {
  compare: (one: readonly number[], other: readonly number[]) => (one[0] ?? 0) - (other[0] ?? 0),
  unitsOf: () => 30,
};
const items = fc.array(fc.tuple(fc.nat(9), fc.nat()), { maxLength: 300 });

test('it sorts as at once, and keeps the order of equal items', async () => {
  await fc.assert(
    fc.asyncProperty(items, items, async (one, other) => {
      const steps = new WorkSteps(unbounded);
      assert.deepEqual(await sortInSteps(one, sorting, steps), one.toSorted(sorting.compare));
      assert.deepEqual(
        await mergeInSteps(one.toSorted(sorting.compare), other.toSorted(sorting.compare), sorting, steps),
        [...one, ...other].toSorted(sorting.compare),
      );
    }),
  );
});

test('long keys make short runs', async () => {
  const notes = meterWith();
  const long = Array.from({ length: 500 }, (_, number) => [499 - number]);
  await notes.meter.run(
    { tenantId: '', workspaceId: '' },
    { units: Number.POSITIVE_INFINITY, part: '', advice: '' },
    (budget) => sortInSteps(long, { ...sorting, unitsOf: () => 15_000 }, new WorkSteps(budget)),
  );
  assert.ok(notes.longest <= STEP_UNITS, `${notes.longest}`);
});
