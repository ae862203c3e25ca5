// A dictionary finds what a plain array finds, whatever the words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPacked, findWord, indexStrings } from './dictionary.ts';
import { packStrings } from './packed-strings.ts';

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\uD83D', '\0', '1'), maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

const assertFound = (words: readonly string[], wanted: readonly string[]): void => {
  const dictionary = indexStrings(packStrings(words));
  const others = packStrings(wanted);
  for (const [place, text] of wanted.entries()) {
    assert.equal(findWord(dictionary, text), words.indexOf(text), JSON.stringify(text));
    assert.equal(findPacked(dictionary, others, place), words.indexOf(text), JSON.stringify(text));
  }
};

test('it finds every word of its own, and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), fc.array(word), (words, others) => {
      const sorted = [...words].sort();
      assertFound(sorted, [...sorted, ...others]);
    }),
  );
});

test('an empty one finds nothing', () => {
  assertFound([], ['', 'a']);
});

test('words that are made to collide are found as well', () => {
  const homeOf = (text: string): number => {
    let hash = 0x811c_9dc5 | 0;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
    return (hash ^ (hash >>> 15)) & 0x3ff;
  };
  const colliding: string[] = [];
  for (let number = 0; colliding.length < 80; number += 1) {
    const text = number.toString(36);
    if (homeOf(text) === 0) colliding.push(text);
  }
  const [known, unknown] = [colliding.slice(0, 60).sort(), colliding.slice(60)];
  const { slots } = indexStrings(packStrings(known));
  assert.ok(slots.filter((slot) => slot !== 0).length < known.length, 'some have no slot');
  assertFound(known, [...known, ...unknown]);
});
