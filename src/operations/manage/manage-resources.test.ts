// Every semantic of the management interface but its lists, kind by kind where the kind matters, over things in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../../test/fixtures/fake-caller.ts';
import {
  bodyOf,
  furnish,
  getProduct,
  inCatalog,
  manager,
  now,
  operator,
  putProduct,
  run,
  store,
  useCases,
} from '../../../test/fixtures/manage-fixture.ts';
import { CATALOG_ID, FORM_ID, shortLines } from '../../../test/fixtures/sample-bundle.ts';
import { manageOperations } from '../../contract/manage/manage-operations.ts';
import { managedKinds } from '../../contract/manage/manage-resources.ts';
import { Failure } from '../../domain/failures/failures.ts';
import type { ResourceObject } from '../../domain/manage/managed-resource.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('there is a use case for every operation, and none beside', () => {
  assert.deepEqual(Object.keys(useCases).sort(), Object.keys(manageOperations).sort());
});

test('every kind is created, read, put back as it was read, listed and deleted', async () => {
  await furnish();
  for (const row of managedKinds) {
    const who = row.access === 'operator' ? operator : manager;
    const line = shortLines[row.kind] as Readonly<Record<string, unknown>>;
    const params: Record<string, string> = Object.fromEntries(
      Object.entries(row.keys).map(([param, field]) => [param, String(line[field])]),
    );
    if (row.parent !== undefined)
      params[row.parent.param] = row.parent.kind === 'tenant' ? 'acme' : CATALOG_ID;
    const name = (verb: string) => `manage-${verb}-${row.one.replaceAll(' ', '-')}`;
    const isThere = ['tenant', 'workspace', 'environment', 'catalog'].includes(row.kind);
    if (!isThere) await run(name('create'), { params, body: bodyOf(row.kind) }, who);
    const read = await run(name('get'), { params }, who);
    assert.match(read._meta_.etag, /^"[\w-]{22}"$/);
    assert.ok(!('kind' in read.item));
    const headers = { 'if-match': read._meta_.etag };
    const again = await run(name('put'), { params, headers, body: read.item }, who);
    assert.deepEqual([again.item, again._meta_], [read.item, { ...read._meta_, outcome: 'unchanged' }]);
    const listed = await run(`manage-list-${row.many.replaceAll(' ', '-')}`, { params }, who);
    assert.deepEqual([listed.total_count, listed.items], [1, [read.item]]);
    if (isThere) continue;
    assert.deepEqual(await run(name('delete'), { params }, who), { deleted: true });
    const code = `${row.kind === 'synonyms' ? 'synonym_set' : row.kind}_not_found`;
    await assert.rejects(run(name('get'), { params }, who), failure(404, 'ResourceNotFound', code));
    await assert.rejects(run(name('delete'), { params }, who), failure(404, 'ResourceNotFound', code));
  }
});

test('an id and a time are made where they are left out, and kept where they are given', async () => {
  await furnish();
  for (const [name, body] of [
    ['manage-create-form', { name: 'contact' }],
    ['manage-create-form', { name: 'contact', id: null, created_at: null }],
    ['manage-create-content-model', { internal_name: 'blog' }],
  ] as const) {
    const { item } = await run(name, { body });
    assert.match(String(item['id']), UUID);
    assert.equal(item['created_at'], now.toISOString());
  }
  const given = await run('manage-create-form', { body: { ...bodyOf('form'), id: FORM_ID.toUpperCase() } });
  assert.deepEqual([given.item['id'], given.item['created_at']], [FORM_ID, '2026-01-02T03:04:05Z']);
  await assert.rejects(
    run('manage-put-form', { params: { form_id: FORM_ID }, body: { name: 'contact' } }),
    failure(400, 'MissingParameter', 'missing:created_at'),
  );
  await assert.rejects(
    run('manage-create-product', { params: inCatalog, body: { name: 'Shoe' } }),
    failure(400, 'MissingParameter', 'missing:id'),
  );
});

test('a model with a pattern that cannot be run is refused', async () => {
  await furnish();
  const field = { internal_name: 'x', data_type: 'text', validation: { pattern: '(?=a)' } };
  await assert.rejects(
    run('manage-put-content-model', {
      params: { content_model_id: String(bodyOf('content_model')['id']) },
      body: { ...bodyOf('content_model'), fields: [{ field_properties: field }] },
    }),
    failure(400, 'InvalidInput', 'malformed:fields.0.field_properties.validation.pattern'),
  );
});

test('what stands already is not created again', async () => {
  await furnish();
  const create = () => run('manage-create-product', { params: inCatalog, body: { id: 'p1', name: 'Shoe' } });
  await create();
  await assert.rejects(create, failure(409, 'Conflict', 'already_exists'));
  await assert.rejects(
    run('manage-create-tenant', { body: { id: 'acme' } }, operator),
    failure(409, 'Conflict', 'already_exists'),
  );
});

