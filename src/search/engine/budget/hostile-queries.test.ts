// Queries built to keep the service busy cost a bounded amount of work, and none outruns its budget.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentQuery } from '../../../domain/ports.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import type { FilterAction, FilterGroup } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import type { SynonymSet } from '../../../domain/search/catalog.ts';
import { ContentSegmentBuilder } from '../content/content-segment.ts';
import { searchSegments } from '../content/search-content.ts';
import { estimateProductWork } from '../estimate-work.ts';
import { countSegments } from '../products/product-count.ts';
import { ProductSegmentBuilder } from '../products/product-segment.ts';
import { ESTIMATE_UNITS, estimateBounded, lastSpent, OutOfBudget, withBudget } from './work-budget.ts';

const MILLION = 1_000_000;

/** Words made of a few syllables, one per number; words of small numbers resemble each other. */
const syllables = [
  'ka',
  'lo',
  'mi',
  'ne',
  'pu',
  'ra',
  'si',
  'to',
  'vu',
  'we',
  'zo',
  'dra',
  'fli',
  'gou',
  'hea',
];
const wordOf = (number: number): string => {
  let word = '';
  for (let rest = number + 15; rest > 0; rest = Math.floor(rest / 15)) word += syllables[rest % 15];
  return word;
};
const textOf = (seed: number, words: number, vocabulary: number): string =>
  Array.from({ length: words }, (_, at) => wordOf((seed * 7919 + at * 104_729) % vocabulary)).join(' ');

const PRODUCTS = 600;
const segmentOfProducts = () => {
  const builder = new ProductSegmentBuilder('xx');
  for (let at = 0; at < PRODUCTS; at += 1)
    builder.add({
      ...{
        id: `p${at}`,
        sku: '',
        name: textOf(at, 6, 3_000),
        description: textOf(at + 1, 90, 3_000),
        brand: '',
      },
      ...{ categoryIds: [], collectionIds: [], prices: {}, inStock: true, createdAt: null, attributes: {} },
      ...{ channelIds: [], locationIds: [], customerGroupIds: [], localized: {} },
    });
  return builder.finish();
};
const products = [segmentOfProducts()];
const textBytes = products[0]?.own.find(({ name }) => name === 'description')?.texts.bytes.length ?? 0;
const nothing = { attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] };
const productQuery: ProductQuery = {
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, currency: 'USD' },
  ...{ localeChain: ['xx'], baseLocale: 'xx', withMerchandising: true, facets: [], groups: [] },
};

const segmentOfContent = () => {
  const builder = new ContentSegmentBuilder();
  for (let at = 0; at < 500; at += 1)
    builder.add({
      ...{ key: `item:${at}`, providerId: String(at) },
      texts: {
        en: {
          ...{ type: 'page', title: textOf(at, 5, 5_000), url: '/', summary: undefined },
          ...{ body: `lamp ${textOf(at, 60, 5_000)}`, keywords: [], imageUrl: null, extraData: {} },
          ...{ createdAt: '2026-01-01', createdBy: null, modifiedAt: '2026-01-01', modifiedBy: null },
        },
      },
    });
  return builder.finish();
};
const content = [segmentOfContent()];
const contentQuery: ContentQuery = {
  ...{ text: '', localeChain: ['en'], type: undefined, sortBy: 'relevance', sortOrder: 'desc' },
  ...{ skip: 0, limit: 20 },
};

/** Whether the query finishes within the budget; if not, it must fail with OutOfBudget. */
const endsWithin = (units: number, run: () => unknown): boolean => {
  try {
    withBudget({ units }, run);
    return true;
  } catch (error) {
    assert.ok(error instanceof OutOfBudget && error.reason === 'work', String(error));
    return false;
  }
};

/** A hundred groups of a hundred rules over name and description. */
const groupsOf = (
  operator: FilterGroup['operator'],
  action: FilterAction,
  needleOf: (at: number) => string,
): FilterGroup[] =>
  Array.from({ length: 100 }, (_, group) => ({
    operator,
    rules: Array.from({ length: 100 }, (_, at) => ({
      ...{ field: at % 2 === 0 ? 'name' : 'description', action, value: needleOf(100 * group + at), at: 'r' },
    })),
  }));

const letters = (at: number): string => {
  const a = String.fromCharCode(97 + (at % 26));
  return at % 3 === 0 ? a : a + String.fromCharCode(97 + (Math.floor(at / 26) % 26));
};
const substrings: Readonly<Record<string, (at: number) => string>> = {
  'one or two letters': letters,
  'rare words': (at) => wordOf(2_000 + at),
  'words that nobody has': (at) => `q${wordOf(at)}x`,
};

