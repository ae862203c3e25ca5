// One object of a known kind: blank and unused values, faults with their fields, keys in one spelling, and whatever is
// read once can be read again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { CATALOG_ID, shortLines } from '../../test/fixtures/sample-bundle.ts';
import { manageExamples } from '../contract/manage/manage-examples.ts';
import { keyFieldsOf, managedKinds } from '../contract/manage/manage-resources.ts';
import type { ResourceKind, ResourceObject } from '../domain/manage/managed-resource.ts';
import { decodeLine } from './bundle-codec.ts';
import { decodeKeyLine, objectReader } from './read-object.ts';

const kinds = managedKinds.map(({ kind }) => kind);

const objectOf = (kind: ResourceKind, value: object): ResourceObject => {
  const read = objectReader.readObject(kind, value as Record<string, unknown>);
  assert.ok('object' in read, JSON.stringify(read));
  return read.object;
};

const faultsOf = (kind: ResourceKind, value: object): string[] => {
  const read = objectReader.readObject(kind, value as Record<string, unknown>);
  assert.ok('faults' in read, JSON.stringify(read));
  return read.faults.first.map(({ fault, field }) => `${fault}:${field}`);
};

const withoutKind = ({ kind: _, ...rest }: { readonly kind: string }): Record<string, unknown> => rest;

test('every kind is read with and without its kind, as import reads it', () => {
  for (const kind of kinds) {
    const decoded = decodeLine(JSON.stringify(shortLines[kind]));
    assert.ok(decoded.kind === 'object');
    assert.deepEqual(objectOf(kind, shortLines[kind]), decoded.object);
    assert.deepEqual(objectOf(kind, withoutKind(shortLines[kind])), decoded.object);
  }
});

test('what is returned can be sent again: every kind, short and whole', () => {
  for (const kind of kinds) {
    for (const given of [withoutKind(shortLines[kind]), manageExamples[kind]]) {
      const object = objectOf(kind, given);
      assert.deepEqual(objectOf(kind, withoutKind(object)), object);
    }
  }
});

test('everything in the demo shop could be sent one by one', async () => {
  const bundle = await readFile(new URL('../../demo/shop.ndjson', import.meta.url), 'utf8');
  const lines = bundle.split('\n').filter((line) => line !== '');
  let read = 0;
  for (const line of lines) {
    const decoded = decodeLine(line);
    if (decoded.kind !== 'object' || !kinds.some((kind) => kind === decoded.object.kind)) continue;
    read += 1;
    assert.deepEqual(objectOf(decoded.object.kind as ResourceKind, decoded.object), decoded.object);
  }
  assert.ok(read > 100, `${read} objects`);
});

test('another kind is refused, and so is what is no kind', () => {
  assert.deepEqual(faultsOf('product', { ...shortLines.product, kind: 'category' }), ['not_allowed:kind']);
  assert.deepEqual(faultsOf('product', { ...shortLines.product, kind: 5 }), ['wrong_type:kind']);
});

const product = withoutKind(shortLines.product);
const item = withoutKind(shortLines.content_item);

