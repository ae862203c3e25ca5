// Words get the numbers in which they came, whatever their letters, are found where they stand in a text, and sort as strings do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashWord } from '../../analysis/tokenize.ts';
import { packStrings } from '../packing/packed-strings.ts';
import { COUNT, NO_NOTE, NOTE, NUMBER, OTHER_NOTE, WordTable } from './word-table.ts';

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b') }),
  fc.string({ minLength: 1, maxLength: 90, unit: 'binary' }),
);

/** The word as it stands in a text. */
const within = (word: string) => ({
  text: Uint16Array.from({ length: word.length + 2 }, (_, at) => `-${word}-`.charCodeAt(at)),
  from: 1,
  to: 1 + word.length,
});

test('numbers words as a map would, keeps notes of each, and sorts them', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 600 }), (words) => {
      const table = new WordTable();
      const numbers = new Map<string, number>();
      for (const one of words) {
        const { text, from, to } = within(one);
        const known = table.find(text, from, to, hashWord(one));
        assert.equal(known === -1 ? undefined : table.notes[known + NUMBER], numbers.get(one));
        const record = table.recordOf(one);
        if (!numbers.has(one)) numbers.set(one, numbers.size);
        assert.equal(table.notes[record + NUMBER], numbers.get(one));
        table.notes[record + COUNT] = (table.notes[record + COUNT] as number) + 1;
      }
      assert.equal(table.count, numbers.size);
      for (const [one, number] of numbers) {
        const { text, from, to } = within(one);
        const record = table.find(text, from, to, hashWord(one));
        assert.equal(table.notes[record + NUMBER], number);
        assert.equal(table.notes[record + COUNT], words.filter((word) => word === one).length);
        assert.deepEqual([table.notes[record + NOTE], table.notes[record + OTHER_NOTE]], [NO_NOTE, NO_NOTE]);
      }
      const { packed, rank } = table.sort();
      const sorted = [...numbers.keys()].sort();
      assert.deepEqual(packed, packStrings(sorted));
      assert.deepEqual(
        sorted.map((one) => rank[numbers.get(one) as number]),
        sorted.map((_, place) => place),
      );
    }),
    { numRuns: 60 },
  );
});
