// Random product catalogs, queries and histories for the in-process engine. Types mix, values differ only in case,
// accents or white space, ids in case, and words are similar, so that all rules interact.

import fc from 'fast-check';
import type { CatalogContents } from '../../../src/domain/ports.ts';
import type { FacetSetting } from '../../../src/domain/products/facet-settings.ts';
import type { AttributeValue, Product } from '../../../src/domain/products/product.ts';
import type { ProductQuery } from '../../../src/domain/products/product-query.ts';
import { recordParts } from '../../../src/domain/products/shown-product.ts';
import { type ProductTuning, productTuning } from '../../../src/search/engine/columns/product-tuning.ts';
import { decodeTree, encodeTree } from '../../../src/search/engine/packing/tree-codec.ts';
import { mergeProductSegments } from '../../../src/search/engine/products/product-merge.ts';
import {
  cloneProductSegment,
  deleteProduct,
  type IndexedBy,
  type ProductSegment,
  ProductSegmentBuilder,
} from '../../../src/search/engine/products/product-segment.ts';
import { facet, rule } from './random-filters.ts';
import { instants, merchandisingRules } from './random-rules.ts';

export const BASE_LOCALE = 'en-US';

const german = ['häuser', 'regenjacke', 'jacke', 'regen'];
export const words = [
  'tent',
  'tents',
  'camp',
  'camping',
  'lamp',
  'lamps',
  'run',
  'running',
  'ox',
  'the',
  ...german,
];
const typed = [
  ...words,
  'cam',
  'lmap',
  'runni',
  'tnet',
  'zzz',
  'campnig',
  'hau',
  'kinderjacken',
  'boots',
  'shoe',
  'stiefel',
];
const phrase = (maxLength: number) =>
  fc.array(fc.constantFrom(...words), { maxLength }).map((list) => list.join(' '));
const someOf = (...from: string[]) => fc.uniqueArray(fc.constantFrom(...from), { maxLength: 2 });
const moments = [
  '2026-01-02',
  '2026-01-02T01:00:00+01:00',
  '2025-12-31T23:59:59.500Z',
  '2026-03-01T12:00:00Z',
];
const IDS = 12;

