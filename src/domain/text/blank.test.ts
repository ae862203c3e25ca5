// What counts as blank, and what does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isBlank, isBlankText, isBlankUnlessList } from './blank.ts';

test('text is blank exactly when it has no character that can be seen', () => {
  const space = fc.constantFrom(' ', '\t', '\r', '\n', '\u00a0', '\u2003', '\u2028', '\ufeff');
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(space, fc.constantFrom('a', '0', '\u200b')) }), (text) => {
      assert.equal(isBlankText(text), !/\S/.test(text));
    }),
  );
});

test('`{}` is blank; nothing, lists, numbers and objects that hold something are not', () => {
  for (const value of ['', ' \n', {}]) assert.equal(isBlank(value), true, JSON.stringify(value));
  for (const value of [undefined, null, 0, false, [], [{}], [''], { a: undefined }, 'a', '{}']) {
    assert.equal(isBlank(value), false, JSON.stringify(value));
  }
});

test('where no list is wanted, one that holds `{}` is blank', () => {
  for (const value of ['', {}, [{}], [1, {}]]) assert.equal(isBlankUnlessList(value), true);
  for (const value of [[], [''], [{ a: 1 }], [[{}]], 'a', null])
    assert.equal(isBlankUnlessList(value), false);
});
