// What is found to be different, and what of it breaks data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareModelSets, findBreaks, type ModelChange, type ModelDocument } from './model-changes.ts';
import type { FieldUse, ModelUse } from './model-use.ts';

const field = (name: string, properties: object = {}, around: object = {}) => ({
  field_properties: { internal_name: name, data_type: 'text', is_localized: false, ...properties },
  is_required: false,
  relation_type: '',
  component_id: '',
  ...around,
});

const model = (name: string, more: object = {}): ModelDocument => ({
  id: `id-${name}`,
  internal_name: name,
  created_at: 'then',
  fields: [field('title'), field('price')],
  ...more,
});

const use = (fields: Readonly<Record<string, FieldUse>>, more: Partial<ModelUse> = {}): ModelUse => ({
  records: 3,
  holders: 3,
  severalLocales: 0,
  fields: new Map(Object.entries(fields)),
  ...more,
});

const only = (changes: readonly ModelChange[]): ModelChange => {
  assert.equal(changes.length, 1);
  return changes[0] as ModelChange;
};

const breaksOf = (after: ModelDocument, used: ModelUse): string[] =>
  findBreaks(only(compareModelSets([model('blog')], [after])), used).map(
    ({ field: name, records, message }) => `${name ?? '*'} ${records}: ${message}`,
  );

test('the same is no difference, whatever the order of keys and the time', () => {
  const turned = Object.fromEntries(Object.entries(model('blog', { created_at: 'now' })).reverse());
  assert.deepEqual(compareModelSets([model('blog')], [turned as ModelDocument]), []);
});

test('models come, go, change and get other names', () => {
  const before = [model('a'), model('b'), model('c'), model('d')];
  const after = [
    model('b', { name: 'B' }),
    model('c', { fields: [field('price'), field('title')] }),
    model('e', { id: 'id-d' }),
    model('f'),
  ];
  assert.deepEqual(
    compareModelSets(before, after).map(({ model: name, kind, changes }) => [
      name,
      kind,
      ...changes.map(({ property, before: old, after: fresh }) => `${property}: ${old} ${fresh}`),
    ]),
    [
      ['a', 'removed'],
      ['b', 'changed', 'name: undefined B'],
      ['c', 'changed', 'order of fields: title,price price,title'],
      ['e', 'changed', 'internal_name: d e'],
      ['f', 'added'],
    ],
  );
});

test('a name that changes hands is a change of each', () => {
  const before = [model('a', { id: '1' }), model('b', { id: '2' })];
  const after = [model('b', { id: '1' })];
  assert.deepEqual(
    compareModelSets(before, after).map(({ model: name, kind }) => [name, kind]),
    [
      ['a', 'removed'],
      ['b', 'changed'],
    ],
  );
});

test('fields come, go and change', () => {
  const fields = [field('title', { data_type: 'rich_text' }, { is_required: true }), field('sku')];
  assert.deepEqual(
    only(compareModelSets([model('blog')], [model('blog', { fields })])).fields.map(
      ({ field: name, kind, changes }) => [name, kind, ...changes.map(({ property }) => property)],
    ),
    [
      ['title', 'changed', 'data_type', 'is_required'],
      ['price', 'removed'],
      ['sku', 'added', 'data_type', 'is_localized', 'is_required', 'relation_type', 'component_id'],
    ],
  );
});

test('what goes or changes its meaning breaks data, and nothing where there is none', () => {
  const fields = [
    field('title', { data_type: 'number', is_localized: true }, { relation_type: 'one_to_one' }),
  ];
  const after = model('blog', { fields });
  const used = use({ title: { filled: 3, complete: 3 }, price: { filled: 1, complete: 0 } });
  assert.deepEqual(breaksOf(after, used), [
    'title 3: data_type becomes number (it is text), and 3 records hold a value',
    'title 3: is_localized becomes true (it is false), and 3 records hold a value',
    'title 3: relation_type becomes one_to_one (it is ""), and 3 records hold a value',
    'price 1: is removed, and 1 record holds a value',
  ]);
  assert.deepEqual(breaksOf(after, use({})), []);
});

test('a field that becomes required breaks the records that lack it, a new one too', () => {
  const required = [field('title'), field('price', {}, { is_required: true })];
  const after = model('blog', { fields: required });
  assert.deepEqual(breaksOf(after, use({ price: { filled: 2, complete: 1 } })), [
    'price 2: becomes required, and 2 records lack it',
  ]);
  assert.deepEqual(breaksOf(after, use({ price: { filled: 3, complete: 3 } })), []);
  const added = model('blog', { fields: [...model('blog').fields, field('sku', {}, { is_required: true })] });
  assert.deepEqual(breaksOf(added, use({})), ['sku 3: becomes required, and 3 records lack it']);
  assert.deepEqual(breaksOf(added, use({}, { holders: 0, records: 0 })), []);
  const optional = model('blog', { fields: [field('title', {}, { is_required: false }), field('price')] });
  assert.deepEqual(compareModelSets([model('blog')], [optional]), []);
});

test('texts, rules and new fields that may be left out break nothing', () => {
  const fields = [
    field('title', { display_name: 'T', validation: { max_length: 3 } }),
    field('price'),
    field('x'),
  ];
  assert.deepEqual(
    breaksOf(model('blog', { name: 'Blog', fields }), use({ title: { filled: 3, complete: 3 } })),
    [],
  );
});

test('what is said of the whole model', () => {
  const before = [model('blog', { type: 'collection', is_versionable: true, is_localization_enabled: true })];
  const after = [
    model('news', {
      id: 'id-blog',
      ...{ type: 'single', is_versionable: false, is_localization_enabled: false },
    }),
  ];
  const change = only(compareModelSets(before, after));
  assert.deepEqual(
    findBreaks(change, use({}, { severalLocales: 1 })).map(
      ({ records, message }) => `${records}: ${message}`,
    ),
    [
      '3: was called blog, and 3 records hold that name',
      '3: allows only one record, and has 3',
      '3: is no longer versionable, and 3 records hold its values',
      '1: allows only one locale, and 1 record holds several',
    ],
  );
  assert.deepEqual(findBreaks(change, use({}, { records: 0, holders: 1 })), []);
  const [removed] = compareModelSets(before, []);
  assert.ok(removed);
  assert.deepEqual(
    findBreaks(removed, use({}, { records: 0, holders: 2 })).map(({ message }) => message),
    ['is removed, and 2 records hold its values'],
  );
  assert.deepEqual(findBreaks(removed, use({}, { records: 0, holders: 0 })), []);
});
