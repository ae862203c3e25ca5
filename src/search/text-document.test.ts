// A text as the reference engine stores it: words weighted by stem, and as written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEIGHT_MAX } from './ranking.ts';
import { analyzeText } from './text-document.ts';

const document = analyzeText('en-gb', [
  { text: 'Tents and tent pegs', weight: 4 },
  { text: 'A tent. Pegging.', weight: 1 },
  { text: '', weight: 2 },
]);

test('the language is that of the locale, stop words are kept, every word counts', () => {
  assert.equal(document.language, 'en');
  assert.equal(document.length, 7);
});

test('words are weighted by stem over all fields, and kept as written', () => {
  assert.equal(document.stems.get('tent'), 9);
  assert.equal(document.stems.get('peg'), 5);
  assert.equal(document.stems.get('and'), 4);
  assert.equal(document.stems.has('pegging'), false);
  assert.deepEqual([...document.surfaces].sort(), ['a', 'and', 'pegging', 'pegs', 'tent', 'tents']);
});

test('no word weighs more than a byte holds', () => {
  const { stems } = analyzeText('en', [{ text: 'tent '.repeat(100), weight: 4 }]);
  assert.equal(stems.get('tent'), WEIGHT_MAX);
});
