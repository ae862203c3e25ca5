// What becomes of a Contentful export, what is left out and said so, and files made to break the reader.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  readFixture,
  readSource,
  repeatedFile,
  textFile,
} from '../../../../test/fixtures/import/source-files.ts';
import { findInChain, localeChain } from '../../../domain/text/locale.ts';
import { contentful } from './contentful.ts';
import { fallbackChain, neededLocales } from './contentful-locales.ts';

const whole = readFixture('contentful.json');
const read = (text: string) => readSource(contentful, [textFile(text)]);
const endOf = async (text: string) => {
  const { faults } = await read(text);
  return faults.find(({ isEnd }) => isEnd === true)?.fault ?? assert.fail('no end');
};

test('types, entries and published state become models, records, versions and publications', async () => {
  const { objects, faults, skips } = await read(whole);
  assert.deepEqual(faults, []);
  assert.deepEqual(
    objects.map(({ line, object }) => [line, object.kind]),
    [
      [65, 'content_model'],
      [3, 'record'],
      [3, 'version'],
      [3, 'publication'],
      [29, 'record'],
      [29, 'version'],
    ],
  );
  assert.deepEqual(
    skips.map(({ line, column, skipped }) => [line, column, skipped.slice(0, 30)]),
    [
      [3, 'fields.related.en-US', 'link to an entry that is not i'],
      [3, 'fields.old', 'value of a field that the cont'],
      [29, undefined, 'publication of an entry that w'],
      [43, undefined, 'archived entry'],
    ],
  );
});

test('fields get the type, the rules and the name that models have for them', async () => {
  const { objects } = await read(whole);
  const fields = objects[0]?.object['fields'] as { field_properties: Record<string, unknown> }[];
  assert.deepEqual(
    fields.map(({ field_properties: { internal_name, data_type, validation } }) => [
      internal_name,
      data_type,
      validation,
    ]),
    [
      ['headline', 'text', { max_length: 80, unique: true }],
      ['slug', 'text', { pattern: '^[a-z-]+$' }],
      ['body', 'rich_text', {}],
      ['title_field', 'select', { options: ['Editor', 'Author'] }],
      ['hero', 'media', { media_types: ['image/*'] }],
      ['related', 'relation', { models: ['article'] }],
    ],
  );
});

test('a version has complete texts, also where only Contentful would fall back', async () => {
  const { objects } = await read(whole);
  const [, record, version, , linen] = objects.map(({ object }) => object);
  const texts = version?.['localized'] as Record<string, Record<string, unknown>>;
  assert.deepEqual(Object.keys(texts), ['en-us', 'de-de', 'de-at']);
  assert.deepEqual(texts['de-at'], texts['de-de']);
  assert.deepEqual(texts['de-de'], {
    page_slug: 'wool',
    body: '{"nodeType":"document","data":{},"content":[]}',
    title: 'Wolle',
    image_url: 'https://images.example/sheep.jpg',
    fields: {
      headline: 'Wolle',
      slug: 'wool',
      title_field: 'Editor',
      hero: { url: 'https://images.example/sheep.jpg', title: 'A sheep', size: 9 },
      related: [linen?.['id']],
    },
  });
  assert.equal(version?.['record_id'], record?.['id']);
  assert.deepEqual((await read(whole)).objects, objects, 'the same ids again');
});

test('in every locale the storefront finds the text that Contentful delivers', () => {
  const locale = fc.constantFrom<string>('en', 'en-us', 'en-gb', 'de', 'de-de', 'de-at', 'fr', 'fr-ca');
  fc.assert(
    fc.property(
      fc.dictionary(locale, fc.option(locale, { nil: undefined })),
      fc.uniqueArray(locale, { minLength: 1 }),
      locale,
      (given, written, defaultLocale) => {
        const fallbacks = new Map(Object.entries(given));
        const shown = Object.fromEntries(neededLocales(written, fallbacks, defaultLocale));
        for (const each of fallbacks.keys()) {
          const wanted = fallbackChain(each, fallbacks).find((one) => written.includes(one));
          if (wanted === undefined) continue;
          assert.equal(findInChain(shown, localeChain(each, defaultLocale))?.value, wanted);
        }
      },
    ),
  );
});

test('wrong types are faults with the path and the value', async () => {
  const { objects, faults } = await read(
    whole.replace('"Wolle"', '7').replace('"headline": { "en-US": "Linen" }', '"headline": 1'),
  );
  assert.deepEqual(
    faults.map(({ line, column, value }) => [line, column, value]),
    [
      [3, 'fields.headline.de-DE', '7'],
      [29, 'fields.headline', '1'],
    ],
  );
  assert.deepEqual(
    objects.map(({ object }) => object.kind),
    ['content_model'],
  );
});

test('what is no export, not JSON, too deep or too long ends the reading', async () => {
  assert.match(await endOf('[]'), /must be a JSON object with contentTypes/);
  assert.match(await endOf('{"entries": 5}'), /entries must be a list/);
  assert.match(await endOf('{"entries": [}'), /^is not valid JSON: unexpected/);
  assert.match(await endOf(whole.slice(0, 500)), /ends before its JSON is complete/);
  assert.match(await endOf(`{"entries": ${'['.repeat(10_000)}`), /nested deeper than 100 levels/);
  const long = await readSource(contentful, [
    repeatedFile('{"entries": ["', 'a'.repeat(65_536), 1_600, '"]}'),
  ]);
  assert.match(long.faults.at(-1)?.fault ?? '', /item of more than 8,388,608 characters/);
});

test('any damage is a fault or an object, never an error that is thrown', async () => {
  const put = fc.oneof(fc.json(), fc.constantFrom('{', '}', '[', ']', '"', ',', 'null'));
  const place = fc.integer({ min: 0, max: whole.length });
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 0, max: 30 }), put, async (from, gone, text) => {
      for await (const _ of contentful.read(
        [textFile(whole.slice(0, from) + text + whole.slice(from + gone))],
        {
          catalogId: undefined,
          environmentIds: ['P'],
          locale: 'en-us',
          currency: 'USD',
        },
      ));
    }),
    { numRuns: 200 },
  );
});
