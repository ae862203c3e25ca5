// Random query strings, filters and product counts: values that fit, and some that do not.

import * as demo from '../../../demo/build/ids.ts';
import type { Random } from '../../../demo/build/random.ts';

export const words = [
  ...[
    'winter',
    'wool',
    'Regen',
    'tent',
    'rain jacket',
    'sleping bag',
    'how to care for wool',
    'Ärmel',
    'gift',
  ],
  ...['ß', '😀', '%', '_', '', ' ', 'zz', 'a', "o'", '\\', '"', 'x'.repeat(500), 'a\u0000b'],
];
/** Rules that fit: a field with what may be asked of it. */
const productRules = [
  ...['less_than', 'greater_than'].map((action) => ['price', action, '100']),
  ...['equal_to', 'not_equal_to'].map((action) => ['brand', action, 'havnbris']),
  ['in_stock', 'equal_to', 'true'],
  ['weight_g', 'greater_than', '900'],
  ['created_at', 'greater_than', '2025-09-01'],
  ['color', 'equal_to', 'rust red'],
  ['season', 'not_equal_to', 'winter'],
];
const recordRules = [
  ...['contains', 'equal_to', 'not_equal_to', 'greater_than'].map((action) => ['title', action, 'winter']),
  ...['less_than', 'greater_than'].map((action) => ['created_at', action, '2026-01-12T09:20:00Z']),
  ['page_slug', 'equal_to', '/winter'],
  ['created_by', 'not_equal_to', 'Elin Aasen'],
  ['reading_minutes', 'less_than', '5'],
];
const oddRules = [
  ['nothing', 'equal_to', 'x'],
  ['price', 'wrong', '1'],
  ['title', 'less_than', ''],
  ['created_at', 'equal_to', 'yesterday'],
];

/** Mostly from the first. */
export const mostly = <T>(random: Random, fitting: readonly T[], others: readonly T[]): T =>
  random.pick(random.chance(0.93) ? fitting : others);

const drawFilter = (random: Random, rules: readonly (readonly string[])[]): readonly object[] =>
  Array.from({ length: random.integer(1, 2) }, () => ({
    group: {
      operator: mostly(random, ['AND', 'OR'], ['and', 'NOT']),
      rules: Array.from({ length: random.integer(1, 3) }, () => {
        const [field_name, action, value] = mostly(random, rules, oddRules);
        return { field_name, action, value };
      }),
    },
  }));

export const drawCount = (random: Random): Readonly<Record<string, unknown>> => ({
  ...(random.chance(0.6) ? { search_term: mostly(random, words.slice(0, 9), words) } : {}),
  ...(random.chance(0.2) ? { category_id: random.pick(['cat-tents', 'cat-clothing', 'n1', 'nowhere']) } : {}),
  ...(random.chance(0.1) ? { category_name: random.pick(['down jackets', 'Tents', 'nothing']) } : {}),
  ...(random.chance(0.1) ? { collection_id: random.pick(['autumn-rain', 'nothing']) } : {}),
  ...(random.chance(0.3)
    ? {
        facets: [
          { field_internal_name: random.pick(['color', 'size']), value: random.pick(['petrol', 'M', 'x']) },
        ],
      }
    : {}),
  ...(random.chance(0.4) ? { filter: drawFilter(random, productRules) } : {}),
});

/** By the name of the parameter: values that fit, and others. */
const draws: Readonly<Record<string, readonly [fitting: readonly unknown[], others: readonly unknown[]]>> = {
  q: [words.slice(0, 9), words],
  search: [['re', 'a', 'wool', 'é'], words],
  locale: [
    ['en-us', 'de-de', 'fr-fr', 'de'],
    ['DE_de', 'ja-jp', 'no locale'],
  ],
  skip: [
    [0, 0, 1, 5, 30],
    [-1, 'x', ''],
  ],
  limit: [
    [1, 3, 20, 100],
    [0, 1_000_000, 'x'],
  ],
  sort_by: [
    ['created_at', 'title', 'name'],
    ['relevance', 'display_name', 'modified_at', 'nothing'],
  ],
  sort_order: [
    ['asc', 'desc'],
    ['ASC', 'up'],
  ],
  type: [
    ['page', 'blog', 'collection'],
    ['single', 'nothing'],
  ],
  fields: [
    ['title', 'name', 'id,fields.reading_minutes'],
    ['name,created_at', 'nothing', ''],
  ],
  expand: [['author', 'lead_post'], ['nothing']],
  preview: [['true', 'false'], ['yes']],
  cascade: [['true', 'false'], ['yes']],
  force: [['true', 'false'], ['yes']],
  allow_duplicates: [['true', 'false'], ['yes']],
  store_id: [
    [demo.usdStoreId, demo.eurStoreId],
    [demo.stagingStoreId, 'nowhere'],
  ],
  channel_id: [['web', 'pos'], ['']],
  location_id: [['oslo', 'lyon'], ['']],
  currency: [
    ['USD', 'EUR'],
    ['ZZZ', 'usd'],
  ],
  include_fields_meta: [['true', 'false'], ['yes']],
  by_pass_merchandising: [['true', 'false'], ['yes']],
  environment_id: [[demo.productionEnvironmentId], ['nowhere']],
  internal_name: [['blog'], ['nothing']],
  parent_id: [['cat-clothing'], ['nothing']],
  sku: [['FJ-RAIN-SKARV-W'], ['nothing']],
  brand: [['Havnbris'], ['havnbris']],
  category_id: [['cat-rain-jackets'], ['nothing']],
  in_stock: [['true', 'false'], ['1']],
  slug: [
    ['/winter', '/de/winter'],
    ['/n1', '/nowhere', ''],
  ],
  from: [['2026-01-01'], ['x']],
  to: [['2027-01-01'], ['x']],
};

/** Always present where the operation cannot do without. */
const needed: ReadonlySet<string> = new Set(['catalog_id', 'q', 'slug']);

const drawValue = (random: Random, name: string): unknown => {
  if (name === 'filter') return JSON.stringify(drawFilter(random, recordRules));
  const pools = draws[name];
  return pools === undefined ? undefined : mostly(random, ...pools);
};

/** `other` knows the parameters that are ids. */
export const drawQuery = (
  random: Random,
  names: readonly string[],
  other: (name: string) => string | undefined,
): string => {
  const given = names.filter((name) => random.chance(needed.has(name) ? 0.97 : 0.25));
  const pairs = given.map((name): [string, string] => [
    name,
    String(drawValue(random, name) ?? other(name) ?? 'x'),
  ]);
  if (random.chance(0.02)) pairs.push(['unknown', '1']);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
};
