// CSV: what is written is read back the same, and no cell is ever a formula.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { csvLine } from './csv-line.ts';

/** The plainest reader of RFC 4180. */
const parse = (text: string): string[] => {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const found = /("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/y;
    found.lastIndex = at;
    const match = found.exec(text);
    assert.ok(match, `no cell at ${at} of ${JSON.stringify(text)}`);
    const cell = match[1] ?? '';
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at = found.lastIndex;
  }
  return cells;
};

test('what could be a formula is made text, by one mark in front', () => {
  const dangerous = [
    '=1+1',
    '=HYPERLINK("http://x.example","a")',
    '+49 30 1',
    '-2+3+cmd|"/c calc"!A0',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
  ];
  for (const text of dangerous) assert.deepEqual(parse(csvLine([text])), [`'${text}`], JSON.stringify(text));
});

test('everything else stays as it is, numbers as numbers', () => {
  assert.equal(csvLine(['a', -5, 1.5, true, '']), '"a",-5,1.5,true,""\r\n');
  assert.equal(csvLine(['say "hi", twice\r\nok; 1=1']), '"say ""hi"", twice\r\nok; 1=1"\r\n');
});

test('every line can be read back, and no cell begins as a formula', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', ' ', ';', 'a', "'") }),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
      const read = parse(csvLine(cells));
      assert.equal(read.length, cells.length);
      read.forEach((cell, index) => {
        assert.ok(!/^\s*[=+\-@]/.test(cell), JSON.stringify(cell));
        assert.ok(cell === cells[index] || cell === `'${cells[index]}`);
      });
    }),
  );
});
