// What of a search is kept, and how the list is ranked. What looks personal never gets past here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rankTerms, recordableTerm, type TermDay } from './popular-terms.ts';

test('a term is trimmed, its white space folded, and lower-cased', () => {
  assert.equal(recordableTerm('  Red \t\n SHOE\u00a0 '), 'red shoe');
  assert.equal(recordableTerm('ÉTÉ'), 'été');
  assert.equal(recordableTerm('e\u0301te\u0301'), 'été');
  assert.equal(recordableTerm(' \n'), undefined);
  assert.equal(recordableTerm('x'.repeat(200)), 'x'.repeat(200));
  assert.equal(recordableTerm('x'.repeat(201)), undefined);
});

test('a recorded term is recorded as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const term = recordableTerm(text);
      if (term !== undefined) assert.equal(recordableTerm(term), term);
    }),
  );
});

test('an e-mail address is never recorded', () => {
  for (const text of [
    'jo@example.com',
    'write to Jo.Doe+shop@mail.example.co.uk please',
    'jo＠example.com',
    'jo@bücher.example',
  ]) {
    assert.equal(recordableTerm(text), undefined, text);
  }
});

test('a phone or card number is never recorded, however it is written', () => {
  for (const text of [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111_1111_1111_1111',
    '4111–1111–1111–1111',
    '+49 (0)170 / 123 45 67',
    '(555) 123-4567',
    '555.1234567',
    'call 5551234',
    'tel5551234567',
    'order for +1-202-555-0143 now',
    '４１１１１１１１１１１１１１１１',
    '٠١٧٠١٢٣٤٥٦٧',
    '5 5 5 1 2 3 4 5',
  ]) {
    assert.equal(recordableTerm(text), undefined, text);
  }
});

test('any number of seven digits or more is never recorded, whatever separates and surrounds it', () => {
  const digits = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.constantFrom('', ' ', '-', '.', '/', ') (', '–')), {
    minLength: 7,
    maxLength: 19,
  });
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom('', '+', 'tel ', 'no:'),
      fc.constantFrom('', ' please'),
      (all, before, after) => {
        const number = all.map(([digit, separator]) => `${digit}${separator}`).join('');
        assert.equal(recordableTerm(before + number + after), undefined);
      },
    ),
  );
});

test('model numbers, sizes and years are recorded', () => {
  for (const text of [
    'gtx 1080',
    '2x4 lumber',
    'rtx 3080 ti 12gb',
    'wh-1000xm4',
    'iphone 15',
    '205/55 r16',
    '100x200 cm mattress',
    'levis 501 w32 l34',
    'calendar 2026',
    'a4 80 g/m2',
    '@home',
    'c++ & c#',
  ]) {
    assert.equal(recordableTerm(text), text);
  }
});

const now = Date.parse('2026-06-30T13:00:00Z');
const dayBefore = (days: number): string => new Date(now - days * 86_400_000).toISOString().slice(0, 10);
const rank = (days: readonly (readonly [term: string, age: number, visitors: number])[], minVisitors = 1) => {
  const totals = new Map<string, number>();
  for (const [term, , visitors] of days) totals.set(term, (totals.get(term) ?? 0) + visitors);
  return rankTerms(
    days.map(([term, age, visitors]) => ({ term, day: dayBefore(age), visitors })),
    [...totals].map(([term, visitors]) => ({ term, visitors })),
    { now, minVisitors },
  );
};

test('visitors per day are summed and halved for every seven days of age', () => {
  assert.deepEqual(
    rank([
      ['old', 7, 10],
      ['new', 0, 6],
    ]),
    ['new', 'old'],
  );
  assert.deepEqual(
    rank([
      ['old', 7, 13],
      ['new', 0, 6],
    ]),
    ['old', 'new'],
  );
  assert.deepEqual(
    rank([
      ['often', 0, 2],
      ['often', 7, 4],
      ['once', 0, 3],
    ]),
    ['often', 'once'],
  );
  assert.deepEqual(
    rank([
      ['b', 7, 4],
      ['a', 0, 2],
    ]),
    ['a', 'b'],
    'ties go by term',
  );
  assert.deepEqual(
    rank([
      ['b', 0, 2],
      ['a', 14, 8],
    ]),
    ['a', 'b'],
  );
});

test('ninety days count, today being the first; the future does not', () => {
  assert.deepEqual(
    rank([
      ['today', 0, 1],
      ['oldest', 89, 1],
      ['gone', 90, 50],
      ['ahead', -1, 50],
    ]),
    ['today', 'oldest'],
  );
});

test('terms of too few visitors are left out, however recent', () => {
  assert.deepEqual(
    rank(
      [
        ['one', 0, 1],
        ['two', 60, 1],
        ['two', 61, 1],
      ],
      2,
    ),
    ['two'],
  );
  assert.deepEqual(
    rankTerms([{ term: 'x', day: dayBefore(0), visitors: 5 }], [], { now, minVisitors: 1 }),
    [],
  );
});

test('the list does not depend on the order of its data, and names each term once', () => {
  const day: fc.Arbitrary<TermDay> = fc.record({
    term: fc.constantFrom('a', 'b', 'c', 'd'),
    day: fc.integer({ min: 0, max: 100 }).map(dayBefore),
    visitors: fc.integer({ min: 1, max: 9 }),
  });
  const days = fc.uniqueArray(day, { selector: ({ term, day: on }) => `${term} ${on}`, maxLength: 20 });
  fc.assert(
    fc.property(days, fc.nat(), (all, seed) => {
      const totals = ['a', 'b', 'c', 'd'].map((term) => ({ term, visitors: 3 }));
      const options = { now, minVisitors: 2 };
      const list = rankTerms(all, totals, options);
      const turned =
        all.length === 0 ? [] : [...all.slice(seed % all.length), ...all.slice(0, seed % all.length)];
      assert.deepEqual(rankTerms(turned.reverse(), totals, options), list);
      assert.equal(new Set(list).size, list.length);
    }),
  );
});
