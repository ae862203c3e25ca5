// Words are numbered in order of arrival, whatever their letters, are found as slices of a text, and sort as strings
// do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { hashText } from '../../../domain/text/hash-text.ts';
import { indexStrings } from '../packing/dictionary.ts';
import { packStrings } from '../packing/packed-strings.ts';
import { COUNT, FIELD_A, FIELD_B, NUMBER, UNSET, WordTable } from './word-table.ts';

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b') }),
  fc.string({ minLength: 1, maxLength: 90, unit: anyCharacter }),
);

/** The word as a slice of a longer text. */
const within = (word: string) => ({
  text: Uint16Array.from({ length: word.length + 2 }, (_, at) => `-${word}-`.charCodeAt(at)),
  from: 1,
  to: 1 + word.length,
});

test('numbers words as a map would, keeps a record of each, and sorts them', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 600 }), (words) => {
      const table = new WordTable();
      const numbers = new Map<string, number>();
      for (const one of words) {
        const { text, from, to } = within(one);
        const known = table.find(text, from, to, hashText(one));
        assert.equal(known === -1 ? undefined : table.data[known + NUMBER], numbers.get(one));
        const record = table.recordOf(one);
        if (!numbers.has(one)) numbers.set(one, numbers.size);
        assert.equal(table.data[record + NUMBER], numbers.get(one));
        table.data[record + COUNT] = (table.data[record + COUNT] as number) + 1;
      }
      assert.equal(table.count, numbers.size);
      for (const [one, number] of numbers) {
        const { text, from, to } = within(one);
        const record = table.find(text, from, to, hashText(one));
        assert.equal(table.data[record + NUMBER], number);
        assert.equal(table.data[record + COUNT], words.filter((word) => word === one).length);
        assert.deepEqual([table.data[record + FIELD_A], table.data[record + FIELD_B]], [UNSET, UNSET]);
      }
      const { packed, rank } = table.sort();
      const sorted = [...numbers.keys()].sort();
      assert.deepEqual(packed, indexStrings(packStrings(sorted)));
      assert.deepEqual(
        sorted.map((one) => rank[numbers.get(one) as number]),
        sorted.map((_, place) => place),
      );
    }),
    { numRuns: 60 },
  );
});
