// Events of shoppers from outside: what is accepted, what becomes of it, and that no single visitor moves anything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { home, PRODUCTION, STAGING, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { type Call, createTokens, dataOf, errorOf, startFixture } from '../service/fixture-service.ts';

const fixture = await startFixture({ VITRINE_POPULAR_TERMS_REFRESH_MINUTES: '0' });
const { call, service } = fixture;
const tokens = await createTokens(fixture, { read: { permission: 'read' }, full: { permission: 'full' } });
const place = ['--tenant', home.tenant, '--workspace', home.workspace];

const run = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await runHere(service.dataDir, words);
  assert.equal(code, 0, err);
  return out;
};

const ids = ['ev-a', 'ev-b', 'ev-c', 'ev-own'];

const importProducts = async (): Promise<void> => {
  const scope = { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace };
  const lines = ids.map((id) => ({
    kind: 'product' as const,
    catalog_id: shared.catalog,
    id,
    name: `Numbat ${id.slice(3)}`,
    brand: 'Numbat',
    ...(id === 'ev-own' ? { popularity: 120 } : {}),
  }));
  const { code, err } = await runHere(service.dataDir, ['import', '-'], {
    input: toBundle([scope, ...lines]),
  });
  assert.equal(code, 0, err);
};
await importProducts();

interface Event {
  readonly type?: string;
  readonly product_id: string;
  readonly visitor?: string;
  readonly search_term?: string;
}

const send = (events: readonly Event[], more: Call = {}) =>
  call('record-events', { body: { events: events.map((each) => ({ type: 'view', ...each })) }, ...more });

/** By shoppers whom the shop names. */
const sendBy = async (visitors: number, event: Event): Promise<void> => {
  const events = Array.from({ length: visitors }, (_, at) => ({ ...event, visitor: `shopper-${at}` }));
  const { status, text } = await send(events, { token: tokens.full });
  assert.deepEqual([status, JSON.parse(text)], [202, { Status: 'success', Data: { accepted: visitors } }]);
};

interface Report {
  readonly total_count: number;
  readonly items: readonly {
    readonly product_id: string;
    readonly visitors: Readonly<Record<string, number>>;
  }[];
}

const report = async (query: Record<string, string | number> = {}): Promise<Report> =>
  dataOf<Report>(
    await call('list-product-visitors', {
      params: { catalog_id: shared.catalog },
      query: { environment_id: PRODUCTION, ...query },
      token: tokens.full,
    }),
  );

const visitorsOf = async (id: string, type = 'view'): Promise<number> =>
  (await report()).items.find((item) => item.product_id === id)?.visitors[type] ?? 0;

const order = async (): Promise<string[]> => {
  const body = { facets: [{ field_internal_name: 'brand', value: 'Numbat' }] };
  const query = { sort_by: 'popularity', fields: 'id' };
  const found = dataOf<{ records: { id: string }[] }>(await call('search-products', { body, query }));
  return found.records.map(({ id }) => id);
};

const suggested = async (): Promise<string[]> => {
  const response = await call('get-suggestions', { query: { search_term: 'numb' } });
  return dataOf<{ products: { id: string }[] }>(response).products.map(({ id }) => id);
};

test('what is not a batch of events is refused, and says why', async () => {
  const event = { type: 'view', product_id: 'p1' };
  const faults: readonly (readonly [body: unknown, code: string])[] = [
    [{}, 'missing:events'],
    [{ events: [] }, 'missing:events'],
    [{ events: null }, 'missing:events'],
    [{ events: 'view' }, 'wrong_type:events'],
    [{ events: [event, 'view'] }, 'wrong_type:events.1'],
    [{ events: [{ type: 'view' }] }, 'missing:events.0.product_id'],
    [{ events: [{ product_id: 'p1' }] }, 'missing:events.0.type'],
    [{ events: [{ ...event, type: 'hover' }] }, 'not_allowed:events.0.type'],
    [{ events: [{ ...event, product_id: 7 }] }, 'wrong_type:events.0.product_id'],
    [{ events: [{ ...event, visitor: 'v'.repeat(201) }] }, 'too_long:events.0.visitor'],
    [{ events: [{ ...event, search_term: 't'.repeat(1_001) }] }, 'too_long:events.0.search_term'],
    [{ events: Array.from({ length: 101 }, () => event) }, 'too_many:events'],
  ];
  for (const [body, code] of faults) {
    const response = await call('record-events', { body });
    assert.deepEqual(
      [response.status, errorOf(response).code],
      [400, code],
      JSON.stringify(body).slice(0, 90),
    );
  }
});

test('a batch is always accepted, whatever products it names', async () => {
  const response = await send([{ product_id: 'unknown' }, ...ids.map((product_id) => ({ product_id }))]);
  assert.equal(response.status, 202, response.text);
  const full = Array.from({ length: 100 }, (_, at) => ({ product_id: `none-${at}` }));
  for (let times = 0; times < 120; times += 1) assert.equal((await send(full)).status, 202);
  await waitUntil('the events are stored', async () => (await visitorsOf('ev-a')) === 1);
  assert.deepEqual(
    (await report()).items.map(({ product_id }) => product_id),
    ids,
    'those of unknown products are not kept',
  );
});

test('one visitor moves nothing, whatever they send and pretend to be', async () => {
  for (let times = 0; times < 20; times += 1) {
    const events = Array.from({ length: 50 }, (_, at) => ({
      type: 'purchase',
      product_id: 'ev-c',
      visitor: `made-up-${times}-${at}`,
    }));
    const headers = [['user-agent', `browser ${times}`]] as const;
    assert.equal((await send(events, { headers })).status, 202);
  }
  await waitUntil('the purchase is stored', async () => (await visitorsOf('ev-c', 'purchase')) > 0);
  assert.equal(await visitorsOf('ev-c', 'purchase'), 1, 'one visitor');
  const before = await order();
  assert.match(await run('popularity', 'refresh'), /: 0 products, 0 changed/);
  assert.deepEqual(await order(), before);
});

