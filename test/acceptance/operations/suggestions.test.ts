// Suggestions and similar products from outside.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { type Call, dataOf, errorOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;

interface Suggested {
  readonly auto_suggester: readonly string[];
  readonly popular_searches: readonly string[];
  readonly categories: readonly { readonly id: string }[];
  readonly products: readonly { readonly id: string; readonly name: string }[];
  readonly content: readonly { readonly title: string }[];
  readonly redirect_url: string | null;
  readonly corrected_term: string | null;
}

const scope = { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace };
const names = ['Quokka Lamp', 'Quokka Tent', 'Big Quokka Lamp', 'Numbat Lamp'];
const imported = await runHere(service.dataDir, ['import', '-'], {
  input: toBundle([
    scope,
    { kind: 'category', catalog_id: shared.catalog, id: 'sg-q', name: 'Quokka things' },
    ...names.map((name, at) => ({
      kind: 'product' as const,
      catalog_id: shared.catalog,
      id: `sg-${at}`,
      name,
      category_ids: at < 3 ? ['sg-q'] : [],
      prices: { USD: 10 + at },
      popularity: at,
      images: [{ url: `/${at}.svg`, alt: name }],
      localized: { de: { name: at === 0 ? 'Quokkaleuchte' : name } },
    })),
  ]),
});
assert.equal(imported.code, 0, imported.err);

const suggest = async (
  search_term: string | undefined,
  more: { readonly query?: Record<string, string | number | boolean> } = {},
): Promise<Suggested> => {
  const query = { ...more.query, ...(search_term === undefined ? {} : { search_term }) };
  const byLink = await call('get-suggestions', { ...more, query });
  const body = search_term === undefined ? {} : { search_term };
  const byBody = await call('suggest-searches', { ...more, body });
  assert.deepEqual(dataOf(byBody), dataOf(byLink));
  return dataOf<Suggested>(byLink);
};

test('every keystroke gets suggestions, and every suggested search finds something', async () => {
  for (const typed of [
    'q',
    'qu',
    'quok',
    'quokka',
    'quokka ',
    'Quokka l',
    'qoukka',
    'lamp quo',
    'numb',
    'QUOKA',
  ]) {
    const found = await suggest(typed);
    assert.ok(found.products.length > 0, typed);
    for (const search_term of [...found.auto_suggester, ...found.popular_searches]) {
      const counted = await call('count-products', { body: { search_term } });
      assert.ok(dataOf<{ result: { total_count: number } }>(counted).result.total_count > 0, search_term);
    }
  }
});

test('short records in the order of popularity, in the locale of the request', async () => {
  const { products, categories, redirect_url } = await suggest('quok');
  assert.deepEqual(products[0], {
    id: 'sg-2',
    ...{ sku: '', name: 'Big Quokka Lamp', brand: '', page_slug: null, url: null },
    image: { url: '/2.svg', alt: 'Big Quokka Lamp' },
    ...{ price: 12, sale_price: null, calculated_price: 12, currency: 'USD', in_stock: true },
  });
  assert.deepEqual(
    products.map(({ id }) => id),
    ['sg-2', 'sg-1', 'sg-0'],
  );
  assert.deepEqual([categories.map(({ id }) => id), redirect_url], [['sg-q'], null]);
  const german = await suggest('quokkal', { query: { locale: 'de' } });
  assert.deepEqual(
    german.products.map(({ name }) => name),
    ['Quokkaleuchte'],
  );
  assert.deepEqual(
    (await suggest('qoukka t')).products.map(({ id }) => id),
    ['sg-1'],
  );
  assert.deepEqual((await suggest('quokka lmap')).corrected_term, 'quokka lamp');
});

test('switches and limits, and nothing typed yet', async () => {
  const one = await suggest('quokka', { query: { products_limit: 1, show_categories: false } });
  assert.deepEqual([one.products.length, one.categories.length], [1, 0]);
  const first = await suggest(undefined, { query: { categories_limit: 2 } });
  assert.deepEqual([first.categories.length, first.products, first.auto_suggester], [2, [], []]);
  const refusals: readonly [Record<string, string | number>, string][] = [
    [{ search_term: ' ' }, 'blank_value:search_term'],
    [{ products_limit: 21 }, 'out_of_range:products_limit'],
    [{ content_limit: -1 }, 'wrong_type:content_limit'],
    [{ show_content: 'yes' }, 'wrong_type:show_content'],
  ];
  for (const [query, code] of refusals) {
    const response = await call('get-suggestions', { query });
    assert.deepEqual([response.status, errorOf(response).code], [400, code]);
  }
  const blank = await call('suggest-searches', { body: { search_term: '' } });
  assert.equal(errorOf(blank).code, 'blank_value:search_term');
});

test('similar products never include the product itself, nor one that the shopper may not see', async () => {
  const similar = (product_id: string, more: Call = {}) =>
    call('list-similar-products', { ...more, params: { product_id } });
  const found = dataOf<{ records: { id: string }[] }>(
    await similar('sg-0', { query: { fields: 'id', limit: 2 } }),
  );
  assert.deepEqual(found, { records: [{ id: 'sg-2' }, { id: 'sg-1' }] });
  const hidden = await similar('p12');
  assert.deepEqual([hidden.status, errorOf(hidden).name], [404, 'ProductNotFound']);
  const headers = [['x-customer-group-id', 'vip']] as [string, string][];
  const shown = await similar('p12', { headers, query: { fields: 'id', limit: 100 } });
  assert.ok(!shown.text.includes('"p12"') && shown.status === 200);
  assert.ok(!(await similar('p11', { query: { fields: 'id', limit: 100 } })).text.includes('"p12"'));
});
