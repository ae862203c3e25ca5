// The description of the interface: its committed copy is up to date, and it says what the route table says.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { allNames as names, operationOf } from '../../../test/fixtures/server-fixture.ts';
import { allRoutes, type OperationName } from '../../contract/routes.ts';
import { readVersion } from '../version.ts';
import { buildOpenApi } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reaches deep into a plain JSON document.
const document = JSON.parse(JSON.stringify(buildOpenApi(allRoutes, readVersion()))) as any;
/** What a reference leads to, or the thing itself. */
const resolved = (thing: { readonly $ref?: string }) =>
  thing.$ref === undefined
    ? thing
    : thing.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], document);
const described = (name: OperationName | (string & {})) => {
  const { path, method } = operationOf(name);
  const { parameters, responses, ...rest } = document.paths[path][method.toLowerCase()];
  const whole = Object.entries<object>(responses).map(([status, response]) => [status, resolved(response)]);
  return { ...rest, parameters: parameters.map(resolved), responses: Object.fromEntries(whole) };
};
const parameter = (name: OperationName | (string & {}), wanted: string) =>
  described(name).parameters.find((each: { name: string }) => each.name === wanted);

test('openapi.json is what `npm run openapi` writes', async () => {
  const committed = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8');
  assert.equal(committed, `${JSON.stringify(document, null, 2)}\n`);
});

test('every operation is described once, with each of its failures in its own envelope', () => {
  const ids = names.map((name) => described(name).operationId);
  assert.equal(new Set(ids).size, names.length);
  for (const name of names) {
    const {
      failures,
      envelope,
      method,
      successStatus = 200,
      isCreated,
      answerForm = 'json',
    } = operationOf(name);
    const isTagged = method === 'GET' && answerForm === 'json';
    const expected = [
      String(successStatus),
      ...(isCreated === undefined ? [] : ['201']),
      ...(isTagged ? ['304'] : []),
      ...Object.keys(failures),
      ...['417', '431'],
    ];
    assert.deepEqual(Object.keys(described(name).responses).toSorted(), expected.toSorted(), name);
    const ref = `#/components/schemas/${envelope === 'bare' ? 'BareFailure' : 'WrappedFailure'}`;
    for (const status of Object.keys(failures)) {
      assert.equal(described(name).responses[status].content['application/json'].schema.$ref, ref, name);
    }
  }
});

test('what is refused before any routing is described everywhere, in the top-level shape', () => {
  const all = Object.values<object>(document.paths).flatMap((methods) => Object.values(methods));
  assert.ok(all.length > names.length);
  for (const { operationId, responses } of all) {
    for (const status of ['417', '431']) {
      const { content } = resolved(responses[status]);
      const { $ref } = content['application/json'].schema;
      assert.equal($ref, '#/components/schemas/BareFailure', `${operationId} ${status}`);
    }
  }
});

const answerTypes = { json: 'application/json', lines: 'application/x-ndjson', csv: 'text/csv' } as const;

test('examples fit their schemas', () => {
  for (const name of names) {
    const {
      success,
      successExample,
      successStatus = 200,
      envelope,
      answerForm = 'json',
      body,
      bodyReading,
      requestExample,
    } = operationOf(name);
    assert.ok(Check(success, successExample), name);
    const { content } = described(name).responses[successStatus];
    assert.deepEqual(Object.keys(content), [answerTypes[answerForm]], name);
    assert.deepEqual(
      content[answerTypes[answerForm]].example,
      envelope === 'bare' || answerForm !== 'json'
        ? successExample
        : { Status: 'success', Data: successExample },
    );
    if (body === undefined) {
      assert.equal(described(name).requestBody, undefined, name);
    } else if (bodyReading === 'stream') {
      assert.deepEqual(Object.keys(described(name).requestBody.content), ['application/x-ndjson'], name);
    } else {
      assert.ok(Check(body, requestExample), name);
      assert.deepEqual(described(name).requestBody.content['application/json'].example, requestExample, name);
    }
  }
});

test('scoping headers are required where nothing else can say the scope', () => {
  const wanted = {
    headers: ['x-tenant-id', 'x-workspace-id', 'x-environment-id'],
    'headers-or-domain': ['x-tenant-id', 'x-workspace-id', 'x-environment-id'],
    workspace: ['x-tenant-id', 'x-workspace-id'],
    none: [],
  };
  for (const name of names) {
    const { scope } = operationOf(name);
    const { parameters } = described(name);
    const own = parameters.filter((each: { name: string }) => wanted.headers.includes(each.name));
    assert.deepEqual(
      own.map((each: { name: string }) => each.name),
      wanted[scope],
      name,
    );
    for (const { required, description } of own) {
      assert.equal(required, scope !== 'headers-or-domain', name);
      assert.equal(description.includes('domain'), !required, name);
    }
  }
});

test('a token is required, or may be left out, as the operation says', () => {
  for (const name of names) {
    const isOpen = operationOf(name).access === 'open';
    assert.deepEqual(described(name).security, isOpen ? [{}, { bearer: [] }] : [{ bearer: [] }], name);
  }
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
    for (const [, param] of operationOf(name).path.matchAll(/\{(\w+)\}/g)) {
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

test('a tag comes with whatever can be asked for again or put back, and with nothing else', () => {
  for (const name of names) {
    const { method, answerForm = 'json', entityTagOf, successStatus = 200 } = operationOf(name);
    const isTagged = answerForm === 'json' && (method === 'GET' || entityTagOf !== undefined);
    assert.equal('etag' in described(name).responses[successStatus].headers, isTagged, name);
  }
});

test('what is managed is described once, and answers refer to it', () => {
  const product = document.components.schemas.Product;
  assert.deepEqual(product.required, Object.keys(product.properties));
  const item = (name: string, status = 200) =>
    described(name).responses[status].content['application/json'].schema.properties.Data.properties;
  const reference = { $ref: '#/components/schemas/Product' };
  assert.deepEqual(item('manage-get-product').item, reference);
  assert.deepEqual(item('manage-create-product', 201).item, reference);
  assert.deepEqual(item('manage-list-products').items.items, reference);
});

test('every reference leads somewhere', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
  assert.ok(refs.length > 0);
  for (const ref of refs) {
    const target = ref.split('/').reduce((at, key) => at?.[key], document);
    assert.ok(target, ref);
  }
});
