// What a change of a model would break, counted over records: removed fields, and values that narrower rules refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayBreak } from '../failures/data-failures.ts';
import { countBreaks } from './model-breaks.ts';
import { compareModelSets, type ModelDocument } from './model-changes.ts';
import type { UsedRecord } from './model-use.ts';
import type { RecordText } from './record-text.ts';

const field = (name: string, data_type: string, validation: object = {}, component_id = '') => ({
  component_id,
  relation_type: '',
  is_required: false,
  field_properties: { internal_name: name, data_type, is_localized: true, validation },
});

const model = (name: string, ...fields: ReturnType<typeof field>[]): ModelDocument => ({
  id: `id-${name}`,
  internal_name: name,
  fields,
});

const text = (fields: Readonly<Record<string, unknown>>, title = 'Title'): RecordText => ({
  title,
  pageSlug: '',
  summary: undefined,
  body: '',
  imageUrl: null,
  fields,
});

const record = (...texts: RecordText[]): UsedRecord => ({
  model: 'blog',
  versions: texts.map((each) => ({ en: each })),
});

const breaksOf = async (
  stored: readonly ModelDocument[],
  after: ModelDocument,
  records: readonly UsedRecord[],
): Promise<string[]> => {
  const wanted = stored.map((each) => (each.id === after.id ? after : each));
  const changes = compareModelSets(stored, wanted);
  const breaks = await countBreaks({ stored, wanted, changes }, async function* (name) {
    if (name === 'blog') yield [...records];
  });
  return breaks.map(sayBreak);
};

const refused = (count: number) =>
  `gets stricter rules, and ${count === 1 ? '1 record holds' : `${count} records hold`} a value that does not fit them`;

test('rules that values no longer keep break as many records as hold such values', async () => {
  const blog = (validation: object) => [model('blog', field('note', 'text', validation))];
  const records = ['a', 'abc', 'abcdef', 'xyz!'].map((note) => record(text({ note })));
  const change = async (before: object, after: object) =>
    breaksOf(blog(before), blog(after)[0] as ModelDocument, records);
  assert.deepEqual(await change({}, { max_length: 6 }), []);
  assert.deepEqual(await change({}, { max_length: 3 }), [`blog, field note ${refused(2)}`]);
  assert.deepEqual(await change({}, { pattern: '^[a-z]+$' }), [`blog, field note ${refused(1)}`]);
  assert.deepEqual(await change({ max_length: 3 }, {}), [], 'wider rules break nothing');
  assert.deepEqual(
    await change({ max_length: 3 }, { max_length: 3, min_length: 2 }),
    [`blog, field note ${refused(1)}`],
    'what the old rules refused already is not broken by the new ones',
  );
});

test('a record counts once, however many of its texts do not fit, and the texts of its own count too', async () => {
  const before = [
    model('blog', field('title', 'text'), field('size', 'select', { options: ['s', 'm', 'l'] })),
  ];
  const after = model(
    'blog',
    field('title', 'text', { max_length: 5 }),
    field('size', 'select', { options: ['s', 'm'] }),
  );
  const records = [
    record(text({ size: 'l' }, 'Much too long'), text({ size: 'l' }, 'Too long as well')),
    record(text({ size: 's' }, 'Short')),
  ];
  assert.deepEqual(await breaksOf(before, after, records), [
    `blog, field title ${refused(1)}`,
    `blog, field size ${refused(1)}`,
  ]);
});

test('rules within a component count where records hold it', async () => {
  const seo = (validation: object) => model('seo', field('words', 'multi_select', validation));
  const stored = [model('blog', field('seo', 'component', {}, 'id-seo')), seo({ options: ['a', 'b', 'c'] })];
  const records = [record(text({ seo: [{ words: ['a'] }, { words: ['a', 'c'] }] })), record(text({}))];
  assert.deepEqual(await breaksOf(stored, seo({ options: ['a', 'b'] }), records), [
    `seo, field words ${refused(1)}`,
  ]);
});

test('another meaning is told as such, and not as narrower rules too', async () => {
  const before = [model('blog', field('note', 'text'))];
  const after = model('blog', field('note', 'number', { max: 1 }));
  assert.deepEqual(await breaksOf(before, after, [record(text({ note: 'abc' }))]), [
    'blog, field note data_type becomes number (it is text), and 1 record holds a value',
  ]);
});
