// What is wrong with the fields of a form, told with the place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFormFaults, type GivenField } from './form-faults.ts';

const field = (type: string, more: Partial<GivenField> = {}): GivenField => ({
  name: 'f',
  type,
  options: [],
  validation: {},
  ...more,
});

const faultsOf = (...fields: GivenField[]): string[] =>
  findFormFaults(fields).map(({ fault, path }) => `${fault}:${path}`);

test('what can be answered is no fault', () => {
  assert.deepEqual(faultsOf(), []);
  assert.deepEqual(
    faultsOf(
      field('text', { validation: { min_length: 1, max_length: 1, pattern: '[A-Z]+' } }),
      field('number', { name: 'n', validation: { min: -1, max: -1 } }),
      field('date', { name: 'd', validation: { min: '2026-01-01', max: '2026-01-02' } }),
      field('select', { name: 's', options: [{ value: 'a' }, { value: 'A' }] }),
    ),
    [],
  );
});

const faulty: readonly [GivenField, string][] = [
  [field('text', { validation: { min_length: 2, max_length: 1 } }), 'conflicting:0.validation'],
  [field('text', { validation: { pattern: '(' } }), 'malformed:0.validation.pattern'],
  [field('text', { validation: { pattern: 'a)|(b' } }), 'malformed:0.validation.pattern'],
  [field('text', { validation: { pattern: '(?=a)' } }), 'malformed:0.validation.pattern'],
  [field('text', { validation: { min: 1 } }), 'not_allowed:0.validation'],
  [field('number', { validation: { max_length: 1 } }), 'not_allowed:0.validation'],
  [field('number', { validation: { min: '1' } }), 'not_allowed:0.validation'],
  [field('number', { validation: { min: 2, max: 1 } }), 'conflicting:0.validation'],
  [field('date', { validation: { min: 1 } }), 'not_allowed:0.validation'],
  [field('date', { validation: { max: '2026-02-30' } }), 'not_allowed:0.validation'],
  [field('date', { validation: { min: '2026-01-02', max: '2026-01-01' } }), 'conflicting:0.validation'],
  [field('select'), 'too_few:0.options'],
  [field('multi_select', { options: [{ value: 'a' }, { value: 'a' }] }), 'repeated:0.options'],
  [field('checkbox', { options: [{ value: 'a' }] }), 'not_allowed:0.options'],
  [
    field('select', { options: Array.from({ length: 501 }, (_, index) => ({ value: String(index) })) }),
    'too_many:0.options',
  ],
];

for (const [given, fault] of faulty) {
  test(`${fault} of ${JSON.stringify(given).slice(0, 90)}`, () => assert.deepEqual(faultsOf(given), [fault]));
}

test('names are each other’s only once, and fields are not without end', () => {
  assert.deepEqual(faultsOf(field('text'), field('email')), ['repeated:1.name']);
  const many = Array.from({ length: 101 }, (_, index) => field('text', { name: `f${index}` }));
  assert.deepEqual(faultsOf(...many), ['too_many:']);
});
