// Words get the numbers in which they came, whatever their letters, and are found where they stand in a text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashWord } from '../analysis/tokenize.ts';
import { WordTable } from './word-table.ts';

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b') }),
  fc.string({ minLength: 1, maxLength: 90, unit: 'binary' }),
);

test('numbers words as a map would', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 600 }), (words) => {
      const table = new WordTable();
      const numbers = new Map<string, number>();
      for (const one of words) {
        assert.equal(table.findWord(one), numbers.get(one) ?? -1);
        if (!numbers.has(one)) numbers.set(one, table.add(one));
      }
      assert.deepEqual(table.words, [...numbers.keys()]);
      for (const [one, number] of numbers) {
        const text = `-${one}-`;
        const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
        assert.equal(table.find(units, 1, 1 + one.length, hashWord(one)), number);
      }
    }),
    { numRuns: 60 },
  );
});
