// Estimates tell expensive queries from ordinary ones: expensive shapes come out large, ordinary ones small.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogContents, ContentQuery } from '../../domain/ports.ts';
import type { FilterAction } from '../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import type { ProductSearch } from '../../domain/products/product-search.ts';
import { ContentSegmentBuilder } from './content/content-segment.ts';
import { searchSegments } from './content/search-content.ts';
import {
  estimateCategories,
  estimateContentWork,
  estimateLookup,
  estimateProductSearch,
  estimateProductWork,
} from './estimate-work.ts';
import { ProductSegmentBuilder } from './products/product-segment.ts';

const MILLION = 1_000_000;
const LARGE = 5 * MILLION;
const SMALL = MILLION;

const wordOf = (number: number): string => `w${(number % 4_000).toString(36)}`;
const textOf = (seed: number, words: number): string =>
  Array.from({ length: words }, (_, at) => wordOf(seed * 31 + at * at)).join(' ');

const contentSegment = (items: number) => {
  const builder = new ContentSegmentBuilder();
  for (let at = 0; at < items; at += 1)
    builder.add({
      ...{ key: `item:${at}`, providerId: String(at) },
      texts: {
        en: {
          ...{ type: 'page', title: textOf(at, 4), url: '/', summary: undefined, body: textOf(at, 40) },
          ...{ keywords: [], imageUrl: null, extraData: {}, createdAt: '2026-01-01', createdBy: null },
          ...{ modifiedAt: '2026-01-01', modifiedBy: null },
        },
      },
    });
  return builder.finish();
};
const productSegment = (items: number) => {
  const builder = new ProductSegmentBuilder('en');
  for (let at = 0; at < items; at += 1)
    builder.add({
      ...{
        id: `p${at}`,
        sku: `s${at}`,
        name: textOf(at, 5),
        description: textOf(at, 60),
        brand: `b${at % 9}`,
      },
      ...{ categoryIds: [`c${at % 20}`], collectionIds: [], prices: { USD: at }, inStock: true },
      ...{
        createdAt: null,
        attributes: {},
        channelIds: [],
        locationIds: [],
        customerGroupIds: [],
        localized: {},
      },
    });
  return builder.finish();
};
const content = [contentSegment(2_000), contentSegment(50)];
const products = [productSegment(3_000), productSegment(50)];

const plainContent: ContentQuery = {
  ...{ text: 'w1a w2b', localeChain: ['en-us', 'en'], type: undefined, sortBy: 'relevance' },
  ...{ sortOrder: 'desc', skip: 0, limit: 20 },
};
const plainProducts: ProductQuery = {
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, currency: 'USD' },
  ...{ localeChain: ['en'], baseLocale: 'en', withMerchandising: true, facets: [], groups: [] },
};
const synonyms = Array.from({ length: 40 }, (_, at) => ({
  id: `s${at}`,
  locale: null,
  words: [`w${at}`, `v${at} phrase`],
}));
const contents: CatalogContents = {
  attributes: [],
  categories: Array.from({ length: 60 }, (_, at) => ({ id: `c${at}`, name: `C ${at}`, parentId: null })),
  synonyms,
  merchandisingRules: [],
  facets: [],
};
const rule = (field: string, action: FilterAction, value: string) => ({ field, action, value, at: 'r' });
const groupsOf = (groups: number, rules: number, one: (at: number) => ReturnType<typeof rule>) =>
  Array.from({ length: groups }, (_, group) => ({
    operator: 'OR' as const,
    rules: Array.from({ length: rules }, (_, at) => one(rules * group + at)),
  }));

test('ordinary searches come out small', () => {
  for (const text of ['w1', 'w1a w2b', 'what is w1 and w2 in a sentence of nine words'])
    for (const more of [{}, { skip: 40 }, { sortBy: 'title' as const }, { type: 'page' }]) {
      const work = estimateContentWork(content, synonyms, { ...plainContent, text, ...more });
      assert.ok(work > 0 && work < SMALL, `${text}: ${work}`);
    }
});

test('ordinary counts come out small', () => {
  const asked: Partial<ProductQuery>[] = [
    {},
    { term: 'w1a w2b' },
    { categoryId: 'c1' },
    { facets: [{ field: 'brand', at: 'f', value: 'b1', range: undefined }] },
    { groups: groupsOf(1, 3, (at) => rule('brand', 'equal_to', `b${at}`)) },
    {
      groups: [
        { operator: 'AND', rules: [rule('name', 'contains', 'w1a'), rule('price', 'less_than', '9')] },
      ],
    },
  ];
  for (const more of asked) {
    const work = estimateProductWork(products, contents, { ...plainProducts, ...more });
    assert.ok(work > 0 && work < SMALL, `${JSON.stringify(more)}: ${work}`);
  }
});

