// Keeping the best few equals sorting all and cutting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TopItems } from './top-items.ts';

test('the best items are those that sorting all would put first', () => {
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
