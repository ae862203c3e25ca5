// The description of the interface: its committed copy is up to date, and it says what the route table says.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { allNames as names, operationOf } from '../../../test/fixtures/server-fixture.ts';
import { allRoutes, type OperationName } from '../../contract/routes.ts';
import { defaultLimits } from '../../domain/limits/limits.ts';
import { readVersion } from '../../runtime/version.ts';
import { buildOpenApi } from './openapi.ts';
import { Components } from './openapi-components.ts';
import { openApiParts, takePart } from './openapi-parts.ts';
import { printOpenApi } from './print-openapi.ts';
import { servedOpenApi } from './read-openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reaches deep into a plain JSON document.
const document = JSON.parse(JSON.stringify(buildOpenApi(allRoutes, readVersion()))) as any;
// biome-ignore lint/suspicious/noExplicitAny: the same document.
type Loose = any;

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
  const { parameters: ofAll = [], [method.toLowerCase()]: operation } = document.paths[path];
  const { parameters = [], responses, security = document.security, ...rest } = operation;
  const whole = Object.entries<object>(responses).map(([status, response]) => [
    status,
    { ...resolved(response), ...('description' in response ? { description: response.description } : {}) },
  ]);
  return {
    ...rest,
    security,
    parameters: [...ofAll, ...parameters].map(resolved),
    responses: Object.fromEntries(whole),
  };
};
const parameter = (name: OperationName | (string & {}), wanted: string) =>
  described(name).parameters.find((each: { name: string }) => each.name === wanted);

test('the committed files are what `npm run openapi` writes', async () => {
  for (const part of openApiParts)
    assert.equal(await readFile(part.file, 'utf8'), printOpenApi(takePart(document, part)));
});

test('a service gives out the same, with limits of its own', () => {
  const limits = { ...defaultLimits, products_per_catalog: 7 };
  assert.notDeepEqual(servedOpenApi(limits), servedOpenApi(defaultLimits));
  for (const each of [limits, defaultLimits]) {
    const whole = buildOpenApi(allRoutes, readVersion(), each);
    assert.deepEqual(
      servedOpenApi(each),
      openApiParts.map((part) => ({ path: part.path, text: JSON.stringify(takePart(whole, part)) })),
    );
  }
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
      responseFormat = 'json',
    } = operationOf(name);
    const isTagged = method === 'GET' && responseFormat === 'json';
    const { responses } = described(name);
    const successes = Object.keys(responses).filter((status) => Number(status) < 400);
    const expected = [
      String(successStatus),
      ...(isCreated === undefined ? [] : ['201']),
      ...(isTagged ? ['304'] : []),
    ];
    assert.deepEqual(successes.toSorted(), expected.toSorted(), name);
    const own = Object.keys(responses).filter((status) => Number(status) >= 400);
    const ranges = [...responses['4XX']['x-statuses'], ...responses['5XX']['x-statuses']].map(String);
    const all = new Set([...own, ...ranges]);
    assert.deepEqual([...all].toSorted(), [...Object.keys(failures), '417', '431'].toSorted(), name);
    const ref = `#/components/schemas/${envelope === 'bare' ? 'BareFailure' : 'WrappedFailure'}`;
    for (const [status, meaning] of Object.entries<string>(failures)) {
      const range = responses[`${status[0]}XX`];
      const { description, content } = responses[status] ?? range;
      const { schema } = content['application/json'];
      assert.equal(schema.$ref, ref, name);
      if (status in responses) assert.equal(description, meaning, name);
      else assert.ok(description.split('\n').includes(`- ${status}: ${meaning}`), `${name} ${status}`);
    }
  }
});

test('what is refused before any routing is described everywhere, in the top-level shape', () => {
  const all = Object.values<object>(document.paths).flatMap(({ parameters: _, ...methods }: Loose) =>
    Object.values<Loose>(methods),
  );
  assert.ok(all.length > names.length);
  for (const { operationId, responses } of all) {
    for (const status of ['417', '431']) {
      const { content } = resolved(responses[status] ?? {});
      assert.equal(content['application/json'].schema.$ref, '#/components/schemas/BareFailure', operationId);
    }
  }
});

/** Whether a schema that this one refers to has an example. Redocly's rules say whether it fits. */
const exampleWithin = (schema: object): boolean =>
  JSON.stringify(schema).includes('"examples"') ||
  [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].some(([, $ref = '']) =>
    exampleWithin(resolved({ $ref })),
  );

const responseTypes = { json: 'application/json', lines: 'application/x-ndjson', csv: 'text/csv' } as const;

