// Expanding relations: what stands where, how deep, how many reads it takes, and where it ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scope, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { idOf, modelOf, readerOf, shownOf } from '../../../test/fixtures/fake-records.ts';
import { EXPANDED_CHARS_MAX, EXPANDED_RECORDS_MAX } from '../../contract/records/record-shapes.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { type RequestBudget, unbounded } from '../../domain/limits/request-budget.ts';
import type { ShownRecord } from '../../domain/records/record.ts';
import { expandRelations } from './expand-relations.ts';

const hero = modelOf('hero', { link: { type: 'relation', relation: 'many_to_one' }, text: {} });
const models = [
  modelOf('blog', {
    author: { type: 'relation', relation: 'many_to_one' },
    more: { type: 'relation', relation: 'many_to_many' },
    hero: { type: 'component', component: 'hero' },
    tags: { type: 'multi_select' },
  }),
  modelOf('person', { boss: { type: 'relation', relation: 'many_to_one' } }),
];

const expand = async (
  roots: readonly Record<string, unknown>[],
  records: readonly ShownRecord[],
  depth: number,
  budget: RequestBudget = unbounded,
) => {
  const { reader, asked } = readerOf(records);
  const fields = await expandRelations('blog', roots, {
    store: storeWith({
      findContentModelByName: async (name) => models.find(({ internalName }) => internalName === name),
      findContentModel: async (id) => (id === 'hero' ? hero : undefined),
    })(scope),
    reader,
    view: 'published',
    chain: ['en'],
    depth,
    budget,
  });
  return { fields, asked };
};

const person = (number: number, boss?: number) =>
  shownOf(
    idOf(number),
    { en: { title: `P${number}`, fields: boss === undefined ? {} : { boss: idOf(boss) } } },
    { model: 'person' },
  );

type Expanded = { title?: string; fields: { boss?: unknown } };

test('each level is one read, for all records and fields at once', async () => {
  const records = [person(1, 2), person(2, 3), person(3, 4), person(4), person(5, 2)];
  const roots = [
    { author: idOf(1), more: [idOf(5), idOf(1)], tags: ['a'] },
    { author: idOf(5), other: 1 },
  ];
  const { fields, asked } = await expand(roots, records, 3);
  assert.equal(asked.length, 3);
  assert.deepEqual(
    asked.map(({ ids }) => [...ids].sort()),
    [[idOf(1), idOf(5)], [idOf(2)], [idOf(3)]],
  );
  const author = fields[0]?.['author'] as Expanded;
  assert.equal(author.title, 'P1');
  const second = author.fields.boss as Expanded;
  const third = second.fields.boss as Expanded;
  assert.deepEqual([second.title, third.title, third.fields.boss], ['P2', 'P3', idOf(4)]);
  assert.deepEqual(
    (fields[0]?.['more'] as Expanded[] | undefined)?.map(({ title }) => title),
    ['P5', 'P1'],
  );
  assert.deepEqual([fields[0]?.['tags'], fields[1]?.['other']], [['a'], 1]);
});

test('nothing is read at depth 0, nor for records without relations', async () => {
  const roots = [{ author: idOf(1) }];
  const none = await expand(roots, [person(1)], 0);
  assert.deepEqual([none.fields, none.asked], [roots, []]);
  const plain = await expand([{ tags: ['x'] }, {}], [person(1)], 3);
  assert.deepEqual([plain.fields, plain.asked], [[{ tags: ['x'] }, {}], []]);
});

test('what is not shown here stays as its id, also when it is only in another locale', async () => {
  const german = shownOf(idOf(2), { de: { title: 'D' } }, { model: 'person' });
  const { fields, asked } = await expand([{ author: idOf(9), more: [idOf(2), ''] }], [german], 2);
  assert.deepEqual(fields, [
    {
      author: { id: idOf(9), is_available: false },
      more: [{ id: idOf(2), is_available: false }, ''],
    },
  ]);
  assert.equal(asked.length, 1);
});

test('a circle ends at the asked depth, and what was read is not read again', async () => {
  const { fields, asked } = await expand([{ author: idOf(1) }], [person(1, 2), person(2, 1)], 3);
  assert.deepEqual(
    asked.map(({ ids }) => ids),
    [[idOf(1)], [idOf(2)]],
  );
  const one = fields[0]?.['author'] as Expanded;
  const two = one.fields.boss as Expanded;
  const again = two.fields.boss as Expanded;
  assert.deepEqual([one.title, two.title, again.title, again.fields.boss], ['P1', 'P2', 'P1', idOf(2)]);
});

test('relations within components are expanded too', async () => {
  const { fields } = await expand([{ hero: [{ link: idOf(1).toUpperCase(), text: 't' }] }], [person(1)], 1);
  const components = fields[0]?.['hero'] as { link: Expanded; text: string }[] | undefined;
  assert.deepEqual(
    components?.map(({ link, text }) => [link.title, text]),
    [['P1', 't']],
  );
});

