// What is kept equals the head of everything sorted, and what was chosen behind it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keepBest } from './keep-best.ts';

test('the best and the chosen, in order, as sorting everything would give them', () => {
  const bucket = fc.record({ count: fc.integer({ min: 0, max: 9 }), isChosen: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(bucket, { maxLength: 200, size: 'max' }),
      fc.constantFrom(0, 1, 5, 20, 100),
      fc.boolean(),
      (drawn, limit, anyChosen) => {
        const all = drawn.map((one, id) => ({ ...one, id }));
        const isChosen = (one: { readonly isChosen: boolean }): boolean => anyChosen && one.isChosen;
        const compare = (a: (typeof all)[number], b: (typeof all)[number]) =>
          b.count - a.count || b.id - a.id;
        const naive = all.toSorted(compare).filter((one, place) => place < limit || isChosen(one));
        assert.deepEqual(keepBest(all, limit, compare, isChosen), naive);
      },
    ),
  );
});
