// Both files of the description keep the rules that readers and generators of clients rely on: those of Redocly, and a few of our
// own. And they stay small.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { failureNames } from '../../src/domain/failures/failure-codes.ts';
import { openApiFiles, readOpenApi } from '../fixtures/committed-openapi.ts';

const LARGEST_BYTES = 250_000;
const [storefront, management] = openApiFiles.map((file) =>
  readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8'),
) as [string, string];
// biome-ignore lint/suspicious/noExplicitAny: a test reaches deep into a plain JSON document.
const document = readOpenApi() as any;

/** What Redocly only advises in its strictest set is an error here; the rest of that set is on as it is. */
const rules = {
  'info-contact': 'off', // Its description does not know who runs the service.
  'no-http-verbs-in-paths': 'off', // `/manage/v1/bulk/delete` deletes, by a POST that has a body.
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
  'no-unused-components': 'error',
  'tag-description': 'error',
  'operation-singular-tag': 'error',
  'no-invalid-schema-examples': 'error',
  'no-path-trailing-slash': 'error',
  'component-name-unique': 'error',
} as const;

const lint = async (text: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: text, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
};

test('the rules of Redocly hold', async () => {
  for (const source of [storefront, management]) assert.deepEqual(await lint(source), []);
});

test('what breaks a rule is found', async () => {
  const whole = JSON.parse(storefront);
  const { paths, components, info, tags } = whole;
  const search = paths['/discovery/search/content'].get;
  const { 200: found, '5XX': failed } = paths['/discovery/search/popular-terms'].get.responses;
  const broken: Readonly<Record<string, () => unknown>> = {
    'operation-tag-defined': () => (search.tags = ['Nothing']),
    'operation-operationId-unique': () => (search.operationId = 'getRecord'),
    'no-invalid-media-type-examples': () =>
      (search.responses[200].content['application/json'].example.total = '1'),
    'operation-4xx-response': () =>
      (paths['/discovery/search/popular-terms'].get.responses = { 200: found, '5XX': failed }),
    'no-ambiguous-paths': () => (paths['/content/v2/{what}/blog'] = { parameters: [] }),
    'no-invalid-schema-examples': () => (components.schemas.Version.examples[0].id = 1),
    'no-unused-components': () => (components.schemas.Unused = { type: 'string' }),
    'no-unresolved-refs': () => delete components.schemas.CategoryNode,
    'parameter-description': () => delete components.parameters.Skip.description,
    'security-defined': () => delete components.securitySchemes.bearer,
    'info-license': () => delete info.license,
    'tag-description': () => delete tags[0].description,
  };
  for (const spoil of Object.values(broken)) spoil();
  const problems = await lint(JSON.stringify(whole));
  const rulesBroken = new Set(problems.map((problem) => problem.split(' ')[0] ?? ''));
  assert.deepEqual(
    Object.keys(broken).filter((rule) => !rulesBroken.has(rule)),
    [],
  );
});

interface Described {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<
    Record<string, { readonly schema: { readonly $ref?: string; readonly type?: string } }>
  >;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const operations = Object.values<Record<string, Described>>(document.paths).flatMap((path) =>
  methods.flatMap((method) => path[method] ?? []),
);

test('ids are a verb and a noun', () => {
  const verb =
    /^(?:search|count|list|get|create|put|delete|save|compare|publish|unpublish|submit|suggest|record|export|erase|revoke|write|import)[A-Z][A-Za-z]+$/;
  assert.deepEqual(
    operations.map(({ operationId }) => operationId).filter((id) => !verb.test(id)),
    [],
  );
});

test('every success has a schema, and one with a name where it is JSON', () => {
  const resolve = (response: Response): Response =>
    response.$ref === undefined
      ? response
      : document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  const faults = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => /^2/.test(status))
      .flatMap(([, response]) => Object.entries(resolve(response).content ?? { none: { schema: {} } }))
      .filter(([type, { schema }]) =>
        type === 'application/json' ? schema.$ref === undefined : schema.type !== 'string',
      )
      .map(([type]) => `${operationId} ${type}`),
  );
  assert.deepEqual(faults, []);
});

test('names of components are words, and no description says next to nothing', () => {
  const names = Object.values<object>(document.components).flatMap((section) => Object.keys(section));
  assert.deepEqual(
    names.filter((name) => name !== 'bearer' && !/^(?:[A-Z][a-z]+)+(?:10|20)?$/.test(name)),
    [],
  );
  const texts = descriptionsOf(document);
  assert.ok(texts.length > 500);
  const empty = /^(?:yes|no|not now|it is)?[.!]?$/i;
  assert.deepEqual(
    texts.filter((text) => empty.test(text.trim())),
    [],
  );
});

/** Not those of examples, which are data. */
const descriptionsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) => {
        if (key === 'example' || key === 'examples') return [];
        if (key === 'description' && typeof member === 'string') return [member];
        return descriptionsOf(member);
      });

test('all names of errors are there, and all forms of codes', () => {
  const { name, code } = document.components.schemas.Error.properties;
  assert.deepEqual(name.enum, failureNames);
  assert.deepEqual(
    code.anyOf.map((form: { enum?: unknown; pattern?: unknown }) => form.enum ?? form.pattern).length,
    3,
  );
});

test('they are small, also for the number of operations', () => {
  for (const source of [storefront, management])
    assert.ok(Buffer.byteLength(source) < LARGEST_BYTES, `${Buffer.byteLength(source)} bytes`);
  const bytes = Buffer.byteLength(storefront) + Buffer.byteLength(management);
  assert.ok(bytes < 3 * 1024 * operations.length, `${bytes} bytes`);
});
