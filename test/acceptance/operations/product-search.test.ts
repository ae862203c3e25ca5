// Product search from outside. The promise: for one request, the search's total, the count's total, the products on all pages and the
// sums of facet counts are one number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { type Call, dataOf, errorOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;

interface Bucket {
  readonly val: string | number | boolean;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly parent?: string | null;
}

interface Found {
  readonly records: readonly Record<string, unknown>[];
  readonly corrected_term: string | null;
  readonly facets: Readonly<Record<string, { readonly type: string; readonly buckets: readonly Bucket[] }>>;
  readonly enabled_facets: readonly string[];
  readonly _meta_: { readonly total_count: number };
}

const colors = ['red', 'green', 'blue'];
const words = ['wombat lamp', 'wombat tent', 'quoll lamp', 'quoll cups'];

const importLines = async (lines: Parameters<typeof toBundle>[0]): Promise<void> => {
  const scope = { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace };
  const { code, err } = await runHere(service.dataDir, ['import', '-'], {
    input: toBundle([scope, ...lines]),
  });
  assert.equal(code, 0, err);
};

await importLines([
  { kind: 'category', catalog_id: shared.catalog, id: 'ps-top', name: 'Top' },
  { kind: 'category', catalog_id: shared.catalog, id: 'ps-low', name: 'Low', parent_id: 'ps-top' },
  ...Array.from({ length: 30 }, (_, at) => ({
    kind: 'product' as const,
    catalog_id: shared.catalog,
    id: `ps-${String(at).padStart(2, '0')}`,
    sku: `PS${at}`,
    name: words[at % words.length] ?? '',
    brand: 'Promise',
    category_ids: at % 3 === 0 ? ['ps-top'] : at % 3 === 1 ? ['ps-low'] : ['ps-top', 'ps-low'],
    prices: at % 7 === 0 ? {} : { USD: 10 + at, EUR: 5 },
    in_stock: at % 5 !== 0,
    created_at: `2026-01-${String(1 + at).padStart(2, '0')}T00:00:00Z`,
    attributes: { color: colors[at % 3] ?? '', weight: at * 1.5 },
    localized: { de: { name: `Lampe ${at}` } },
    ...(at === 4
      ? { sale_prices: { USD: 1 }, retail_prices: { USD: 99 }, slug: 'quoll-cups', popularity: 9 }
      : {}),
    ...(at === 5
      ? {
          images: [{ url: '/a.svg', alt: 'A "lamp" <b>' }],
          variants: [
            { id: 'v1', sku: 'VAR-1', attributes: { size: 'XXL' } },
            { id: 'v2', sku: 'VAR-2', prices: { USD: 3 }, in_stock: false, attributes: { size: 'S' } },
          ],
        }
      : {}),
  })),
  {
    kind: 'merchandising_rule',
    catalog_id: shared.catalog,
    id: 'ps-rule',
    when: { search_term: 'quoll' },
    pin: ['ps-09', 'ps-08'],
    hide: ['ps-02'],
  },
]);

const ours = { facets: [{ field_internal_name: 'brand', value: 'Promise' }] };
const search = async (body: object, query: Call['query'] = {}): Promise<Found> =>
  dataOf<Found>(await call('search-products', { body, query }));
const facetsOf = async (body: object, query: Call['query'] = {}): Promise<Found> =>
  dataOf<Found>(await call('search-facets', { body, query }));
const countOf = async (body: object, query: Call['query'] = {}): Promise<number> =>
  dataOf<{ result: { total_count: number } }>(await call('count-products', { body, query })).result
    .total_count;
const idsOf = ({ records }: Found): string[] => records.map(({ id }) => String(id));

type Query = Readonly<Record<string, string | number | boolean>>;

