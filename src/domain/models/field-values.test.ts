// Values against a model: every data type with what it takes and what it refuses, and one error for each field.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldWords, idOf, modelOf } from '../../../test/fixtures/fake-records.ts';
import { checkTexts } from './field-values.ts';
import type { ComponentModels } from './value-shapes.ts';

const check = (
  fields: Readonly<Record<string, FieldWords>>,
  sent: Readonly<Record<string, unknown>>,
  components: ComponentModels = new Map(),
) => checkTexts(modelOf('blog', fields), components, sent);

/** `code:field` of each error, with `@locale` where it has one. */
const faultsOf = async (checked: ReturnType<typeof checkTexts>): Promise<string[]> => {
  const result = await checked;
  return result.errors.first.map(
    ({ code, field, locale }) => `${code}:${field}${locale === undefined ? '' : `@${locale}`}`,
  );
};

const textFaults = (text: unknown, fields: Readonly<Record<string, FieldWords>> = {}) =>
  faultsOf(check(fields, { 'en-us': text }));

const valueFaults = async (words: FieldWords, value: unknown, components?: ComponentModels) =>
  (await faultsOf(check({ x: words }, { en: { title: 'T', fields: { x: value } } }, components))).map(
    (fault) => fault.replace('@en', ''),
  );

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });

const accepted: readonly (readonly [FieldWords, unknown])[] = [
  [{ type: 'text', rules: { min_length: 2, max_length: 3, pattern: '^[a-z]+$' } }, 'abc'],
  [{ type: 'text', rules: { max_length: 2 } }, '😀😀'],
  [{ type: 'text', rules: { max_length: 'many', pattern: '', min_length: null } }, 'as it is'],
  [{ type: 'rich_text' }, '<p>Hi</p>'],
  [{ type: 'number', rules: { min: 1, max: 5 } }, 1],
  [{ type: 'number' }, -0.5],
  [{ type: 'currency', rules: { min: 0 } }, 12.5],
  [{ type: 'boolean' }, false],
  [{ type: 'date', rules: { min: '2026-01-01', max: '2026-12-31' } }, '2026-05-04T03:02:01Z'],
  [{ type: 'select', rules: { options: ['a', 'b'] } }, 'b'],
  [{ type: 'select', rules: { options: [{ value: 1, label: 'One' }] } }, 1],
  [{ type: 'select' }, 'anything'],
  [{ type: 'multi_select', rules: { options: ['a', 'b'], min_items: 1, max_items: 2 } }, ['b', 'a']],
  [{ type: 'media' }, '/img/a.png'],
  [{ type: 'media' }, 'https://cdn.test/a.png'],
  [{ type: 'media' }, { url: '/a.png', alt: '' }],
  [{ type: 'json' }, { a: [{}, '', null] }],
  [{ type: 'json' }, 0],
  [{ type: 'relation', relation: 'many_to_one' }, idOf(1)],
  [{ type: 'relation', relation: 'one_to_many' }, [idOf(1), idOf(2)]],
  [{ type: 'relation' }, [idOf(1)]],
  [{ type: 'relation' }, idOf(1)],
  [{ type: 'component', component: 'unknown' }, { any: 'thing' }],
  [{ type: 'text' }, null],
  [{ type: 'text' }, []],
];

