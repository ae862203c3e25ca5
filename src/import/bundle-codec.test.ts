// Lines of every kind: what is put in, how things are spelt, and what is refused wherever it stands.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { Set as setFormat } from 'typebox/format';
import { CATALOG_ID, scopeLine, shortLines } from '../../test/fixtures/sample-bundle.ts';
import { type BundleKind, bundleKinds } from '../contract/bundle.ts';
import { parseInstant } from '../domain/text/instant.ts';
import { decodeLine, encodeLine, LINE_MAX_BYTES } from './bundle-codec.ts';

setFormat('instant', (text) => parseInstant(text) !== undefined);

const kinds = Object.keys(bundleKinds) as BundleKind[];

const objectOf = (line: unknown): Record<string, unknown> => {
  const decoded = decodeLine(typeof line === 'string' ? line : JSON.stringify(line));
  assert.ok(decoded.kind === 'object', JSON.stringify(decoded));
  return decoded.object as unknown as Record<string, unknown>;
};

const faultOf = (line: unknown): string => {
  const decoded = decodeLine(typeof line === 'string' ? line : JSON.stringify(line));
  assert.ok(decoded.kind === 'fault', JSON.stringify(decoded));
  return decoded.message;
};

for (const kind of kinds) {
  test(`the shortest ${kind} line becomes whole, in the order of its schema`, () => {
    const object = objectOf(shortLines[kind]);
    assert.ok(Compile(bundleKinds[kind]).Check(object));
    const fields = Object.keys(bundleKinds[kind].properties);
    assert.deepEqual(
      Object.keys(object),
      fields.filter((field) => field in object),
    );
    assert.equal(encodeLine(object as never), JSON.stringify(object));
  });

  test(`a ${kind} line with a field that does not exist is refused by that name`, () => {
    assert.equal(
      faultOf({ ...shortLines[kind], colour: 1, id_: 2 }),
      `${kind}: colour is not a known field; id_ is not a known field`,
    );
  });

  test(`a ${kind} line without a field it needs is refused by that name`, () => {
    for (const field of Object.keys(shortLines[kind]).filter((name) => name !== 'kind')) {
      const { [field]: _, ...rest } = shortLines[kind];
      assert.equal(faultOf(rest), `${kind}: ${field} is missing`);
    }
  });
}

test('a scope line gives its scope, and is as strict as the others', () => {
  assert.deepEqual(decodeLine(JSON.stringify(scopeLine)), {
    kind: 'scope',
    scope: { tenantId: 'acme', workspaceId: 'web' },
  });
  assert.equal(faultOf({ ...scopeLine, tenant: 'x' }), 'scope: tenant is not a known field');
  assert.equal(
    faultOf({ kind: 'scope', tenant_id: ' ' }),
    'scope: tenant_id must not be blank; workspace_id is missing',
  );
});

test('defaults are put in, each line with its own', () => {
  const product = objectOf(shortLines.product);
  assert.deepEqual(product['category_ids'], []);
  assert.deepEqual(product['localized'], {});
  assert.equal(product['created_at'], null);
  assert.equal(product['in_stock'], true);
  (product['category_ids'] as string[]).push('c1');
  assert.deepEqual(objectOf(shortLines.product)['category_ids'], []);
});

test('what has one canonical spelling is spelt so', () => {
  assert.equal(objectOf({ ...shortLines.catalog, id: CATALOG_ID.toUpperCase() })['id'], CATALOG_ID);
  assert.equal(objectOf({ ...shortLines.content_item, locale: 'EN_us' })['locale'], 'en-us');
  assert.equal(objectOf({ ...shortLines.domain, host: 'Shop.ACME.test' })['host'], 'shop.acme.test');
  const store = { ...shortLines.store, content_model_id: CATALOG_ID.toUpperCase() };
  assert.equal(objectOf(store)['content_model_id'], CATALOG_ID);
  assert.equal(objectOf({ ...shortLines.store, content_model_id: 'None' })['content_model_id'], 'None');
  assert.equal(objectOf({ ...shortLines.search_event, term: '  Red\t SHOE ' })['term'], 'red shoe');
  const localized = { de_DE: { name: 'Schuh' }, EN: {} };
  const product = objectOf({ ...shortLines.product, localized });
  assert.deepEqual(Object.keys(product['localized'] as object), ['de-de', 'en']);
  assert.deepEqual(objectOf({ ...shortLines.publication, locales: ['DE_de'] })['locales'], ['de-de']);
});

