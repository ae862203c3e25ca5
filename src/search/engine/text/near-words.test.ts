// Finds exactly the words that comparing with every word finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withinEdits } from '../../analysis/edit-distance.ts';
import { findString, packStrings, prefixRange, stringAt } from '../packing/packed-strings.ts';
import { findNearWords } from './near-words.ts';

const letter = fc.constantFrom('a', 'b', 'c', 'é', '𝒳', '\ud800', '北');
const word = fc.array(letter, { minLength: 1, maxLength: 10 }).map((letters) => letters.join(''));
const dictionary = fc.uniqueArray(word, { maxLength: 60 }).map((words) => words.sort());
const firstOf = (text: string): string => [...text][0] ?? '';

test('finds the words within the edits, with the same first letter or any', () => {
  fc.assert(
    fc.property(
      dictionary,
      word,
      fc.constantFrom<1 | 2>(1, 2),
      fc.boolean(),
      (words, typed, max, keepsFirst) => {
        const found = findNearWords(packStrings(words), typed, max, keepsFirst).map((index) => words[index]);
        const wanted = words.filter(
          (candidate) =>
            (!keepsFirst || firstOf(candidate) === firstOf(typed)) && withinEdits(typed, candidate, max),
        );
        assert.deepEqual(found, wanted);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('searching a sorted list equals searching an array', () => {
  fc.assert(
    fc.property(dictionary, word, (words, wanted) => {
      const packed = packStrings(words);
      assert.deepEqual(
        words.map((_, index) => stringAt(packed, index)),
        words,
      );
      assert.equal(findString(packed, wanted), words.indexOf(wanted));
      const [from, to] = prefixRange(packed, wanted);
      assert.deepEqual(
        words.slice(from, to),
        words.filter((candidate) => candidate.startsWith(wanted)),
      );
    }),
  );
});