const refused: readonly (readonly [FieldWords, unknown, string])[] = [
  [{ type: 'text' }, 5, 'wrong_type:fields.x'],
  [{ type: 'text' }, '  ', 'blank_value:fields.x'],
  [{ type: 'text' }, 'a\0', 'invalid_character:fields.x'],
  [{ type: 'text' }, '\ud800', 'invalid_character:fields.x'],
  [{ type: 'text', rules: { max_length: 2 } }, 'abc', 'too_long:fields.x'],
  [{ type: 'text', rules: { min_length: 2 } }, 'a', 'too_short:fields.x'],
  [{ type: 'text', rules: { pattern: '^\\d+$' } }, 'a', 'malformed:fields.x'],
  [{ type: 'text', rules: { pattern: '(?=a)' } }, 'a', 'pattern_not_supported:fields.x'],
  [{ type: 'text', rules: { pattern: '(' } }, 'a', 'pattern_not_supported:fields.x'],
  [{ type: 'text', rules: { pattern: '(a{20}){40}' } }, 'a'.repeat(100_000), 'too_long:fields.x'],
  [{ type: 'text', isRequired: true }, null, 'missing:fields.x'],
  [{ type: 'text', isRequired: true }, [], 'missing:fields.x'],
  [{ type: 'rich_text' }, {}, 'blank_value:fields.x'],
  [{ type: 'rich_text' }, { a: 1 }, 'wrong_type:fields.x'],
  [{ type: 'number' }, '', 'blank_value:fields.x'],
  [{ type: 'boolean' }, {}, 'blank_value:fields.x'],
  [{ type: 'text' }, [{}], 'blank_value:fields.x.0'],
  [{ type: 'multi_select' }, ['a', ' '], 'blank_value:fields.x.1'],
  [{ type: 'number' }, '5', 'wrong_type:fields.x'],
  [{ type: 'number', rules: { integer: true } }, 1.5, 'wrong_type:fields.x'],
  [{ type: 'number', rules: { min: 1 } }, 0, 'out_of_range:fields.x'],
  [{ type: 'currency', rules: { max: 1 } }, 2, 'out_of_range:fields.x'],
  [{ type: 'boolean' }, 'true', 'wrong_type:fields.x'],
  [{ type: 'date' }, '2026-02-30', 'wrong_type:fields.x'],
  [{ type: 'date' }, 5, 'wrong_type:fields.x'],
  [{ type: 'date', rules: { min: '2026-01-02' } }, '2026-01-01', 'out_of_range:fields.x'],
  [{ type: 'date', rules: { max: '2026-01-02' } }, '2026-01-03', 'out_of_range:fields.x'],
  [{ type: 'select', rules: { options: ['a'] } }, 'b', 'not_allowed:fields.x'],
  [{ type: 'select', rules: { options: ['1'] } }, 1, 'not_allowed:fields.x'],
  [{ type: 'select' }, '', 'blank_value:fields.x'],
  [{ type: 'multi_select' }, 'a', 'wrong_type:fields.x'],
  [{ type: 'multi_select', rules: { options: ['a'] } }, ['a', 'b'], 'not_allowed:fields.x.1'],
  [{ type: 'multi_select' }, ['a', 'a'], 'repeated:fields.x.1'],
  [{ type: 'multi_select', rules: { max_items: 1 } }, ['a', 'b'], 'too_many:fields.x'],
  [{ type: 'multi_select', rules: { min_items: 2 } }, ['a'], 'too_few:fields.x'],
  [{ type: 'multi_select' }, Array.from({ length: 101 }, (_, n) => `o${n}`), 'too_many:fields.x'],
  [{ type: 'media' }, 'javascript:alert(1)', 'malformed:fields.x'],
  [{ type: 'media' }, 'java\nscript:alert(1)', 'malformed:fields.x'],
  [{ type: 'media' }, { alt: 'no url' }, 'wrong_type:fields.x.url'],
  [{ type: 'media' }, {}, 'blank_value:fields.x'],
  [{ type: 'json' }, {}, 'blank_value:fields.x'],
  [{ type: 'json' }, { a: 'b\0' }, 'invalid_character:fields.x'],
  [{ type: 'json' }, deep(17), 'too_deep:fields.x'],
  [{ type: 'json' }, JSON.parse('{"a":[{"__proto__":1}]}'), 'not_allowed:fields.x'],
  [{ type: 'json' }, JSON.parse('{"a":1e999}'), 'out_of_range:fields.x'],
  [{ type: 'json' }, Array.from({ length: 10_001 }, () => 1), 'too_many:fields.x'],
  [{ type: 'relation', relation: 'one_to_one' }, [idOf(1)], 'wrong_type:fields.x'],
  [{ type: 'relation', relation: 'many_to_many' }, idOf(1), 'wrong_type:fields.x'],
  [{ type: 'relation', relation: 'many_to_many' }, [idOf(1), 'no'], 'malformed:fields.x.1'],
  [{ type: 'relation', relation: 'many_to_many' }, [idOf(1), idOf(1)], 'repeated:fields.x.1'],
  [{ type: 'component' }, 'text', 'wrong_type:fields.x'],
  [{ type: 'component' }, [{ a: 1 }, {}], 'blank_value:fields.x.1'],
];

test('every data type takes what fits it', async () => {
  for (const [words, value] of accepted)
    assert.deepEqual(await valueFaults(words, value), [], JSON.stringify([words, value]));
});

test('every data type refuses what does not, with one error', async () => {
  for (const [words, value, fault] of refused) {
    assert.deepEqual(
      await valueFaults(words, value),
      [fault],
      JSON.stringify([words, String(value).slice(0, 80)]),
    );
  }
});