for (const [kind, needleOf] of Object.entries(substrings)) {
  for (const operator of ['OR', 'AND'] as const) {
    for (const action of ['contains', 'does_not_contains'] as const) {
      test(`a hundred groups of a hundred rules: ${operator}, ${action}, ${kind}`, () => {
        const query = { ...productQuery, groups: groupsOf(operator, action, needleOf) };
        // Scanning the texts once for each of them would cost far more.
        assert.ok(10_000 * textBytes * 0.25 > 600 * MILLION, String(textBytes));
        assert.ok(endsWithin(200 * MILLION, () => countSegments(products, nothing, query)));
        assert.ok(!endsWithin(MILLION, () => countSegments(products, nothing, query)));
      });
    }
  }
}

test('equal rules run once', () => {
  const one = { field: 'description', action: 'contains' as const, value: 'kalo', at: 'r' };
  const groups = Array.from({ length: 100 }, () => ({
    operator: 'OR' as const,
    rules: Array.from({ length: 100 }, () => one),
  }));
  const once = { ...productQuery, groups: [{ operator: 'OR' as const, rules: [one] }] };
  const total = countSegments(products, nothing, once);
  assert.ok(total > 0 && total < PRODUCTS, String(total));
  const run = () => countSegments(products, nothing, { ...productQuery, groups });
  assert.equal(run(), total);
  assert.ok(endsWithin(15 * MILLION, run));
});

const bigSets: Readonly<Record<string, readonly SynonymSet[]>> = {
  'one set of many phrases': [
    { id: 's', locale: null, words: ['lamp', ...Array.from({ length: 5_000 }, (_, at) => `w${at} phrase`)] },
  ],
  'many sets that share a word': Array.from({ length: 500 }, (_, set) => ({
    id: `s${set}`,
    locale: null,
    words: ['lamp', ...Array.from({ length: 9 }, (_, at) => `w${set} phrase${at}`)],
  })),
};

for (const [kind, synonyms] of Object.entries(bigSets)) {
  test(`synonyms: ${kind}`, () => {
    const ask = (text: string) => () => searchSegments(content, synonyms, { ...contentQuery, text });
    // Each query does part of the analysis, and that part is kept.
    let asked = 1;
    while (!endsWithin(3 * MILLION, ask('lamp kalo'))) asked += 1;
    assert.ok(asked > 3 && asked < 30, String(asked));
    assert.ok(endsWithin(MILLION, ask('lamp kalo')));
    assert.ok(endsWithin(50_000, ask('kalo')));
    assert.equal(ask('lamp')().total, 500);
  });
}

test('32 misspelt words, and 1,000 characters', () => {
  const misspelt = Array.from({ length: 32 }, (_, at) => `${wordOf(200 + 37 * at)}q`).join(' ');
  const ask = (text: string) => () => searchSegments(content, [], { ...contentQuery, text });
  assert.ok(endsWithin(MILLION, ask(misspelt)));
  const models = [
    'k1'.repeat(500),
    '1 k '.repeat(250),
    Array.from({ length: 200 }, (_, at) => `k${at}`).join(' '),
  ];
  const long = [
    misspelt.repeat(4).slice(0, 1_000),
    'k'.repeat(1_000),
    '北'.repeat(1_000),
    "k'".repeat(500),
    ...models,
  ];
  for (const text of long) {
    assert.ok(endsWithin(MILLION, ask(text)), text.slice(0, 10));
  }
});

test('a very deep page costs no more than all matches', () => {
  const deep = { ...contentQuery, text: 'lamp', skip: 1_000_000_000, limit: 100 };
  assert.ok(endsWithin(MILLION, () => searchSegments(content, [], deep)));
  assert.ok(endsWithin(MILLION, () => searchSegments([...content, segmentOfContent()], [], deep)));
});

test('estimates are bounded too, whatever rules and filters there are', () => {
  const rulesOf = (when: MerchandisingRule['when']): MerchandisingRule[] =>
    Array.from({ length: 1_000 }, (_, at) => ({ id: `r${at}`, when, hide: ['p'], pin: [] }));
  const only = groupsOf('OR', 'equal_to', wordOf);
  const hostile: readonly (readonly [string, MerchandisingRule[], Partial<ProductQuery>])[] = [
    ['a long term', rulesOf({ searchTermContains: 'a b' }), { term: 'a '.repeat(500) }],
    ['filters of rules', rulesOf({}).map((rule) => ({ ...rule, only: only.slice(0, 20) })), {}],
    ['filters of the request', [], { groups: groupsOf('OR', 'equal_to', wordOf) }],
  ];
  const many = Array.from({ length: 40 }, () => products[0] as (typeof products)[number]);
  for (const [kind, merchandisingRules, asked] of hostile) {
    const contents = { ...nothing, merchandisingRules };
    const query = { ...productQuery, ...asked };
    // Filing rules is done in parts, by one estimate after the other.
    for (let tries = 0; tries < 20; tries += 1)
      estimateBounded(() => estimateProductWork(many, contents, { ...query }));
    const work = estimateBounded(() => estimateProductWork(many, contents, { ...query }));
    assert.ok(work > 5 * MILLION, `${kind}: ${work}`);
    assert.ok(lastSpent() < 1.1 * ESTIMATE_UNITS, `${kind}: ${lastSpent()}`);
  }
});
