// Texts that need no reading are read as any other, and a typed text ends where it says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '../domain/text/fold-text.ts';
import { classOf, SEPARATOR } from './analysis/char-class.ts';
import { completable, readTyped } from './completion.ts';

const isSeparator = (character: string): boolean => classOf(character.codePointAt(0) as number) === SEPARATOR;

/** Character by character, whatever the text. */
const wordsByScan = (text: string): string[] => {
  const words = [''];
  for (const character of foldText(text)) {
    if (character === "'") continue;
    if (isSeparator(character)) words.push('');
    else words.push((words.pop() as string) + character);
  }
  return words.filter((word) => word !== '');
};

const character = fc.constantFrom(
  'a',
  'B',
  'z',
  '0',
  '9',
  ' ',
  ' ',
  "'",
  '-',
  '.',
  'é',
  'ß',
  '北',
  '😀',
  '𝒳',
  '\ud800',
);
const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));

test('names and typed texts are read as character by character', () => {
  fc.assert(
    fc.property(text, (given) => {
      const words = wordsByScan(given);
      assert.equal(completable(given), words.map((word) => `${word} `).join(''));
      const last = [...foldText(given)].at(-1) ?? ' ';
      const isFinished = isSeparator(last);
      const { finished, unfinished } = readTyped(given);
      assert.equal(finished + unfinished, words.join(' ') + (isFinished && words.length > 0 ? ' ' : ''));
      assert.equal(unfinished, isFinished ? '' : (words.at(-1) ?? ''));
    }),
    { numRuns: 3_000 },
  );
});
