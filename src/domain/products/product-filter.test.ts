// Facets and filter rules: each action over each type of field, and how a value that does not parse is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../failures/failures.ts';
import type { AttributeScalar } from './product.ts';
import type { FieldType, ProductFields } from './product-fields.ts';
import { compileFacets, compileGroups, type FilterAction } from './product-filter.ts';

const fieldsOf = (type: FieldType): ProductFields =>
  new Map([['f', { type, subType: 'attribute', isArray: true, isSearchable: false }]]);

/** In the order of the rows below, which is not that of the contract. */
const actions: readonly FilterAction[] = [
  'equal_to',
  'not_equal_to',
  'contains',
  'does_not_contains',
  'greater_than',
  'greater_than_or_equal_to',
  'less_than',
  'less_than_or_equal_to',
];

const rule = (action: FilterAction, value: string, field = 'f') => ({ field, action, value, at: 'r.value' });

/** Which actions hold for a product with these values, as a row of marks in the order above. */
const row = (type: FieldType, own: readonly AttributeScalar[], value: string): string =>
  actions
    .map((action) =>
      compileGroups([{ operator: 'AND', rules: [rule(action, value)] }], fieldsOf(type))(() => own),
    )
    .map((holds) => (holds ? 'x' : '.'))
    .join('');

//                      =  !=  ⊇  !⊇  >  >=  <  <=
test('text: case, accents and outer space are ignored; order is by folded text', () => {
  assert.equal(row('text', ['Été'], 'ete'), 'x.x..x.x');
  assert.equal(row('text', ['Été indien'], 'TE I'), '.xx...xx');
  assert.equal(row('text', ['abc'], 'b'), '.xx...xx');
  assert.equal(row('text', ['abc'], 'ab'), '.xx.xx..');
  assert.equal(row('text', ['abc'], 'x'), '.x.x..xx');
  assert.equal(row('text', [' red '], ' Red'), 'x.x..x.x');
  assert.equal(row('text', [10], '10'), 'x.x..x.x', 'a number among texts is a text');
});

test('number: compared as numbers, however they are written', () => {
  assert.equal(row('number', [10], '10.0'), 'x..x.x.x');
  assert.equal(row('number', [10], '9'), '.x.xxx..');
  assert.equal(row('number', [10], '1e1'), 'x..x.x.x');
  assert.equal(row('number', [-2.5], ' -2.5 '), 'x..x.x.x');
  assert.equal(row('number', [10], '100'), '.x.x..xx');
  assert.equal(row('number', [105], '0'), '.xx.xx..', 'contains looks at the digits');
});

test('date: compared by time, whatever the zone', () => {
  assert.equal(row('date', ['2026-01-02'], '2026-01-02T01:00:00+01:00'), 'x..x.x.x');
  assert.equal(row('date', ['2026-01-02T00:00:00.001Z'], '2026-01-02'), '.xx.xx..');
  assert.equal(row('date', ['2026-01-02'], '2027-01-01'), '.x.x..xx');
});

test('boolean: true or false', () => {
  assert.equal(row('boolean', [true], 'true'), 'x.x..x.x');
  assert.equal(row('boolean', [true], 'false'), '.x.xxx..');
});

test('a list: any value will do, and a negation denies them all', () => {
  assert.equal(row('number', [5, 15], '15'), 'x.x..xxx');
  assert.equal(row('number', [5, 15], '10'), '.x.xxxxx');
  assert.equal(row('text', ['red', 'blue'], 'red'), 'x.x..xxx');
});

test('a missing field, and one that no product carries, satisfy only negations', () => {
  assert.equal(row('text', [], 'x'), '.x.x....');
  assert.equal(row('number', [], '1'), '.x.x....');
  for (const action of actions) {
    const holds = compileGroups(
      [{ operator: 'AND', rules: [rule(action, 'x', 'unheard')] }],
      fieldsOf('number'),
    );
    assert.equal(
      holds(() => []),
      action === 'not_equal_to' || action === 'does_not_contains',
      action,
    );
  }
});

test('not_equal_to and does_not_contains deny their opposites, whatever the values', () => {
  const value = fc.constantFrom('1', '2', '12', 'a', 'Á', 'ab');
  fc.assert(
    fc.property(fc.array(value, { maxLength: 3 }), value, (own, wanted) => {
      const marks = row('text', own, wanted);
      assert.notEqual(marks[0], marks[1]);
      assert.notEqual(marks[2], marks[3]);
    }),
  );
});

const refusalOf = (call: () => unknown): string | undefined => {
  try {
    call();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Failure);
    return `${error.status} ${error.code}`;
  }
};

test('a value that does not parse for its field is refused by name, negated or not', () => {
  const unparsable: readonly (readonly [FieldType, readonly string[]])[] = [
    ['number', ['ten', '1,5', '0x10', 'NaN', 'Infinity', '1e999', '--1', '1.', '.5', '1 0']],
    ['date', ['yesterday', '2026', '2026-02-30', '1767312000000']],
    ['boolean', ['yes', '1', 'TRUE']],
  ];
  for (const [type, values] of unparsable) {
    for (const value of values) {
      for (const action of actions.filter((one) => !one.includes('contains'))) {
        const compile = () =>
          compileGroups([{ operator: 'OR', rules: [rule(action, value)] }], fieldsOf(type));
        assert.equal(refusalOf(compile), '400 wrong_type:r.value', `${type} ${action} ${value}`);
      }
      const facet = { field: 'f', at: 'facets.3', value, range: undefined };
      assert.equal(
        refusalOf(() => compileFacets([facet], fieldsOf(type))),
        '400 wrong_type:facets.3.value',
      );
    }
  }
});

test('a range is refused where its bounds do not parse or the field has no order of numbers or dates', () => {
  const range = (type: FieldType, min: number | string | undefined, max: number | string | undefined) =>
    refusalOf(() =>
      compileFacets([{ field: 'f', at: 'facets.0', value: undefined, range: { min, max } }], fieldsOf(type)),
    );
  assert.equal(range('number', 'x', undefined), '400 wrong_type:facets.0.min');
  assert.equal(range('number', 1, 'x'), '400 wrong_type:facets.0.max');
  assert.equal(range('date', '2026', undefined), '400 wrong_type:facets.0.min');
  assert.equal(range('text', 'a', undefined), '400 not_allowed:facets.0.min');
  assert.equal(range('boolean', 'true', undefined), '400 not_allowed:facets.0.min');
  assert.equal(range('number', '1', 2), undefined);
});

test('operators and groups: OR needs one rule, AND all, groups all, and no rules demand nothing', () => {
  const value = fc.constantFrom('a', 'b', 'c');
  const group = fc.record({
    operator: fc.constantFrom('AND' as const, 'OR' as const),
    values: fc.array(value, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(group, { maxLength: 3 }), fc.array(value, { maxLength: 2 }), (groups, own) => {
      const compiled = compileGroups(
        groups.map(({ operator, values }) => ({
          operator,
          rules: values.map((one) => rule('equal_to', one)),
        })),
        fieldsOf('text'),
      );
      const expected = groups.every(({ operator, values }) => {
        const held = values.filter((one) => own.includes(one)).length;
        return values.length === 0 || (operator === 'AND' ? held === values.length : held > 0);
      });
      assert.equal(
        compiled(() => own),
        expected,
      );
    }),
  );
});
