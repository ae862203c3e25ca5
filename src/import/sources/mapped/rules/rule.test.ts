// Single rules of a mapping: what they make of a row, and what they refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MappingFaults } from '../mapping-faults.ts';
import { readSkipRules } from '../skip-rules.ts';
import { RowValues, ValueFault } from '../values/row-values.ts';
import { type RuleShape, readRule } from './rule.ts';

const row = {
  ...{ a: 'x', b: 'y', list: 'p; ;q;r', items: ['k', '', null, 'l'], zero: '0', one: '1', empty: '' },
  ...{ at: '2026-07-01 12:00', html: '<p>&nbsp;</p>', id: '5f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11' },
};

const read = (written: unknown, type: RuleShape['type'] = 'text', more: Partial<RuleShape> = {}): unknown => {
  const faults = new MappingFaults();
  const rule = readRule(written, 'rule', { type, ...more }, faults);
  assert.deepEqual(faults.list, []);
  return rule?.read(new RowValues(row));
};

const faultsOf = (written: unknown, type: RuleShape['type'] = 'text'): string => {
  const faults = new MappingFaults();
  readRule(written, 'rule', { type }, faults);
  return faults.list.join('\n');
};

test('each rule makes of a row what it says', () => {
  const list = { isList: true } as const;
  for (const [expected, written, type, more] of [
    ['p-q-r', { from: 'list', split: ';', with: '-' }],
    [['p', 'q', 'r'], { from: 'list', split: ';' }, 'text', list],
    ['r', { from: 'list', split: ';', item: -1 }],
    ['q', { from: 'list', split: ';', item: 1 }],
    ['x', { from: 'a', item: -1 }],
    [undefined, { from: 'a', item: 1 }],
    [['k', 'l'], 'items', 'text', list],
    ['Eks', { from: 'a', values: { x: 'Eks' } }],
    ['y', { from: 'b', values: { x: 'Eks' } }],
    ['none', { from: 'html', html: 'text', default: 'none' }],
    ['none', { from: 'empty', default: 'none' }],
    [false, { from: 'zero', boolean: 'positive' }, 'boolean'],
    [true, { from: 'one', boolean: 'positive' }, 'boolean'],
    [row.id, 'id', 'uuid'],
    ['2026-07-01T10:00:00.000Z', { from: 'at', date: 'yyyy-MM-dd HH:mm', zone: 'Europe/Berlin' }, 'time'],
    ['2026-07-01T14:30:00.000Z', { from: 'at', date: 'yyyy-MM-dd HH:mm', zone: '-02:30' }, 'time'],
    ['2026-07-01T12:00:00.000Z', { from: 'at', date: 'yyyy-MM-dd HH:mm' }, 'time'],
    // Set back: the first of two. Set forward: moved by the gap.
    ['2026-10-25T00:30:00.000Z', { value: '2026-10-25T02:30:00', zone: 'Europe/Berlin' }, 'time'],
    ['2026-03-29T01:30:00.000Z', { value: '2026-03-29T02:30:00', zone: 'Europe/Berlin' }, 'time'],
    ['x and y', { template: '{a} and {b}' }],
    ['x and', { template: '{a} and {empty}' }],
    ['{x}', { template: '{{{a}}}' }],
    [undefined, { template: '{none} and {empty}' }],
    ['x', { first: ['none', 'empty', 'a', 'b'] }],
    ['x y', { join: ['a', 'empty', 'b'] }],
  ] as [unknown, unknown, RuleShape['type']?, Partial<RuleShape>?][]) {
    assert.deepEqual(read(written, type, more), expected, JSON.stringify(written));
  }
});

test('rules that contradict themselves are refused, each where it does', () => {
  for (const [expected, written, type] of [
    ['rule must have exactly one of from, first, join, template, value', { from: 'a', value: 'b' }],
    ['rule must have exactly one of from, first, join, template, value', { default: 'b' }],
    [
      'rule.number must have different signs for decimal and thousands',
      { from: 'a', number: { decimal: ',', thousands: ',' } },
      'number',
    ],
    ['rule.number cannot be used here: the value is a text', { from: 'a', number: { decimal: ',' } }],
    ['rule.boolean cannot be used here: the value is a number', { from: 'a', boolean: 'positive' }, 'number'],
    ['rule.date cannot be used here: the value is a text', { from: 'a', date: 'iso' }],
    ['rule.zone cannot be used here: the value is an amount', { from: 'a', zone: '+02:00' }, 'money'],
    [
      'rule.zone must be a time zone such as "Europe/Berlin" or "+02:00"',
      { from: 'a', zone: 'Europe/Nowhere' },
      'time',
    ],
    ['rule.template has a single {; write it twice to mean itself', { template: '{a} {' }],
    ['rule.template names no column in "{}"', { template: '{}' }],
    ['rule.template names no column; use "value" for a constant', { template: '{{a}}' }],
  ] as [string, unknown, RuleShape['type']?][]) {
    assert.equal(faultsOf(written, type), expected);
  }
});

test('a text is split into 1,000 parts, and more are a fault of the row', () => {
  const rule = readRule(
    { from: 'many', split: ',' },
    'rule',
    { type: 'text', isList: true },
    new MappingFaults(),
  );
  const partsOf = (count: number) => rule?.read(new RowValues({ many: 'x,'.repeat(count) }));
  assert.deepEqual(partsOf(1_000), Array(1_000).fill('x'));
  assert.throws(() => partsOf(1_001), new ValueFault('has more than 1000 parts between ","', 'many'));
});

test('rows are left out as the rule says', () => {
  const reasonOf = (written: object): string | undefined => {
    const faults = new MappingFaults();
    const [rule] = readSkipRules([written], 'skip', faults);
    return rule === undefined ? faults.list.join('\n') : rule.reason(new RowValues(row));
  };
  for (const [expected, written] of [
    ['a is "x"', { column: 'a', equals: 'x' }],
    ['a is "x"', { column: 'a', equals: ['y', 'x'] }],
    ['zero is "0"', { column: 'zero', equals: 0 }],
    ['empty is ""', { column: 'empty', equals: '' }],
    [undefined, { column: 'a', equals: ['y'] }],
    [undefined, { column: 'empty', equals: 'x' }],
    [undefined, { column: 'a', not_equals: ['y', 'x'] }],
    ['a is "x"', { column: 'a', not_equals: 'y' }],
    ['none is ""', { column: 'none', not_equals: 'x' }],
    ['empty is absent', { column: 'empty', absent: true }],
    ['none is absent', { column: 'none', absent: true }],
    [undefined, { column: 'a', absent: true }],
    ['skip[0].absent must be true', { column: 'a', absent: false }],
    ['skip[0] must have exactly one of equals, not_equals, absent', { column: 'a' }],
    [
      'skip[0] must have exactly one of equals, not_equals, absent',
      { column: 'a', equals: 'x', absent: true },
    ],
  ] as [string | undefined, object][]) {
    assert.equal(reasonOf(written), expected, JSON.stringify(written));
  }
});
