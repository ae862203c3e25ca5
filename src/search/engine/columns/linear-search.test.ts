// A long substring is found exactly where `String.includes` finds it, however repetitive both are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeUnits } from '../packing/packed-texts.ts';
import { includesLong } from './linear-search.ts';

test('the substring is found at its position, and only within the bounds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 40 });
  const substring = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(text, text, text, substring, (before, own, after, wanted) => {
      const bytes = encodeUnits(before + own + after);
      const from = encodeUnits(before).length;
      const end = from + encodeUnits(own).length;
      assert.equal(includesLong(bytes, from, end, encodeUnits(wanted)), own.includes(wanted));
    }),
    { numRuns: 2_000 },
  );
});
