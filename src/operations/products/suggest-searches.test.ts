// Suggestions as a use case: what is asked of the index, what is written, and that no search is recorded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, lostCaller, storeWith } from '../../../test/fixtures/fake-caller.ts';
import type { SearchIndex } from '../../domain/ports.ts';
import { noSuggestions, type SuggestQuery, shortRecord } from '../../domain/products/suggestion.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { buildGetSuggestions } from './get-suggestions.ts';
import { buildSuggestSearches } from './suggest-searches.ts';

const build = (contentSearch = true, searches = ['übel']) => {
  const asked: SuggestQuery[] = [];
  const product = {
    id: 'p',
    name: 'Zürich',
    images: [
      { url: '/a', alt: '' },
      { url: '/b', alt: '' },
    ],
    price: 3,
    description: 'long',
  };
  const searchIndex = {
    suggest: async (_scope: unknown, _catalogId: unknown, query: SuggestQuery) => {
      asked.push(query);
      const hits = [{ id: 'p', shown: shortRecord(toJsonBytes(product)), pinnedBy: [] }];
      return { ...noSuggestions, searches, products: hits, content: ['{"title":"x"}'] };
    },
  } as unknown as SearchIndex;
  const dependencies = {
    storeIn: storeWith({
      findCommerceStore: async () => ({
        ...{ id: 's1', storeHash: 'x', provider: '', catalogId: 'c', contentModelId: 'm', currency: 'USD' },
      }),
      findCatalog: async (id) => ({ id, contentSearch, contentModels: [] }),
    }),
    searchIndex,
    now: () => new Date(0),
  };
  const who = { ...caller, noteSearch: () => assert.fail('a keystroke is no search') };
  const get = buildGetSuggestions(dependencies);
  const post = buildSuggestSearches(dependencies);
  type Query = Parameters<typeof get>[1]['query'];
  return {
    asked,
    get: (query: Query, from = who) => get(from, { params: {}, query, headers: {}, body: undefined }),
    post: (query: Query, body: { search_term?: string }) =>
      post(who, { params: {}, query, headers: {}, body }),
  };
};

test('a link and a body ask the same, and short records are written', async () => {
  const { get, post, asked } = build();
  const byLink = await get({ search_term: 'zü', locale: 'de' });
  const byBody = await post({ locale: 'de' }, { search_term: 'zü' });
  assert.deepEqual(byBody, byLink);
  assert.deepEqual(asked[0], asked[1]);
  assert.deepEqual(asked[0]?.limits, { searches: 5, popular: 5, categories: 5, products: 5, content: 5 });
  assert.deepEqual(byLink.parse(), {
    ...{ auto_suggester: ['übel'], popular_searches: [], categories: [], redirect_url: null },
    products: [{ id: 'p', name: 'Zürich', image: { url: '/a', alt: '' }, price: 3 }],
    ...{ content: [{ title: 'x' }], corrected_term: null },
  });
});

test('switches and limits decide how many of each, and the catalog whether content is searched', async () => {
  const { get, asked } = build(false);
  await get({
    ...{ show_products: false, products_limit: 7, categories_limit: 7, popular_searches_limit: 0 },
    ...{ show_content: true, auto_suggester_limit: 20, by_pass_merchandising: true },
  });
  assert.deepEqual(asked[0]?.limits, { searches: 20, popular: 0, categories: 7, products: 0, content: 5 });
  assert.deepEqual(
    [asked[0]?.hasContent, asked[0]?.withMerchandising, asked[0]?.term],
    [false, false, undefined],
  );
  await assert.rejects(
    get({}, lostCaller as never),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
});

test('any text is written as JSON', async () => {
  const texts = ['plain', '', 'a "b"', 'a\\b', 'a\nb', '\x7f', 'é', '北京 😀', '\ud800', "it's", '</script>'];
  const { get } = build(true, texts);
  const { bytes } = await get({ search_term: 'x' });
  assert.ok(bytes.startsWith(`{"auto_suggester":${toJsonBytes(texts)},"popular_searches":[],`), bytes);
});
