// The filter of a record list: read as the product count reads its body, and refused with the same codes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { readFilter } from './read-filter.ts';

const rule = { action: 'equal_to', field_name: 'title', value: 'x' };

test('groups and rules are read, unused parts left out', () => {
  assert.deepEqual(readFilter(undefined), []);
  assert.deepEqual(readFilter('[]'), []);
  assert.deepEqual(
    readFilter(
      JSON.stringify([
        { group: { operator: 'OR', rules: [rule] } },
        { group: { rules: null, operator: null } },
        { group: null },
      ]),
    ),
    [
      {
        operator: 'OR',
        rules: [{ action: 'equal_to', field: 'title', value: 'x', at: 'filter.0.group.rules.0.value' }],
      },
      { operator: 'AND', rules: [] },
      { operator: 'AND', rules: [] },
    ],
  );
});

test('every fault is named where it stands', () => {
  const withRule = (changed: unknown) => [{ group: { rules: [changed] } }];
  const at = 'filter.0.group.rules.0';
  const faults: readonly (readonly [unknown, string])[] = [
    [{}, 'wrong_type:filter'],
    ['x', 'wrong_type:filter'],
    [[{}], 'blank_value:filter.0'],
    [[5], 'wrong_type:filter.0'],
    [[{ other: 1 }], 'unknown_field:filter.0.other'],
    [[{ group: {} }], 'blank_value:filter.0.group'],
    [[{ group: { operator: 'XOR' } }], 'not_allowed:filter.0.group.operator'],
    [[{ group: { rules: {} } }], 'wrong_type:filter.0.group.rules'],
    [[{ group: { rules: Array.from({ length: 101 }, () => rule) } }], 'too_many:filter.0.group.rules'],
    [Array.from({ length: 101 }, () => ({ group: null })), 'too_many:filter'],
    [withRule({ ...rule, action: 'is' }), `not_allowed:${at}.action`],
    [withRule({ ...rule, value: 5 }), `wrong_type:${at}.value`],
    [withRule({ ...rule, value: ' ' }), `blank_value:${at}.value`],
    [withRule({ ...rule, value: 'x'.repeat(1_001) }), `too_long:${at}.value`],
    [withRule({ ...rule, field_name: 'a\0' }), `invalid_character:${at}.field_name`],
  ];
  for (const [filter, code] of faults) {
    assert.throws(() => readFilter(JSON.stringify(filter)), failure(400, 'InvalidInput', code), code);
  }
  assert.throws(() => readFilter('[{'), failure(400, 'InvalidInput', 'invalid_json:filter'));
  for (const name of ['action', 'field_name', 'value']) {
    assert.throws(
      () => readFilter(JSON.stringify(withRule({ ...rule, [name]: null }))),
      failure(400, 'MissingParameter', `missing:${at}.${name}`),
    );
  }
});
