// Patterns of models: the same answers as the language's own engine gives, and never a long time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePattern } from './linear-pattern.ts';

const atom = fc.constantFrom(
  'a',
  'b',
  'c',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '[ab]',
  '[^a]',
  '[a-c1-3]',
  '[\\]x]',
  '\\.',
  '\\p{L}',
  '\\u0061',
  '\\u{1F600}',
  '\\uD83D\\uDE00',
  '\\x62',
  '\\/',
  'x',
  '^',
  '$',
  '\\b',
  '\\B',
);
const isAssertion = (text: string): boolean => /^(?:\^|\$|\\b|\\B)$/u.test(text);

const repeated = fc
  .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{2,3}?'))
  .map(([one, quantifier]) => (isAssertion(one) ? one : one + quantifier));

const choiceOf = (term: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(
      fc.array(term, { maxLength: 3 }).map((terms) => terms.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((options) => options.join('|'));

const groupOf = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('(', '(?:'), inner, fc.constantFrom('', '*', '+', '?', '{0,2}', '{2}'))
    .map(([open, text, quantifier]) => `${open}${text})${quantifier}`);

const pattern = choiceOf(
  fc.oneof(repeated, groupOf(choiceOf(fc.oneof(repeated, groupOf(choiceOf(repeated)))))),
);

const subject = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.', ']', '😀', 'é', '\n'),
  maxLength: 8,
});

test('it answers as RegExp does', () => {
  fc.assert(
    fc.property(pattern, fc.array(subject, { maxLength: 5 }), (source, texts) => {
      let expression: RegExp;
      try {
        expression = new RegExp(source, 'u');
      } catch {
        assert.equal(compilePattern(source), undefined);
        return;
      }
      const compiled = compilePattern(source);
      assert.ok(compiled !== undefined, source);
      for (const text of texts)
        assert.equal(compiled.matches(text), expression.test(text), `${source} on ${text}`);
    }),
    { numRuns: 400 },
  );
});

test('patterns that make a backtracking engine hang are answered', () => {
  const long = `${'a'.repeat(2_000)}!`;
  for (const source of [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^a*a*a*a*a*a*a*$',
    '(.*a){20}$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ]) {
    const compiled = compilePattern(source);
    assert.ok(compiled !== undefined, source);
    assert.equal(compiled.matches(long), false, source);
    assert.ok(compiled.stepsFor(long.length) < 500_000, source);
  }
});

test('what cannot be matched in linear time, or is no pattern, is not supported', () => {
  const refused = [
    '(',
    '[',
    'a**',
    '\\',
    '(?=a)',
    '(?!a)b',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(?i:a)',
  ];
  for (const source of refused) assert.equal(compilePattern(source), undefined, source);
  assert.equal(compilePattern('a'.repeat(1_001)), undefined);
  assert.equal(compilePattern('(a{100}){100}'), undefined);
  assert.equal(compilePattern('((((a{9}){9}){9}){9}){9}'), undefined);
  assert.equal(compilePattern('^(?<day>\\d+)$')?.matches('12'), true);
  assert.equal(compilePattern('(?:){100000}x')?.matches('x'), true);
  assert.equal(compilePattern('(?:){0,100000}x')?.matches('y'), false);
});
