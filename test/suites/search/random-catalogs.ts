// Random catalogs and queries for the search suite. Words are made up, few and similar, so that prefixes, typos,
// synonyms and other spellings interact often; a test makes sure that analysis leaves them unchanged.

import fc from 'fast-check';
import { filterActions } from '../../../src/contract/products/product-criteria.ts';
import type { ContentQuery, ContentSort } from '../../../src/domain/ports.ts';
import type { MerchandisingRule } from '../../../src/domain/products/merchandising-rule.ts';
import type { AttributeValue, Product } from '../../../src/domain/products/product.ts';
import type { FacetCriterion } from '../../../src/domain/products/product-filter.ts';
import type { ProductQuery } from '../../../src/domain/products/product-query.ts';
import type { SynonymSet } from '../../../src/domain/search/catalog.ts';
import type { ContentText } from '../../../src/domain/search/content.ts';
import { localeChain } from '../../../src/domain/text/locale.ts';
import { aProduct, aText } from './memory-source.ts';
import type { ProductCatalog } from './search-oracle.ts';

export const BASE_LOCALE = 'xx-aa';

export const vocabulary = [
  ...['q', 'ta', 'zor', 'zork', 'zorka', 'zorkan', 'zorkanel', 'zorkanola'],
  ...['mivel', 'mivem', 'mivelas', 'bral', 'brol', 'brulton', 'brultonik', 'tusk', 'tuskbral', 'zormivel'],
];

/** Near the vocabulary: truncated, or with a letter changed, added or swapped. */
export const unfinished = fc
  .tuple(fc.constantFrom(...vocabulary), fc.nat({ max: 8 }), fc.constantFrom('cut', 'swap', 'add', 'change'))
  .map(([word, at, how]) => {
    const i = Math.min(at, word.length - 1);
    const [before, letter, after] = [word.slice(0, i), word.charAt(i), word.slice(i + 1)];
    if (how === 'cut') return word.slice(0, Math.max(1, i));
    if (how === 'swap') return before + after.charAt(0) + letter + after.slice(1);
    return how === 'add' ? `${before}w${letter}${after}` : `${before}w${after}`;
  });

const word = fc.constantFrom(...vocabulary);
const sentence = (maxLength: number) =>
  fc
    .array(word, { maxLength })
    .map((words) => words.map((one, at) => (at % 3 === 1 ? one.toUpperCase() : one)).join(' '));

export const queryText = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: unfinished }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((words) => words.join(' '));

const synonymSet = fc.record({
  locale: fc.constantFrom(null, 'xx', 'yy', 'xx-bb'),
  words: fc.array(
    fc.uniqueArray(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
    { minLength: 2, maxLength: 3 },
  ),
});

export const synonymSets: fc.Arbitrary<SynonymSet[]> = fc
  .array(synonymSet, { maxLength: 2 })
  .map((sets) => sets.map((set, at) => ({ id: `syn${at}`, ...set })));

const locales = ['xx', 'xx-aa', 'xx-bb', 'yy', 'yy-cc'] as const;
const chain = fc
  .option(fc.constantFrom(...locales, 'zz'), { nil: undefined })
  .map((requested) => localeChain(requested, BASE_LOCALE));

const moments = [
  '2026-01-02',
  '2026-01-02T01:00:00+01:00',
  '2025-12-31T23:59:59.500Z',
  '2026-03-01T12:00:00Z',
];
const people = fc.constantFrom(null, 'Zork', 'zörk', 'Ada', 'åda', 'bob');

const contentText: fc.Arbitrary<ContentText> = fc
  .record({
    type: fc.constantFrom('page', 'blog'),
    title: sentence(3),
    summary: fc.option(sentence(2), { nil: undefined }),
    body: sentence(5),
    keywords: fc.array(word, { maxLength: 2 }),
    createdAt: fc.constantFrom(...moments),
    modifiedAt: fc.constantFrom(...moments),
    createdBy: people,
    modifiedBy: people,
  })
  .map((given) => aText(given));

/** Items by provider id, each with its texts by locale. */
export const contentTexts: fc.Arbitrary<Readonly<Record<string, ContentText>>[]> = fc.array(
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...locales), contentText), {
      selector: ([locale]) => locale,
      minLength: 1,
      maxLength: 3,
    })
    .map((texts) => Object.fromEntries(texts)),
  { maxLength: 7 },
);

