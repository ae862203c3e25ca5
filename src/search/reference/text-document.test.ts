// A text as the reference engine holds it: all words counted, field by field, by stem and as written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeText, countPrefixed, countStems, holdsStem } from './text-document.ts';

const document = analyzeText('en-gb', {
  title: 'Tents and tent pegs',
  body: 'A tent. Pegging.',
  keywords: '',
});

test('the language is that of the locale, stop words are kept, every word counts', () => {
  assert.equal(document.language, 'en');
  assert.deepEqual(
    document.fields.map(({ name, length }) => [name, length]),
    [
      ['title', 4],
      ['body', 3],
      ['keywords', 0],
    ],
  );
});

test('words are counted by stem, or by how they begin, and fields without them left out', () => {
  assert.deepEqual(countStems(document, ['tent']), [
    { field: 'title', count: 2, length: 4 },
    { field: 'body', count: 1, length: 3 },
  ]);
  assert.deepEqual(countStems(document, ['tent', 'and']), [
    { field: 'title', count: 3, length: 4 },
    { field: 'body', count: 1, length: 3 },
  ]);
  assert.deepEqual(countPrefixed(document, 'tents'), [{ field: 'title', count: 1, length: 4 }]);
  assert.deepEqual(countPrefixed(document, 'x'), []);
  assert.deepEqual([holdsStem(document, 'peg'), holdsStem(document, 'pegging')], [true, false]);
});
