// A set of slots does what a set of numbers does.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { SlotSet } from './slot-set.ts';

const TIMEOUT_MS = 30_000;

/** Near the bounds of words, and beyond what a new set has room for. */
const slot = fc.oneof(fc.nat(70), fc.nat(3_000), fc.constantFrom(31, 32, 63, 64, 2_047, 2_048, 100_000));
const slots = fc.array(slot, { maxLength: 60 });

const setOf = (from: readonly number[]): SlotSet => {
  const set = new SlotSet();
  set.addAll(Uint32Array.from(from));
  return set;
};
const sorted = (from: Iterable<number>): number[] => [...new Set(from)].sort((one, other) => one - other);

it('does what a set of numbers does', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(slots, slots, slots, (one, other, more) => {
      const [first, second] = [setOf(one), setOf(other)];
      const [firstNumbers, secondNumbers] = [new Set(one), new Set(other)];
      assert.deepEqual([...first], sorted(one));
      assert.equal(first.size, firstNumbers.size);
      assert.equal(first.isEmpty, firstNumbers.size === 0);
      assert.equal(first.meets(second), !firstNumbers.isDisjointFrom(secondNumbers));
      assert.deepEqual([...first.union(second)], sorted(firstNumbers.union(secondNumbers)));
      assert.deepEqual([...first.intersect(second)], sorted(firstNumbers.intersection(secondNumbers)));
      assert.deepEqual([...first.without(second)], sorted(firstNumbers.difference(secondNumbers)));
      assert.equal(
        first.countOf(Uint32Array.from(more), 1, more.length),
        more.slice(1).filter((each) => firstNumbers.has(each)).length,
      );
      const added = setOf(one);
      added.addAllBut(second, Uint32Array.from(more), 1, more.length);
      const wanted = more.slice(1).filter((each) => !secondNumbers.has(each));
      assert.deepEqual([...added], sorted([...one, ...wanted]));
    }),
    { numRuns: 500 },
  );
});
