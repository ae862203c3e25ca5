// Settings of attributes from outside: by HTTP, by command line and by bundle, and what they change in counting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { createToken, dataOf, errorOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;
const token = (await createToken(fixture, { permission: 'full' })).secret;
const scopeLine = { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace };

const importLines = async (...lines: Parameters<typeof toBundle>[0]): Promise<void> => {
  const { code, err } = await runHere(service.dataDir, ['import', '-'], {
    input: toBundle([scopeLine, ...lines]),
  });
  assert.equal(code, 0, err);
};

const count = (body: object, query = {}) => call('count-products', { body, query });
const total = async (body: object): Promise<number> =>
  dataOf<{ result: { total_count: number } }>(await count(body)).result.total_count;

const settle = (attribute_name: string, body: object) =>
  call('manage-put-attribute-setting', {
    params: { catalog_id: shared.catalog, attribute_name },
    body,
    token,
  });

await importLines({
  kind: 'product',
  catalog_id: shared.catalog,
  id: 'att-1',
  name: 'Attributed thing',
  attributes: { picture: 'https://media.test/bettong.jpg', gtin: '4006381333931', fabric: 'wombatwool' },
});

const fabric = [
  { group: { operator: 'AND', rules: [{ action: 'equal_to', field_name: 'fabric', value: 'wombatwool' }] } },
];
const fabricFacet = [{ field_internal_name: 'fabric', value: 'wombatwool' }];

test('addresses and long numbers are not searched, until a setting says so', async () => {
  for (const search_term of ['bettong', 'jpg', '4006381333931'])
    assert.equal(await total({ search_term }), 0);
  assert.equal(await total({ search_term: 'wombatwool' }), 1);
  assert.equal((await settle('gtin', { is_searchable: true })).status, 201);
  assert.equal(await total({ search_term: '4006381333931' }), 1);
  const place = ['--tenant', home.tenant, '--workspace', home.workspace, '--catalog', shared.catalog];
  const listed = await runHere(service.dataDir, ['attribute', 'list', ...place, '--json']);
  assert.equal(listed.code, 0, listed.err);
  assert.match(listed.out, /"gtin"/);
  const removed = await runHere(service.dataDir, ['attribute', 'delete', 'gtin', ...place]);
  assert.equal(removed.code, 0, removed.err);
  assert.equal(await total({ search_term: '4006381333931' }), 0);
});

test('what is not filterable, or no facet, is refused by name and not described', async () => {
  assert.equal(await total({ filter: fabric, facets: fabricFacet }), 1);
  await importLines({
    kind: 'attribute',
    catalog_id: shared.catalog,
    name: 'fabric',
    is_filterable: false,
    is_facet: false,
  });
  const filtered = await count({ filter: fabric });
  assert.equal(filtered.status, 400);
  assert.equal(errorOf(filtered).code, 'not_allowed:filter.0.group.rules.0.field_name');
  assert.match(errorOf(filtered).message, /"fabric" is not filterable in this catalog/);
  const narrowed = await count({ facets: fabricFacet });
  assert.equal(narrowed.status, 400);
  assert.equal(errorOf(narrowed).code, 'not_allowed:facets.0.field_internal_name');
  const described = await count({}, { include_fields_meta: true });
  const fields = dataOf<{ _meta_: { _fields_: object } }>(described)._meta_._fields_;
  assert.ok(!('fabric' in fields) && 'picture' in fields);
  assert.equal(await total({ search_term: 'wombatwool' }), 1);
});

test('a field that every product has takes no setting', async () => {
  const response = await settle('price', { is_facet: false });
  assert.ok(response.status === 400 || response.status === 409, String(response.status));
  assert.match(errorOf(response).message, /"price" is a field of every product/);
});
