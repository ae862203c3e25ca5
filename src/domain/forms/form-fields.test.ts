// Answers against fields: each type by table, every fault at once, and never an exception whatever is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import type { FormField, FormFieldType } from './form.ts';
import { readAnswers } from './form-fields.ts';

const field = (type: FormFieldType, more: Partial<FormField> = {}): FormField => ({
  name: 'f',
  label: 'F',
  type,
  isRequired: false,
  options: [
    { value: 's', label: 'Small' },
    { value: 'L', label: '' },
  ],
  validation: {},
  helpText: '',
  position: 0,
  localized: {},
  ...more,
});

const read = (one: FormField, value: unknown) => readAnswers([one], { f: value }, () => false);

const taken: readonly [FormFieldType, unknown, unknown][] = [
  ['text', ' Ada ', 'Ada'],
  ['text', 'x'.repeat(1_000), 'x'.repeat(1_000)],
  ['textarea', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree\n'],
  ['email', ' Ada.L+x@mail.example.com ', 'Ada.L+x@mail.example.com'],
  ['email', "o'neil@xn--bcher-kva.example", "o'neil@xn--bcher-kva.example"],
  ['email', 'jürgen@bücher.example', 'jürgen@bücher.example'],
  ['url', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['url', 'http://localhost:3000', 'http://localhost:3000'],
  ['tel', '+49 (0) 30 / 123-45', '+49 (0) 30 / 123-45'],
  ['tel', '112', '112'],
  ['number', 4.5, 4.5],
  ['number', '-4.50', -4.5],
  ['number', '1e3', 1000],
  ['number', -0, 0],
  ['date', '2024-02-29', '2024-02-29'],
  ['select', 's', 's'],
  ['multi_select', 'L', ['L']],
  ['multi_select', ['s', 'L', 's', ''], ['s', 'L']],
  ['checkbox', true, true],
  ['checkbox', false, false],
  ['checkbox', 'on', true],
  ['checkbox', 'FALSE', false],
];

for (const [type, value, expected] of taken) {
  test(`${type} takes ${JSON.stringify(value)?.slice(0, 40)}`, async () => {
    const { answers, errors } = await read(field(type), value);
    assert.deepEqual([answers, errors.first], [{ f: expected }, []]);
  });
}

const refused: readonly [FormFieldType, unknown, string][] = [
  ['text', 5, 'wrong_type'],
  ['text', true, 'wrong_type'],
  ['text', {}, 'wrong_type'],
  ['text', ['a', 'b'], 'wrong_type'],
  ['text', 'a\nBcc: everyone@example.com', 'invalid_character'],
  ['text', 'a\0b', 'invalid_character'],
  ['textarea', 'a\ud800', 'invalid_character'],
  ['text', 'x'.repeat(1_001), 'too_long'],
  ['textarea', 'x'.repeat(10_001), 'too_long'],
  ['email', 'ada', 'malformed'],
  ['email', 'ada@example', 'malformed'],
  ['email', 'a b@example.com', 'malformed'],
  ['email', 'ada@-a.example', 'malformed'],
  ['email', 'ada@example..com', 'malformed'],
  ['email', '<ada@example.com>', 'malformed'],
  ['email', 'a@example.com,b@example.com', 'malformed'],
  ['email', `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`, 'malformed'],
  ['email', 'ada@example.com\r\nBcc: b@example.com', 'invalid_character'],
  ['url', 'javascript:alert(1)', 'malformed'],
  ['url', 'data:text/html,x', 'malformed'],
  ['url', '//example.com', 'malformed'],
  ['url', 'https://a b', 'malformed'],
  ['tel', 'call me', 'malformed'],
  ['tel', '+', 'malformed'],
  ['tel', '1'.repeat(41), 'malformed'],
  ['number', '1,5', 'malformed'],
  ['number', '0x10', 'malformed'],
  ['number', 'Infinity', 'malformed'],
  ['number', '1e999', 'malformed'],
  ['number', Number.NaN, 'malformed'],
  ['number', true, 'wrong_type'],
  ['date', '2026-02-30', 'malformed'],
  ['date', '2026-1-1', 'malformed'],
  ['date', '2026-01-01T00:00', 'malformed'],
  ['select', 'S', 'not_allowed'],
  ['select', 'Small', 'not_allowed'],
  ['select', ['s'], 'wrong_type'],
  ['multi_select', ['s', 'x'], 'not_allowed'],
  ['multi_select', [['s']], 'wrong_type'],
  ['checkbox', 'maybe', 'wrong_type'],
  ['checkbox', 1, 'wrong_type'],
];

for (const [type, value, code] of refused) {
  test(`${type} refuses ${JSON.stringify(value)?.slice(0, 40)}`, async () => {
    const { errors } = await read(field(type), value);
    assert.deepEqual(
      errors.first.map((error) => [error.field, error.code]),
      [['f', code]],
    );
    assert.match(errors.first[0]?.message ?? '', /^f /);
  });
}

test('the rules of a field bound its answer', async () => {
  const codeOf = async (type: FormFieldType, validation: FormField['validation'], value: unknown) =>
    (await read(field(type, { validation }), value)).errors.first[0]?.code;
  assert.equal(await codeOf('text', { minLength: 3 }, 'ab'), 'too_short');
  assert.equal(await codeOf('text', { minLength: 3 }, '😀😀😀'), undefined);
  assert.equal(await codeOf('text', { maxLength: 2 }, '😀😀'), undefined);
  assert.equal(await codeOf('text', { maxLength: 2 }, 'abc'), 'too_long');
  assert.equal(await codeOf('text', { maxLength: 5_000 }, 'x'.repeat(4_000)), undefined);
  assert.equal(await codeOf('text', { pattern: '[A-Z]{2}\\d+|none' }, 'AB12'), undefined);
  assert.equal(await codeOf('text', { pattern: '[A-Z]{2}\\d+|none' }, 'xAB12'), 'malformed');
  assert.equal(await codeOf('text', { pattern: '[A-Z]{2}\\d+|none' }, 'nonesuch'), 'malformed');
  assert.equal(await codeOf('email', { pattern: '.*@example\\.com' }, 'a@example.org'), 'malformed');
  assert.equal(await codeOf('number', { min: 1, max: 3 }, '3'), undefined);
  assert.equal(await codeOf('number', { min: 1 }, 0.5), 'out_of_range');
  assert.equal(await codeOf('number', { max: 3 }, '3.01'), 'out_of_range');
  assert.equal(await codeOf('date', { min: '2026-01-01', max: '2026-12-31' }, '2026-12-31'), undefined);
  assert.equal(await codeOf('date', { min: '2026-01-01' }, '2025-12-31'), 'out_of_range');
  assert.equal(await codeOf('date', { max: '2026-12-31' }, '2027-01-01'), 'out_of_range');
});

test('a pattern that would take another engine for ever takes no time, and one that cannot be used refuses nobody', async () => {
  const slow = field('textarea', { validation: { pattern: '(a+)+$' } });
  assert.equal((await read(slow, `${'a'.repeat(5_000)}!`)).errors.first[0]?.code, 'malformed');
  assert.equal((await read(field('text', { validation: { pattern: 'a)|(b' } }), 'x')).errors.count, 0);
});

test('blank is unanswered: absent where that is allowed, a fault where it is not', async () => {
  const required = field('text', { isRequired: true });
  for (const blank of [undefined, null, '', ' \t', [], [' ', null]]) {
    const { answers, errors } = await read(field('multi_select'), blank);
    assert.deepEqual([answers, errors.count], [{}, 0]);
    assert.deepEqual((await read(required, blank)).errors.first, [
      { field: 'f', code: 'missing', message: 'f is required' },
    ]);
  }
  assert.equal((await read(field('checkbox', { isRequired: true }), 'off')).errors.first[0]?.code, 'missing');
  assert.deepEqual(
    (await readAnswers([required], Object.create({ f: 'inherited' }), () => false)).answers,
    {},
  );
});

test('every fault is told at once, in the order of the fields, unknown ones last and shown harmlessly', async () => {
  const fields = [
    field('email', { name: 'email', isRequired: true }),
    field('text', { name: 'name' }),
    field('number', { name: 'age' }),
  ];
  const given = { zeta: '', 'x\n\u202e\ud800': 1, age: 'old', name: 'Ada', __proto__: 1, _stamp: 's' };
  const { answers, errors } = await readAnswers(fields, given, (name) => name === '_stamp');
  assert.deepEqual(answers, { name: 'Ada' });
  assert.deepEqual(
    errors.first.map((error) => `${error.code}:${error.field}`),
    ['missing:email', 'malformed:age', 'unknown_field:zeta', 'unknown_field:x??\uFFFD'],
  );
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`n${index}${'x'.repeat(99)}`, 1]),
  );
  const unknown = (await readAnswers([], many, () => false)).errors;
  assert.deepEqual([unknown.first.length, unknown.count], [100, 300]);
  assert.ok(unknown.first.every((error) => error.field.length <= 64));
  assert.equal((await readAnswers([], JSON.parse('{"__proto__":1}'), () => false)).errors.count, 1);
});

