// Search terms of rules are compared without case, accents and extra white space, however plain they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '../text/fold-text.ts';
import { comparableTerm } from './merchandising-rule.ts';

const character = fc.constantFrom(
  'a',
  'B',
  '1',
  '-',
  '~',
  '!',
  ' ',
  ' ',
  '\t',
  '\n',
  '\u00a0',
  'É',
  '北',
  '\x7f',
);
const term = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''));

test('a term is folded, and its white space is one space between words', () => {
  fc.assert(
    fc.property(term, (given) => {
      const words = foldText(given).split(/\s+/u);
      assert.equal(comparableTerm(given), words.filter((word) => word !== '').join(' '));
    }),
    { numRuns: 2_000 },
  );
});
