// Ranking settings from outside: by HTTP, by command line and by bundle, and the order of a search with them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { type Call, createTokens, dataOf, errorOf, startFixture } from '../service/fixture-service.ts';

const fixture = await startFixture();
const { call, service } = fixture;
const tokens = await createTokens(fixture, { full: { permission: 'full' }, read: { permission: 'read' } });
const place = ['--tenant', home.tenant, '--workspace', home.workspace];

for (const [id, name, more] of [
  ['rk-a', 'Quokka lamp', {}],
  ['rk-b', 'Quokka lamp', { popularity: 90, in_stock: false }],
  ['rk-c', 'Camp bed', { description: 'A quokka slept here', attributes: { set: 'ranked', margin: 40 } }],
] as const) {
  const params = { catalog_id: shared.catalog, product_id: id };
  const body = { name, attributes: { set: 'ranked' }, prices: { USD: 5 }, ...more };
  const response = await call('manage-put-product', { token: tokens.full, params, body });
  assert.ok(response.status < 300, response.text);
}

const ours = { search_term: 'quokka', facets: [{ field_internal_name: 'set', value: 'ranked' }] };

interface Found {
  readonly records: readonly { readonly id: string }[];
  readonly _meta_: { readonly total_count: number };
}

const search = async (more: Partial<Call> = {}): Promise<string> => {
  const { records, _meta_ } = dataOf<Found>(await call('search-products', { body: ours, ...more }));
  assert.equal(_meta_.total_count, 3);
  return records.map(({ id }) => id.slice(3)).join('');
};

const params = { catalog_id: shared.catalog };
const { item: catalog } = dataOf<{ item: Record<string, unknown> }>(
  await call('manage-get-catalog', { token: tokens.full, params }),
);
const { id: _, ...unranked } = catalog;
const putRanking = (ranking: unknown) =>
  call('manage-put-catalog', { token: tokens.full, params, body: { ...unranked, ranking } });

test('settings reorder the next search, and without them everything is as before', async () => {
  assert.equal('ranking' in catalog, false);
  assert.equal(await search(), 'abc');
  const popular = { field: 'popularity', max_factor: 3, full_at: 100 };
  assert.equal((await putRanking({ numbers: [popular] })).status, 200);
  assert.equal(await search(), 'bac');
  const { item } = dataOf<{ item: Record<string, unknown> }>(
    await call('manage-get-catalog', { token: tokens.full, params }),
  );
  assert.deepEqual(item['ranking'], { numbers: [{ ...popular, scale: 'logarithmic' }] });
  assert.equal((await putRanking({ numbers: [popular], in_stock: { factor: 10 } })).status, 200);
  assert.equal(await search(), 'acb');
  assert.equal(
    await search({ query: { sort_by: 'name' } }),
    'cab',
    'another sort is the wish of the shopper',
  );
  // The index is built again, and a request does not wait for it forever.
  assert.equal((await putRanking({ weights: { description: 20, name: 0.25 } })).status, 200);
  await waitUntil('the new weights rank', async () => (await search()) === 'cab');
  assert.equal((await putRanking(null)).status, 200);
  await waitUntil('the usual weights rank', async () => (await search()) === 'abc');
});

test('a bound that does not hold is named', async () => {
  for (const [ranking, code] of [
    [{ weights: { name: 21 } }, 'out_of_range:ranking.weights.name'],
    [{ weights: { name: 1.3 } }, 'out_of_range:ranking.weights.name'],
    [{ numbers: [{ field: 'price', max_factor: 2, full_at: 1 }] }, 'not_allowed:ranking.numbers.0.field'],
    [{ numbers: [{ field: 'margin', max_factor: 2 }] }, 'missing:ranking.numbers.0.full_at'],
    [{ newness: { half_life_days: 0, max_factor: 2 } }, 'out_of_range:ranking.newness.half_life_days'],
    [{ in_stock: { factor: 0.5 } }, 'out_of_range:ranking.in_stock.factor'],
    [{}, 'blank_value:ranking'],
    [{ freshness: 2 }, 'unknown_field:ranking.freshness'],
  ] as const) {
    const response = await putRanking(ranking);
    assert.equal(response.status, 400, response.text);
    assert.equal(errorOf(response).code, code);
  }
  assert.equal(await search(), 'abc');
});