test('each field that is at fault has one error, and nothing hides another', async () => {
  const fields: Record<string, FieldWords> = {
    price: { type: 'number', isRequired: true },
    note: { rules: { min_length: 5, pattern: '^z' } },
    fine: {},
  };
  const result = await check(fields, {
    'en-us': { title: '', fields: { note: 'ab', fine: 'ok', other: 1 } },
    DE_at: { title: 'T', body: 7, extra: true, fields: { price: 'x' } },
  });
  assert.deepEqual((await faultsOf(Promise.resolve(result))).sort(), [
    'blank_value:title@en-us',
    'missing:fields.price@en-us',
    'too_short:fields.note@en-us',
    'unknown_field:extra@de-at',
    'unknown_field:fields.other@en-us',
    'wrong_type:body@de-at',
    'wrong_type:fields.price@de-at',
  ]);
});

test('a field of the model governs the value of the same name, and has no other place', async () => {
  const fields: Record<string, FieldWords> = {
    title: { rules: { max_length: 3 } },
    page_slug: { isRequired: true, rules: { pattern: '^/[a-z/-]+$' } },
    image_url: { type: 'media' },
    summary: { type: 'select', rules: { options: ['a'] } },
  };
  assert.deepEqual(await textFaults({ title: 'Long', page_slug: 'x', summary: 'b' }, fields), [
    'too_long:title@en-us',
    'malformed:page_slug@en-us',
    'not_allowed:summary@en-us',
  ]);
  assert.deepEqual(await textFaults({ title: 'T' }, fields), ['missing:page_slug@en-us']);
  assert.deepEqual(await textFaults({ title: 'T', page_slug: '/a', fields: { title: 'T' } }, fields), [
    'unknown_field:fields.title@en-us',
  ]);
  assert.deepEqual(await textFaults({ title: 'T', image_url: 'data:text/html,x' }), [
    'malformed:image_url@en-us',
  ]);
  assert.deepEqual(await textFaults({}), ['missing:title@en-us']);
  assert.deepEqual(await textFaults({ title: 'x'.repeat(1_001) }), ['too_long:title@en-us']);
});

test('locales: how they are written, how many, and which have a text', async () => {
  assert.deepEqual(await faultsOf(check({}, { english: { title: 'T' } })), ['malformed:localized']);
  assert.deepEqual(await faultsOf(check({}, { en_US: { title: 'T' }, 'en-us': { title: 'T' } })), [
    'repeated:localized@en-us',
  ]);
  assert.deepEqual(await faultsOf(check({}, { en: 'T' })), ['wrong_type:localized@en']);
  assert.deepEqual(await faultsOf(check({}, { en: null, de: [] })), ['missing:localized']);
  assert.deepEqual(await faultsOf(check({}, { en: { title: 'T' }, de: null })), []);
  const plain = modelOf('plain', {}, { isLocalizationEnabled: false });
  const two = { en: { title: 'T' }, de: { title: 'T' } };
  assert.deepEqual(await faultsOf(checkTexts(plain, new Map(), two)), ['too_many:localized']);
  assert.deepEqual(await faultsOf(checkTexts(plain, new Map(), { en: { title: 'T' } })), []);
});

test('what is not localized is the same wherever it is given', async () => {
  const fields: Record<string, FieldWords> = { x: { type: 'json', isLocalized: false }, y: {} };
  const sent = (de: unknown) => ({
    en: { title: 'T', fields: { x: { a: 1, b: 2 }, y: 'en' } },
    de: { title: 'T', fields: { x: de, y: 'de' } },
  });
  assert.deepEqual(await faultsOf(check(fields, sent({ b: 2, a: 1 }))), []);
  assert.deepEqual(await faultsOf(check(fields, sent(null))), []);
  assert.deepEqual(await faultsOf(check(fields, sent({ a: 1 }))), ['conflicting:fields.x@de']);
  const titled = { title: { isLocalized: false } };
  assert.deepEqual(await faultsOf(check(titled, { en: { title: 'A' }, de: { title: 'B' } })), [
    'conflicting:title@de',
  ]);
});

