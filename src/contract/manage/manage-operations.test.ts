// The generated operations say what the table says, and their examples fit their schemas.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { resourceKinds } from '../../domain/manage/managed-resource.ts';
import { bundleKinds } from '../bundle.ts';
import { manageOperations } from './manage-operations.ts';
import { keyFieldsOf, managedKinds } from './manage-resources.ts';
import { itemSchema } from './manage-schemas.ts';

const operations = Object.values(manageOperations);

test('every kind that is managed has its five operations, each with a name, a path and a method of its own', () => {
  assert.deepEqual(managedKinds.map(({ kind }) => kind).sort(), [...resourceKinds].sort());
  assert.equal(operations.length, 5 * managedKinds.length + 4 + 3 + 1);
  const routes = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  assert.equal(new Set(routes).size, operations.length);
  assert.deepEqual(
    Object.keys(manageOperations).filter((name) => /content-models?$|synonym/.test(name)),
    [
      'manage-list-content-models',
      'manage-create-content-model',
      'manage-get-content-model',
      'manage-put-content-model',
      'manage-delete-content-model',
      'manage-list-synonym-sets',
      'manage-create-synonym-set',
      'manage-get-synonym-set',
      'manage-put-synonym-set',
      'manage-delete-synonym-set',
    ],
  );
});

test('paths lie where the table says, and their parameters are described', () => {
  for (const { name, path, params } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
    assert.deepEqual(Object.keys(params.properties), inPath, name);
  }
  assert.equal(
    manageOperations['manage-put-content-item']?.path,
    '/manage/v1/catalogs/{catalog_id}/content-items/{provider_id}/{locale}',
  );
  assert.equal(
    manageOperations['manage-get-workspace']?.path,
    '/manage/v1/tenants/{tenant_id}/workspaces/{workspace_id}',
  );
});

test('what stands above a workspace needs the operator, everything else the workspace', () => {
  for (const { name, path, access, scope } of operations) {
    const isAbove = path.startsWith('/manage/v1/tenants');
    assert.deepEqual([access, scope], isAbove ? ['operator', 'none'] : ['manage', 'workspace'], name);
  }
});

test('keys, searched fields and filters are fields of the kind', () => {
  for (const row of managedKinds) {
    const fields = Object.keys(bundleKinds[row.kind].properties);
    const named = [
      ...keyFieldsOf(row),
      ...row.searched,
      ...row.made,
      ...Object.values(row.filters).map(({ field }) => field),
    ];
    assert.deepEqual(
      named.filter((field) => !fields.includes(field)),
      [],
      row.kind,
    );
  }
});

test('examples fit their schemas', () => {
  for (const { name, success, successExample, body, requestExample, bodyReading } of operations) {
    assert.ok(Check(success, successExample), name);
    if (body !== undefined && bodyReading !== 'stream') assert.ok(Check(body, requestExample), name);
  }
});

test('a body needs neither what the path says, nor what is made, nor what has a default', () => {
  const required = (name: string): unknown => manageOperations[name]?.body?.required;
  assert.deepEqual(required('manage-create-product'), ['id', 'name']);
  assert.deepEqual(required('manage-put-product'), ['name']);
  assert.deepEqual(required('manage-create-content-model'), ['internal_name']);
  assert.deepEqual(required('manage-put-content-model'), ['internal_name', 'created_at']);
  assert.deepEqual(required('manage-put-domain'), ['environment_id']);
});

test('a response is whole: what has a default is never left out of it', () => {
  const item = itemSchema({ kind: 'product', one: 'product', about: '' }, {});
  const optional = ['slug', 'url', 'images', 'sale_prices', 'retail_prices', 'variants', 'popularity'];
  assert.deepEqual([...(item.required ?? []), ...optional], Object.keys(item.properties));
  assert.ok(!('kind' in item.properties));
  assert.ok(!JSON.stringify(item).includes('"default"') && !JSON.stringify(item).includes('instant'));
});

test('only tags and `*` are conditions', () => {
  const { headers } = manageOperations['manage-put-product'] ?? {};
  const fits = (name: string, text: string) => Check(headers?.properties[name] ?? {}, text);
  for (const text of ['*', '"a"', 'W/"a"', '"a", "b"', '"a","b" ,\t"c"']) {
    assert.ok(fits('if-match', text), text);
  }
  for (const text of ['', 'a', '"a" "b"', '"a",', '*, "a"', `"${'\u00e9'}"`]) {
    assert.ok(!fits('if-match', text), text);
  }
  assert.ok(fits('if-none-match', '*'));
  assert.ok(!fits('if-none-match', '"a"'));
});