test('the command line sets it, and an export has it', async () => {
  const run = async (words: string[], input?: string) => {
    const { code, out, err } = await runHere(service.dataDir, words, input === undefined ? {} : { input });
    assert.equal(code, 0, err);
    return out;
  };
  const ranking = { numbers: [{ field: 'margin', max_factor: 10, full_at: 40, scale: 'linear' }] };
  const got = JSON.parse(await run(['catalog', 'get', shared.catalog, ...place])) as object;
  await run(['catalog', 'put', shared.catalog, '-', ...place], JSON.stringify({ ...got, ranking }));
  assert.equal(await search(), 'cab');
  const line = (await run(['export', ...place]))
    .split('\n')
    .find((one) => one.includes(`"kind":"catalog","id":"${shared.catalog}"`));
  assert.deepEqual((JSON.parse(line ?? '{}') as { ranking?: unknown }).ranking, ranking);
  await run(['catalog', 'put', shared.catalog, '-', ...place], JSON.stringify(got));
  assert.equal(await search(), 'abc');
});

interface Explained {
  readonly records: readonly {
    readonly id: string;
    readonly explanation: {
      readonly words: readonly { readonly word: string; readonly score: number; readonly fields: unknown }[];
      readonly coverage: number;
      readonly text: number;
      readonly tier: number;
      readonly signals: unknown;
      readonly signal_factor: number;
      readonly boosts: unknown;
      readonly boost_factor: number;
      readonly score: number;
    };
  }[];
}

test('explain shows the parts of each score, by POST and by GET, and is stored nowhere', async () => {
  assert.equal((await putRanking({ in_stock: { factor: 2 } })).status, 200);
  const { search_term } = ours;
  const responses = [
    await call('search-products', { body: ours, query: { explain: true }, token: tokens.full }),
    await call('get-product-search', {
      query: { search_term, facet: 'set:ranked', explain: true },
      token: tokens.full,
    }),
  ];
  for (const response of responses) {
    assert.match(response.headers.get('cache-control') ?? '', /no-store/);
    const { records } = dataOf<Explained>(response);
    assert.equal(records.length, 3);
    for (const { id, explanation } of records) {
      const { words, coverage, text, tier, signal_factor, boost_factor, score } = explanation;
      assert.deepEqual(
        words.map(({ word }) => word),
        ['quokka'],
      );
      const field = id === 'rk-c' ? { field: 'description', weight: 1 } : { field: 'name', weight: 5 };
      assert.deepEqual(words[0]?.fields, [{ ...field, occurrences: 1 }]);
      assert.deepEqual(explanation.signals, [{ field: 'in_stock', factor: id === 'rk-b' ? 1 : 2 }]);
      assert.ok(Math.abs(text - (words[0]?.score ?? 0) * coverage) < 1e-9);
      assert.ok(Math.abs(score - (tier + (1 + text) * signal_factor * boost_factor - 1)) < 1e-9);
    }
  }
  const only = await call('search-products', {
    body: ours,
    query: { explain: true, fields: 'id' },
    token: tokens.full,
  });
  assert.deepEqual(Object.keys(dataOf<Explained>(only).records[0] ?? {}), ['id']);
  const plain = await call('search-products', { body: ours, query: { explain: false } });
  assert.equal('explanation' in (dataOf<Explained>(plain).records[0] ?? {}), false);
});

test('shoppers get no explanation, and only relevance can be explained', async () => {
  const explain = async (token: string | undefined, query: object = {}) => {
    const response = await call('search-products', {
      body: ours,
      query: { explain: true, ...query },
      ...(token === undefined ? {} : { token }),
    });
    return [response.status, errorOf(response).code];
  };
  assert.deepEqual(await explain(undefined), [401, 'token_missing']);
  assert.deepEqual((await explain(tokens.read))[0], 403);
  assert.deepEqual(await explain(tokens.full, { sort_by: 'price' }), [400, 'not_allowed:explain']);
});
