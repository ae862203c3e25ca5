// The filter never loses a match: results equal those of a full scan.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeUnits, type PackedText, TextPacker } from '../packing/packed-texts.ts';
import { forEachContaining } from './text-scan.ts';
import { forEachFiltered, NO_GRAMS, packGrams } from './trigram-filter.ts';

const letter = fc.constantFrom('a', 'b', 'c', ' ', 'é', '北', '\ud83d');
const text = fc.string({ unit: letter, maxLength: 900 });
const substring = fc.string({ unit: letter, maxLength: 9 });

const pack = (strings: readonly string[]): PackedText => {
  const packer = new TextPacker(1, 1);
  for (const one of strings) packer.add(one);
  return packer.view();
};

const gather = (find: (visit: (index: number) => void) => void): number[] => {
  const found: number[] = [];
  find((index) => found.push(index));
  return found;
};

test('the filter finds what a full scan finds', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 30 }),
      fc.array(substring, { maxLength: 8 }),
      (strings, substrings) => {
        const packed = pack(strings);
        const grams = packGrams(packed, 0);
        for (const one of [...substrings, ...strings.map((own) => own.slice(3, 9))]) {
          const bytes = encodeUnits(one);
          const wanted = [...strings.keys()].filter((index) => strings[index]?.includes(one));
          assert.deepEqual(
            gather((visit) => forEachFiltered(packed, grams, bytes, visit)),
            wanted,
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('large columns have several blocks, and small ones no filter', () => {
  const strings = Array.from({ length: 2_000 }, (_, index) => `${'lorem ipsum '.repeat(8)}number ${index}.`);
  const packed = pack(strings);
  const grams = packGrams(packed, 0);
  assert.ok(grams.blockStart.length > 50);
  assert.deepEqual(
    gather((visit) => forEachFiltered(packed, grams, encodeUnits('number 1234.'), visit)),
    [1_234],
  );
  assert.equal(packGrams(packed, packed.bytes.length + 1), NO_GRAMS);
});

test('scanning some texts visits those and no others', () => {
  const packed = pack(['ab', 'abab', 'b', 'ab']);
  for (const [first, end, wanted] of [
    [0, 4, [0, 1, 3]],
    [1, 3, [1]],
    [2, 4, [3]],
    [2, 2, []],
  ] as const) {
    assert.deepEqual(
      gather((visit) => forEachContaining(packed, encodeUnits('ab'), visit, first, end)),
      wanted,
    );
  }
});
