// What the feeder remembers of the dictionary: bounded, and words that come again stay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKnownWords } from './known-words.ts';

test('a word that is met again and again stays known, whatever comes in between', () => {
  const known = buildKnownWords(100);
  known.add('en', 'jacket');
  for (let number = 0; number < 10_000; number += 1) {
    known.add('en', `sku${number}`);
    if (number % 40 === 0) assert.ok(known.has('en', 'jacket'), `after ${number} others`);
  }
});

test('no more than so many are kept, and those of last are', () => {
  const known = buildKnownWords(100);
  const words = Array.from({ length: 1_000 }, (_, number) => `sku${number}`);
  for (const word of words) known.add('en', word);
  const isKnown = (word: string): boolean => known.has('en', word);
  assert.deepEqual(words.slice(0, -100).filter(isKnown), []);
  assert.equal(words.slice(-50).filter(isKnown).length, 50);
});

test('a word of one language is not one of another', () => {
  const known = buildKnownWords(100);
  known.add('en', 'gift');
  assert.ok(!known.has('de', 'gift'));
});