test('a put creates, replaces whole, and says which', async () => {
  await furnish();
  const first = await putProduct({ name: 'Shoe', brand: 'Nordic' });
  assert.equal(first._meta_.outcome, 'created');
  const second = await putProduct({ name: 'Shoe' });
  assert.deepEqual([second._meta_.outcome, second.item['brand']], ['updated', '']);
  assert.notEqual(second._meta_.etag, first._meta_.etag);
  assert.equal((await putProduct({ name: 'Shoe' }))._meta_.outcome, 'unchanged');
  assert.deepEqual((await getProduct()).item, second.item);
});

test('if-match lets a write happen only from the state it names', async () => {
  await furnish();
  const gone = failureWith(412, 'changed', { current: null });
  await assert.rejects(putProduct({ name: 'a' }, { 'if-match': '*' }), gone);
  await assert.rejects(putProduct({ name: 'a' }, { 'if-match': '"x"' }), gone);
  const first = await putProduct({ name: 'a' }, { 'if-none-match': '*' });
  const second = await putProduct({ name: 'b' }, { 'if-match': `"x", ${first._meta_.etag}` });
  const current = { item: second.item, _meta_: { etag: second._meta_.etag } };
  const refused = failureWith(412, 'changed', { current });
  await assert.rejects(putProduct({ name: 'c' }, { 'if-match': first._meta_.etag }), refused);
  await assert.rejects(putProduct({ name: 'c' }, { 'if-match': `W/${second._meta_.etag}` }), refused);
  await assert.rejects(putProduct({ name: 'c' }, { 'if-none-match': '*' }), refused);
  assert.equal((await getProduct()).item['name'], 'b');
  assert.equal((await putProduct({ name: 'c' }, { 'if-match': '*' }))._meta_.outcome, 'updated');
  await assert.rejects(
    putProduct({ name: 'd' }, { 'if-match': '*', 'if-none-match': '*' }),
    failure(400, 'InvalidInput', 'conflicting:if-none-match'),
  );
});

test('if-match holds for a deletion too', async () => {
  await furnish();
  const first = await putProduct({ name: 'a' });
  const second = await putProduct({ name: 'b' });
  const params = { ...inCatalog, product_id: 'p1' };
  const remove = (tag: string) => run('manage-delete-product', { params, headers: { 'if-match': tag } });
  await assert.rejects(
    remove(first._meta_.etag),
    failureWith(412, 'changed', { current: { item: second.item, _meta_: { etag: second._meta_.etag } } }),
  );
  await remove(second._meta_.etag);
  await assert.rejects(remove('*'), failure(404, 'ResourceNotFound', 'product_not_found'));
});

test('what is still needed is not deleted, and is told; cascade is passed on', async () => {
  await furnish();
  store.dependents = [{ kind: 'product', id: 'p1' }];
  const params = { catalog_id: CATALOG_ID };
  await assert.rejects(
    run('manage-delete-catalog', { params }),
    failureWith(409, 'has_dependents', {
      dependents: [{ kind: 'product', id: 'p1' }],
      dependent_count: 1,
    }),
  );
  assert.deepEqual(await run('manage-delete-catalog', { params, query: { cascade: true } }), {
    deleted: true,
  });
  assert.deepEqual(
    store.deletions.map(({ cascade }) => cascade),
    [false, true],
  );
});

test('the key in the body may be left out, and must be the one of the path where it is not', async () => {
  await furnish();
  await putProduct({ name: 'a', id: 'p1', catalog_id: CATALOG_ID.toUpperCase(), kind: 'product' });
  await putProduct({ name: 'a', id: null, catalog_id: null });
  const conflicting = (field: string) => failure(400, 'InvalidInput', `conflicting:${field}`);
  await assert.rejects(putProduct({ name: 'a', id: 'p2' }), conflicting('id'));
  await assert.rejects(putProduct({ name: 'a', catalog_id: FORM_ID }), conflicting('catalog_id'));
  await assert.rejects(
    run('manage-create-product', { params: inCatalog, body: { id: 'p3', name: 'a', catalog_id: FORM_ID } }),
    conflicting('catalog_id'),
  );
  await assert.rejects(
    putProduct({ name: 'a', kind: 'category' }),
    failure(400, 'InvalidInput', 'not_allowed:kind'),
  );
  assert.equal(store.things.size, 5);
});

test('a key is found in any spelling that means the same', async () => {
  await furnish();
  await run('manage-put-domain', {
    params: { host: 'Shop.Acme.Test' },
    body: { environment_id: 'PRODUCTION-1' },
  });
  assert.equal(
    (await run('manage-get-domain', { params: { host: 'SHOP.acme.test' } })).item['host'],
    'shop.acme.test',
  );
  const params = { ...inCatalog, provider_id: 'wp-17', locale: 'de_DE' };
  const { provider_id: _, locale: __, ...body } = bodyOf('content_item');
  await run('manage-put-content-item', { params, body });
  const found = await run('manage-get-content-item', {
    params: { ...params, catalog_id: CATALOG_ID.toUpperCase(), locale: 'DE-de' },
  });
  assert.equal(found.item['locale'], 'de-de');
});

