// Finds exactly the words that comparing with every word finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withinEdits } from '../../analysis/edit-distance.ts';
import { lastSpent, withBudget } from '../budget/work-budget.ts';
import { indexStrings } from '../packing/dictionary.ts';
import { findString, packStrings, prefixRange, stringAt } from '../packing/packed-strings.ts';
import { findNearWords } from './near-words.ts';
import { shapeWords } from './word-shapes.ts';

const letter = fc.constantFrom('a', 'b', 'c', 'é', '𝒳', '\uffee', '北');
const word = fc.array(letter, { minLength: 1, maxLength: 10 }).map((letters) => letters.join(''));
const dictionary = fc.uniqueArray(word, { maxLength: 60 }).map((words) => words.sort());
const indexOf = (words: readonly string[]) => {
  const surfaces = indexStrings(packStrings(words));
  return { surfaces, surfaceShapes: shapeWords(surfaces) };
};
const firstOf = (text: string): string => [...text][0] ?? '';

test('finds the words within the edits, with the same first letter or any', () => {
  fc.assert(
    fc.property(
      dictionary,
      word,
      fc.constantFrom<1 | 2>(1, 2),
      fc.boolean(),
      (words, typed, max, keepsFirst) => {
        const found = findNearWords(indexOf(words), typed, max, keepsFirst).map((index) => words[index]);
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

test('finds long words too, whose lengths are not told apart', () => {
  const long = fc
    .tuple(fc.constantFrom('a', 'é', '𝒳'), fc.nat(9), letter)
    .map(([first, more, last]) => first.repeat(59 + more) + last);
  const found = { some: 0 };
  fc.assert(
    fc.property(
      fc.uniqueArray(long, { maxLength: 30 }).map((words) => words.sort()),
      long,
      fc.constantFrom<1 | 2>(1, 2),
      fc.boolean(),
      (words, typed, max, keepsFirst) => {
        const near = findNearWords(indexOf(words), typed, max, keepsFirst).map((index) => words[index]);
        if (near.length > 0) found.some += 1;
        assert.deepEqual(
          near,
          words.filter(
            (candidate) =>
              (!keepsFirst || firstOf(candidate) === firstOf(typed)) && withinEdits(typed, candidate, max),
          ),
        );
      },
    ),
    { numRuns: 500 },
  );
  assert.ok(found.some > 20, String(found.some));
});

test('the first search of a dictionary costs what the second does, and no more for words of other letters', () => {
  const words = ['a', 'b'].flatMap((first) =>
    Array.from({ length: 20_000 }, (_, at) => first + at.toString(26).padStart(6, 'k')),
  );
  const index = indexOf(words.sort());
  const costOf = (dictionary: typeof index, typed: string): number => {
    withBudget({ units: 1_000_000 }, () => findNearWords(dictionary, typed, 2));
    return lastSpent();
  };
  const first = costOf(index, 'aqrstuvw');
  assert.ok(first > 20_000);
  assert.equal(costOf(index, 'aqrstuvw'), first);
  const alone = costOf(indexOf(words.filter((own) => own.startsWith('a'))), 'aqrstuvw');
  assert.ok(first < alone + 1_000, `${first} ${alone}`);
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