/** Attribute values of every type, mixtures, white space, spellings that compare equal, and lists with duplicates. */
const attributeValues: readonly AttributeValue[] = [
  'Red',
  'red',
  ' réd ',
  'dark red',
  '10',
  '',
  10,
  -3,
  9.5,
  true,
  false,
  '2026-01-02',
  '2026-01-02T01:00:00+01:00',
  [],
  ['Red', 'rED', 'blue'],
  [10, 9.5],
  ['2026-03-01', 10, true],
];
const numbers: readonly AttributeValue[] = [10, -3, 9.5, 0, [10, 11, 10]];
const dates: readonly AttributeValue[] = moments;
const attribute = (values: readonly AttributeValue[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

const definedEntries = (given: object) => Object.entries(given).filter(([, value]) => value !== undefined);

const attributes = fc
  .record({
    any: attribute(attributeValues),
    size: fc.oneof(
      { weight: 8, arbitrary: attribute(numbers) },
      { weight: 1, arbitrary: attribute(attributeValues) },
    ),
    since: fc.oneof(
      { weight: 8, arbitrary: attribute(dates) },
      { weight: 1, arbitrary: attribute(attributeValues) },
    ),
    fresh: attribute([true, false]),
    hue: attribute(['Red', 'rouge', ' Rouge', ['red', 'blue']]),
    brand: attribute(['hides nothing']),
    categories: attribute(['Shoes']),
    popularity: attribute([1, 9, 'x']),
  })
  .map((given) => Object.fromEntries(definedEntries(given)));

const prices = fc.constantFrom<Record<string, number>>({}, { USD: 4 }, { USD: 80, EUR: 9 }, { CHF: 10 });
const variant = fc.record({
  id: fc.constantFrom('v1', 'v2', 'v3'),
  sku: fc.constantFrom('', 'lamp-1', 'SKU-1', 'sku-2'),
  name: fc.constantFrom('', 'zzz'),
  prices,
  salePrices: prices,
  inStock: fc.boolean(),
  attributes,
  image: fc.constant(null),
});

const rarelyGiven = <T>(given: fc.Arbitrary<T>) => fc.option(given, { nil: undefined, freq: 1 });
const optional = {
  slug: rarelyGiven(fc.constantFrom('lamp', 'Lamp', 'zelt')),
  popularity: rarelyGiven(fc.constantFrom(0, 3, 7.5)),
  salePrices: rarelyGiven(prices),
  retailPrices: rarelyGiven(prices),
  variants: rarelyGiven(fc.uniqueArray(variant, { selector: ({ id }) => id, maxLength: 3 })),
};

export const product = fc
  .record({
    id: fc.integer({ min: 0, max: IDS - 1 }).map((id) => `P${id}`),
    sku: fc.constantFrom('', 'SKU-1', 'sku-2 '),
    name: fc.oneof({ weight: 3, arbitrary: phrase(4) }, fc.constantFrom('Tent', ' tent', 'TENT ', 'ténts')),
    description: phrase(5),
    brand: fc.constantFrom('', 'Acme', 'ácme ', 'Ox'),
    categoryIds: someOf('c1', 'C1', 'c2', 'c3', 'gone'),
    collectionIds: someOf('sale', 'Sale', 'new'),
    prices: fc.constantFrom<Record<string, number>>(
      {},
      { USD: 10 },
      { USD: 79.5, EUR: 10 },
      { USD: 3, EUR: 5 },
    ),
    inStock: fc.boolean(),
    createdAt: fc.constantFrom(null, 'never', '', ...moments),
    attributes,
    channelIds: someOf('web', 'shop'),
    locationIds: someOf('north', 'south'),
    customerGroupIds: fc.constantFrom([], [], [], [], ['vip'], ['vip', 'staff']),
    localized: fc.dictionary(
      fc.constantFrom('en', 'en-us', 'de', 'fr-fr'),
      fc.record(
        { name: phrase(2), description: phrase(2), slug: fc.constantFrom('zelt', 'LAMP') },
        { requiredKeys: [] },
      ),
      { maxKeys: 2 },
    ),
    ...optional,
  })
  .map(
    (given) =>
      ({ ...Object.fromEntries(definedEntries(given)), localized: { ...given.localized } }) as Product,
  );

/** Those of fields that no product has, and boundaries that do not fit the field, are among them. */
const facetSettings: fc.Arbitrary<FacetSetting[]> = fc.uniqueArray(
  fc
    .constantFrom('price', 'created_at', 'size', 'since', 'hue', 'brand', 'any', 'absent', 'categories')
    .chain((field) =>
      fc.record({
        field: fc.constant(field),
        label: fc.constantFrom('', 'Label'),
        position: fc.nat({ max: 2 }),
        type:
          field === 'categories'
            ? fc.constant(null)
            : fc.constantFrom<FacetSetting['type'][]>(null, 'values', 'ranges'),
        boundaries: fc.constantFrom<FacetSetting['boundaries'][]>(
          [],
          [5],
          [-1, 0, 10.5, 100],
          ['2026-01-01', '2026-02-01T00:00:00Z'],
        ),
        limit: fc.constantFrom(null, 1, 2),
        localized: fc.constantFrom({}, { de: { label: 'Schild' } }, { de: {}, 'de-at': { label: 'Tafel' } }),
      }),
    ),
  { selector: ({ field }) => field, maxLength: 4 },
);

/** The fields of a record that a request wants; undefined: all. */
export const shownFields = fc.option(
  fc.subarray([...Object.values(recordParts).flat(), 'highlights', 'unknown'], { maxLength: 6 }),
  { nil: undefined },
);

export const contents: fc.Arbitrary<CatalogContents> = fc.record({
  attributes: fc.constant([]),
  categories: fc.subarray(
    [
      { id: 'c1', name: 'Shoes', parentId: null },
      { id: 'c2', name: 'Boots', parentId: 'c1', localized: { de: { name: 'Stiefel' } } },
      { id: 'c3', name: 'bóots ', parentId: 'c4' },
      { id: 'c4', name: 'Loop', parentId: 'c3', localized: { de: {}, 'de-at': { name: 'Boots' } } },
    ],
    { minLength: 2 },
  ),
  synonyms: fc.subarray([
    { id: 's1', locale: null, words: ['lamp', 'camping ox', 'torch'] },
    { id: 's2', locale: 'de', words: ['tent', 'running'] },
  ]),
  merchandisingRules: merchandisingRules(rule),
  facets: facetSettings,
});

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

export const productQuery: fc.Arbitrary<ProductQuery> = fc.record({
  term: fc.option(
    fc
      .oneof(
        { weight: 3, arbitrary: fc.array(fc.constantFrom(...typed), { minLength: 1, maxLength: 2 }) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...typed), { minLength: 3, maxLength: 6 }) },
      )
      .map((list) => list.join(' ')),
    { nil: undefined, freq: 2 },
  ),
  categoryId: fc.constantFrom(undefined, undefined, 'c1', 'c3', 'gone'),
  categoryName: rarely(fc.constantFrom('BOOTS', ' shoes', 'none', 'stiefel ')),
  collectionId: rarely(fc.constantFrom('sale', 'old')),
  facets: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(facet, { maxLength: 2 })),
  groups: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    fc.array(
      fc.record({
        operator: fc.constantFrom('AND' as const, 'OR' as const),
        rules: fc.array(rule, { maxLength: 3 }),
      }),
      { maxLength: 2 },
    ),
  ),
  localeChain: fc.uniqueArray(
    fc.constantFrom('en-us', 'en', 'en-*', 'de', 'de-*', 'fr-fr', 'xx', 'zh-hant-tw'),
    {
      maxLength: 3,
    },
  ),
  baseLocale: fc.constant(BASE_LOCALE),
  currency: fc.constantFrom('USD', 'EUR', 'CHF'),
  channelId: rarely(fc.constantFrom('web', 'other')),
  locationId: rarely(fc.constantFrom('north')),
  customerGroupId: rarely(fc.constantFrom('vip', 'other')),
  withMerchandising: fc.boolean(),
  at: fc.constantFrom(...instants),
  withDrafts: fc.boolean(),
});

