// Patterns of models: the same results as the language's own engine, and never a long time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { unbounded } from '../limits/request-budget.ts';
import { compilePattern, matchesInSteps } from './linear-pattern.ts';

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

/** V8 finds `\B` inside a surrogate pair too, where a text of code points has no position. */
const isComparable = (source: string, text: string): boolean =>
  !(source.includes('\\B') && text.includes('😀'));

const BACKTRACKING_MAX_MS = 100;
const backtracking = new Script('expression.test(text)');
const asked: { expression?: RegExp; text?: string } = {};
createContext(asked);

/** What RegExp says; undefined if it takes too long: eight characters can keep it busy for minutes. */
const matchesByRegExp = (expression: RegExp, text: string): boolean | undefined => {
  Object.assign(asked, { expression, text });
  try {
    return backtracking.runInContext(asked, { timeout: BACKTRACKING_MAX_MS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
};

test('it matches as RegExp does', () => {
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
      for (const text of texts) {
        if (!isComparable(source, text)) continue;
        const expected = matchesByRegExp(expression, text);
        if (expected !== undefined) assert.equal(compiled.matches(text), expected, `${source} on ${text}`);
      }
    }),
    { numRuns: 400 },
  );
});

test('patterns that make a backtracking engine hang come to an end', () => {
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

test('in steps of any size, and with others in between, it matches the same', () => {
  const subjects = fc.array(subject, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(pattern, subjects, fc.integer({ min: 1, max: 400 }), (source, texts, units) => {
      const compiled = compilePattern(source);
      if (compiled === undefined) return;
      const runs = texts.map((text) => ({ text, run: compiled.start(text), found: undefined as unknown }));
      while (runs.some(({ found }) => found === undefined)) {
        for (const each of runs) each.found ??= each.run.advance(units);
      }
      const expression = new RegExp(source, 'u');
      for (const { text, found } of runs) {
        if (!isComparable(source, text)) continue;
        const expected = matchesByRegExp(expression, text);
        if (expected !== undefined) assert.equal(found, expected, `${source} on ${text}`);
      }
    }),
    { numRuns: 400 },
  );
});

test('a pattern that keeps leading to new sets of states is followed all the same, and again', () => {
  const source = '[ab]*a[ab]{12}c';
  const expression = new RegExp(source, 'u');
  const compiled = compilePattern(source);
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 100, maxLength: 400 });
  fc.assert(
    fc.property(text, fc.boolean(), (start, hasEnd) => {
      const whole = hasEnd ? `${start}c` : start;
      assert.equal(compiled?.matches(whole), expression.test(whole));
    }),
    { numRuns: 200 },
  );
});

test('runs of one pattern do not disturb each other, also when there is no more room to remember', () => {
  const compiled = compilePattern('[ab]*a[ab]{12}c');
  const expression = /[ab]*a[ab]{12}c/u;
  let seed = 1;
  const letter = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 3 === 0 ? 'a' : 'b';
  };
  const runs = Array.from({ length: 20 }, () => {
    const text = `${Array.from({ length: 1_500 }, letter).join('')}c`;
    return { text, run: compiled?.start(text), found: undefined as boolean | undefined };
  });
  while (runs.some(({ found }) => found === undefined)) {
    for (const each of runs) each.found ??= each.run?.advance(300);
  }
  assert.deepEqual(
    runs.map(({ found }) => found),
    runs.map(({ text }) => expression.test(text)),
  );
  assert.equal(new Set(runs.map(({ found }) => found)).size, 2);
});

test('any number of different characters is told apart', () => {
  const all = Array.from({ length: 30_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  assert.equal(compilePattern('^[^\\d]*$')?.matches(all), true);
  assert.equal(compilePattern('\\d')?.matches(all), false);
  assert.equal(compilePattern('\u{9fa5}.x$')?.matches(`${all}\u{9fa5}yx`), true);
});

test('another thread matches a long text, if there is one', async () => {
  const pattern = compilePattern('^a+$');
  assert.ok(pattern);
  const asked: string[] = [];
  const aside = (result: Promise<boolean | undefined> | undefined) => ({
    ...unbounded,
    matchAside: (source: string, text: string) => {
      asked.push(`${source} ${text.length}`);
      return result;
    },
  });
  const [short, long] = ['a'.repeat(9_999), 'a'.repeat(10_000)];
  assert.equal(await matchesInSteps(pattern, short, aside(Promise.resolve(false))), true);
  assert.equal(await matchesInSteps(pattern, long, aside(Promise.resolve(false))), false);
  assert.equal(await matchesInSteps(pattern, long, aside(undefined)), true);
  assert.equal(await matchesInSteps(pattern, long, aside(Promise.resolve(undefined))), true);
  assert.equal(await matchesInSteps(pattern, long, unbounded), true);
  assert.deepEqual(asked, Array(3).fill('^a+$ 10000'));
});

test('nothing is sent to another thread that the budget has no room for, and no permit is held meanwhile', async () => {
  const pattern = compilePattern('^a+$');
  assert.ok(pattern);
  const done: string[] = [];
  const matchWithin = (units: number) => {
    const notes = meterWith({ units });
    return notes.meter.run(
      { tenantId: 'acme', workspaceId: 'web' },
      { units, part: 'list', advice: '' },
      (budget) =>
        matchesInSteps(pattern, 'a'.repeat(10_000), {
          ...budget,
          releasePermit: () => done.push('released'),
          matchAside: async () => {
            done.push('sent');
            return true;
          },
        }),
    );
  };
  await assert.rejects(matchWithin(10_000), failure(400, 'InvalidInput', 'too_much:list'));
  assert.deepEqual(done, []);
  assert.equal(await matchWithin(100_000), true);
  assert.deepEqual(done, ['sent', 'released']);
});

test('a long text is matched in small steps, with a chance for others between each two', async () => {
  const text = `${'a'.repeat(100_000)}!`;
  for (const source of ['^(([a-z])+.)+[A-Z]([a-z])+$', '^(a+)+$', '(.*a){20}$', '[ab]*a[ab]{12}x']) {
    const compiled = compilePattern(source);
    assert.ok(compiled !== undefined);
    const notes = meterWith();
    const allowance = { units: Number.POSITIVE_INFINITY, part: 'x', advice: '' };
    const found = await notes.meter.run({ tenantId: 't', workspaceId: 'w' }, allowance, (budget) =>
      matchesInSteps(compiled, text, budget),
    );
    assert.equal(found, false, source);
    assert.ok(notes.pauses >= 5 && notes.longest <= 200_000, `${source}: ${notes.pauses}, ${notes.longest}`);
  }
});