const requests: readonly [object, Query][] = [
  [ours, {}],
  [{ ...ours, search_term: 'wombat' }, {}],
  [{ ...ours, search_term: 'wombta' }, {}],
  [{ ...ours, search_term: 'wombta' }, { is_auto_spellcheck: false }],
  [{ ...ours, search_term: 'quoll' }, {}],
  [{ ...ours, search_term: 'quoll' }, { by_pass_merchandising: true }],
  [{ ...ours, search_term: 'Lampe' }, { locale: 'de' }],
  [{ ...ours, category_id: 'ps-top' }, { out_of_stock: 'exclude' }],
  [ours, { out_of_stock: 'last', sort_by: 'price' }],
  [{ facets: [...ours.facets, { field_internal_name: 'categories', value: 'ps-low' }] }, { sort_by: 'name' }],
  [
    { facets: [...ours.facets, { field_internal_name: 'price', min: 12, max: 25 }] },
    { sort_by: 'created_at' },
  ],
  [{ search_term: 'VAR-2' }, {}],
  [{ facets: [{ field_internal_name: 'size', value: 'xxl' }] }, {}],
];

test('total, count, pages and facet sums are one number', async () => {
  for (const [body, query] of requests) {
    const said = JSON.stringify([body, query]);
    const { _meta_, facets } = await search(body, { ...query, include_facets: 'in_stock,categories' });
    const total = _meta_.total_count;
    assert.equal(await countOf(body, query), total, said);
    const seen: string[] = [];
    for (let skip = 0; skip === 0 || seen.length < total; skip += 7)
      seen.push(...idsOf(await search(body, { ...query, skip, limit: 7 })));
    assert.deepEqual([seen.length, new Set(seen).size], [total, total], said);
    assert.deepEqual(idsOf(await search(body, { ...query, limit: 100 })), seen, said);
    const sum = (facets['in_stock']?.buckets ?? []).reduce((all, { count }) => all + count, 0);
    assert.equal(sum, total, said);
  }
});

test('choosing a bucket finds as many products as it says', async () => {
  const fields = 'color,price,categories,created_at,weight';
  const { facets } = await facetsOf(ours, { fields });
  assert.deepEqual(Object.keys(facets), fields.split(','));
  for (const [field, { type, buckets }] of Object.entries(facets)) {
    assert.ok(buckets.length > 1, field);
    for (const { val, count, min, max } of buckets) {
      const chosen = type === 'ranges' ? { min, max } : { value: String(val) };
      const facet = { field_internal_name: field, ...chosen };
      assert.equal(await countOf({ facets: [...ours.facets, facet] }), count, `${field} ${val}`);
      // The field's own buckets stay; the chosen one is marked.
      const narrowed = await facetsOf({ facets: [...ours.facets, facet] }, { fields: field });
      assert.equal(narrowed._meta_.total_count, count);
      assert.deepEqual(
        narrowed.facets[field]?.buckets.map((bucket) => [bucket.val, bucket.count]),
        buckets.map((bucket) => [bucket.val, bucket.count]),
      );
      assert.ok(
        narrowed.facets[field]?.buckets.find((bucket) => bucket.val === val)?.selected,
        `${field} ${val}`,
      );
    }
  }
});

test('a record says what the shopper sees: prices, variants, categories, texts of the locale', async () => {
  const [cups] = (await search({ search_term: 'PS4' })).records;
  assert.deepEqual(
    [
      cups?.['price'],
      cups?.['sale_price'],
      cups?.['retail_price'],
      cups?.['calculated_price'],
      cups?.['currency'],
    ],
    [14, 1, 99, 1, 'USD'],
  );
  assert.deepEqual([cups?.['page_slug'], cups?.['position'], cups?.['pin']], ['quoll-cups', 1, false]);
  const [lamp] = (await search({ search_term: 'VAR-1' }, { locale: 'de', currency: 'chf' })).records;
  assert.deepEqual([lamp?.['name'], lamp?.['price'], lamp?.['currency']], ['Lampe 5', null, 'CHF']);
  assert.deepEqual(lamp?.['variant_skus'], ['VAR-1', 'VAR-2']);
  assert.deepEqual(lamp?.['images'], [{ url: '/a.svg', alt: 'A "lamp" <b>' }]);
  assert.deepEqual(lamp?.['categories'], [
    { id: 'ps-top', name: 'Top', path: [] },
    { id: 'ps-low', name: 'Low', path: [{ id: 'ps-top', name: 'Top' }] },
  ]);
  const { variants } = (await search({ search_term: 'VAR-1' })).records[0] as {
    readonly variants: readonly { readonly price: number }[];
  };
  assert.deepEqual(
    variants.map(({ price }) => price),
    [15, 3],
  );
});

