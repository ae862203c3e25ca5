// Requests that only count the other values of a facet need no search of their own; all others get what they ask for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planSearches } from './plan-searches.ts';
import type { SearchParams, SearchRequest } from './wire-types.ts';

const ask = (params: SearchParams = {}, indexName = 'products'): SearchRequest => ({
  indexName,
  params: { query: 'jacket', ...params },
});
const derived = (params: SearchParams) =>
  ask({ hitsPerPage: 0, page: 0, analytics: false, clickAnalytics: false, ...params });
const group = (...rules: [field_name: string, action: string, value: string][]) => ({
  group: {
    operator: 'OR',
    rules: rules.map(([field_name, action, value]) => ({ field_name, action, value })),
  },
});

test('one search answers a page with two chosen facets and a range', () => {
  const colors = ['color:blue', 'color:red'];
  const main = ask({
    page: 2,
    hitsPerPage: 10,
    facets: ['brand', 'color', 'price', 'size'],
    facetFilters: ['brand:Nord', colors, ['size:M']],
    numericFilters: ['price>=10', 'price<=20.5'],
  });
  const { searches, requests } = planSearches([
    main,
    derived({
      facets: 'color',
      facetFilters: ['brand:Nord', ['size:M']],
      numericFilters: ['price>=10', 'price<=20.5'],
    }),
    derived({
      facets: ['size'],
      facetFilters: ['brand:Nord', colors],
      numericFilters: ['price>=10', 'price<=20.5'],
    }),
    derived({ facets: 'price', facetFilters: ['brand:Nord', colors, ['size:M']] }),
  ]);
  assert.deepEqual(searches, [
    {
      request: main,
      facets: ['brand', 'color', 'price', 'size'],
      criteria: {
        facets: [
          { field_internal_name: 'color', value: 'blue' },
          { field_internal_name: 'color', value: 'red' },
          { field_internal_name: 'size', value: 'M' },
          { field_internal_name: 'price', min: 10, max: 20.5 },
        ],
        filter: [group(['brand', 'equal_to', 'Nord'])],
      },
    },
  ]);
  assert.deepEqual(
    requests.map(({ search, facets, isDerived }) => [search, facets, isDerived]),
    [
      [0, ['brand', 'color', 'price', 'size'], false],
      [0, ['color'], true],
      [0, ['size'], true],
      [0, ['price'], true],
    ],
  );
});

test('a facet that was not asked for with the hits is counted with them', () => {
  const { searches } = planSearches([
    ask({ facets: ['brand'], facetFilters: [['color:red']] }),
    derived({ facets: 'color' }),
  ]);
  assert.deepEqual(searches[0]?.facets, ['brand', 'color']);
});

test('requests that differ in anything else are searches of their own', () => {
  const main = ask({ facets: ['color'], facetFilters: [['color:red'], ['size:M']] });
  const others = [
    derived({ facets: 'color', facetFilters: [['size:M']], query: 'coat' }),
    { ...derived({ facets: 'color', facetFilters: [['size:M']] }), indexName: 'products:price:asc' },
    derived({ facets: 'color', facetFilters: [['size:L']] }),
    derived({ facets: 'color' }),
    derived({ facets: ['color', 'size'], facetFilters: [['size:M']] }),
    derived({ facets: 'brand', facetFilters: [['color:red'], ['size:M']] }),
    ask({ facets: 'color', facetFilters: [['size:M']], hitsPerPage: 5 }),
  ];
  for (const other of others)
    assert.equal(planSearches([main, other]).searches.length, 2, JSON.stringify(other));
  assert.equal(
    planSearches([main, derived({ facets: 'color', facetFilters: [['size:M']] })]).searches.length,
    1,
  );
});

test('a choice that would not be the same without narrowing its own counts is a filter', () => {
  const strict = ask({ facets: ['price'], numericFilters: ['price>10'] });
  const { searches } = planSearches([strict, derived({ facets: 'price' })]);
  assert.deepEqual(
    searches.map(({ criteria }) => criteria),
    [{ filter: [group(['price', 'greater_than', '10'])] }, {}],
  );
  const alone = planSearches([
    ask({ facets: ['color'], facetFilters: [['color:red', 'color:blue'], 'color:-green'] }),
  ]);
  assert.deepEqual(alone.searches[0]?.criteria, {
    filter: [
      group(['color', 'equal_to', 'red'], ['color', 'equal_to', 'blue']),
      group(['color', 'not_equal_to', 'green']),
    ],
  });
  const mixed = planSearches([ask({ facetFilters: [['color:red', 'brand:Nord']] })]);
  assert.deepEqual(mixed.searches[0]?.criteria, {
    filter: [group(['color', 'equal_to', 'red'], ['brand', 'equal_to', 'Nord'])],
  });
});

test('categories are always a choice', () => {
  const { searches } = planSearches([ask({ facetFilters: ['categories:cat-jackets'] })]);
  assert.deepEqual(searches[0]?.criteria, {
    facets: [{ field_internal_name: 'categories', value: 'cat-jackets' }],
  });
  for (const facetFilters of [
    ['categories:-a'],
    ['categories:a', 'categories:b'],
    [['categories:a', 'brand:b']],
  ])
    assert.throws(() => planSearches([ask({ facetFilters })]), /^TypeError: categories can be chosen/);
});

test('all facets are those that the catalog offers', () => {
  assert.equal(planSearches([ask({ facets: ['*'] })]).searches[0]?.facets, undefined);
  assert.deepEqual(planSearches([ask()]).searches[0]?.facets, []);
});
