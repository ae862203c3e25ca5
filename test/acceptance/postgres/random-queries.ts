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
const locales = ['en-us', 'de-de', 'fr-fr', 'de', 'DE_de', 'ja-jp', 'no locale'];
const actions = [
  ...[
    'equal_to',
    'not_equal_to',
    'less_than',
    'greater_than',
    'contains',
    'starts_with',
    'in',
    'exists',
    'wrong',
  ],
];
const productFields = [
  'price',
  'brand',
  'in_stock',
  'weight_g',
  'created_at',
  'season',
  'color',
  'sku',
  'nothing',
];
const recordFields = [
  'title',
  'page_slug',
  'created_at',
  'modified_at',
  'published_at',
  'created_by',
  'id',
  'reading_minutes',
];
const values = [
  '100',
  '0',
  '-1',
  'true',
  'havnbris',
  '2025-09-01',
  'winter',
  '',
  'x',
  '2026-01-12T09:20:00Z',
  'rust red',
];

export const drawFilter = (random: Random, fields: readonly string[]): readonly object[] =>
  Array.from({ length: random.integer(1, 2) }, () => ({
    group: {
      operator: random.pick(['AND', 'OR', 'and', 'NOT']),
      rules: Array.from({ length: random.integer(1, 3) }, () => ({
        field_name: random.pick(fields),
        action: random.pick(actions),
        value: random.pick(values),
      })),
    },
  }));

export const drawCount = (random: Random): Readonly<Record<string, unknown>> => ({
  ...(random.chance(0.6) ? { search_term: random.pick(words) } : {}),
  ...(random.chance(0.2) ? { category_id: random.pick(['cat-tents', 'cat-clothing', 'n1', 'nowhere']) } : {}),
  ...(random.chance(0.1) ? { category_name: random.pick(['down jackets', 'Tents', 'nothing']) } : {}),
  ...(random.chance(0.1) ? { collection_id: random.pick(['autumn-rain', 'nothing']) } : {}),
  ...(random.chance(0.3)
    ? { facets: [{ field_internal_name: random.pick(productFields), value: random.pick(values) }] }
    : {}),
  ...(random.chance(0.4) ? { filter: drawFilter(random, productFields) } : {}),
});

/** By the name of the parameter. */
const draws: Readonly<Record<string, (random: Random) => unknown>> = {
  q: (random) => random.pick(words),
  search: (random) => random.pick(words),
  locale: (random) => random.pick(locales),
  skip: (random) => random.pick([0, 0, 1, 5, 30, -1, 'x', '']),
  limit: (random) => random.pick([1, 3, 20, 100, 0, 1_000_000, 'x']),
  sort_by: (random) =>
    random.pick([
      'relevance',
      'created_at',
      'created_by',
      'title',
      'name',
      'display_name',
      'modified_at',
      'nothing',
    ]),
  sort_order: (random) => random.pick(['asc', 'desc', 'ASC', 'up']),
  type: (random) => random.pick(['page', 'blog', 'collection', 'single', 'nothing']),
  fields: (random) => random.pick(['title', 'name,created_at', 'id,fields.reading_minutes', 'nothing', '']),
  filter: (random) => JSON.stringify(drawFilter(random, recordFields)),
  expand: (random) => random.pick(['lead_post', 'author', 'nothing']),
  preview: (random) => random.pick(['true', 'false', 'yes']),
  cascade: (random) => random.pick(['true', 'false']),
  force: (random) => random.pick(['true', 'false']),
  allow_duplicates: (random) => random.pick(['true', 'false']),
  store_id: (random) => random.pick([demo.usdStoreId, demo.eurStoreId, demo.stagingStoreId, 'nowhere']),
  channel_id: (random) => random.pick(['web', 'pos']),
  location_id: (random) => random.pick(['oslo', 'lyon']),
  currency: (random) => random.pick(['USD', 'EUR', 'XXX']),
  include_fields_meta: (random) => random.pick(['true', 'false']),
  by_pass_merchandising: (random) => random.pick(['true', 'false']),
  environment_id: (random) => random.pick([demo.productionEnvironmentId, 'nowhere']),
  internal_name: (random) => random.pick(['blog', 'nothing']),
  parent_id: (random) => random.pick(['cat-clothing', 'nothing']),
  sku: (random) => random.pick(['FJ-RAIN-SKARV-W', 'nothing']),
  brand: (random) => random.pick(['Havnbris', 'havnbris']),
  category_id: (random) => random.pick(['cat-rain-jackets', 'nothing']),
  in_stock: (random) => random.pick(['true', 'false', '1']),
  slug: (random) => random.pick(['/winter', '/de/winter', '/n1', '/nowhere', '']),
  from: (random) => random.pick(['2026-01-01', 'x']),
  to: (random) => random.pick(['2027-01-01', 'x']),
};

/** Always present where the operation cannot do without. */
const needed: ReadonlySet<string> = new Set(['catalog_id', 'q', 'slug']);

export const drawQuery = (
  random: Random,
  names: readonly string[],
  others: Readonly<Record<string, (random: Random, learnt: readonly string[]) => string>>,
): string => {
  const given = names.filter((name) => random.chance(needed.has(name) ? 0.97 : 0.3));
  const pairs = given.map((name): [string, string] => [
    name,
    String(draws[name]?.(random) ?? others[name]?.(random, []) ?? 'x'),
  ]);
  if (random.chance(0.02)) pairs.push(['unknown', '1']);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
};
