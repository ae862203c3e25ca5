// The first items of a list are those of a full sort, and picking them pauses on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbounded } from '../domain/limits/request-budget.ts';
import { pickFirst } from './pick-first.ts';

const ascending = (a: number, b: number): number => a - b;

test('the first items are those of a full sort', async () => {
  const orders: readonly (readonly [name: string, list: readonly number[]])[] = [
    ['ascending', Array.from({ length: 10_000 }, (_, at) => at)],
    ['descending', Array.from({ length: 10_000 }, (_, at) => -at)],
    ['mixed', Array.from({ length: 10_007 }, (_, at) => (at * 7_919) % 10_007)],
    ['equal', Array.from({ length: 5_000 }, (_, at) => at % 3)],
    ['short', [3, 1, 2]],
    ['empty', []],
  ];
  for (const [name, list] of orders)
    for (const most of [0, 1, 20, 3_000, 20_000])
      assert.deepEqual(
        await pickFirst(list, most, ascending, unbounded),
        list.toSorted(ascending).slice(0, most),
        `${name}, ${most}`,
      );
});

test('a long list pauses, even where nothing of it is wanted', async () => {
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    return undefined;
  };
  const list = Array.from({ length: 20_000 }, (_, at) => at);
  await pickFirst(list, 1, ascending, { ...unbounded, pause });
  assert.ok(pauses >= 9, `${pauses} pauses`);
});
