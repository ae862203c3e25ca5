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
    ['x and y', { template: '{a} and {b}' }],
    [undefined, { template: '{none} and {empty}' }],
    ['x', { first: ['none', 'empty', 'a', 'b'] }],
    ['x y', { join: ['a', 'empty', 'b'] }],
  ] as [unknown, unknown, RuleShape['type']?, Partial<RuleShape>?][]) {
    assert.deepEqual(read(written, type, more), expected, JSON.stringify(written));
  }
});

test('rules that contradict themselves are refused, and too many parts are a fault of the row', () => {
  assert.match(faultsOf({ from: 'a', value: 'b' }), /exactly one of/);
  assert.match(
    faultsOf({ from: 'a', number: { decimal: ',', thousands: ',' } }, 'number'),
    /different signs/,
  );
  assert.match(faultsOf({ from: 'a', date: 'iso' }), /cannot be used here/);
  const rule = readRule({ from: 'many', split: ',' }, '', { type: 'text' }, new MappingFaults());
  const many = new RowValues({ many: 'x,'.repeat(1_001) });
  assert.throws(() => rule?.read(many), ValueFault);
});

test('rows are left out as the rule says', () => {
  const reasonOf = (written: object): string | undefined =>
    readSkipRules([written], 'skip', new MappingFaults())[0]?.reason(new RowValues(row));
  assert.match(reasonOf({ column: 'a', equals: 'x' }) ?? '', /a is "x"/);
  assert.equal(reasonOf({ column: 'a', equals: ['y'] }), undefined);
  assert.equal(reasonOf({ column: 'a', not_equals: 'x' }), undefined);
  assert.match(reasonOf({ column: 'a', not_equals: 'y' }) ?? '', /a is "x"/);
  assert.match(reasonOf({ column: 'empty', absent: true }) ?? '', /absent/);
  assert.equal(reasonOf({ column: 'a', absent: true }), undefined);
});
