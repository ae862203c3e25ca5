// Keys of lists: in memory they have the order of the database, and names of their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { compareListKeys, listKeyName } from './list-entries.ts';

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 4 }),
  fc.string({
    unit: fc.constantFrom('a', 'ä', '\uffee', '\ud7ff', '\ue000', '😀', '\0', ' ', '1'),
    maxLength: 4,
  }),
);
const key = fc.record({ id: text, locale: text });

const compareBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

test('keys are compared by the bytes of UTF-8', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      const expected = compareBytes(one.id, other.id) || compareBytes(one.locale, other.locale);
      assert.equal(Math.sign(compareListKeys(one, other)), expected);
    }),
    { numRuns: 2_000 },
  );
});

test('different keys have different names', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      const isSame = one.id === other.id && one.locale === other.locale;
      assert.equal(listKeyName(one) === listKeyName(other), isSame);
    }),
    { numRuns: 2_000 },
  );
});
