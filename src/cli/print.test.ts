// What a list says about its length: nothing if it is complete, on standard error. What of a text a terminal must not get.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Terminal } from './command.ts';
import { printTotal, showText } from './print.ts';

const said = (shown: number, total: number): string => {
  let text = '';
  const err = { write: (part: string) => (text += part) };
  printTotal({ err } as unknown as Terminal, shown, total);
  return text;
};

test('an empty list and an incomplete one are announced', () => {
  assert.equal(said(0, 0), 'No entries.\n');
  assert.equal(said(20, 21), '20 of 21; use --skip and --limit to see others.\n');
  assert.equal(said(0, 3), '0 of 3; use --skip and --limit to see others.\n');
  assert.equal(said(3, 3), '');
});

test('nothing in a text controls the terminal or turns its direction around', () => {
  assert.equal(showText('a\u001b[2Jb\u202ec\u2067d\u200fe'), 'a?[2Jb?c?d?e');
  assert.equal(
    showText('caf\u00e9 \u05d0\u05d1 \u{1f469}\u200d\u{1f52c}'),
    'caf\u00e9 \u05d0\u05d1 \u{1f469}\u200d\u{1f52c}',
  );
});
