// Keeping the best few equals sorting everything and cutting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopItems } from './top-items.ts';

test('the best items are those that a full sort puts first', () => {
  const keys = fc.array(fc.constantFrom(0, 1, 2, 3, Number.NEGATIVE_INFINITY), { maxLength: 300 });
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 0, max: 200 }),
      fc.infiniteStream(fc.nat()),
      (offered, capacity, random) => {
        const entries = offered.map((key, item) => ({ key, item }));
        const top = new TopItems(capacity);
        for (const { key, item } of entries.toSorted(() => (random.next().value % 3) - 1))
          top.offer(key, item);
        const wanted = entries.toSorted((a, b) => (a.key === b.key ? a.item - b.item : b.key - a.key));
        assert.deepEqual(top.sorted(), wanted.slice(0, capacity));
      },
    ),
  );
});

test('reset forgets everything, and nothing below the given floor is kept', () => {
  const top = new TopItems(3);
  for (let item = 0; item < 10; item += 1) top.offer(item, item);
  top.sort();
  top.reset(2, 5);
  for (const [item, key] of [4, 5, 7, 6, 3].entries()) top.offer(key, item);
  assert.deepEqual(top.sorted(), [
    { key: 7, item: 2 },
    { key: 6, item: 3 },
  ]);
  top.reset(100, 5);
  for (const [item, key] of [4, 5, 4, 5].entries()) top.offer(key, item);
  assert.deepEqual([top.sorted().map(({ item }) => item), top.isFull()], [[1, 3], false]);
  top.reset(0, 5);
  top.offer(9, 9);
  assert.deepEqual(top.sorted(), []);
});
