// Which records a list means: filter, search, sort and page against the plainest reading of the same words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import { idOf, modelOf, shownOf } from '../../../test/fixtures/fake-records.ts';
import type { FilterAction } from '../products/product-filter.ts';
import { PageCollector } from './page-collector.ts';
import { compileRecordQuery, inLocale, type RecordCriteria, type RecordInLocale } from './record-query.ts';

const model = modelOf('blog', {
  minutes: { type: 'number' },
  fee: { type: 'currency' },
  on: { type: 'date' },
  hot: { type: 'boolean' },
  tag: { type: 'select', isSearchable: true },
  tags: { type: 'multi_select', isSearchable: true },
  author: { type: 'relation', relation: 'many_to_one' },
  friends: { type: 'relation', relation: 'many_to_many' },
  cover: { type: 'media' },
  body: { type: 'rich_text', isSearchable: true },
  secret: { type: 'text' },
  data: { type: 'json', isSearchable: true },
  hero: { type: 'component' },
  created_at: { type: 'number' },
});

const none: RecordCriteria = { search: undefined, groups: [], sortBy: undefined, sortOrder: undefined };

const candidate = (
  text: Parameters<typeof shownOf>[1][string],
  changes: Parameters<typeof shownOf>[2] = {},
) => {
  const found = inLocale(shownOf(idOf(1), { en: text }, changes), ['en']);
  assert.ok(found !== undefined);
  return found;
};

const rule = (field: string, action: FilterAction, value: string) => ({
  field,
  action,
  value,
  at: 'filter.0.group.rules.0.value',
});

const isMeant = (judging: Generator<number, boolean>): boolean => {
  for (let step = judging.next(); ; step = judging.next()) if (step.done === true) return step.value;
};

const holds = (of: RecordInLocale, field: string, action: FilterAction, value: string): boolean =>
  isMeant(
    compileRecordQuery(model, {
      ...none,
      groups: [{ operator: 'AND', rules: [rule(field, action, value)] }],
    }).judge(of),
  );

test('a rule compares by the data type of its field', () => {
  const one = candidate(
    {
      title: 'Über Ski',
      pageSlug: '/ski',
      body: 'Snow',
      fields: {
        minutes: 7,
        fee: 9.5,
        on: '2026-03-01T00:00:00+01:00',
        hot: true,
        tag: 'Winter',
        tags: ['wool', 'Night'],
        author: idOf(5),
        friends: [idOf(6), idOf(7)],
        cover: { url: '/a.png', alt: 'x' },
      },
    },
    { createdAt: '2026-01-05T00:00:00Z', createdBy: 'Ines' },
  );
  const yes: readonly (readonly [string, FilterAction, string])[] = [
    ['minutes', 'greater_than', '6.5'],
    ['minutes', 'less_than', '10'],
    ['fee', 'equal_to', '9.50'],
    ['on', 'less_than', '2026-03-01'],
    ['on', 'greater_than_or_equal_to', '2026-02-28T23:00:00Z'],
    ['hot', 'equal_to', 'true'],
    ['tag', 'equal_to', 'wínter'],
    ['tags', 'equal_to', 'night'],
    ['tags', 'not_equal_to', 'summer'],
    ['author', 'equal_to', idOf(5)],
    ['friends', 'equal_to', idOf(7)],
    ['cover', 'contains', '.PNG'],
    ['body', 'contains', 'now'],
    ['title', 'contains', 'uber'],
    ['page_slug', 'equal_to', '/ski'],
    ['created_at', 'equal_to', '2026-01-05'],
    ['modified_at', 'greater_than', '2026-01-01'],
    ['published_at', 'less_than', '2026-02-01'],
    ['created_by', 'equal_to', 'ines'],
    ['id', 'equal_to', idOf(1)],
    ['secret', 'not_equal_to', 'x'],
    ['secret', 'does_not_contains', 'x'],
  ];
  for (const [field, action, value] of yes)
    assert.equal(holds(one, field, action, value), true, `${field} ${action}`);
  for (const [field, action, value] of [
    ['minutes', 'greater_than', '7'],
    ['tags', 'not_equal_to', 'wool'],
    ['secret', 'equal_to', 'x'],
    ['hot', 'equal_to', 'false'],
  ] as const) {
    assert.equal(holds(one, field, action, value), false, `${field} ${action}`);
  }
});

