// Packed texts compare, contain and decode exactly as the strings they came from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { forEachContaining, textContains } from '../columns/text-scan.ts';
import { compareTexts, compareTextTo, encodeUnits, TextPacker, textAt } from './packed-texts.ts';

const letter = fc.constantFrom('a', 'b', 'é', '北', '😀', '\ud83d', '\ude00', '\u0000', '\u07ff', '\uffff');
const text = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''));
const texts = fc.array(text, { maxLength: 20 });

const pack = (strings: readonly string[]) => {
  const packer = new TextPacker(1, 1);
  for (const one of strings) packer.add(one);
  return packer.view();
};

test('texts decode to their strings, and a copy is equal', () => {
  fc.assert(
    fc.property(texts, (strings) => {
      const packed = pack(strings);
      assert.deepEqual(
        strings.map((_, index) => textAt(packed, index)),
        strings,
      );
      const copier = new TextPacker(1, 1);
      strings.forEach((_, index) => {
        copier.copy(packed, index);
      });
      assert.deepEqual(copier.view(), packed);
      assert.deepEqual(copier.view(), packed);
    }),
  );
});

test('texts compare as strings do', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const wanted = a < b ? -1 : a > b ? 1 : 0;
      assert.equal(Math.sign(compareTexts(pack([a]), 0, pack(['x', b]), 1)), wanted);
      assert.equal(Math.sign(compareTextTo(pack([a]), 0, encodeUnits(b))), wanted);
    }),
  );
});

test('texts contain what their strings contain, never across their end', () => {
  fc.assert(
    fc.property(texts, text, (strings, substring) => {
      const packed = pack(strings);
      const wanted = [...strings.keys()].filter((index) => strings[index]?.includes(substring));
      const found: number[] = [];
      forEachContaining(packed, encodeUnits(substring), (index) => found.push(index));
      assert.deepEqual(found, wanted);
      assert.deepEqual(
        [...strings.keys()].filter((index) => textContains(packed, index, encodeUnits(substring))),
        wanted,
      );
    }),
    { numRuns: 1_000 },
  );
});
