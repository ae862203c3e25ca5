// Keys that are stored together are searched as each of them would be, whatever characters they contain.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { BETWEEN_KEYS, isCut, listKey } from '../../../domain/records/list-keys.ts';
import { entriesWith, toKeys } from './list-contents.ts';
import { packSlots } from './list-rows.ts';

/** Those that are escaped, those that escapes are made of, and others. */
const unit = fc.constantFrom(
  ...['\u0000', '\u0001', '\u0002', '\u0003', ' ', '!', '"', '#', '$', 'a', 'b', '\n'],
  ...['\ud7fe', '\ud7ff', '\ud800', '\udc00', '\ue000', '\uffff'],
);
const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));

it('finds the texts that contain another, as a scan does', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), text, (texts, needle) => {
      const slots = packSlots(texts.map((_, index) => index + 7));
      const keys = toKeys({ keys: texts.map(listKey).join(BETWEEN_KEYS), slots, pieces: 1 });
      assert.deepEqual(
        [...entriesWith(keys, needle)],
        [...texts.keys()].filter((index) => texts[index]?.includes(needle)),
      );
      assert.deepEqual([...keys.slots], [...texts.keys().map((index) => index + 7)]);
    }),
    { numRuns: 2_000 },
  );
});

it('knows which keys were cut', () => {
  const texts = ['short', 'x'.repeat(121), '', 'y'.repeat(500)];
  const joined = texts.map(listKey).join(BETWEEN_KEYS);
  const { cut } = toKeys({ keys: joined, slots: packSlots([0, 1, 2, 3]), pieces: 1 });
  assert.deepEqual(cut, [1, 3]);
  assert.ok(isCut(listKey('x'.repeat(121))));
});