test('a path that cannot name anything names nothing, and cannot be created', async () => {
  await furnish();
  const absent = (kind: string) => failure(404, 'ResourceNotFound', `${kind}_not_found`);
  await assert.rejects(run('manage-get-catalog', { params: { catalog_id: 'main' } }), absent('catalog'));
  await assert.rejects(getProduct('p1', 'main'), absent('catalog'));
  await assert.rejects(getProduct('x'.repeat(201)), absent('product'));
  await assert.rejects(run('manage-list-products', { params: { catalog_id: 'main' } }), absent('catalog'));
  await assert.rejects(
    run('manage-put-catalog', { params: { catalog_id: 'main' } }),
    failure(400, 'InvalidInput', 'malformed:catalog_id'),
  );
  await assert.rejects(
    putProduct({ name: 'a' }, {}, 'x'.repeat(201)),
    failure(400, 'InvalidInput', 'too_long:product_id'),
  );
});

test('a place that does not exist is reported as such', async () => {
  const absent = (kind: string) => failure(404, 'ResourceNotFound', `${kind}_not_found`);
  const inAcme = { params: { tenant_id: 'acme' } };
  await assert.rejects(run('manage-list-workspaces', inAcme, operator), absent('tenant'));
  await assert.rejects(
    run('manage-create-workspace', { ...inAcme, body: { id: 'web' } }, operator),
    absent('tenant'),
  );
  const here = { ...operator, scope: manager.scope };
  await assert.rejects(run('manage-list-catalogs', {}, here), absent('workspace'));
  await run('manage-create-tenant', { body: { id: 'acme' } }, operator);
  assert.equal((await run('manage-list-workspaces', inAcme, operator)).total_count, 0);
  await assert.rejects(run('manage-create-catalog', { body: {} }, here), absent('workspace'));
  await run('manage-create-workspace', { ...inAcme, body: { id: 'web' } }, operator);
  assert.equal((await run('manage-list-catalogs', {}, here)).total_count, 0);
  await assert.rejects(run('manage-list-products', { params: inCatalog }), absent('catalog'));
  await assert.rejects(putProduct({ name: 'a' }), absent('catalog'));
});

test('what refers to nothing is refused with the field', async () => {
  await furnish();
  await assert.rejects(
    run('manage-create-domain', { body: { host: 'a.test', environment_id: 'NOWHERE' } }),
    failure(409, 'Conflict', 'refused:environment_id'),
  );
  await assert.rejects(
    run('manage-create-store', { body: { ...bodyOf('store'), catalog_id: FORM_ID } }),
    failure(409, 'Conflict', 'refused:catalog_id'),
  );
});

test('what is wrong with a body is told all at once, a missing value before anything else', async () => {
  await furnish();
  await assert.rejects(
    putProduct({ nam: 'a', name: 7, sku: ' ' }),
    failureWith(400, 'blank_value:sku', {
      field_errors: [
        { field: 'sku', code: 'blank_value', message: 'sku must not be blank' },
        { field: 'name', code: 'wrong_type', message: 'name must be text, not 7' },
        { field: 'nam', code: 'unknown_field', message: 'nam is not a known field' },
      ],
      field_error_count: 3,
    }),
  );
  await assert.rejects(putProduct({ nam: 'a' }), failure(400, 'MissingParameter', 'missing:name'));
  await assert.rejects(putProduct({ name: '' }), failure(400, 'InvalidInput', 'blank_value:name'));
  assert.equal(store.things.size, 4);
});

test('another workspace’s things are absent', async () => {
  await furnish();
  await putProduct({ name: 'a' });
  const stranger = { ...manager, scope: { ...manager.scope, workspaceId: 'other' } };
  const params = { ...inCatalog, product_id: 'p1' };
  const absent = failure(404, 'ResourceNotFound', 'product_not_found');
  await assert.rejects(run('manage-get-product', { params }, stranger), absent);
  await assert.rejects(run('manage-delete-product', { params }, stranger), absent);
  await assert.rejects(
    run('manage-list-products', { params }, stranger),
    failure(404, 'ResourceNotFound', 'catalog_not_found'),
  );
  assert.equal((await getProduct()).item['name'], 'a');
});

/** As `failure`, with the details too. */
function failureWith(status: number, code: string, details: object) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Failure, String(error));
    assert.deepEqual([error.status, error.code, error.details], [status, code, details]);
    return true;
  };
}

test('the store is given whole objects', async () => {
  await furnish();
  await putProduct({ name: 'a' });
  const product = [...store.things.values()].find(({ kind }) => kind === 'product') as ResourceObject;
  assert.deepEqual(
    [product['in_stock'], product['attributes'], product['catalog_id']],
    [true, {}, CATALOG_ID],
  );
});