/** Everything as bitsets and blocks, all words counted and no list leads; everything as lists that lead; and a mixture. */
export const tunings: readonly ProductTuning[] = [
  productTuning,
  {
    denseValueShare: 1e9,
    denseWordShare: 1e9,
    denseMin: 0,
    blockedValuesMin: 0,
    blockedItemsMin: 0,
    blocks: 3,
    blockedColumnsMax: 9,
    countedWordShare: 1e9,
    countedItemsMin: 0,
    countedPairShare: 1e9,
    pairedWordsMax: 9,
    wordCountsMax: 1e9,
    allCountsMax: 1e9,
    gramsBytesMin: 0,
    leadShare: 1e9,
    passedOverShare: 0,
    passedOverStep: 1,
  },
  { ...productTuning, gramsBytesMin: 64, leadShare: 0.1, passedOverShare: 1, passedOverStep: 1 },
  {
    ...productTuning,
    denseMin: 1,
    denseValueShare: 4,
    denseWordShare: 3,
    countedItemsMin: 1,
    wordCountsMax: 2,
    allCountsMax: 8,
    leadShare: 3,
  },
];

/** What may happen to a catalog. */
export type HistoryStep =
  | { readonly do: 'put'; readonly products: readonly Product[] }
  | { readonly do: 'delete'; readonly id: number }
  | { readonly do: 'merge'; readonly from: number; readonly isReversed: boolean }
  | { readonly do: 'store' };

export const historyStep: fc.Arbitrary<HistoryStep> = fc.oneof<fc.WeightedArbitrary<HistoryStep>[]>(
  {
    weight: 4,
    arbitrary: fc.array(product, { minLength: 1, maxLength: 9 }).map((products) => ({ do: 'put', products })),
  },
  { weight: 2, arbitrary: fc.nat({ max: IDS - 1 }).map((id) => ({ do: 'delete', id })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat({ max: 3 }), fc.boolean())
      .map(([from, isReversed]) => ({ do: 'merge', from, isReversed })),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'store' }) },
);

/** About one catalog: to make it takes several times as long as to ask. */
const QUESTIONS = 4;

/** So many random questions about each random catalog. */
export const questions = <T>(question: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS });

/** Both sides: the plain map, and the segments. */
export class ProductHistory {
  readonly live = new Map<string, Product>();
  segments: ProductSegment[] = [];
  private readonly tuning: ProductTuning;
  private readonly by: IndexedBy;

  constructor(tuning: ProductTuning, by: IndexedBy = {}) {
    this.tuning = tuning;
    this.by = by;
  }

  play(step: HistoryStep): void {
    if (step.do === 'put') {
      const builder = new ProductSegmentBuilder(BASE_LOCALE, this.tuning, this.by);
      for (const one of new Map(step.products.map((given) => [given.id, given])).values()) {
        this.remove(one.id);
        this.live.set(one.id, one);
        builder.add(one);
      }
      this.segments.push(builder.finish());
    } else if (step.do === 'delete') {
      this.remove(`P${step.id}`);
    } else if (step.do === 'merge') {
      const rest = this.segments.slice(step.from);
      if (step.isReversed) rest.reverse();
      const merged = rest.length === 0 ? [] : [mergeProductSegments(rest, this.tuning)];
      this.segments = [...this.segments.slice(0, step.from), ...merged];
    } else {
      this.segments = this.segments.map((segment) =>
        cloneProductSegment(decodeTree(encodeTree(segment)) as ProductSegment),
      );
    }
  }

  private remove(id: string): void {
    const holders = this.segments.filter((segment) => deleteProduct(segment, id)).length;
    if (holders !== (this.live.delete(id) ? 1 : 0)) throw new Error(`${id} was live in ${holders} segments`);
  }
}