export const contentSorts: readonly ContentSort[] = [
  'relevance',
  'created_at',
  'created_by',
  'title',
  'modified_at',
  'modified_by',
];

export const contentQuery: fc.Arbitrary<ContentQuery> = fc.record({
  text: queryText,
  localeChain: chain,
  type: fc.constantFrom(undefined, undefined, 'page', 'blog', 'faq'),
  sortBy: fc.constantFrom(...contentSorts),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  skip: fc.constant(0),
  limit: fc.constant(100),
});

const ids = (...from: string[]) => fc.uniqueArray(fc.constantFrom(...from), { maxLength: 2 });
const oneOf = (...from: string[]) => fc.constantFrom(undefined, undefined, ...from);
const hues = ['Rôuge', 'rouge', 'Zork', 'bleu'];
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const attributes = fc
  .record({
    hue: sometimes(fc.uniqueArray(fc.constantFrom(...hues), { maxLength: 2 })),
    grams: sometimes(fc.constantFrom(9.5, 10, -3, 100)),
    fresh: sometimes(fc.boolean()),
    released: sometimes(fc.constantFrom(...moments)),
    sizes: sometimes(fc.array(fc.constantFrom(38, 40, 42), { maxLength: 2 })),
    mixed: sometimes(fc.constantFrom<AttributeValue>(10, 'ten', true)),
  })
  .map(
    (given) =>
      Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as Product['attributes'],
  );

const translation = fc.record({ name: sentence(2), description: sentence(2) }, { requiredKeys: [] });

const product: fc.Arbitrary<Partial<Product>> = fc.record({
  sku: word,
  name: sentence(4),
  description: sentence(5),
  brand: fc.constantFrom('', 'Zork', 'bral'),
  categoryIds: ids('c1', 'c2', 'c3', 'c4', 'gone'),
  collectionIds: ids('sale', 'new'),
  prices: fc.constantFrom<Record<string, number>>({}, { USD: 10 }, { USD: 79.5, EUR: 10 }, { EUR: 5 }),
  inStock: fc.boolean(),
  createdAt: fc.constantFrom(null, ...moments),
  attributes,
  channelIds: ids('web', 'shop'),
  locationIds: ids('north', 'south'),
  customerGroupIds: fc.constantFrom([], [], ['vip'], ['vip', 'staff']),
  localized: fc.dictionary(fc.constantFrom('xx', 'yy', 'yy-cc'), translation, { maxKeys: 2 }),
});

const rule: fc.Arbitrary<Omit<MerchandisingRule, 'id'>> = fc.record({
  when: fc.oneof(
    fc.record({ searchTerm: fc.constantFrom('zork', '  ZÖRK ', 'bral') }),
    fc.record({ categoryId: fc.constantFrom('c1', 'c2') }),
    fc.record({ searchTerm: fc.constantFrom('zork', 'Bral'), categoryId: fc.constantFrom('c1', 'c2') }),
  ),
  hide: ids('p0', 'p1', 'p2'),
  pin: ids('p0', 'p1', 'p2', 'absent'),
});

/** c3 is below c2 below c1; c4 and c5 form a cycle, and two categories share a name. */
const categories = [
  { id: 'c1', name: 'Shoes', parentId: null },
  { id: 'c2', name: 'Soldes été', parentId: 'c1' },
  { id: 'c3', name: 'Boots', parentId: 'c2' },
  { id: 'c4', name: 'boots', parentId: 'c5' },
  { id: 'c5', name: 'Loop', parentId: 'c4' },
];