test('a response that would grow beyond its bound is refused before it is made', async () => {
  const wide = Array.from({ length: 100 }, (_, index) => idOf(index + 1));
  const records = wide.map((id) => shownOf(id, { en: { fields: { more: wide } } }));
  const roots = [{ more: wide }];
  assert.equal((await expand(roots, records, 1)).fields.length, 1);
  await assert.rejects(expand(roots, records, 2), (error: unknown) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.status, error.code], [400, 'too_many:expand']);
    assert.match(error.message, new RegExp(String(EXPANDED_RECORDS_MAX)));
    return true;
  });
});

test('a record that stands in many places counts in each of them', async () => {
  const wide = Array.from({ length: 40 }, (_, index) => idOf(index + 2));
  const records = [
    shownOf(idOf(1), { en: { fields: { more: wide } } }),
    ...wide.map((id) => shownOf(id, { en: {} })),
  ];
  const roots = (count: number) => Array.from({ length: count }, () => ({ author: idOf(1) }));
  assert.equal((await expand(roots(24), records, 2)).asked.length, 2);
  await assert.rejects(expand(roots(25), records, 2), /related records/);
});

test('long records are too many sooner: read once or again, in each place, and never all before it is seen', async () => {
  const wide = Array.from({ length: 250 }, (_, index) => idOf(index + 1));
  const body = 'x'.repeat(EXPANDED_CHARS_MAX / 100);
  const records = wide.map((id) => shownOf(id, { en: { body } }, { model: 'person' }));
  const refused = { status: 400, code: 'too_many:expand' };
  assert.equal((await expand([{ more: wide.slice(0, 98) }], records, 1)).fields.length, 1);
  await assert.rejects(expand([{ more: wide.slice(0, 100) }], records, 1), refused);
  const again = Array.from({ length: 100 }, () => ({ author: idOf(1) }));
  await assert.rejects(expand(again, records, 1), refused);
  const { reader, asked } = readerOf(records);
  const store = storeWith({ findContentModelByName: async () => models[0] })(scope);
  const expansion = { store, reader, view: 'published', chain: ['en'], depth: 1, budget: unbounded } as const;
  await assert.rejects(expandRelations('blog', [{ more: wide }], expansion), refused);
  assert.deepEqual(
    asked.map(({ ids }) => ids.length),
    [50, 50],
  );
});

/** Each relation followed for itself, however often. */
const naive = (records: readonly ShownRecord[], fields: Record<string, unknown>, depth: number): unknown => {
  const follow = (id: unknown): unknown => {
    if (depth === 0 || typeof id !== 'string') return id;
    const found = records.find(({ record }) => record.id === id);
    const text = found?.texts['en']?.text;
    if (found === undefined || text === undefined) return { id, is_available: false };
    return { title: text.title, fields: naive(records, text.fields, depth - 1) };
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(follow) : follow(value),
    ]),
  );
};

const essence = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value !== 'object' || value === null) return value;
  const { title, fields, ...rest } = value as Record<string, unknown>;
  if (fields !== undefined) return { title, fields: essence(fields) };
  return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, essence(inner)]));
};

test('whatever leads where, it is as if each relation was followed for itself; each record is read once', async () => {
  const target = fc.integer({ min: 0, max: 6 }).map(idOf);
  const relations = fc.record(
    { author: target, more: fc.uniqueArray(target, { maxLength: 3 }) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(relations, { minLength: 1, maxLength: 6 }),
      fc.array(relations, { minLength: 1, maxLength: 3 }),
      fc.nat(3),
      async (all, roots, depth) => {
        const records = all.map((fields, index) =>
          shownOf(idOf(index), { [index === 3 ? 'de' : 'en']: { title: `T${index}`, fields } }),
        );
        const { fields, asked } = await expand(roots, records, depth);
        assert.deepEqual(
          fields.map(essence),
          roots.map((root) => naive(records, root, depth)),
        );
        const ids = asked.flatMap((each) => each.ids);
        assert.equal(new Set(ids).size, ids.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('it lets others go on at each record, and ends where the budget does', async () => {
  const wide = Array.from({ length: 200 }, (_, index) => idOf(index + 1));
  const records = wide.map((id) => shownOf(id, { en: { body: 'x'.repeat(1_000) } }, { model: 'person' }));
  const allowance = { units: Number.POSITIVE_INFINITY, part: 'expand', advice: 'expand less' };
  const run = async (units: number) => {
    const notes = meterWith({ units });
    await notes.meter.run(scope, allowance, (budget) => expand([{ more: wide }], records, 3, budget));
    return notes;
  };
  const notes = await run(Number.POSITIVE_INFINITY);
  assert.ok(notes.pauses >= 200);
  assert.ok(notes.longest <= 10_000, `${notes.longest}`);
  await assert.rejects(run(notes.spent - 1), (error: unknown) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.status, error.name, error.code], [400, 'InvalidInput', 'too_much:expand']);
    return true;
  });
});
