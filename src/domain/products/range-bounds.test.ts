// Range boundaries are round, ascending, few, and cover everything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rangeStarts } from './range-bounds.ts';

test('numbers get round boundaries', () => {
  assert.deepEqual(rangeStarts(3, 97, false), [0, 20, 40, 60, 80]);
  assert.deepEqual(rangeStarts(0.5, 0.9, false), [0.5, 0.6, 0.7, 0.8, 0.9]);
  assert.deepEqual(rangeStarts(19.95, 19.95, false), [19.95]);
  assert.ok(rangeStarts(2 ** 53, 2 ** 53 + 14, false).length < 32, 'a step that adds nothing ends');
  assert.deepEqual(rangeStarts(-10, 1_500, false), [-500, 0, 500, 1_000, 1_500]);
});

test('dates get years, quarters, months or days', () => {
  const starts = (from: string, to: string) =>
    rangeStarts(Date.parse(from), Date.parse(to), true).map((at) => new Date(at).toISOString().slice(0, 10));
  assert.deepEqual(starts('2021-03-04', '2025-01-01'), [
    '2021-01-01',
    '2022-01-01',
    '2023-01-01',
    '2024-01-01',
    '2025-01-01',
  ]);
  assert.deepEqual(starts('2025-02-04', '2025-11-01'), [
    '2025-01-01',
    '2025-04-01',
    '2025-07-01',
    '2025-10-01',
  ]);
  assert.deepEqual(starts('2025-11-20', '2026-02-01'), [
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ]);
  assert.deepEqual(starts('2025-11-20', '2025-11-22'), ['2025-11-20', '2025-11-21', '2025-11-22']);
});

const DATE_MAX = 8.64e15;
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
const dates = fc.integer({ min: -DATE_MAX, max: DATE_MAX });

test('whatever the numbers, boundaries ascend, are few, and cover them', () => {
  const check = (isDate: boolean) => (a: number, b: number) => {
    const [min, max] = [Math.min(a, b), Math.max(a, b)];
    const starts = rangeStarts(min, max, isDate);
    assert.ok(starts.length > 0 && starts.length <= 32, `${starts}`);
    assert.ok((starts[0] as number) <= min, `${starts} for ${min}`);
    assert.ok(
      starts.every((start, at) => at === 0 || (starts[at - 1] as number) < start),
      `${starts}`,
    );
  };
  fc.assert(fc.property(numbers, numbers, check(false)));
  fc.assert(fc.property(dates, dates, check(true)));
});
