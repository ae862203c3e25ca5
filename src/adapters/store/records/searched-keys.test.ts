// Keys that are stored together are searched as each of them would be, whatever characters they contain, the first
// few times without an index and then with it.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { BETWEEN_KEYS, isCut, listKey } from '../../../domain/records/list-keys.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import { packSlots } from './list-rows.ts';
import { addSlotsOf, INDEXED_AT_ONCE, indexInSteps, keysWith, toSearchedKeys } from './searched-keys.ts';

/** Those that are escaped, those that escapes are made of, and others. */
const unit = fc.constantFrom(
  ...['\u0000', '\u0001', '\u0002', '\u0003', ' ', '!', '"', '#', '$', 'a', 'b', 'é', '\n'],
  // The second character of the last escape is an `a`.
  ...['\ud7fe', '\ud7ff', '\ud800', '\udc00', '\ue000', '\uffff', '\ud840'],
);
const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));

it('finds the texts that contain another, as a scan does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 12 }),
      fc.array(text, { minLength: 8, maxLength: 8 }),
      (repeated, needles) => {
        // As in a list, the same key comes several times in a row.
        const texts = repeated.flatMap(([each, times]) => Array.from({ length: times }, () => each));
        const slots = packSlots(texts.map((_, index) => index + 7));
        const joined = { keys: texts.map(listKey).join(BETWEEN_KEYS), slots, pieces: 1 };
        const keys = toSearchedKeys(joined, 'text');
        for (const needle of needles) {
          const found = new SlotSet();
          for (const _ of indexInSteps(keys));
          addSlotsOf(keys, keysWith(keys, needle), found);
          assert.deepEqual(
            [...found],
            [...texts.keys()].filter((index) => texts[index]?.includes(needle)).map((index) => index + 7),
          );
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

it('finds parts of numbers and flags as they are written', () => {
  const find = (type: 'number' | 'boolean', values: readonly (number | boolean)[], needle: string) => {
    const slots = packSlots(values.map((_, index) => index));
    const keys = toSearchedKeys({ keys: values.map(listKey).join(BETWEEN_KEYS), slots, pieces: 1 }, type);
    const found = new SlotSet();
    addSlotsOf(keys, keysWith(keys, needle), found);
    return [...found].map((slot) => values[slot]);
  };
  assert.deepEqual(find('number', [-1.5, 0, 15, 15, 21.25, 151], '15'), [15, 15, 151]);
  assert.deepEqual(find('number', [-1.5, 0, 15], '.'), [-1.5]);
  assert.deepEqual(find('boolean', [false, false, true], 'als'), [false, false]);
});

it('knows which keys were cut', () => {
  const texts = ['short', 'x'.repeat(121), '', 'y'.repeat(500)];
  const joined = texts.map(listKey).join(BETWEEN_KEYS);
  const { cut } = toSearchedKeys({ keys: joined, slots: packSlots([0, 1, 2, 3]), pieces: 1 }, 'text');
  assert.deepEqual(cut, [1, 3]);
  assert.ok(isCut(listKey('x'.repeat(121))));
});

it('makes the index of many keys in steps, after a few searches', () => {
  const texts = Array.from({ length: 5_000 }, (_, number) => `key ${number}`);
  const joined = {
    keys: texts.map(listKey).join(BETWEEN_KEYS),
    slots: packSlots([...texts.keys()]),
    pieces: 40,
  };
  const keys = toSearchedKeys(joined, 'text');
  const wanted = [...texts.keys()].filter((number) => texts[number]?.includes('99'));
  const steps: number[] = [];
  for (let search = 0; search < 6; search += 1) {
    steps.push([...indexInSteps(keys)].length);
    assert.deepEqual(keysWith(keys, '99'), wanted);
  }
  assert.deepEqual(steps, [0, 0, Math.floor(texts.length / INDEXED_AT_ONCE), 0, 0, 0]);
  assert.ok(keys.index.grams);
});
