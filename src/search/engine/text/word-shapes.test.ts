// Shapes say of each word how long it is and which letters it has; the words of a first letter are in buckets that follow each other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packStrings } from '../packing/packed-strings.ts';
import { bucketsOf, LENGTH_MAX, letterSet, shapeWords } from './word-shapes.ts';

const letter = fc.constantFrom('a', 'b', 'z', 'é', '𝒳', '𝒴', '𐀀', '\uffee', '北');
const short = fc.array(letter, { minLength: 1, maxLength: 6 });
/** Longer than lengths are told apart. */
const long = fc.array(letter, { minLength: LENGTH_MAX - 3, maxLength: LENGTH_MAX + 5 });
const dictionaries = fc
  .uniqueArray(
    fc
      .oneof({ weight: 4, arbitrary: short }, { weight: 1, arbitrary: long })
      .map((letters) => letters.join('')),
    { maxLength: 80 },
  )
  .map((words) => words.sort());

const lettersOf = (word: string): string[] => [...word];
const setOf = (word: string): number =>
  lettersOf(word).reduce((set, own) => set | letterSet(own.codePointAt(0) as number), 0);

test('each word is in one bucket, with others of its first letter and length, in order', () => {
  fc.assert(
    fc.property(dictionaries, (words) => {
      const { bucketStart, bucketLength, order, letters } = shapeWords(packStrings(words));
      const placed: string[] = [];
      bucketLength.forEach((length, bucket) => {
        const indexes = order.subarray(bucketStart[bucket], bucketStart[bucket + 1]);
        const own = Array.from(indexes, (index) => words[index] as string);
        assert.ok(own.length > 0);
        assert.equal(new Set(own.map((word) => lettersOf(word)[0])).size, 1);
        for (const word of own) assert.equal(Math.min(LENGTH_MAX, lettersOf(word).length), length);
        assert.deepEqual(own, own.toSorted());
        placed.push(...own);
      });
      assert.deepEqual([...letters], placed.map(setOf));
      assert.deepEqual(placed.sort(), words);
    }),
    { numRuns: 500 },
  );
});

test('the buckets of a first letter are those of all words that begin with it', () => {
  const met = { some: 0, none: 0 };
  fc.assert(
    fc.property(dictionaries, letter, (words, first) => {
      const dictionary = packStrings(words);
      const shapes = shapeWords(dictionary);
      const [from, to] = bucketsOf(shapes, dictionary, first);
      const indexes = shapes.order.slice(shapes.bucketStart[from], shapes.bucketStart[to]);
      const wanted = words.filter((word) => word.startsWith(first));
      met[wanted.length > 0 ? 'some' : 'none'] += 1;
      assert.deepEqual(
        Array.from(indexes.sort(), (index) => words[index]),
        wanted,
      );
    }),
    { numRuns: 500 },
  );
  assert.ok(met.some > 50 && met.none > 5, JSON.stringify(met));
});