export const productCatalog: fc.Arbitrary<ProductCatalog> = fc.record({
  products: fc
    .array(product, { maxLength: 6 })
    .map((products) => products.map((given, at) => aProduct(`p${at}`, given))),
  categories: fc.subarray(categories, { minLength: 3 }),
  synonyms: synonymSets,
  rules: fc
    .array(rule, { maxLength: 3 })
    .map((rules) => rules.map((given, at) => ({ id: `r${at}`, ...given }))),
});

/** Each field with sensible values, and one that parses for no number, date or flag; none is blank. */
const fieldValues: Readonly<Record<string, readonly string[]>> = {
  id: ['p1', 'P0', 'p'],
  sku: ['zork', 'ZOR'],
  name: ['zork', 'ta', 'mivel ta'],
  description: ['bral'],
  brand: ['zörk', 'br'],
  price: ['10', '79.50', '1e1', '0', 'zork'],
  in_stock: ['true', 'false', 'zork'],
  created_at: ['2026-01-02', '2026-01-02T00:00:00Z', '2026-02-30', '2030-01-01'],
  category_id: ['c1', 'C2', 'gone'],
  collection_id: ['sale', 'old'],
  hue: ['ROUGE', 'ou', 'Zörk'],
  grams: ['10.0', '-3', '9', '1'],
  fresh: ['true', 'false'],
  released: ['2026-01-02T00:00', '2026-03-01', '2026'],
  sizes: ['38', '40', '4'],
  mixed: ['10', 'TEN', 't'],
  unheard: ['1', 'zork'],
};

const fieldAndValue = fc
  .constantFrom(...Object.keys(fieldValues))
  .chain((field) => fc.constantFrom(...(fieldValues[field] ?? [])).map((value) => ({ field, value })));

const facet: fc.Arbitrary<Omit<FacetCriterion, 'at'>> = fc.oneof(
  { weight: 3, arbitrary: fieldAndValue.map((given) => ({ ...given, range: undefined })) },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constantFrom('price', 'grams', 'sizes', 'unheard'),
      value: fc.constant(undefined),
      range: fc.record({
        min: fc.constantFrom(undefined, 0, '9.5', 40),
        max: fc.constantFrom(undefined, 10, 42, '100'),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constantFrom('created_at', 'released', 'hue', 'fresh'),
      value: fc.constant(undefined),
      range: fc.record({
        min: fc.constantFrom(undefined, '2026-01-02', '2026'),
        max: fc.constantFrom(undefined, '2026-01-02T00:00:00Z'),
      }),
    }),
  },
);

const group = fc.record({
  operator: fc.constantFrom('AND' as const, 'OR' as const),
  rules: fc.array(
    fc
      .tuple(fieldAndValue, fc.constantFrom(...filterActions))
      .map(([given, action]) => ({ ...given, action, at: 'filter' })),
    { maxLength: 3 },
  ),
});

export const productQuery: fc.Arbitrary<ProductQuery> = fc.record({
  term: fc.oneof(fc.constantFrom(undefined, 'Zork', 'bral', 'boots', 'zork shoes'), queryText),
  categoryId: oneOf('c1', 'c2', 'c4', 'gone'),
  categoryName: fc.constantFrom(undefined, undefined, undefined, 'BOOTS', 'soldes ete', 'none'),
  collectionId: fc.constantFrom(undefined, undefined, undefined, 'sale', 'old'),
  facets: fc
    .oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(facet, { maxLength: 3 }) },
    )
    .map((facets) => facets.map((given, at) => ({ ...given, at: `facets.${at}` }))),
  groups: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(group, { maxLength: 2 }) },
  ),
  localeChain: chain,
  baseLocale: fc.constant(BASE_LOCALE),
  currency: fc.constantFrom('USD', 'EUR', 'CHF'),
  channelId: oneOf('web', 'shop'),
  locationId: oneOf('north'),
  customerGroupId: oneOf('vip'),
  withMerchandising: fc.boolean(),
});
