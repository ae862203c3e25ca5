// Settings of facets from outside: by HTTP, by command line and by bundle, and what they change in the facets of a search.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { createToken, dataOf, errorOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;
const token = (await createToken(fixture, { permission: 'full' })).secret;
const place = ['--tenant', home.tenant, '--workspace', home.workspace];

const importLines = async (...lines: Parameters<typeof toBundle>[0]): Promise<void> => {
  const scope = { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace };
  const { code, err } = await runHere(service.dataDir, ['import', '-'], {
    input: toBundle([scope, ...lines]),
  });
  assert.equal(code, 0, err);
};

interface Facet {
  readonly label: string;
  readonly type: string;
  readonly buckets: readonly { readonly val: unknown; readonly count: number; readonly min?: unknown }[];
  readonly min?: unknown;
  readonly max?: unknown;
}

interface Found {
  readonly facets: Readonly<Record<string, Facet>>;
  readonly enabled_facets: readonly string[];
  readonly _meta_: { readonly total_count: number };
}

const ours = { facets: [{ field_internal_name: 'brand', value: 'Settled' }] };
const find = async (query: Record<string, string | number> = {}, body: object = ours): Promise<Found> =>
  dataOf<Found>(await call('search-facets', { body, query }));
const put = (facet_field: string, body: object) =>
  call('manage-put-facet-setting', { params: { catalog_id: shared.catalog, facet_field }, body, token });
const valuesOf = (facet: Facet | undefined) => facet?.buckets.map(({ val, count }) => [val, count]);

await importLines(
  ...[5, 20, 50, 99, 100, 250].map((price, at) => ({
    kind: 'product' as const,
    catalog_id: shared.catalog,
    id: `fs-${at}`,
    name: 'Settled thing',
    brand: 'Settled',
    prices: { USD: price },
    created_at: `2026-0${1 + at}-15T00:00:00Z`,
    attributes: { doors: at % 2 === 0 ? 3 : 5, hue: `hue ${at}` },
  })),
);

test('without settings nothing is different', async () => {
  const { facets, enabled_facets } = await find({ fields: 'doors' });
  assert.deepEqual(enabled_facets.slice(0, 3), ['categories', 'brand', 'price']);
  assert.deepEqual([facets['doors']?.label, facets['doors']?.type], ['doors', 'ranges']);
});

test('settings decide what is offered, in which order, under which label and how it is counted', async () => {
  assert.equal(
    (await put('price', { label: 'Price', type: 'ranges', boundaries: [50, 100], position: 2 })).status,
    201,
  );
  const localized = { de: { label: 'Türen' } };
  assert.equal((await put('doors', { label: 'Doors', localized, type: 'values', position: 1 })).status, 201);
  const { facets, enabled_facets, _meta_ } = await find();
  assert.deepEqual(enabled_facets, ['doors', 'price']);
  assert.deepEqual(Object.keys(facets), ['doors', 'price']);
  assert.deepEqual(valuesOf(facets['price']), [
    ['..50', 2],
    ['50..100', 2],
    ['100..', 2],
  ]);
  const { label, type, min, max } = facets['doors'] ?? assert.fail();
  assert.deepEqual([label, type, min, max], ['Doors', 'values', 3, 5]);
  assert.deepEqual(valuesOf(facets['doors']), [
    [3, 3],
    [5, 3],
  ]);
  assert.equal(_meta_.total_count, 6);
  const inGerman = await find({ locale: 'de-at' });
  assert.deepEqual([inGerman.facets['doors']?.label, inGerman.facets['price']?.label], ['Türen', 'Price']);
  const chosen = { facets: [...ours.facets, { field_internal_name: 'doors', value: '3' }] };
  assert.deepEqual(valuesOf((await find({}, chosen)).facets['price']), [
    ['..50', 1],
    ['50..100', 1],
    ['100..', 1],
  ]);
});

test('a limit holds unless the request has one', async () => {
  await importLines({ kind: 'facet', catalog_id: shared.catalog, field: 'hue', limit: 2, position: 3 });
  assert.equal((await find()).facets['hue']?.buckets.length, 2);
  assert.equal((await find({ facet_limit: 4 })).facets['hue']?.buckets.length, 4);
  assert.equal((await find({ fields: 'hue' })).facets['hue']?.buckets.length, 2);
});

test('dates have boundaries too', async () => {
  await importLines({
    kind: 'facet',
    catalog_id: shared.catalog,
    field: 'created_at',
    boundaries: ['2026-02-01', '2026-04-01T00:00:00Z'],
  });
  assert.deepEqual(valuesOf((await find({ fields: 'created_at' })).facets['created_at']), [
    ['..2026-02-01T00:00:00.000Z', 1],
    ['2026-02-01T00:00:00.000Z..2026-04-01T00:00:00.000Z', 2],
    ['2026-04-01T00:00:00.000Z..', 3],
  ]);
});

test('a setting that makes no sense is refused by name', async () => {
  const refused: [string, object, [number, string]][] = [
    ['name', {}, [409, 'refused:field']],
    ['brand', { type: 'categories' }, [409, 'refused:type']],
    ['price', { boundaries: [2, 1] }, [409, 'refused:boundaries.1']],
    ['price', { limit: 0 }, [400, 'out_of_range:limit']],
    ['price', { limit: 201 }, [400, 'out_of_range:limit']],
  ];
  for (const [field, body, outcome] of refused) {
    const response = await put(field, body);
    assert.deepEqual([response.status, errorOf(response).code], outcome, response.text);
  }
});

test('settings are exported, listed and deleted, and then all is as before', async () => {
  const exported = await runHere(service.dataDir, ['export', ...place]);
  assert.match(exported.out, /"kind":"facet"[^\n]*"field":"doors"/);
  const inCatalog = [...place, '--catalog', shared.catalog];
  const listed = await runHere(service.dataDir, ['facet', 'list', ...inCatalog, '--json']);
  assert.equal(listed.code, 0, listed.err);
  assert.match(listed.out, /"doors"/);
  for (const field of ['created_at', 'doors', 'hue', 'price']) {
    const removed = await runHere(service.dataDir, ['facet', 'delete', field, ...inCatalog]);
    assert.equal(removed.code, 0, removed.err);
  }
  const { facets, enabled_facets } = await find({ fields: 'doors' });
  assert.deepEqual(enabled_facets.slice(0, 3), ['categories', 'brand', 'price']);
  assert.deepEqual([facets['doors']?.label, facets['doors']?.type], ['doors', 'ranges']);
});
