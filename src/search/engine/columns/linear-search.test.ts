// A long needle is found exactly where a string would contain it, however much both repeat themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeUnits } from './column-text.ts';
import { holdsLong } from './linear-search.ts';

test('the needle is found where it stands, within its bounds only', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 40 });
  const needle = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(text, text, text, needle, (before, own, after, wanted) => {
      const bytes = encodeUnits(before + own + after);
      const from = encodeUnits(before).length;
      const end = from + encodeUnits(own).length;
      assert.equal(holdsLong(bytes, from, end, encodeUnits(wanted)), own.includes(wanted));
    }),
    { numRuns: 2_000 },
  );
});
