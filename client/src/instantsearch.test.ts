// Which calls a page of InstantSearch becomes, and what it gets for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchClient, type SearchClientOptions } from './instantsearch.ts';
import type { StorefrontClient } from './storefront.ts';

const facet = (more: object, ...buckets: [val: string | number, label: string, count: number][]) => ({
  label: 'any',
  type: 'values',
  distinct: buckets.length,
  buckets: buckets.map(([val, label, count]) => ({ val, label, count, selected: false })),
  ...more,
});

const found = {
  records: [
    {
      id: 'p1',
      name: 'Rain & sun',
      brand: 'Nord',
      price: 12,
      highlights: { name: '<mark>Rain</mark> &amp; sun', description: null },
    },
  ],
  did_you_mean: ['rain coat'],
  corrected_term: null,
  redirect_url: '/rain',
  facets: {
    color: facet({}, ['red', 'red', 3], ['blue', 'blue', 1]),
    price: facet({ type: 'ranges', min: 5, max: 90 }, ['0..50', '0..50', 3]),
    categories: facet({ type: 'categories' }, ['cat-1', 'Jackets', 4]),
  },
  _meta_: { total_count: 41 },
};

const open = (options?: SearchClientOptions) => {
  const calls: [name: string, input: unknown][] = [];
  const answer = (name: string, result: unknown) => async (input: unknown) => {
    calls.push([name, JSON.parse(JSON.stringify(input))]);
    return result;
  };
  const shop = {
    searchProducts: answer('searchProducts', found),
    searchFacets: answer('searchFacets', { facets: { color: found.facets.color } }),
    searchContent: answer('searchContent', { data: [{ title: '<b>', provider_id: 'w1' }], total: 3 }),
  } as unknown as StorefrontClient;
  return { calls, client: createSearchClient(shop, options) };
};

test('a search becomes a product search, and its result what InstantSearch shows', async () => {
  const { client, calls } = open({ input: { locale: 'de' } });
  const params = {
    query: 'rain',
    page: 2,
    hitsPerPage: 10,
    facets: ['color', 'price', 'categories'],
    maxValuesPerFacet: 20,
  };
  const { results } = await client.search([{ indexName: 'products', params }]);
  assert.deepEqual(calls, [
    [
      'searchProducts',
      {
        locale: 'de',
        search_term: 'rain',
        skip: 20,
        limit: 10,
        include_facets: 'color,price,categories',
        facet_limit: 20,
        highlight: true,
      },
    ],
  ]);
  const [result] = results;
  assert.deepEqual(
    [result?.nbHits, result?.nbPages, result?.page, result?.hitsPerPage, result?.index, result?.query],
    [41, 5, 2, 10, 'products', 'rain'],
  );
  assert.deepEqual(result?.facets, {
    color: { red: 3, blue: 1 },
    price: { '0..50': 3 },
    categories: { 'cat-1': 4 },
  });
  assert.deepEqual(result?.facets_stats, { price: { min: 5, max: 90 } });
  assert.deepEqual(result?.facets_labels?.['categories'], { 'cat-1': 'Jackets' });
  assert.deepEqual(result?.userData, [{ did_you_mean: ['rain coat'], corrected_term: null }]);
  assert.deepEqual(result?.renderingContent, { redirect: { url: '/rain' } });
  const [hit] = result?.hits ?? [];
  assert.deepEqual([hit?.objectID, hit?.['price'], hit?.['highlights']], ['p1', 12, undefined]);
  assert.equal(hit?._highlightResult?.['name']?.value, '<em>Rain</em> &amp; sun');
  assert.equal(hit?._highlightResult?.['brand']?.matchLevel, 'none');
  assert.equal(hit?._highlightResult?.['description'], undefined);
});

test('a request that only counts shares the search, and shows no hits', async () => {
  const { client, calls } = open();
  const { results } = await client.search([
    { indexName: 'products', params: { facets: ['color', 'price'], facetFilters: [['color:red']] } },
    { indexName: 'products', params: { facets: 'color', hitsPerPage: 0, page: 0 } },
  ]);
  assert.equal(calls.length, 1);
  assert.deepEqual(results[1]?.hits, []);
  assert.deepEqual(results[1]?.facets, { color: { red: 3, blue: 1 } });
});