test('filters that scan many texts come out large', () => {
  const substrings = [(at: number) => 'abc'[at % 3] as string, (at: number) => `word${at}`];
  for (const action of ['contains', 'does_not_contains'] as const) {
    for (const substring of substrings) {
      const groups = groupsOf(100, 100, (at) => rule('description', action, substring(at)));
      const work = estimateProductWork(products, contents, { ...plainProducts, groups });
      assert.ok(work > LARGE, String(work));
    }
  }
  const few = groupsOf(10, 10, (at) => rule('description', 'contains', String.fromCharCode(97 + (at % 26))));
  assert.ok(estimateProductWork(products, contents, { ...plainProducts, groups: few }) > LARGE);
});

test('rules are only looked at until the query is too expensive', () => {
  const groups = groupsOf(100, 100, () => rule('description', 'contains', 'a'));
  let read = 0;
  const counted = groups.map(({ operator, rules }) => ({
    operator,
    get rules() {
      read += 1;
      return rules;
    },
  }));
  assert.ok(estimateProductWork(products, contents, { ...plainProducts, groups: counted }) > LARGE);
  assert.ok(read < 10, `${read} of 100 groups`);
});

test('synonym sets that are not analysed yet come out large; afterwards only matching ones do', () => {
  const many = [
    { id: 's', locale: null, words: ['lamp', ...Array.from({ length: 20_000 }, (_, at) => `w${at} phrase`)] },
  ];
  const estimate = (text: string) => estimateContentWork(content, many, { ...plainContent, text });
  assert.ok(estimate('w1a') > LARGE);
  assert.ok(
    estimateProductWork(products, { ...contents, synonyms: many }, { ...plainProducts, term: 'w1a' }) > LARGE,
  );
  searchSegments(content, many, plainContent);
  assert.ok(estimate('lamp') > LARGE, String(estimate('lamp')));
  assert.ok(estimate('w1a') < SMALL, String(estimate('w1a')));
});

test('several words may be matched twice, and once more with a type filter; one word never is', () => {
  const large = [contentSegment(12_000)];
  const estimate = (text: string, type?: string) =>
    estimateContentWork(large, [], { ...plainContent, text, type });
  const pass = estimate('w1a w2b', 'page') - estimate('w1a w2b');
  assert.ok(pass > 10_000, String(pass));
  assert.equal(estimate('w1a', 'page'), estimate('w1a'));
});

test('very deep pages come out large', () => {
  const large = [contentSegment(12_000)];
  assert.ok(estimateContentWork(large, [], { ...plainContent, skip: 100_000 }) > LARGE);
  assert.ok(estimateContentWork(large, [], plainContent) < SMALL);
});

test('single products and a small category tree come out small, a large tree large', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `p${at}`);
  for (const by of [{ ids: ['p1'] }, { ids }, { slug: 'lamp' }]) {
    const work = estimateLookup(products, contents, { ...plainProducts, by });
    assert.ok(work > 0 && work < SMALL, `${JSON.stringify(by)}: ${work}`);
  }
  const categories = Array.from({ length: 50_000 }, (_, at) => ({
    ...{ id: `c${at}`, name: `C ${at}`, parentId: null },
  }));
  const many = { ...contents, categories };
  assert.ok(estimateCategories(products, contents, plainProducts) < SMALL);
  assert.ok(estimateCategories(products, many, plainProducts) > LARGE);
  const facetRequest = { limit: 1, sortBy: 'count' as const, text: undefined, parameter: 'fields' };
  const page = { skip: 0, limit: 9, sortBy: 'name', sortOrder: 'asc' as const, isOutOfStockLast: false };
  const estimate = (fields: readonly string[] | undefined) =>
    estimateProductSearch(products, many, {
      ...plainProducts,
      ...page,
      facetRequest: { ...facetRequest, fields },
    });
  assert.ok(estimate(['categories']) > LARGE);
  assert.ok(estimate(undefined) > LARGE);
  assert.ok(estimate(['brand']) < SMALL);
});

test('a term with words that no product has also costs the count of other spellings', () => {
  const page = {
    skip: 0,
    limit: 9,
    sortBy: 'relevance',
    sortOrder: 'desc' as const,
    isOutOfStockLast: false,
  };
  const estimate = (term: string, more: Partial<ProductSearch> = {}) =>
    estimateProductSearch(products, contents, {
      ...{ ...plainProducts, ...page, facetRequest: undefined, term },
      ...{ didYouMeanLimit: 3, ...more },
    });
  const known = estimate('w1a w2b');
  assert.equal(estimate('w1a w2'), known - 30);
  assert.ok(estimate('w1x w2b') < known + 100);
  const large = Array.from({ length: 20 }, () => products[0] as (typeof products)[number]);
  const spelled = (term: string, more: Partial<ProductSearch> = {}) =>
    estimateProductSearch(large, contents, {
      ...{ ...plainProducts, ...page, facetRequest: undefined, term },
      ...{ didYouMeanLimit: 3, ...more },
    });
  assert.ok(spelled('zzz w2b') > 10 * spelled('w1a w2b'));
  assert.ok(spelled('zzz w2b', { didYouMeanLimit: 10 }) > 1.5 * spelled('zzz w2b'));
  const uncorrected = { didYouMeanLimit: 0, correctsWords: false };
  assert.equal(spelled('zzz w2b', uncorrected), spelled('w1a w2b', uncorrected));
});