test('sorting, fields and counts are as asked', async () => {
  const cheap = await search(ours, { sort_by: 'price', limit: 100, fields: 'id, calculated_price,nonsense' });
  assert.deepEqual(Object.keys(cheap.records[0] ?? {}), ['id', 'calculated_price']);
  const placed = await search(ours, { limit: 1, fields: 'position,nonsense' });
  assert.deepEqual(placed.records, [{ position: 1 }]);
  assert.deepEqual((await search(ours, { limit: 1, fields: 'nonsense' })).records, [{}]);
  const prices = cheap.records.map((record) => record['calculated_price'] as number | null);
  const priced = prices.filter((price) => price !== null);
  assert.deepEqual(
    priced,
    priced.toSorted((a, b) => a - b),
  );
  assert.ok(
    prices.slice(priced.length).every((price) => price === null),
    'missing prices come last',
  );
  const dear = await search(ours, { sort_by: 'price', sort_order: 'desc', limit: 1 });
  assert.equal(dear.records[0]?.['calculated_price'], Math.max(...priced));
  assert.equal(idsOf(await search(ours, { sort_by: 'popularity', limit: 1 }))[0], 'ps-04');
  assert.equal(idsOf(await search(ours, { sort_by: 'weight', sort_order: 'desc', limit: 1 }))[0], 'ps-29');
  const inStock = (await search(ours, { out_of_stock: 'last', limit: 100 })).records.map(
    (record) => record['in_stock'],
  );
  assert.deepEqual(
    inStock,
    inStock.toSorted((a, b) => Number(b) - Number(a)),
  );
  assert.equal('total_count' in (await search(ours, { include_count: false }))._meta_, false);
});

test('pins come first, in their order, and say which rule put them there; what is hidden is gone', async () => {
  const found = await search({ search_term: 'quoll' }, { limit: 100 });
  assert.deepEqual(idsOf(found).slice(0, 2), ['ps-09', 'ps-08']);
  assert.deepEqual(found.records[0]?.['rule_details'], [{ rule_id: 'ps-rule', action: 'pin' }]);
  assert.ok(!idsOf(found).includes('ps-02'));
  const bypassed = await search({ search_term: 'quoll' }, { by_pass_merchandising: true, limit: 100 });
  assert.ok(idsOf(bypassed).includes('ps-02'));
  assert.ok(bypassed.records.every((record) => record['pin'] === false));
});

test('a corrected term is named', async () => {
  assert.equal((await search({ search_term: 'Wombta lamp' })).corrected_term, 'wombat lamp');
  const unseen = await search({ search_term: 'Wombta lamp' }, { limit: 0 });
  assert.deepEqual([unseen.corrected_term, unseen.records], ['wombat lamp', []]);
  assert.equal((await search({ search_term: 'wombat' })).corrected_term, null);
  const strict = await search({ ...ours, search_term: 'wombta' }, { is_auto_spellcheck: false });
  assert.deepEqual([strict.corrected_term, strict._meta_.total_count], [null, 0]);
});

test('values of a facet are searched, limited and sorted', async () => {
  const byValue = await facetsOf(ours, { fields: 'color', facet_sort: 'value' });
  assert.deepEqual(
    byValue.facets['color']?.buckets.map(({ val }) => val),
    ['blue', 'green', 'red'],
  );
  const some = await facetsOf(ours, { fields: 'color', facet_query: 'RE' });
  assert.deepEqual(some.facets['color']?.buckets.map(({ val }) => val).toSorted(), ['green', 'red']);
  const one = await facetsOf(ours, { fields: 'color', facet_limit: 1 });
  assert.equal(one.facets['color']?.buckets.length, 1);
  const most = await call('search-facets', { body: ours, query: { facet_limit: 200 } });
  assert.equal(most.status, 200);
  const tooMany = await call('search-facets', { body: ours, query: { facet_limit: 201 } });
  assert.deepEqual([tooMany.status, errorOf(tooMany).code], [400, 'too_many:facet_limit']);
  assert.deepEqual(byValue.enabled_facets.slice(0, 3), ['categories', 'brand', 'price']);
});