test('what is kept: unused values left out, ids in lower case, relations told apart by locale', async () => {
  const result = await check(
    {
      author: { type: 'relation', relation: 'many_to_one', rules: { models: ['person'] } },
      more: { type: 'relation', relation: 'one_to_many' },
      code: { rules: { unique: true } },
      hidden: { type: 'json', rules: { unique: true } },
      none: {},
    },
    {
      EN_us: {
        title: ' T ',
        summary: null,
        fields: {
          author: idOf(10).replace('8000', 'ABCD'),
          more: [idOf(2)],
          code: 'A1',
          hidden: 1,
          none: null,
        },
      },
      de: { title: 'D', image_url: '/a.png' },
    },
  );
  assert.equal(result.errors.count, 0);
  assert.deepEqual(result.localized, {
    'en-us': {
      title: ' T ',
      pageSlug: '',
      summary: undefined,
      body: '',
      imageUrl: null,
      fields: { author: idOf(10).replace('8000', 'abcd'), more: [idOf(2)], code: 'A1', hidden: 1 },
    },
    de: { title: 'D', pageSlug: '', summary: undefined, body: '', imageUrl: '/a.png', fields: {} },
  });
  assert.deepEqual(result.relations, [
    {
      field: 'fields.author',
      locale: 'en-us',
      recordId: idOf(10).replace('8000', 'abcd'),
      models: ['person'],
    },
    { field: 'fields.more.0', locale: 'en-us', recordId: idOf(2), models: null },
  ]);
  assert.deepEqual(result.unique, [{ field: 'code', locale: 'en-us', value: 'A1' }]);
});

test('components are held against their own model, one in another to a bounded depth', async () => {
  const hero = modelOf('hero', {
    title: { isRequired: true, rules: { max_length: 3 } },
    link: { type: 'relation', relation: 'many_to_one' },
    inner: { type: 'component', component: 'HERO' },
  });
  const components: ComponentModels = new Map([['hero', hero]]);
  const words: FieldWords = { type: 'component', component: 'hero', rules: { max_items: 2 } };
  const faults = (value: unknown) => valueFaults(words, value, components);
  assert.deepEqual(await faults({ title: 'abc' }), []);
  assert.deepEqual(await faults([{ title: 'a' }, { title: 'abcd' }]), ['too_long:fields.x.1.title']);
  assert.deepEqual(await faults([{ title: 'a' }, { title: 'a' }, { title: 'a' }]), ['too_many:fields.x']);
  assert.deepEqual(await faults({ link: idOf(1) }), ['missing:fields.x.title']);
  assert.deepEqual(await faults({ title: 'a', other: 1 }), ['unknown_field:fields.x']);
  assert.deepEqual(await faults({ title: 'a', inner: { title: 'a', inner: { title: 4 } } }), [
    'wrong_type:fields.x.inner.inner.title',
  ]);
  const several = [{ other: 1, inner: { title: 'abcd', link: 5 } }, { title: '' }];
  assert.deepEqual(
    await faults(several),
    [
      'unknown_field:fields.x.0',
      'missing:fields.x.0.title',
      'too_long:fields.x.0.inner.title',
      'wrong_type:fields.x.0.inner.link',
      'blank_value:fields.x.1.title',
    ],
    'all that is wrong within a component is told',
  );
  const nested = (levels: number): unknown =>
    levels === 1 ? { title: 'a' } : { title: 'a', inner: nested(levels - 1) };
  assert.deepEqual(await faults(nested(5)), []);
  assert.match((await faults(nested(6)))[0] ?? '', /^too_deep:fields\.x\.inner/);
  const result = await check(
    { x: words },
    { en: { title: 'T', fields: { x: [{ title: 'a', inner: { title: 'b', link: idOf(7) } }] } } },
    components,
  );
  assert.deepEqual(
    result.relations.map(({ field }) => field),
    ['fields.x.0.inner.link'],
  );
});

test('names of the prototype are names like any other', async () => {
  const sent = JSON.parse('{"en":{"title":"T","__proto__":{"a":1},"fields":{"constructor":"c"}}}');
  assert.deepEqual((await faultsOf(check({}, sent))).sort(), [
    'unknown_field:__proto__@en',
    'unknown_field:fields.constructor@en',
  ]);
  const result = await check({ constructor: {} }, { en: { title: 'T' } });
  assert.deepEqual(result.localized['en']?.fields, {});
});

test('a field of a name that no bundle can carry takes nothing', async () => {
  const model = modelOf('blog', Object.fromEntries([['__proto__', { type: 'json' }]]));
  const sent = (fields: unknown) => ({ en: { title: 'T', fields } });
  assert.deepEqual(await faultsOf(checkTexts(model, new Map(), sent(JSON.parse('{"__proto__":1}')))), [
    'unknown_field:fields.__proto__@en',
  ]);
  assert.deepEqual(await faultsOf(checkTexts(model, new Map(), sent(null))), []);
});