test('maps and free-form data keep the order in which they are given', () => {
  const attributes = { weight: 3, color: ['red', 'blue'], active: true, b: 'x', a: -0 };
  const product = objectOf({ ...shortLines.product, attributes });
  assert.equal(
    JSON.stringify(product['attributes']),
    '{"weight":3,"color":["red","blue"],"active":true,"b":"x","a":0}',
  );
  const extra = { z: { y: [1, { x: null }], a: '' }, b: false };
  const item = objectOf({ ...shortLines.content_item, extra_data: extra });
  assert.equal(JSON.stringify(item['extra_data']), JSON.stringify(extra));
});

test('properties of a model field may be more than the known ones', () => {
  const properties = { colour: 'x', data_type: 'text', internal_name: 'title', more: { a: 1 } };
  const model = objectOf({ ...shortLines.content_model, fields: [{ field_properties: properties }] });
  const [field] = model['fields'] as Record<string, Record<string, unknown>>[];
  assert.deepEqual(Object.keys(field?.['field_properties'] ?? {}), [
    'internal_name',
    'display_name',
    'data_type',
    'is_searchable',
    'is_localized',
    'help_text',
    'validation',
    'colour',
    'more',
  ]);
});

for (const host of ['localhost', 'xn--tda.test', '10.0.0.1', '::1', 'a_b.internal']) {
  test(`taken as a host: ${host}`, () => {
    assert.equal(objectOf({ ...shortLines.domain, host })['host'], host);
  });
}

test('an IPv6 address is kept without its brackets and in its shortest form, as requests are looked up', () => {
  assert.equal(objectOf({ ...shortLines.domain, host: '[2001:DB8:0::1]' })['host'], '2001:db8::1');
});

test('NUL and lone surrogates are refused wherever they are', () => {
  const nul = '"a\\u0000b"';
  const half = '"a\\ud800b"';
  for (const [bad, word] of [
    [nul, 'NUL'],
    [half, 'surrogate'],
  ] as const) {
    const places = [
      `{"kind":"tenant","id":${bad}}`,
      `{"kind":"tenant","id":"a","name":${bad}}`,
      JSON.stringify({ ...shortLines.product, attributes: { color: ['@'] } }).replace('"@"', bad),
      JSON.stringify({ ...shortLines.product, attributes: { '@': 1 } }).replace('"@"', bad),
      JSON.stringify({ ...shortLines.content_item, extra_data: { a: [{ b: '@' }] } }).replace('"@"', bad),
      JSON.stringify({ ...shortLines.content_item, extra_data: { a: { '@': 1 } } }).replace('"@"', bad),
      JSON.stringify({ ...shortLines.product, localized: { en: { name: '@' } } }).replace('"@"', bad),
    ];
    for (const place of places) assert.match(faultOf(place), new RegExp(`must not contain .*${word}`));
  }
});

test('numbers that are not finite are refused wherever they are', () => {
  const price = JSON.stringify({ ...shortLines.product, prices: { USD: 0 } }).replace(':0', ':1e999');
  assert.equal(faultOf(price), 'product: prices.USD must be a number, not Infinity');
  const extra = JSON.stringify({ ...shortLines.content_item, extra_data: { a: 0 } }).replace(
    '"a":0',
    '"a":-1e999',
  );
  assert.equal(faultOf(extra), 'content_item: extra_data.a must be a finite number');
});

test('minus zero is zero, so that the line stays the same when it is written again', () => {
  const price = JSON.stringify({ ...shortLines.product, prices: { USD: 7 } }).replace(':7}', ':-0}');
  assert.deepEqual(objectOf(price)['prices'], { USD: 0 });
  const extra = JSON.stringify({ ...shortLines.content_item, extra_data: [7] }).replace('[7]', '{"a":-0}');
  assert.deepEqual(objectOf(extra)['extra_data'], { a: 0 });
});

