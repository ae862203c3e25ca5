// Merchandising rules from outside: conditions, actions, drafts, environments and times. Search, count, facets and look-ups agree.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { home, PRODUCTION, STAGING, shared, staging } from '../service/fixture-bundle.ts';
import { type Call, createTokens, dataOf, outcomeOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;
const tokens = await createTokens(fixture, {
  full: { permission: 'full' },
  read: { permission: 'read' },
  abroad: { permission: 'full', environments: [STAGING] },
  foreign: { permission: 'full', tenant: 'globex' },
});

interface Found {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly redirect_url: string | null;
  readonly facets: Readonly<Record<string, { readonly buckets: readonly { readonly count: number }[] }>>;
  readonly _meta_: { readonly total_count: number };
}

const put = async (name: string, params: Record<string, string>, body: object): Promise<void> => {
  const response = await call(name, {
    token: tokens.full,
    params: { catalog_id: shared.catalog, ...params },
    body,
  });
  assert.ok(response.status < 300, response.text);
};
const putRule = (id: string, rule: object): Promise<void> =>
  put('manage-put-merchandising-rule', { rule_id: id }, rule);
const deleteRule = async (id: string): Promise<void> => {
  const params = { catalog_id: shared.catalog, rule_id: id };
  assert.ok((await call('manage-delete-merchandising-rule', { token: tokens.full, params })).status < 300);
};

for (let at = 0; at < 12; at += 1) {
  const id = `m-${String(at).padStart(2, '0')}`;
  await put(
    'manage-put-product',
    { product_id: id },
    {
      ...{
        sku: `M${at}`,
        name: at % 3 === 0 ? 'numbat lamp' : 'numbat tent',
        brand: at < 6 ? 'Near' : 'Far',
      },
      ...{
        prices: { USD: 10 + at },
        in_stock: at % 4 !== 3,
        category_ids: ['m-all'],
        attributes: { set: 'merch' },
      },
    },
  );
}
await put('manage-put-category', { category_id: 'm-all' }, { name: 'Merch' });

const ours = { facets: [{ field_internal_name: 'set', value: 'merch' }] };
const numbats = { ...ours, search_term: 'numbat' };
const search = async (body: object, more: Partial<Call> = {}): Promise<Found> =>
  dataOf<Found>(await call('search-products', { body, ...more }));
const idsOf = ({ records }: Found): string[] => records.map(({ id }) => String(id));

/** One number, found in four ways. */
const totalOf = async (body: object, more: Partial<Call> = {}): Promise<number> => {
  const query = more.query as Record<string, string>;
  const whole = await search(body, { ...more, query: { ...query, limit: 100, include_facets: 'in_stock' } });
  const total = whole._meta_.total_count;
  const counted = dataOf<{ result: { total_count: number } }>(
    await call('count-products', { body, ...more }),
  );
  assert.equal(counted.result.total_count, total);
  const sum = (whole.facets['in_stock']?.buckets ?? []).reduce((all, { count }) => all + count, 0);
  assert.equal(sum, total);
  const paged: string[] = [];
  for (let skip = 0; skip < total; skip += 5)
    paged.push(
      ...idsOf(await search(body, { ...more, query: { ...query, skip: String(skip), limit: '5' } })),
    );
  assert.deepEqual(paged, idsOf(whole));
  assert.equal(new Set(paged).size, total);
  return total;
};

const brand = (value: string) => [{ group: { rules: [{ field_name: 'brand', action: 'equal_to', value }] } }];

test('pins at positions, boosts and burials say which rule put a record where it is', async () => {
  await putRule('m-order', {
    when: { search_term_contains: 'numbat' },
    pin: ['m-11'],
    pin_at: [
      { id: 'm-10', position: 3 },
      { id: 'm-09', position: 1 },
    ],
    boost: [{ factor: 4, filter: brand('Far') }],
    bury: [{ factor: 8, ids: ['m-00'] }],
    hide: ['m-05'],
  });
  const found = await search(numbats, { query: { limit: 100 } });
  assert.deepEqual(idsOf(found).slice(0, 3), ['m-09', 'm-11', 'm-10']);
  assert.equal(idsOf(found).at(-1), 'm-00');
  const byId = new Map(found.records.map((record) => [record['id'], record]));
  const partsOf = (id: string) => {
    const { pin, boost, is_merchandising, rule_details } = byId.get(id) ?? assert.fail(id);
    return [pin, boost, is_merchandising, rule_details];
  };
  const details = (action: string, more: object = {}) => ({ rule_id: 'm-order', action, ...more });
  assert.deepEqual(partsOf('m-10'), [true, 4, true, [details('pin'), details('boost', { factor: 4 })]]);
  assert.deepEqual(partsOf('m-07'), [false, 4, true, [details('boost', { factor: 4 })]]);
  assert.deepEqual(partsOf('m-00'), [false, 0.125, true, [details('bury', { factor: 0.125 })]]);
  assert.deepEqual(partsOf('m-01'), [false, 1, false, []]);
  assert.equal(await totalOf(numbats), 11);
  const sorted = await search(numbats, { query: { sort_by: 'price' } });
  assert.deepEqual(
    idsOf(sorted).slice(0, 2),
    ['m-00', 'm-01'],
    'an explicit sort is the wish of the shopper',
  );
  const rule = { field_name: 'in_stock', action: 'equal_to', value: 'false' };
  const absent = { ...numbats, filter: [{ group: { rules: [rule] } }] };
  assert.equal(await totalOf(absent), 3, 'pinned products obey filters');
  await deleteRule('m-order');
  assert.equal(await totalOf(numbats), 12);
});

test('a rule allows only some products, and sends shoppers elsewhere', async () => {
  await putRule('m-only', { when: { channel_id: 'kiosk' }, only: brand('Near') });
  const kiosk = { query: { channel_id: 'kiosk' } };
  assert.equal(await totalOf(ours, kiosk), 6);
  assert.equal(await totalOf(ours), 12);
  assert.equal(await totalOf(ours, { query: { channel_id: 'kiosk', by_pass_merchandising: 'true' } }), 12);
  // What the rule leaves out is not there for single reads either.
  const params = { product_id: 'm-07' };
  assert.equal(outcomeOf(await call('get-product', { params })), '200');
  assert.equal(
    outcomeOf(await call('get-product', { params, ...kiosk })),
    '404 ProductNotFound product_not_found',
  );
  const lookup = await call('lookup-products', { body: { ids: ['m-07', 'm-01'] }, ...kiosk });
  assert.deepEqual(dataOf<{ missing: string[] }>(lookup).missing, ['m-07']);
  const tree = dataOf<{ categories: { id: string; product_count: number }[] }>(
    await call('list-categories', kiosk),
  );
  assert.equal(tree.categories.find(({ id }) => id === 'm-all')?.product_count, 6);
  await deleteRule('m-only');
  await putRule('m-away', {
    when: { search_term_any_of: ['returns', 'Sénd back'] },
    redirect_url: '/help/returns',
  });
  assert.equal((await search({ search_term: 'send  BACK' })).redirect_url, '/help/returns');
  assert.equal((await search({ search_term: 'send' })).redirect_url, null);
  await deleteRule('m-away');
});

test('a rule with a value that does not parse refuses no shopper', async () => {
  await putRule('m-odd', {
    when: { category_id: 'm-all' },
    only: [
      {
        group: {
          operator: 'OR',
          rules: [
            { field_name: 'price', action: 'less_than', value: 'cheap' },
            { field_name: 'brand', action: 'equal_to', value: 'far' },
          ],
        },
      },
    ],
  });
  assert.equal(await totalOf({ category_id: 'm-all' }), 6);
  await deleteRule('m-odd');
});

test('a draft acts for a full token that previews, for nobody else, and is not cached', async () => {
  await putRule('m-draft', { when: { search_term: 'numbat' }, hide: ['m-01', 'm-02'], status: 'draft' });
  const preview = { token: tokens.full, query: { preview: 'true' } };
  assert.equal(await totalOf(numbats, preview), 10);
  assert.equal(await totalOf(numbats, { token: tokens.full }), 12);
  assert.equal(await totalOf(numbats), 12);
  const ask = async (token: string | undefined, query: Record<string, string>): Promise<string> =>
    outcomeOf(await call('count-products', { body: numbats, query, token }));
  assert.equal(await ask(undefined, { preview: 'true' }), '401 Unauthorized token_missing');
  assert.equal(await ask(tokens.read, { preview: 'true' }), '403 Forbidden token_permission');
  assert.match(await ask(tokens.abroad, { preview: 'true' }), /^403 /);
  assert.match(await ask(tokens.foreign, { preview: 'true' }), /^403 /);
  assert.equal(
    await ask(tokens.full, { preview_at: '2026-01-01' }),
    '400 InvalidInput not_allowed:preview_at',
  );
  assert.equal(
    await ask(tokens.full, { preview: 'true', preview_at: 'x' }),
    '400 InvalidInput malformed:preview_at',
  );
  const read = await call('get-product', { params: { product_id: 'm-01' }, ...preview });
  assert.match(String(read.headers.get('cache-control')), /no-store/);
  await putRule('m-draft', { when: { search_term: 'numbat' }, hide: ['m-01', 'm-02'], status: 'active' });
  assert.equal(await totalOf(numbats), 10);
  await deleteRule('m-draft');
});

test('a rule of one environment does nothing in another', async () => {
  await putRule('m-here', { when: { search_term: 'numbat' }, hide: ['m-01'], environment_ids: [PRODUCTION] });
  assert.equal(await totalOf(numbats), 11);
  assert.equal(await totalOf(numbats, { place: staging, token: tokens.full }), 12);
  await deleteRule('m-here');
  const params = { catalog_id: shared.catalog, rule_id: 'm-lost' };
  const body = { when: { search_term: 'x' }, environment_ids: ['NOWHERE'] };
  const response = await call('manage-put-merchandising-rule', { token: tokens.full, params, body });
  assert.equal(outcomeOf(response), '409 Conflict refused:environment_ids.0');
});

test('a rule begins and ends on time, whatever is cached', async () => {
  const count = async (query: Record<string, string> = {}, token?: string): Promise<number> => {
    const response = await call('count-products', {
      body: numbats,
      query,
      ...(token === undefined ? {} : { token }),
    });
    return dataOf<{ result: { total_count: number } }>(response).result.total_count;
  };
  const hideFor = async (when: object): Promise<void> =>
    putRule('m-timed', { when: { search_term: 'numbat', ...when }, hide: ['m-01'] });
  const until = Date.now() + 1_500;
  await hideFor({ until: new Date(until).toISOString() });
  const first = await count();
  if (Date.now() < until) assert.equal(first, 11);
  await waitUntil('the rule ends', async () => (await count()) === 12);
  assert.ok(Date.now() >= until);
  const from = Date.now() + 1_000;
  const begin = new Date(from).toISOString();
  await hideFor({ from: begin });
  assert.equal(await count({ preview: 'true', preview_at: begin }, tokens.full), 11);
  await waitUntil('the rule begins', async () => (await count()) === 11);
  assert.ok(Date.now() >= from);
  await deleteRule('m-timed');
});

test('rules are exported as they were written: old ones without anything new', async () => {
  const line = { kind: 'merchandising_rule', catalog_id: shared.catalog };
  const old = { when: { search_term: 'numbat' }, hide: ['a'], pin: [] };
  const rich = {
    when: { search_term_contains: 'x', locale: 'de-de', from: '2026-01-01T00:00:00Z' },
    ...{ hide: [], pin: [], pin_at: [{ id: 'a', position: 2 }] },
    ...{ bury: [{ factor: 2, ids: ['b'] }], redirect_url: 'https://shop.test/x' },
    ...{ priority: -3, environment_ids: [PRODUCTION], status: 'draft' },
  };
  await putRule('m-old', old);
  await putRule('m-rich', rich);
  const { out } = await runHere(service.dataDir, [
    'export',
    '--tenant',
    home.tenant,
    '--workspace',
    home.workspace,
  ]);
  const lines = out.split('\n');
  assert.ok(lines.includes(JSON.stringify({ ...line, id: 'm-old', ...old })), 'm-old');
  assert.ok(lines.includes(JSON.stringify({ ...line, id: 'm-rich', ...rich })), 'm-rich');
  await deleteRule('m-old');
  await deleteRule('m-rich');
});
