// Bitsets behave as sets of numbers do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addIntersection,
  type Bits,
  clearBit,
  countBits,
  countIntersection,
  hasAtLeast,
  hasBit,
  intersectWith,
  listItems,
  negate,
  setBit,
  setBits,
  setNewBits,
  subtractFrom,
  unionWith,
  wordsFor,
  writeUnion,
} from './bitset.ts';

const sets = fc.nat({ max: 100 }).chain((items) =>
  fc.record({
    items: fc.constant(items),
    lists: fc.array(fc.uniqueArray(fc.nat({ max: Math.max(0, items - 1) }), { maxLength: items }), {
      minLength: 1,
      maxLength: 6,
    }),
  }),
);

const bitsOf = (items: number, list: readonly number[]): Bits => {
  const bits = new Uint32Array(wordsFor(items));
  for (const item of list) setBit(bits, item);
  return bits;
};

const listOf = (bits: Bits): number[] => {
  const list = new Uint32Array(countBits(bits));
  assert.equal(listItems(bits, list, 0), list.length);
  return [...list];
};

const ascending = (list: Iterable<number>): number[] => [...list].sort((a, b) => a - b);

test('union, intersection, difference and complement', () => {
  fc.assert(
    fc.property(sets, ({ items, lists }) => {
      const all = lists.map((list) => bitsOf(items, list));
      const asSets = lists.map((list) => new Set(list));
      const common = (lists[0] ?? []).filter((item) => asSets.every((set) => set.has(item)));
      assert.equal(countIntersection(all), common.length);
      const union = new Uint32Array(wordsFor(items)).fill(7);
      writeUnion(union, all);
      assert.deepEqual(listOf(union), ascending(new Set(lists.flat())));
      const [first, second] = [all[0] as Bits, all.at(-1) as Bits];
      const both = first.slice();
      intersectWith(both, second);
      const either = first.slice();
      unionWith(either, second);
      const only = first.slice();
      subtractFrom(only, second);
      assert.equal(countBits(both) + countBits(either), countBits(first) + countBits(second));
      assert.deepEqual(
        listOf(only),
        listOf(first).filter((item) => !hasBit(second, item)),
      );
      for (const wanted of [0, countBits(only), countBits(only) + 1])
        assert.equal(hasAtLeast(only, wanted), countBits(only) >= wanted);
      const whole = only.slice();
      addIntersection(whole, first, both);
      assert.deepEqual(whole, first);
      negate(only, items);
      assert.equal(countBits(only), items - (countBits(first) - countBits(both)));
    }),
  );
});

test('setting the bits of a list, counting the new ones, and clearing them', () => {
  fc.assert(
    fc.property(sets, ({ items, lists }) => {
      const [list = [], more = []] = lists;
      const bits = new Uint32Array(wordsFor(items));
      setBits(bits, Uint32Array.from(list), 0, list.length);
      assert.deepEqual(listOf(bits), ascending(list));
      const before = countBits(bits);
      const added = setNewBits(bits, Uint32Array.from(more), 0, more.length);
      assert.equal(countBits(bits), before + added);
      for (const item of more) clearBit(bits, item);
      assert.deepEqual(listOf(bits), ascending(list.filter((item) => !more.includes(item))));
    }),
  );
});
