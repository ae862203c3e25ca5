// Texts sort as JavaScript sorts their strings; equal ones keep their order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { TextPacker } from './packed-texts.ts';
import { mergeRuns, orderTexts } from './text-order.ts';

const text = fc.oneof(
  fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'b', '\0') }),
  fc.string({ maxLength: 9, unit: anyCharacter }),
  // Side by side: lone surrogates, and characters of two and three bytes.
  fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'ÿ', '\u0800', '\ud800', '\udfff', '\uffff') }),
);

const orderOf = (texts: readonly string[]): number[] => {
  const packer = new TextPacker();
  for (const one of texts) packer.add(one);
  return [...orderTexts(packer.view())];
};

const expectedOrder = (texts: readonly string[]): number[] =>
  texts
    .map((one, place) => ({ one, place }))
    .sort((a, b) => (a.one < b.one ? -1 : a.one > b.one ? 1 : a.place - b.place))
    .map(({ place }) => place);

test('sorts texts as strings compare', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200 }), (texts) => {
      assert.deepEqual(orderOf(texts), expectedOrder(texts));
    }),
  );
});

test('merges sorted runs', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 20 }), { maxLength: 6 }), (lists) => {
      const runs = lists.map((list) => list.toSorted());
      const texts = runs.flat();
      const starts = runs.map((_, at) => runs.slice(0, at).flat().length);
      const packer = new TextPacker();
      for (const one of texts) packer.add(one);
      const { bytes, start } = packer.view();
      const order = mergeRuns({ bytes, start, end: start.subarray(1) }, starts);
      assert.deepEqual(
        [...order].map((index) => texts[index]),
        texts.toSorted(),
      );
      assert.equal(new Set(order).size, texts.length);
    }),
  );
});

test('sorts texts with a shared prefix', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.array(text, { minLength: 20, maxLength: 120 }),
      fc.array(text, { maxLength: 20 }),
      (beginning, endings, others) => {
        const texts = [...endings.map((ending) => beginning + ending), ...others];
        assert.deepEqual(orderOf(texts), expectedOrder(texts));
      },
    ),
  );
});

test('sorts many equal texts by index', () => {
  const texts = Array.from({ length: 500 }, (_, place) =>
    place % 3 === 0 ? '' : 'x'.repeat(100 - (place % 2)),
  );
  assert.deepEqual(orderOf(texts), expectedOrder(texts));
});