const blanks: readonly [ResourceKind, object, string][] = [
  ['product', { ...product, name: '' }, 'blank_value:name'],
  ['product', { ...product, name: ' \t\n\u00a0' }, 'blank_value:name'],
  ['product', { ...product, id: ' ' }, 'blank_value:id'],
  ['product', { ...product, description: '  ' }, 'blank_value:description'],
  ['product', { ...product, catalog_id: '' }, 'blank_value:catalog_id'],
  ['product', { ...product, created_at: '' }, 'blank_value:created_at'],
  ['product', { ...product, category_ids: [''] }, 'blank_value:category_ids.0'],
  ['product', { ...product, attributes: { color: '' } }, 'blank_value:attributes.color'],
  ['product', { ...product, attributes: { color: ['red', ' '] } }, 'blank_value:attributes.color.1'],
  ['product', { ...product, localized: { 'de-de': {} } }, 'blank_value:localized.de-de'],
  ['product', { ...product, localized: { 'de-de': { name: '' } } }, 'blank_value:localized.de-de.name'],
  ['content_item', { ...item, title: '' }, 'blank_value:title'],
  ['content_item', { ...item, url: ' ' }, 'blank_value:url'],
  ['content_item', { ...item, summary: '' }, 'blank_value:summary'],
  ['content_item', { ...item, image_url: '' }, 'blank_value:image_url'],
  ['content_item', { ...item, keywords: ['a', ''] }, 'blank_value:keywords.1'],
  ['environment', { id: 'E', access: '' }, 'blank_value:access'],
  ['environment', { id: 'E', default_locale: ' ' }, 'blank_value:default_locale'],
  ['domain', { host: ' ', environment_id: 'E' }, 'blank_value:host'],
  ['merchandising_rule', { ...withoutKind(shortLines.merchandising_rule), when: {} }, 'blank_value:when'],
  ['content_model', { ...withoutKind(shortLines.content_model), fields: [{}] }, 'blank_value:fields.0'],
];

test('blank values are refused, each by its field', () => {
  for (const [kind, value, code] of blanks) assert.deepEqual(faultsOf(kind, value), [code]);
});

test('a value that is the default of its field says that it is not used', () => {
  const unused = { sku: '', brand: '', category_ids: [], prices: {}, created_at: null, attributes: {} };
  assert.deepEqual(objectOf('product', { ...product, ...unused }), objectOf('product', product));
  assert.equal(objectOf('content_model', shortLines.content_model)['group_id'], '');
});

test('null and [] are unused wherever they cannot be the value', () => {
  const unused = { sku: null, brand: [], category_ids: null, in_stock: null, prices: [], localized: null };
  assert.deepEqual(objectOf('product', { ...product, ...unused }), objectOf('product', product));
  assert.deepEqual(objectOf('content_item', { ...item, summary: null }), objectOf('content_item', item));
  // A list of no environments is another thing than all of them.
  assert.deepEqual(objectOf('content_item', { ...item, environment_ids: [] })['environment_ids'], []);
  assert.deepEqual(faultsOf('product', { ...product, name: null }), ['missing:name']);
  assert.deepEqual(faultsOf('product', { ...product, name: [] }), ['missing:name']);
  assert.deepEqual(faultsOf('synonyms', { ...withoutKind(shortLines.synonyms), words: [] }), [
    'missing:words',
  ]);
});

test('free-form data is the sender’s own: blanks in it are kept', () => {
  const extra = { a: '', b: {}, c: [{}], d: null };
  assert.deepEqual(objectOf('content_item', { ...item, extra_data: extra })['extra_data'], extra);
});

test('faults are told all together, each with its field and its sort', () => {
  const bad = {
    catalog_id: 'main',
    id: 'x'.repeat(201),
    nam: 1,
    prices: { USD: '1', usd: 2 },
    in_stock: 'yes',
    localized: { german: {} },
    sku: 'a\0b',
    brand: '\ud800',
  };
  assert.deepEqual(faultsOf('product', bad), [
    'malformed:catalog_id',
    'too_long:id',
    'invalid_character:sku',
    'missing:name',
    'invalid_character:brand',
    'wrong_type:prices.USD',
    'malformed:prices.usd',
    'wrong_type:in_stock',
    'malformed:localized.german',
    'unknown_field:nam',
  ]);
  assert.deepEqual(faultsOf('environment', { id: 'E', access: 'closed' }), ['not_allowed:access']);
  assert.deepEqual(faultsOf('domain', { host: 'a/b', environment_id: 'E' }), ['malformed:host']);
  assert.deepEqual(faultsOf('synonyms', { ...shortLines.synonyms, words: ['a'] }), ['too_few:words']);
});

test('the message of a fault names the field', () => {
  const read = objectReader.readObject('product', { ...product, in_stock: 'yes' });
  assert.ok('faults' in read);
  assert.equal(read.faults.first[0]?.message, 'in_stock must be true or false, not "yes"');
});

