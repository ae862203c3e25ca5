// Product search and facets with GET: the responses, failures and recorded searches of the POST on the same path.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { type Call, errorOf, shareFixture } from '../service/fixture-service.ts';

const { call, service } = await shareFixture();

const colors = ['red', 'blue', 'dark: blue'];
const { code, err } = await runHere(service.dataDir, ['import', '-'], {
  input: toBundle([
    { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace },
    { kind: 'category', catalog_id: shared.catalog, id: 'pl-top', name: 'Links' },
    ...Array.from({ length: 12 }, (_, at) => ({
      kind: 'product' as const,
      catalog_id: shared.catalog,
      id: `pl-${at}`,
      sku: `PL${at}`,
      name: at % 2 === 0 ? 'Bilby lamp' : 'Bilby tent',
      category_ids: ['pl-top'],
      collection_ids: at % 4 === 0 ? ['pl-sale'] : [],
      prices: { USD: 10 + at },
      attributes: { color: colors[at % 3] ?? '', 'a b': 'c' },
    })),
  ]),
});
assert.equal(code, 0, err);

/** A query string, and the body that says the same. */
const criteria: readonly [string, object][] = [
  ['', {}],
  ['search_term=bilby', { search_term: 'bilby' }],
  ['search_term=bibly+lamp', { search_term: 'bibly lamp' }],
  ['category_id=pl-top', { category_id: 'pl-top' }],
  ['category_name=links&collection_id=pl-sale', { category_name: 'links', collection_id: 'pl-sale' }],
  ['facet=color:red', { facets: [{ field_internal_name: 'color', value: 'red' }] }],
  [
    'facet=color:red&facet=color:dark:+blue&facet=a+b:c&search_term=bilby',
    {
      search_term: 'bilby',
      facets: [
        { field_internal_name: 'color', value: 'red' },
        { field_internal_name: 'color', value: 'dark: blue' },
        { field_internal_name: 'a b', value: 'c' },
      ],
    },
  ],
  ['facet=categories:pl-top', { facets: [{ field_internal_name: 'categories', value: 'pl-top' }] }],
  ['facet=null&search_term=null', {}],
  ['facet=price:cheap', { facets: [{ field_internal_name: 'price', value: 'cheap' }] }],
  ['search_term=nothing+like+it', { search_term: 'nothing like it' }],
];

const operations = [
  ['search-products', 'get-product-search', 'limit=3&include_facets=color,price'],
  ['search-facets', 'get-facet-search', 'fields=color,categories'],
] as const;

const linked = (name: 'get-product-search' | 'get-facet-search', query: string, more: Call = {}) =>
  call(name, { ...more, query });

for (const [posted, link, options] of operations) {
  test(`${link} responds as ${posted} with the same criteria`, async () => {
    for (const [query, body] of criteria) {
      const expected = await call(posted, { body, query: options });
      const response = await linked(link, `${query}&${options}`);
      // A failure names what was sent.
      const same = expected.text.replaceAll(/facets\.\d+\.\w+/gu, 'facet');
      assert.deepEqual(
        [response.status, JSON.parse(response.text)],
        [expected.status, JSON.parse(same)],
        query,
      );
    }
  });

  test(`${link} refuses what is no list of facets`, async () => {
    const faults: Record<string, string> = {
      'facet=color': 'malformed:facet',
      'facet=:red': 'blank_value:facet',
      'facet=color:': 'blank_value:facet',
      'facet=color:red&facet=price:cheap': 'wrong_type:facet',
      'facet=color:red&facet=+': 'blank_value:facet',
      'search_term=': 'blank_value:search_term',
      'search_term=a&search_term=b': 'repeated:search_term',
      [`facet=${'f'.repeat(201)}:a`]: 'too_long:facet',
      [`facet=a:${'f'.repeat(1001)}`]: 'too_long:facet',
      [Array.from({ length: 101 }, (_, at) => `facet=a:${at}`).join('&')]: 'too_many:facet',
    };
    for (const [query, code] of Object.entries(faults)) {
      const response = await linked(link, query);
      assert.deepEqual([response.status, errorOf(response).code], [400, code], query);
    }
  });

  test(`${link} has an entity tag, and 304 for it`, async () => {
    const first = await linked(link, 'search_term=bilby');
    const tag = String(first.headers.get('etag'));
    const again = await linked(link, 'search_term=bilby', { headers: [['if-none-match', tag]] });
    assert.equal(again.status, 304);
  });
}