test('a name that would change the object itself is refused', () => {
  const line = JSON.stringify({ ...shortLines.content_item, extra_data: { a: 1 } });
  assert.match(faultOf(line.replace('"a"', '"__proto__"')), /extra_data.__proto__ is not allowed as a name/);
  assert.match(
    faultOf('{"kind":"tenant","id":"a","__proto__":{"name":"b"}}'),
    /__proto__ is not a known field/,
  );
});

test('a line that is no object of a known kind is refused', () => {
  assert.match(
    faultOf('{"kind":"prodct"}'),
    /^kind "prodct" is not known; the known kinds are scope, tenant, /,
  );
  assert.match(faultOf('{"kind":"constructor"}'), /^kind "constructor" is not known/);
  assert.match(faultOf('{"kind":["product"]}'), /^kind a list is not known/);
  assert.equal(faultOf('{}'), 'kind is missing');
  assert.equal(faultOf('[]'), 'must be an object, not a list');
  assert.equal(faultOf('null'), 'must be an object, not null');
  assert.equal(faultOf('{"kind":}'), "is not valid JSON: Unexpected token '}'");
  assert.equal(
    faultOf('{"kind":"tenant"'),
    "is not valid JSON: Expected ',' or '}' after property value at character 17",
  );
});

test('several faults are told together, five at most', () => {
  const unknown = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`f${index}`, 1]));
  assert.equal(
    faultOf({ ...shortLines.tenant, ...unknown }),
    `tenant: ${[0, 1, 2, 3, 4].map((index) => `f${index} is not a known field`).join('; ')}; and 3 more`,
  );
});

test('a message shows text of the line short and without control characters', () => {
  const message = faultOf({ ...shortLines.product, catalog_id: `\u001b[31m\u009b${'x'.repeat(1_000_000)}` });
  assert.ok(message.length < 200);
  assert.match(message, /\\u001b\[31m\\u009bx/);
  assert.match(faultOf({ ...shortLines.tenant, 'a\nb': 1 }), /"a\\nb" is not a known field/);
});

test('nesting is limited, however deep it goes', () => {
  const nested = (levels: number) =>
    `{"kind":"content_item","extra_data":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  assert.match(faultOf(nested(62)), /catalog_id is missing/);
  assert.equal(faultOf(nested(63)), 'is nested deeper than 64 levels');
  assert.equal(faultOf(nested(100_000)), 'is nested deeper than 64 levels');
  assert.equal(faultOf('['.repeat(1_000_000)), 'is nested deeper than 64 levels');
});

test('a line that its defaults make too long to be read back is refused', () => {
  const room = LINE_MAX_BYTES - JSON.stringify({ ...shortLines.tenant, name: '' }).length;
  const fits = { ...shortLines.tenant, name: 'x'.repeat(room) };
  assert.equal(Buffer.byteLength(encodeLine(objectOf(fits) as never)), LINE_MAX_BYTES);
  assert.match(faultOf({ ...fits, name: `${fits.name}x` }), /^tenant: is longer than 4194304 bytes with/);
});

test('an object that could not be read back is never written', () => {
  const product = { ...objectOf(shortLines.product), prices: { USD: Number.NaN } };
  assert.throws(
    () => encodeLine(product as never),
    /product cannot be written to a bundle: prices.USD must be a number/,
  );
});

const demo = new URL('../../demo/shop.ndjson', import.meta.url);

test('every line of the demo bundle is good', () => {
  assert.ok(existsSync(demo), 'the demo bundle is part of the repository');
  for (const [index, line] of readFileSync(demo, 'utf8').trimEnd().split('\n').entries()) {
    const decoded = decodeLine(line);
    assert.notEqual(decoded.kind, 'fault', `line ${index + 1}: ${JSON.stringify(decoded).slice(0, 500)}`);
  }
});
