// What is found wrong with the fields of a content model, fault by fault.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDataType } from './content-model.ts';
import { findModelFaults, type GivenModelField } from './model-faults.ts';
import { findPatternFault } from './pattern-faults.ts';

const field = (
  data_type: FieldDataType,
  validation: Readonly<Record<string, unknown>> = {},
  more: { name?: string; relation_type?: GivenModelField['relation_type']; component_id?: string } = {},
): GivenModelField => ({
  component_id: more.component_id ?? (data_type === 'component' ? 'c1' : ''),
  field_properties: { internal_name: more.name ?? 'x', data_type, validation },
  relation_type: more.relation_type ?? '',
});

const faultsOf = (...fields: GivenModelField[]): string[] =>
  findModelFaults(fields).map(({ fault, path }) =>
    `${fault} ${path}`.replaceAll('field_properties.validation', 'rules'),
  );

test('sound fields of every type have no fault', () => {
  const options = ['a', 2, { value: 'b', label: 'B' }];
  const sound = [
    field('text', { min_length: 0, max_length: 1, pattern: 'a', unique: true }),
    field('rich_text', { min_length: 3, max_length: 3 }),
    field('number', { min: -1.5, max: -1.5, integer: true, unique: false }),
    field('currency', { min: 0 }),
    field('boolean'),
    field('date', { min: '2026-01-01', max: '2026-01-01T00:00:00Z' }),
    field('select', { options, unique: true }),
    field('multi_select', { options, min_items: 3, max_items: 100 }),
    field('media', { media_types: ['image/webp'], max_bytes: 5_000 }),
    field('json'),
    field('relation', { models: ['blog'], max_items: 3 }, { relation_type: 'many_to_many' }),
    field('relation', { models: [] }),
    field('component', { min_items: 1 }),
    field('text', { max_length: null, pattern: null }),
  ].map((each, index) => ({
    ...each,
    field_properties: { ...each.field_properties, internal_name: `f${index}` },
  }));
  assert.deepEqual(faultsOf(...sound), []);
  for (const name of ['title', 'page_slug', 'summary', 'body', 'image_url']) {
    assert.deepEqual(faultsOf(field('text', {}, { name })), [], name);
  }
});

const faulty: readonly (readonly [GivenModelField, ...string[]])[] = [
  [field('number', { min: 2, max: 1 }), 'conflicting 0.rules.min'],
  [field('text', { min_length: 2, max_length: 1 }), 'conflicting 0.rules.min_length'],
  [field('relation', { min_items: 2, max_items: 1 }), 'conflicting 0.rules.min_items'],
  [field('date', { min: '2026-01-02', max: '2026-01-01T23:00:00Z' }), 'conflicting 0.rules.min'],
  [field('text', { max_lenght: 5 }), 'unknown_field 0.rules.max_lenght'],
  [field('number', { max_length: 5 }), 'unknown_field 0.rules.max_length'],
  [field('boolean', { unique: true }), 'unknown_field 0.rules.unique'],
  [field('text', { constructor: 5 }), 'unknown_field 0.rules.constructor'],
  [field('text', { max_length: '5' }), 'wrong_type 0.rules.max_length'],
  [field('text', { max_length: 0 }), 'wrong_type 0.rules.max_length'],
  [
    field('text', { min_length: 1.5, pattern: 7 }),
    'wrong_type 0.rules.min_length',
    'wrong_type 0.rules.pattern',
  ],
  [field('text', { unique: 'yes' }), 'wrong_type 0.rules.unique'],
  [field('number', { min: '1' }), 'wrong_type 0.rules.min'],
  [field('date', { min: 'soon' }), 'wrong_type 0.rules.min'],
  [field('relation', { models: 'blog' }), 'wrong_type 0.rules.models'],
  [field('select'), 'too_few 0.rules.options'],
  [field('multi_select', { options: [] }), 'too_few 0.rules.options'],
  [field('select', { options: 'a,b' }), 'wrong_type 0.rules.options'],
  [
    field('select', { options: ['a', '', {}, 'a'] }),
    'wrong_type 0.rules.options.1',
    'wrong_type 0.rules.options.2',
    'repeated 0.rules.options.3',
  ],
  [field('multi_select', { options: ['a'], min_items: 2 }), 'conflicting 0.rules.min_items'],
  [field('component', { min_items: 101 }), 'out_of_range 0.rules.min_items'],
  [field('number', {}, { name: 'title' }), 'not_allowed 0.field_properties.data_type'],
  [field('relation', {}, { name: 'body' }), 'not_allowed 0.field_properties.data_type'],
  [field('text', {}, { relation_type: 'one_to_one' }), 'not_allowed 0.relation_type'],
  [field('component', {}, { component_id: '' }), 'blank_value 0.component_id'],
  [field('text', {}, { name: '__proto__' }), 'not_allowed 0.field_properties.internal_name'],
  [field('text', {}, { name: ' ' }), 'blank_value 0.field_properties.internal_name'],
];

test('every fault is told by its name', () => {
  for (const [given, ...expected] of faulty)
    assert.deepEqual(faultsOf(given), expected, JSON.stringify(given));
});

test('faults of several fields are told together, and a name counts once', () => {
  assert.deepEqual(faultsOf(field('text'), field('number', { min: 2, max: 1 }), field('select')), [
    'repeated 1.field_properties.internal_name',
    'conflicting 1.rules.min',
    'repeated 2.field_properties.internal_name',
    'too_few 2.rules.options',
  ]);
});

test('what is no rule of a type is refused with those that are', () => {
  const [first] = findModelFaults([field('text', { max_lenght: 5 })]);
  assert.equal(
    first?.message,
    'is not a rule for text; its rules are min_length, max_length, pattern, unique',
  );
  const [second] = findModelFaults([field('json', { min: 5 })]);
  assert.equal(second?.message, 'is not a rule for json, which has none');
});

test('a pattern that cannot be run is a fault', () => {
  const faultOf = (pattern: unknown) => findPatternFault(field('text', { pattern }), 3)?.fault;
  assert.deepEqual(
    ['^a+$', '', undefined, 7, '(', '(?=a)', '(a)\\1', 'x'.repeat(1_001), '(a{100}){100}'].map(faultOf),
    [
      undefined,
      undefined,
      undefined,
      undefined,
      'malformed',
      'malformed',
      'malformed',
      'too_long',
      'too_long',
    ],
  );
  const fault = findPatternFault(field('text', { pattern: '(' }), 3);
  assert.equal(fault?.path, '3.field_properties.validation.pattern');
});