test('examples fit their schemas', () => {
  for (const name of names) {
    const {
      success,
      successExample,
      successStatus = 200,
      envelope,
      responseFormat = 'json',
      body,
      bodyReading,
      requestExample,
    } = operationOf(name);
    assert.ok(Check(success, successExample), name);
    const { content } = described(name).responses[successStatus];
    assert.deepEqual(Object.keys(content), [responseTypes[responseFormat]], name);
    const { example, schema } = content[responseTypes[responseFormat]];
    if (example === undefined) assert.ok(exampleWithin(schema), name);
    else
      assert.deepEqual(
        example,
        envelope === 'bare' || responseFormat !== 'json'
          ? successExample
          : { Status: 'success', Data: successExample },
      );
    if (body === undefined) {
      assert.equal(described(name).requestBody, undefined, name);
    } else if (bodyReading === 'stream') {
      assert.deepEqual(Object.keys(described(name).requestBody.content), ['application/x-ndjson'], name);
    } else {
      assert.ok(Check(body, requestExample), name);
      const bodyType = bodyReading === 'parts' ? 'multipart/form-data' : 'application/json';
      const { example, schema } = described(name).requestBody.content[bodyType];
      if (example === undefined) assert.ok(exampleWithin(schema), name);
      else assert.deepEqual(example, requestExample, name);
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
      assert.equal(required === true, scope !== 'headers-or-domain', name);
      assert.equal(description.includes('domain'), required !== true, name);
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
    [undefined, 10],
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
  const bodyOf = (name: string) =>
    resolved(described(name).requestBody.content['application/json'].schema).properties;
  const properties = bodyOf('count-products');
  assert.deepEqual(properties.search_term.type, ['string', 'null']);
  const facet = resolved(properties.facets.items).properties;
  assert.equal(facet.field_internal_name.type, 'string');
  assert.deepEqual(facet.min.anyOf.at(-1), { type: 'null' });
  const { group } = resolved(properties.filter.items).properties;
  assert.deepEqual(group.anyOf.at(-1), { type: 'null' });
  const { operator } = resolved(group.anyOf[0]).properties;
  assert.deepEqual(
    [operator.type, operator.enum],
    [
      ['string', 'null'],
      ['AND', 'OR', null],
    ],
  );
  assert.equal(bodyOf('publish-versions').version_data.type, 'array');
});

test('a tag comes with whatever can be asked for again or put back, and with nothing else', () => {
  for (const name of names) {
    const { method, responseFormat = 'json', entityTagOf, successStatus = 200 } = operationOf(name);
    const isTagged = responseFormat === 'json' && (method === 'GET' || entityTagOf !== undefined);
    assert.equal('etag' in (described(name).responses[successStatus].headers ?? {}), isTagged, name);
  }
});

test('what is managed is described once, and responses refer to it', () => {
  const product = document.components.schemas.Product;
  const optional = ['slug', 'url', 'images', 'sale_prices', 'retail_prices', 'variants', 'popularity'];
  assert.deepEqual([...product.required, ...optional], Object.keys(product.properties));
  const item = (name: string, status = 200) =>
    resolved(described(name).responses[status].content['application/json'].schema).properties.Data.properties;
  const reference = { $ref: '#/components/schemas/Product' };
  assert.deepEqual(item('manage-get-product').item, reference);
  assert.deepEqual(item('manage-create-product', 201).item, reference);
  assert.deepEqual(item('manage-list-products').items.items, reference);
});

test('a body that several operations share says what all of them demand; each adds its own', () => {
  const schemaOf = (name: string) => described(name).requestBody.content['application/json'].schema;
  const $ref = '#/components/schemas/ProductInput';
  assert.deepEqual(schemaOf('manage-put-product'), { $ref });
  assert.deepEqual(schemaOf('manage-create-product'), { allOf: [{ $ref }], required: ['id'] });
  assert.deepEqual(document.components.schemas.ProductInput.required, ['name']);
});

test('each operation has one tag of the subject that it is about', () => {
  const tagged = (name: string) => described(name).tags;
  assert.deepEqual(tagged('search-content'), ['Search']);
  assert.deepEqual([tagged('manage-put-product'), tagged('count-products')], [['Products'], ['Products']]);
  const most = Map.groupBy(names, (name) => String(tagged(name)));
  assert.ok(Math.max(...[...most.values()].map((operations) => operations.length)) <= 15);
});

test('one name is never that of two different things', () => {
  const components = new Components();
  const reference = components.keep('schemas', 'Thing', { type: 'string' });
  assert.deepEqual(components.keep('schemas', 'Thing', { type: 'string' }), reference);
  assert.throws(
    () => components.keep('schemas', 'Thing', { type: 'number' }),
    /two of the schemas have the name Thing/,
  );
});
