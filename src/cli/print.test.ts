// What a list says about its length: nothing if it is complete, on standard error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Terminal } from './command.ts';
import { printTotal } from './print.ts';

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