test('whatever is sent, an answer is of its type or a fault is told', async () => {
  const types = Object.keys({
    text: 0,
    textarea: 0,
    email: 0,
    url: 0,
    tel: 0,
    number: 0,
    date: 0,
    select: 0,
    multi_select: 0,
    checkbox: 0,
  });
  const fields = types.map((type) => field(type as FormFieldType, { name: type }));
  const value = fc.oneof(fc.jsonValue(), fc.string({ unit: anyCharacter }), fc.array(fc.string()));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...types, 'other'), value), async (given) => {
      const { answers, errors } = await readAnswers(fields, given, () => false);
      for (const name of Object.keys(given)) {
        const isKept = Object.hasOwn(answers, name);
        const isFault = errors.first.some((error) => error.field === name);
        assert.ok(!(isKept && isFault));
      }
      assert.deepEqual(JSON.parse(JSON.stringify(answers)), { ...answers });
      assert.equal((await readAnswers(fields, answers, () => false)).errors.count, 0);
    }),
  );
});

test('lists in lists are no answer of any field, however deep they go', async () => {
  const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
  for (const type of ['text', 'number', 'select', 'multi_select', 'checkbox'] as const) {
    assert.equal((await read(field(type), deep)).errors.count, 1, type);
  }
});

test('long answers to patterns of many states together cost no more than a bound', async () => {
  const pattern = '[a-z]*(?:[a-z]?){400}';
  const fields = Array.from({ length: 3 }, (_, index) =>
    field('textarea', { name: `f${index}`, validation: { pattern } }),
  );
  const given = Object.fromEntries(fields.map(({ name }) => [name, 'a'.repeat(5_000)]));
  const { answers, errors } = await readAnswers(fields, given, () => false);
  assert.deepEqual(Object.keys(answers), ['f0']);
  assert.deepEqual(
    errors.first.map(({ field: name, code }) => [name, code]),
    [
      ['f1', 'too_long'],
      ['f2', 'too_long'],
    ],
  );
});
