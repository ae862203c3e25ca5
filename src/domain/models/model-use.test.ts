// How the use of models and fields is counted, components included.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentModel } from './content-model.ts';
import { UseCounter } from './model-use.ts';
import type { RecordText } from './record-text.ts';

const model = (name: string, fields: Readonly<Record<string, string>>): ContentModel =>
  ({
    id: `ID-${name}`,
    internalName: name,
    fields: Object.entries(fields).map(([internal_name, component]) => ({
      componentId: component,
      fieldProperties: { internal_name, data_type: component === '' ? 'text' : 'component' },
    })),
  }) as unknown as ContentModel;

const text = (fields: Readonly<Record<string, unknown>>, title = ''): RecordText => ({
  title,
  pageSlug: '',
  summary: undefined,
  body: '',
  imageUrl: null,
  fields,
});

const models = [
  model('page', { title: '', intro: '', seo: 'id-seo' }),
  model('seo', { words: '', image: 'id-image' }),
  model('image', { alt: '' }),
];

const shown = (counter: UseCounter, name: string) => {
  const { fields, ...rest } = counter.useOf(name);
  return { ...rest, fields: Object.fromEntries(fields) };
};

test('a record counts once, and a field is complete only when every text has it', () => {
  const counter = new UseCounter(models);
  counter.add({
    model: 'page',
    versions: [
      { 'en-us': text({ intro: 'a' }, 'A'), de: text({}, 'B') },
      { 'en-us': text({ intro: 'b' }, 'C') },
    ],
  });
  counter.add({ model: 'page', versions: [{ 'en-us': text({ intro: 'a' }) }] });
  counter.add({ model: 'page', versions: [{ 'en-us': text({ intro: null, other: 1 }, 'D') }] });
  assert.deepEqual(shown(counter, 'page'), {
    records: 3,
    holders: 3,
    severalLocales: 1,
    fields: { title: { filled: 2, complete: 2 }, intro: { filled: 2, complete: 1 } },
  });
});

test('a component is used where records of other models hold it, however deep', () => {
  const counter = new UseCounter(models);
  const seo = [
    { words: 'a', image: { alt: 'x' } },
    { words: 'b', image: [{ alt: 'y' }, {}] },
  ];
  counter.add({ model: 'page', versions: [{ 'en-us': text({ seo }) }] });
  counter.add({ model: 'page', versions: [{ 'en-us': text({ seo: { image: 'no object' } }) }] });
  assert.deepEqual(shown(counter, 'seo'), {
    records: 0,
    holders: 2,
    severalLocales: 0,
    fields: { words: { filled: 1, complete: 1 }, image: { filled: 2, complete: 2 } },
  });
  assert.deepEqual(shown(counter, 'image').fields, { alt: { filled: 1, complete: 0 } });
});

test('a component that holds itself ends', () => {
  const self = model('tree', { child: 'id-tree' });
  const counter = new UseCounter([self]);
  let deep: unknown = {};
  for (let level = 0; level < 50; level += 1) deep = { child: deep };
  counter.add({ model: 'tree', versions: [{ en: text({ child: deep }) }] });
  assert.deepEqual(shown(counter, 'tree').fields, { child: { filled: 1, complete: 1 } });
});

test('what nobody uses, and a model that is not there', () => {
  const counter = new UseCounter(models);
  counter.add({ model: 'gone', versions: [{ en: text({}) }] });
  for (const name of ['page', 'gone']) {
    assert.deepEqual(shown(counter, name), { records: 0, holders: 0, severalLocales: 0, fields: {} });
  }
});