test('the name of an index sorts, by its form or as listed', async () => {
  const { client, calls } = open({
    indices: {
      newest: { sort_by: 'created_at' },
      cheap: { sort_by: 'price', sort_order: 'asc', category_id: 'c' },
    },
  });
  for (const indexName of ['products', 'products:price:desc', 'newest', 'cheap'])
    await client.search([{ indexName, params: { hitsPerPage: 0 } }]);
  const sorts = calls.map(([, input]) => {
    const { sort_by, sort_order, category_id } = input as Record<string, unknown>;
    return [sort_by, sort_order, category_id];
  });
  assert.deepEqual(sorts, [
    [undefined, undefined, undefined],
    ['price', 'desc', undefined],
    ['created_at', undefined, undefined],
    ['price', 'asc', 'c'],
  ]);
});

test('indices of products and of content are answered together, in order', async () => {
  const { client, calls } = open({ indices: { journal: { catalog_id: 'c1', type: 'guide' } } });
  const params = { query: 'rain', hitsPerPage: 2 };
  const { results } = await client.search([
    { indexName: 'journal', params },
    { indexName: 'products', params },
    { indexName: 'journal', params: { query: ' ' } },
  ]);
  assert.deepEqual(
    results.map(({ index, nbHits }) => [index, nbHits]),
    [
      ['journal', 3],
      ['products', 41],
      ['journal', 0],
    ],
  );
  assert.deepEqual(
    calls.find(([name]) => name === 'searchContent'),
    ['searchContent', { catalog_id: 'c1', type: 'guide', q: 'rain', skip: 0, limit: 2 }],
  );
  assert.equal(results[0]?.hits[0]?._highlightResult?.['title']?.value, '&lt;b&gt;');
});

test('as many values of facets are asked for as the service gives', async () => {
  const { client, calls } = open();
  const facets = Array.from({ length: 30 }, (_, at) => `f${at}`);
  await client.search([
    { indexName: 'p', params: { facets, maxValuesPerFacet: 1_000, sortFacetValuesBy: 'alpha' } },
  ]);
  await client.search([{ indexName: 'p', params: { facets: ['*'], maxValuesPerFacet: 1_000 } }]);
  const asked = calls.map(([, input]) => input as Record<string, unknown>);
  assert.deepEqual([asked[0]?.['facet_limit'], asked[0]?.['facet_sort']], [333, 'value']);
  assert.deepEqual([asked[1]?.['facet_limit'], asked[1]?.['include_facets']], [200, 'enabled']);
});

test('values of a facet are searched for', async () => {
  const { client, calls } = open({ indices: { products: { sort_by: 'price' } } });
  const params = {
    facetName: 'color',
    facetQuery: 're',
    maxFacetHits: 5,
    query: 'rain',
    facetFilters: [['brand:Nord']],
  };
  const answers = await client.searchForFacetValues([{ indexName: 'products', params }]);
  assert.deepEqual(answers[0]?.facetHits, [
    { value: 'red', highlighted: '<em>re</em>d', count: 3 },
    { value: 'blue', highlighted: 'blue', count: 1 },
  ]);
  const rules = [{ field_name: 'brand', action: 'equal_to', value: 'Nord' }];
  assert.deepEqual(calls, [
    [
      'searchFacets',
      {
        filter: [{ group: { operator: 'OR', rules } }],
        search_term: 'rain',
        fields: 'color',
        facet_query: 're',
        facet_limit: 5,
      },
    ],
  ]);
});

test('a filter that cannot be asked for fails the search', async () => {
  const { client, calls } = open();
  await assert.rejects(
    client.search([{ indexName: 'p', params: { filters: 'brand:Nord' } }]),
    /filters is not supported/,
  );
  assert.deepEqual(calls, []);
});
