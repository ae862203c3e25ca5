// Sets of slots against the plain sets of JavaScript.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addSlot,
  BLOCK_SLOTS,
  countSlots,
  decodeSlots,
  dropSlots,
  encodeSlots,
  findFreeSlot,
  hasSlot,
  keepSlots,
  listSlots,
  removeSlot,
  slotsOf,
} from './block-slots.ts';

const someSlots = fc.uniqueArray(fc.integer({ min: 0, max: BLOCK_SLOTS - 1 }), { maxLength: BLOCK_SLOTS });
const sorted = (slots: Iterable<number>): number[] => [...slots].sort((a, b) => a - b);

test('sets hold what was put in, also as stored text', () => {
  fc.assert(
    fc.property(someSlots, someSlots, (given, others) => {
      const one = new Set(given);
      const other = new Set(others);
      const set = slotsOf(given);
      assert.equal(countSlots(set), one.size);
      assert.deepEqual(listSlots(decodeSlots(encodeSlots(set))), sorted(one));
      const both = slotsOf(given);
      keepSlots(both, slotsOf(others));
      assert.deepEqual(listSlots(both), sorted(one.intersection(other)));
      const left = slotsOf(given);
      dropSlots(left, slotsOf(others));
      assert.deepEqual(listSlots(left), sorted(one.difference(other)));
      for (const slot of others) addSlot(set, slot);
      for (const slot of given) removeSlot(set, slot);
      assert.deepEqual(listSlots(set), sorted(other.difference(one)));
    }),
  );
});

test('the first free slot is found until there is none', () => {
  const set = slotsOf([]);
  for (let slot = 0; slot < BLOCK_SLOTS; slot += 1) {
    assert.equal(findFreeSlot(set), slot);
    assert.ok(!hasSlot(set, slot));
    addSlot(set, slot);
  }
  assert.equal(findFreeSlot(set), undefined);
  removeSlot(set, 77);
  assert.equal(findFreeSlot(set), 77);
  assert.equal(encodeSlots(slotsOf([])), '');
});
