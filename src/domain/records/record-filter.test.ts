// Filter rules in the order of what they cost: the same results as one after the other, and no value looked at twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { filterActions } from '../../contract/products/product-criteria.ts';
import type { AttributeScalar } from '../products/product.ts';
import { compileGroups } from '../products/product-filter.ts';
import { compileFilter, type FilteredField } from './record-filter.ts';

type Candidate = Readonly<Record<string, readonly AttributeScalar[]>>;

const types = { number: 'number', flag: 'boolean', day: 'date', name: 'text', long: 'text' } as const;
const fields = new Map(
  Object.entries(types).map(([name, type]): [string, FilteredField<Candidate>] => [
    name,
    { type, isLong: name === 'long', read: (from) => from[name] ?? [] },
  ]),
);

const valuesOf = {
  number: fc.integer({ min: 0, max: 4 }),
  flag: fc.boolean(),
  day: fc.constantFrom('2026-01-01', '2026-01-02T00:00:00Z', '2026-01-03'),
  name: fc.constantFrom('a', 'B', 'ä ', 'ab', ' b', 'Straße'),
  long: fc.constantFrom('b', `a${'x'.repeat(3_000)}b`, `Ä${'y'.repeat(2_500)}`),
} as const;

const candidate: fc.Arbitrary<Candidate> = fc.record({
  number: fc.array<AttributeScalar>(valuesOf.number, { maxLength: 2 }),
  flag: fc.array<AttributeScalar>(valuesOf.flag, { maxLength: 1 }),
  day: fc.array<AttributeScalar>(valuesOf.day, { maxLength: 2 }),
  name: fc.array<AttributeScalar>(valuesOf.name, { maxLength: 3 }),
  long: fc.array<AttributeScalar>(valuesOf.long, { maxLength: 2 }),
});

const rule = fc.constantFrom(...(Object.keys(types) as (keyof typeof types)[])).chain((field) =>
  fc.record({
    field: fc.constant(field),
    action: fc.constantFrom(...filterActions),
    value: (valuesOf[field] as fc.Arbitrary<unknown>).map(String),
    at: fc.constant('value'),
  }),
);

const groups = fc.array(
  fc.record({
    operator: fc.constantFrom('AND' as const, 'OR' as const),
    rules: fc.array(rule, { maxLength: 5 }),
  }),
  { maxLength: 4 },
);

const judge = (judging: Generator<number, boolean>): boolean => {
  for (let step = judging.next(); ; step = judging.next()) if (step.done === true) return step.value;
};

test('whatever the order, it decides as the rules do one after the other', () => {
  fc.assert(
    fc.property(groups, fc.array(candidate, { maxLength: 4 }), (asked, candidates) => {
      const naive = compileGroups(asked, fields);
      const filter = compileFilter(asked, fields);
      for (const one of candidates) {
        assert.equal(
          judge(filter(one)),
          naive((name) => one[name] ?? []),
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

const not = (field: string, value: string) => ({
  field,
  action: 'does_not_contains' as const,
  value,
  at: '',
});

test('forty rules read each field once, the short ones first, and stop at the first that decides', () => {
  const read: string[] = [];
  const watched = new Map(
    [...fields].map(([name, field]): [string, FilteredField<Candidate>] => [
      name,
      {
        ...field,
        read: (from) => {
          read.push(name);
          return field.read(from);
        },
      },
    ]),
  );
  const rules = Array.from({ length: 40 }, (_, index) => not(index % 2 === 0 ? 'long' : 'name', `q${index}`));
  const one = { name: ['a'], long: ['x'.repeat(5_000)], number: [1] };
  const passes = compileFilter([{ operator: 'AND', rules }], watched);
  assert.equal(judge(passes(one)), true);
  assert.deepEqual(read.splice(0), ['name', 'long']);
  const decided = { field: 'number', action: 'equal_to' as const, value: '2', at: '' };
  const fails = compileFilter([{ operator: 'AND', rules: [...rules, decided] }], watched);
  assert.equal(judge(fails(one)), false);
  assert.deepEqual(read, ['number']);
});

test('others may go on before each look at a long text, and only there', () => {
  const rules = [not('long', 'a'), not('long', 'b'), not('name', 'c')];
  const steps = (long: string) => [
    ...compileFilter([{ operator: 'AND', rules }], fields)({ long: [long], name: ['x'] }),
  ];
  assert.deepEqual(steps('x'.repeat(5_000)), [10_000, 10_000]);
  assert.deepEqual(steps('x'), []);
});