test('values that are not of their type are not there', () => {
  const odd = candidate({
    fields: { minutes: '7', on: 'soon', hot: 'yes', tags: [{ a: 1 }, null], author: 5 },
  });
  for (const [field, value] of [
    ['minutes', '7'],
    ['on', '2026-01-01'],
    ['hot', 'true'],
    ['tags', 'a'],
  ] as const) {
    assert.equal(holds(odd, field, 'equal_to', value), false, field);
    assert.equal(holds(odd, field, 'not_equal_to', value), true, field);
  }
  assert.equal(holds(odd, 'author', 'equal_to', '5'), true);
});

test('a field that is not there, has no order or is a list is refused; so is a value that does not parse', () => {
  const filter =
    (field: string, value = 'x') =>
    () =>
      holds(candidate({}), field, 'equal_to', value);
  const at = 'filter.0.group.rules.0';
  for (const field of ['nothing', 'data', 'hero', 'constructor', 'version_id']) {
    assert.throws(filter(field), failure(400, 'InvalidInput', `not_allowed:${at}.field_name`));
  }
  assert.throws(filter('minutes', 'ten'), failure(400, 'InvalidInput', `wrong_type:${at}.value`));
  for (const sortBy of ['nothing', 'data', 'tags', 'friends']) {
    assert.throws(
      () => compileRecordQuery(model, { ...none, sortBy }),
      failure(400, 'InvalidInput', 'not_allowed:sort_by'),
    );
  }
});

test('search looks at the title and at searchable text, and nowhere else', () => {
  const one = candidate({
    title: 'Crème brûlée',
    body: 'Sugar',
    fields: { tag: 'Sweet', tags: ['Winter'], secret: 'hidden', data: 'json text' },
  });
  const finds = (search: string) => isMeant(compileRecordQuery(model, { ...none, search }).judge(one));
  for (const search of ['BRULEE', ' sug', 'sweet', 'wint']) assert.equal(finds(search), true, search);
  for (const search of ['hidden', 'json', 'wintersweet']) assert.equal(finds(search), false, search);
});

test('the order is that of dates unless another is asked for', () => {
  assert.equal(compileRecordQuery(model, none).sortOrder, 'desc');
  assert.equal(compileRecordQuery(model, { ...none, sortBy: 'title' }).sortOrder, 'asc');
  assert.equal(compileRecordQuery(model, { ...none, sortBy: 'on' }).sortOrder, 'desc');
  assert.equal(compileRecordQuery(model, { ...none, sortOrder: 'asc' }).sortOrder, 'asc');
  const keyOf = (sortBy: string) =>
    compileRecordQuery(model, { ...none, sortBy }).keyOf(candidate({ title: ' Ä ' }));
  assert.equal(keyOf('title'), 'a');
  assert.equal(keyOf('minutes'), undefined);
  assert.equal(keyOf('created_at'), Date.parse('2026-01-01T00:00:00Z'));
});

test('a page is the slice of the whole list in its order, whatever comes when', () => {
  const entry = fc.record({
    key: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    id: fc.integer(),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 60 }),
      fc.nat(20),
      fc.nat(20),
      fc.constantFrom('asc', 'desc'),
      (entries, skip, limit, sortOrder) => {
        const all = entries.map(({ key, id }) => ({ key, id: String(id) }));
        const collector = new PageCollector({ skip, limit }, sortOrder);
        for (const { key, id } of all) collector.add(key, id);
        const rank = (key: number | undefined) =>
          key === undefined ? Number.POSITIVE_INFINITY : sortOrder === 'asc' ? key : -key;
        const naive = all
          .toSorted((a, b) => {
            const [first, second] = [rank(a.key), rank(b.key)];
            return first === second ? (a.id < b.id ? -1 : 1) : first < second ? -1 : 1;
          })
          .map(({ id }) => id);
        assert.equal(collector.total, all.length);
        assert.deepEqual(collector.takePage(), naive.slice(skip, skip + limit));
      },
    ),
    { numRuns: 500 },
  );
});
