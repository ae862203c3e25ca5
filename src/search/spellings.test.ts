// Model numbers in any writing match each other, and what other spellings cost is bounded, whatever was typed and whatever the texts
// contain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs, testOnce } from '../../test/fixtures/long-runs.ts';
import { buildAnalyzer, QUERY_WORDS_MAX } from './analysis/analyze.ts';
import { addSpellings } from './spellings.ts';

/** What is looked up, and the spellings of each word, if texts have the words that pass the test. */
const spell = (text: string, isKnown: (surface: string) => boolean) => {
  const looked: string[] = [];
  const read = buildAnalyzer('en').readQuery(text);
  const phrases = addSpellings(read, 'en', [], undefined, (surface) => {
    looked.push(surface);
    return isKnown(surface);
  });
  const spellings = phrases.map((word) => word.phrases.map(({ stems }) => stems.join(' ')));
  return { looked, spellings };
};

const TERM_MAX = 1_000;
const fill = (write: (at: number) => string): string =>
  Array.from({ length: TERM_MAX }, (_, at) => write(at))
    .join('')
    .slice(0, TERM_MAX);

const hostile = [
  'a1'.repeat(TERM_MAX / 2),
  fill((at) => `a${at} `),
  fill((at) => `${at}a `),
  fill((at) => `a${at}b${at} `),
  fill((at) => `a${at}b${at}c${at}d${at} `),
  fill((at) => `${at % 9} ${'abcdefghij'.charAt(at % 10)} `),
  fill(() => '10 x '),
  fill(() => '3 in '),
  fill((at) => `a1b2c3d4 ${at} `),
  // 19 words, and hardly ever the same four of them.
  fill((at) => `${'123456789abcdefghij'.charAt(Number(31n ** BigInt(at) % 10_007n) % 19)} `),
];

const LOOKED_MAX = 16 * QUERY_WORDS_MAX;
const SPELLINGS_MAX = 64;

testOnce('a term of letters and digits costs a bounded number of lookups and spellings', () => {
  for (const text of hostile)
    for (const isKnown of [() => true, () => false, (surface: string) => surface.length < 4]) {
      const { looked, spellings } = spell(text, isKnown);
      assert.equal(new Set(looked).size, looked.length, 'nothing is looked up twice');
      assert.ok(looked.length <= LOOKED_MAX, `${text.slice(0, 20)}: ${looked.length}`);
      const most = Math.max(0, ...spellings.map(({ length }) => length));
      assert.ok(most <= SPELLINGS_MAX, `${text.slice(0, 20)}: ${most}`);
    }
});

testOnce('a spelling counts once, however often the words are typed', () => {
  assert.deepEqual(spell('10 x 10 x 10 x 10', (surface) => surface === '10x10').spellings, [
    ['10x10'],
    ['10x10'],
  ]);
});

testOnce('words that are split by themselves are not split again with their neighbours', () => {
  const known = new Set(['xj', '900', 'b', 'xm', '4', 'wh', '1000']);
  const of = (text: string) => spell(text, (surface) => known.has(surface)).spellings;
  assert.deepEqual(of('xj900 b'), [['xj 900'], []]);
  assert.deepEqual(of('wh1000 xm4'), [['wh 1000', 'wh 1000 xm 4'], ['wh 1000 xm 4']]);
  known.add('a').add('paper');
  assert.deepEqual(of('a4 paper'), []);
  assert.deepEqual(of('b4 b900 b1000'), [['b 4 b 900'], ['b 4 b 900', 'b 900 b 1000'], ['b 900 b 1000']]);
});

testOnce('an ordinal is not split, a model number that ends like one is', () => {
  const of = (text: string) => spell(text, () => true).spellings;
  assert.deepEqual(of('21st'), []);
  assert.ok(of('gl1800st')[0]?.includes('gl 1800 st'));
});

testOnce('numbers begin and end with words that are searched, not with stop words', () => {
  const known = new Set(['a5', '5a', 'a5x', '5xa', '5ax']);
  const of = (text: string) => spell(text, (surface) => known.has(surface)).spellings;
  for (const text of ['a 5', '5 a', 'a 5 x', '5 x a']) assert.deepEqual(of(text), [], text);
  assert.deepEqual(of('5 a x'), [['5ax'], ['5ax']]);
});

const letters = (minLength: number) =>
  fc.string({ unit: fc.constantFrom('k', 'q', 'x', 'z'), minLength, maxLength: 4 });
const digits = (minLength: number) =>
  fc.string({ unit: fc.constantFrom('1', '2', '9'), minLength, maxLength: 4 });

/** The pieces of a number, in two writings. */
const written = (pieces: fc.Arbitrary<readonly string[]>) =>
  pieces.chain((all) => {
    const marks = fc.array(fc.constantFrom('', '-', ' ', '/'), {
      minLength: all.length,
      maxLength: all.length,
    });
    const writing = marks.map((own) => all.map((piece, at) => (at === 0 ? '' : own[at]) + piece).join(''));
    return fc.tuple(writing, writing);
  });

const models = fc
  .tuple(fc.boolean(), fc.integer({ min: 2, max: 4 }))
  .chain(([startsWithDigits, length]) =>
    fc.tuple(
      ...Array.from({ length }, (_, at) => ((at % 2 === 0) === startsWithDigits ? digits(2) : letters(2))),
    ),
  );
const dimensions = fc.tuple(digits(1), fc.constantFrom('x', 'k'), digits(1));

test('each word of a model number or dimension matches a text with another writing of it', () => {
  fc.assert(
    fc.property(fc.oneof(written(models), written(dimensions)), ([text, term]) => {
      const { analyzeDocument, analyzeQuery } = buildAnalyzer('en');
      const held = new Set(analyzeDocument(text).map(({ stem }) => stem));
      const { spellings } = spell(term, (surface) => held.has(surface));
      for (const [at, { stem }] of analyzeQuery(term).entries()) {
        const ways = [stem, ...(spellings[at] ?? [])];
        assert.ok(
          ways.some((way) => way.split(' ').every((part) => held.has(part))),
          `${stem} of ${term} in ${text}`,
        );
      }
    }),
    { numRuns: runs(1_000, 20_000) },
  );
});