test('what cannot be asked is refused by name', async () => {
  const refusals: readonly [object, Query, string][] = [
    [{}, { limit: 101 }, 'out_of_range:limit'],
    [{}, { skip: 100_000, limit: 1 }, 'out_of_range:skip'],
    [{}, { out_of_stock: 'maybe' }, 'not_allowed:out_of_stock'],
    [{}, { sort_order: 'up' }, 'not_allowed:sort_order'],
    [
      {},
      { include_facets: Array.from({ length: 51 }, (_, at) => `f${at}`).join(',') },
      'too_many:include_facets',
    ],
    [{}, { include_facets: 'enabled', facet_limit: 201 }, 'too_many:facet_limit'],
    [
      {},
      { include_facets: Array.from({ length: 11 }, (_, at) => `f${at}`).join(','), facet_limit: 1_000 },
      'too_many:facet_limit',
    ],
    [{ facets: [{ field_internal_name: 'categories', min: 1 }] }, {}, 'not_allowed:facets.0.min'],
    [{ search_term: ' ' }, {}, 'blank_value:search_term'],
  ];
  for (const [body, query, code] of refusals) {
    const response = await call('search-products', { body, query });
    assert.deepEqual([response.status, errorOf(response).code], [400, code], JSON.stringify([body, query]));
  }
});

test('single products are read by id, by slug in any locale, and several in the order asked', async () => {
  const one = await call('get-product', { params: { product_id: 'ps-04' }, query: { locale: 'de' } });
  const { record } = dataOf<{ record: Record<string, unknown> }>(one);
  assert.deepEqual([record['id'], record['name'], record['calculated_price']], ['ps-04', 'Lampe 4', 1]);
  const bySlug = await call('get-product-by-slug', { query: { slug: 'quoll-cups', fields: 'id' } });
  assert.deepEqual(dataOf(bySlug), { record: { id: 'ps-04' } });
  for (const response of [
    await call('get-product', { params: { product_id: 'PS-04' } }),
    await call('get-product', { params: { product_id: 'p12' } }),
    await call('get-product-by-slug', { query: { slug: 'Quoll-cups' } }),
  ])
    assert.deepEqual([response.status, errorOf(response).name], [404, 'ProductNotFound'], response.text);
  const group = [['x-customer-group-id', 'vip']] as [string, string][];
  assert.equal((await call('get-product', { params: { product_id: 'p12' }, headers: group })).status, 200);
  const body = { ids: ['ps-09', 'gone', 'ps-01', 'ps-09', 'p12'] };
  const found = await call('lookup-products', { body, query: { fields: 'id' } });
  assert.deepEqual(dataOf(found), { records: [{ id: 'ps-09' }, { id: 'ps-01' }], missing: ['gone', 'p12'] });
});

test('the category tree has every category, each after its parent, with exact counts', async () => {
  type Node = { id: string; parent_id: string | null; depth: number; product_count: number };
  const { categories } = dataOf<{ categories: Node[] }>(await call('list-categories', {}));
  const seen = new Set<string | null>([null]);
  for (const { id, parent_id, product_count } of categories) {
    assert.ok(seen.has(parent_id), id);
    seen.add(id);
    assert.equal(product_count, await countOf({ category_id: id }, { by_pass_merchandising: true }), id);
  }
  const low = categories.find(({ id }) => id === 'ps-low');
  assert.deepEqual([low?.parent_id, low?.depth], ['ps-top', 1]);
});

test('what a customer group sees is not kept by shared caches', async () => {
  const headers = [['x-customer-group-id', 'vip']] as [string, string][];
  const params = { product_id: 'p12' };
  const own = await call('get-product', { params, headers });
  assert.equal(own.status, 200);
  assert.match(own.headers.get('cache-control') ?? '', /private|no-store/);
  const open = await call('get-product', { params: { product_id: 'p2' } });
  assert.match(open.headers.get('cache-control') ?? '', /public/);
  assert.match(open.headers.get('vary') ?? '', /x-customer-group-id/);
});