test('several visitors make a product popular, in searches and suggestions; what the shop says goes before', async () => {
  await sendBy(4, { type: 'view', product_id: 'ev-b', search_term: 'Numbat' });
  await sendBy(4, { type: 'purchase', product_id: 'ev-c' });
  await sendBy(40, { type: 'purchase', product_id: 'ev-own' });
  await waitUntil('the events are stored', async () => (await visitorsOf('ev-own', 'purchase')) === 40);
  const before = await run('export', '--tenant', home.tenant);
  const [place] = JSON.parse(await run('popularity', 'refresh', '--json')) as Record<string, unknown>[];
  assert.deepEqual([place?.['environment_id'], place?.['products'], place?.['changed']], [PRODUCTION, 3, 3]);
  // 50 × log2(1 + 5 visitors), and with 51: the shop says 120 of its own product.
  assert.deepEqual(await order(), ['ev-c', 'ev-b', 'ev-own', 'ev-a']);
  assert.deepEqual(await suggested(), ['ev-c', 'ev-b', 'ev-own', 'ev-a']);
  assert.equal(await run('export', '--tenant', home.tenant), before, 'a bundle does not show it');
  const elsewhere = { ...home, environment: STAGING };
  const response = await call('list-product-visitors', {
    params: { catalog_id: shared.catalog },
    query: { environment_id: STAGING },
    place: elsewhere,
    token: tokens.full,
  });
  assert.equal(dataOf<Report>(response).total_count, 0, 'nothing happened in another environment');
});

test('the report: exact, by type, day and search, in pages', async () => {
  const all = await report({ type: 'purchase' });
  assert.equal(all.total_count, 4);
  assert.deepEqual(
    all.items.map(({ product_id, visitors }) => [product_id, visitors['view'], visitors['purchase']]),
    [
      ['ev-own', 1, 40],
      ['ev-c', 1, 5],
      ['ev-a', 1, 0],
      ['ev-b', 5, 0],
    ],
  );
  const second = await report({ type: 'purchase', skip: 1, limit: 2 });
  assert.deepEqual([second.total_count, second.items], [4, all.items.slice(1, 3)]);
  assert.deepEqual((await report({ until: '2020-01-01' })).items, []);
  assert.deepEqual(
    (await report({ search_term: ' numbat ' })).items.map(({ product_id }) => product_id),
    ['ev-b'],
  );
  const faults = [
    [{ from: '2026-02-30' }, 'malformed:from'],
    [{ until: 'today' }, 'malformed:until'],
    [{ from: '2026-02-02', until: '2026-02-01' }, 'out_of_range:from'],
    [{ environment_id: '' }, 'blank_value:environment_id'],
  ] as const;
  for (const [query, code] of faults) {
    const params = { catalog_id: shared.catalog };
    const wanted = { params, query: { environment_id: PRODUCTION, ...query }, token: tokens.full };
    const response = await call('list-product-visitors', wanted);
    assert.deepEqual([response.status, errorOf(response).code], [400, code]);
  }
  const printed = await run(
    'event',
    'report',
    shared.catalog,
    ...place,
    '--environment-id',
    PRODUCTION,
    '--json',
  );
  assert.deepEqual(JSON.parse(printed), await report());
});

test('the traces of a visitor are erased, and of no other', async () => {
  const erase = (body: object) => call('erase-visitor', { body, token: tokens.full });
  const erased = dataOf(await erase({ visitor: 'shopper-0' }));
  assert.deepEqual(erased, { events_erased: 3, searches_erased: 0 });
  assert.deepEqual(dataOf(await erase({ visitor: 'shopper-0' })), { events_erased: 0, searches_erased: 0 });
  assert.equal(await visitorsOf('ev-own', 'purchase'), 39);
  assert.match(
    await run('event', 'erase', ...place, '--visitor', 'shopper-1'),
    /^Erased: 3 events, 0 searches$/m,
  );
  const agent = 'a browser of its own';
  await call('search-content', {
    query: { catalog_id: shared.catalog, q: 'lantern' },
    headers: [['user-agent', agent]],
  });
  const byAddress = { address: '::FFFF:127.0.0.1', user_agent: agent };
  let [events, searches] = [0, 0];
  await waitUntil('the search is stored and erased', async () => {
    const { events_erased, searches_erased } = dataOf<Record<string, number>>(await erase(byAddress));
    events += events_erased ?? 0;
    searches += searches_erased ?? 0;
    return searches > 0;
  });
  assert.deepEqual([events, searches], [5, 1], 'four views and a purchase without a token');
  for (const [body, code] of [
    [{}, 'too_few:visitor'],
    [{ user_agent: 'b' }, 'not_allowed:user_agent'],
    [{ address: 'x' }, 'malformed:address'],
    [{ address: ' 127.0.0.1' }, 'malformed:address'],
    [{ address: '127.0.0.1:80' }, 'malformed:address'],
    [{ address: '2001:db8::/64' }, 'malformed:address'],
    [{ visitor: 'a', mark: 'b' }, 'conflicting:visitor'],
    [{ visitor: 'a', user_agent: 'b' }, 'not_allowed:user_agent'],
  ] as const) {
    const response = await erase(body);
    assert.deepEqual([response.status, errorOf(response).code], [400, code]);
  }
});