test('hostile objects: names that are no names, nesting without end, too much of everything', () => {
  const proto = JSON.parse(`{"id":"p","name":"n","catalog_id":"${CATALOG_ID}","__proto__":{"sku":"x"}}`);
  assert.deepEqual(faultsOf('product', proto), ['unknown_field:__proto__']);
  const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  assert.match(faultsOf('content_item', { ...item, extra_data: deep })[0] ?? '', /^out_of_range:extra_data/);
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, 1]));
  assert.equal(faultsOf('product', { ...product, ...many }).length, 100);
  assert.deepEqual(faultsOf('content_item', { ...item, body: 'x'.repeat(4 * 1024 * 1024) }), [
    'too_long:body',
  ]);
});

test('a key is read in its one spelling, or refused', () => {
  const read = (kind: ResourceKind, value: Record<string, unknown>) => objectReader.readKey(kind, value);
  assert.deepEqual(read('catalog', { id: CATALOG_ID.toUpperCase() }), { key: { id: CATALOG_ID } });
  assert.deepEqual(read('domain', { host: 'Shop.ACME.test' }), { key: { host: 'shop.acme.test' } });
  assert.deepEqual(read('content_item', { catalog_id: CATALOG_ID, provider_id: 'wp-17', locale: 'de_DE' }), {
    key: { catalog_id: CATALOG_ID, provider_id: 'wp-17', locale: 'de-de' },
  });
  for (const [kind, value] of [
    ['catalog', { id: 'main' }],
    ['domain', { host: 'a b' }],
    ['product', { catalog_id: CATALOG_ID, id: '' }],
    ['product', { id: 'p1' }],
    ['tenant', { id: 'x'.repeat(201) }],
  ] as const) {
    assert.ok('faults' in read(kind, value), JSON.stringify(value));
  }
});

test('a line to delete holds a kind and its key, or is a whole line of the kind', () => {
  const kinds: [string, readonly string[]][] = [
    ...managedKinds.map((row): [string, readonly string[]] => [row.kind, keyFieldsOf(row)]),
    ['record', ['id']],
    ['version', ['record_id', 'id']],
    ['publication', ['record_id', 'environment_id', 'version_id']],
  ];
  for (const [kind, fields] of kinds) {
    const line = shortLines[kind as keyof typeof shortLines] as Record<string, unknown>;
    const key = Object.fromEntries(fields.map((field) => [field, line[field]]));
    const expected = { kind: 'key', step: { action: 'delete', kind, key } };
    assert.deepEqual(decodeKeyLine(JSON.stringify({ kind, ...key })), expected);
    assert.deepEqual(decodeKeyLine(JSON.stringify({ ...line, kind })), expected, `a whole ${kind}`);
    const [missing = ''] = fields;
    const decoded = decodeKeyLine(JSON.stringify({ ...line, kind, [missing]: undefined }));
    assert.equal(decoded.kind === 'fault' && decoded.code, `missing:${missing}`);
  }
  const { locales: _, ...publication } = shortLines.publication as Record<string, unknown>;
  const inOne = decodeKeyLine(JSON.stringify({ ...publication, kind: 'publication', locales: ['DE_at'] }));
  assert.deepEqual(inOne.kind === 'key' && inOne.step.locales, ['de-at']);
  const fault = (line: object) => {
    const decoded = decodeKeyLine(JSON.stringify(line));
    return decoded.kind === 'fault' ? [decoded.code, decoded.message] : decoded;
  };
  assert.deepEqual(fault({ kind: 'tenant', id: 'acme', nmae: 'Acme' }), [
    'unknown_field:nmae',
    'tenant: nmae is not a known field',
  ]);
  assert.match(
    String(fault({ kind: 'domain', host: 'a b' })),
    /^malformed:host,domain: host must be a host name/,
  );
  assert.match(
    String(fault({ kind: 'popular_term', rank: 1 })),
    /^not_allowed:kind,kind "popular_term" cannot be deleted/,
  );
  assert.deepEqual(fault({ id: 'x' }), ['missing:kind', 'kind is missing']);
});
