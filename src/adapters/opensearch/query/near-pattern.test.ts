// The pattern of a misspelt text matches exactly the names that are one edit away, and stays short enough for the index.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { completable, findNear, NAME_UNITS_MAX, readTyped, wordStarts } from '../../../search/completion.ts';
import { PATTERN_UNITS_MAX } from '../documents/mapping.ts';
import { startToken } from '../documents/product-documents.ts';
import { nearPattern } from './near-pattern.ts';

const PLACE = 'aB3';

/** Lucene's syntax of what is used here means the same in JavaScript. */
const matchesIn = (name: string, typed: ReturnType<typeof readTyped>): boolean => {
  const pattern = nearPattern(startToken(PLACE, ''), typed);
  if (pattern === undefined) return false;
  const whole = new RegExp(`^(?:${pattern})$`, 'su');
  return wordStarts(name).some((at) => whole.test(startToken(PLACE, name.slice(at))));
};

/** Few letters, so that words are often near each other. */
const letters = fc.constantFrom('a', 'b', 'c', ' ', 'a', 'é', '山');
const text = fc.string({ unit: letters, minLength: 4, maxLength: 14 });
const edited = fc
  .tuple(text, fc.nat({ max: 14 }), letters, fc.constantFrom('replace', 'insert', 'delete', 'swap', 'keep'))
  .map(([name, place, letter, how]) => {
    const at = Math.min(place, name.length - 1);
    const [before, own, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
    if (how === 'replace') return { name, term: before + letter + after };
    if (how === 'insert') return { name, term: before + letter + own + after };
    if (how === 'delete') return { name, term: before + after };
    return { name, term: how === 'keep' ? name : before + after.slice(0, 1) + own + after.slice(1) };
  });

test('the pattern of a text matches the names that are one edit away from it', { timeout: 300_000 }, () => {
  let near = 0;
  fc.assert(
    fc.property(fc.oneof(edited, fc.record({ name: text, term: text })), ({ name, term }) => {
      const typed = readTyped(term);
      const isNear = findNear(completable(name), typed) !== undefined;
      if (isNear) near += 1;
      assert.equal(matchesIn(completable(name), typed), isNear);
    }),
    { numRuns: runs(300, 20_000) },
  );
  assert.ok(near > 40, `only ${near} were near`);
});

test('the longest text that a name can hold has a pattern that the index accepts', {
  timeout: 300_000,
}, () => {
  for (const term of ['a'.repeat(NAME_UNITS_MAX + 2), 'abcd '.repeat(33)]) {
    const pattern = nearPattern(startToken('-'.repeat(17), ''), readTyped(term));
    assert.ok(pattern !== undefined && pattern.length < PATTERN_UNITS_MAX, String(pattern?.length));
  }
});

test('a text without a long word has none', { timeout: 300_000 }, () => {
  assert.equal(nearPattern('', readTyped('abc de f')), undefined);
});
