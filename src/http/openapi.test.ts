// The description of the interface: its committed copy is up to date, and it says what the route table says.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { type OperationName, routes } from '../contract/routes.ts';
import { buildOpenApi } from './openapi.ts';
import { readVersion } from './version.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reaches deep into a plain JSON document.
const document = JSON.parse(JSON.stringify(buildOpenApi(routes, readVersion()))) as any;
const names = Object.keys(routes) as OperationName[];
const described = (name: OperationName) =>
  document.paths[routes[name].path][routes[name].method.toLowerCase()];
const parameter = (name: OperationName, wanted: string) =>
  described(name).parameters.find((each: { name: string }) => each.name === wanted);

test('openapi.json is what `npm run openapi` writes', async () => {
  const committed = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  assert.equal(committed, `${JSON.stringify(document, null, 2)}\n`);
});

test('every operation is described once, with each of its failures in its own envelope', () => {
  const ids = names.map((name) => described(name).operationId);
  assert.equal(new Set(ids).size, names.length);
  for (const name of names) {
    const { failures, envelope, method } = routes[name];
    const expected = ['200', ...(method === 'GET' ? ['304'] : []), ...Object.keys(failures)];
    assert.deepEqual(Object.keys(described(name).responses), expected, name);
    const ref = `#/components/schemas/${envelope === 'bare' ? 'BareFailure' : 'WrappedFailure'}`;
    for (const status of Object.keys(failures)) {
      assert.equal(described(name).responses[status].content['application/json'].schema.$ref, ref, name);
    }
  }
});

test('examples fit their schemas', () => {
  for (const name of names) {
    const { success, successExample, envelope } = routes[name];
    assert.ok(Check(success, successExample), name);
    const { example } = described(name).responses['200'].content['application/json'];
    assert.deepEqual(
      example,
      envelope === 'bare' ? successExample : { Status: 'success', Data: successExample },
    );
  }
  const count = described('count-products').requestBody.content['application/json'];
  assert.ok(Check(routes['count-products'].body, count.example));
});

test('scoping headers are required where nothing else can say the scope', () => {
  for (const name of names) {
    const { required, description } = parameter(name, 'x-tenant-id');
    assert.equal(required, routes[name].scope === 'headers', name);
    assert.equal(description.includes('domain'), !required, name);
  }
});

test('a token is required, or may be left out, as the operation says', () => {
  assert.deepEqual(described('search-content').security, [{}, { bearer: [] }]);
  assert.deepEqual(described('publish-versions').security, [{ bearer: [] }]);
});

test('parameters: required, defaulted and enumerated ones', () => {
  assert.equal(parameter('search-content', 'catalog_id').required, true);
  assert.deepEqual(
    [parameter('search-content', 'limit').required, parameter('search-content', 'limit').schema.default],
    [false, 10],
  );
  assert.equal(parameter('search-content', 'sort_order').schema.type, 'string');
  assert.equal(parameter('publish-versions', 'idempotency-key').in, 'header');
  for (const name of names) {
    for (const [, param] of routes[name].path.matchAll(/\{(\w+)\}/g)) {
      assert.deepEqual(
        [parameter(name, param ?? '').in, parameter(name, param ?? '').required],
        ['path', true],
      );
    }
  }
});

test('optional body properties may be null, required ones may not', () => {
  const { properties } = described('count-products').requestBody.content['application/json'].schema;
  assert.deepEqual(properties.search_term.type, ['string', 'null']);
  const facet = properties.facets.items.properties;
  assert.equal(facet.field_internal_name.type, 'string');
  assert.deepEqual(facet.min.anyOf.at(-1), { type: 'null' });
  const { operator } = properties.filter.items.properties.group.properties;
  assert.deepEqual(
    [operator.type, operator.enum],
    [
      ['string', 'null'],
      ['AND', 'OR', null],
    ],
  );
  const publish = described('publish-versions').requestBody.content['application/json'].schema;
  assert.equal(publish.properties.version_data.type, 'array');
});

test('every reference leads somewhere', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
  assert.ok(refs.length > 0);
  for (const ref of refs) {
    const target = ref.split('/').reduce((at, key) => at?.[key], document);
    assert.ok(target, ref);
  }
});
