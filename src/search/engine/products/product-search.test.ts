// Product search finds exactly the products that counting counts, in a total order, and counts facets over all of
// them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import {
  BASE_LOCALE,
  contents,
  historyStep,
  ProductHistory,
  productQuery,
  tunings,
} from '../../../../test/suites/search/random-products.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import { calculatedPrice } from '../../../domain/products/price.ts';
import type { AttributeScalar, Product } from '../../../domain/products/product.ts';
import { describeFields, type FieldType, readField } from '../../../domain/products/product-fields.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { findInChain, normalizeLocale } from '../../../domain/text/locale.ts';
import { productRule, RELAX_BELOW } from '../../matching.ts';
import {
  lengthNormalization,
  RELAXED_PENALTY,
  scoreDocument,
  scoreWord,
  TITLE_BOOST,
  wordFactor,
} from '../../ranking.ts';
import { analyzeProduct, countProducts } from '../../reference/count-products.ts';
import { resolveWords } from '../../reference/word-match.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { countSegments } from './product-count.ts';
import { mergeProductSegments } from './product-merge.ts';
import { type FoundProducts, type ProductSearch, searchProductSegments } from './product-search.ts';

const facetFields = [
  'brand',
  'price',
  'in_stock',
  'created_at',
  'category_id',
  'any',
  'size',
  'since',
  'hue',
  'none',
];
const search = fc.tuple(
  productQuery,
  fc.record({
    skip: fc.nat({ max: 4 }),
    limit: fc.nat({ max: 6 }),
    sortBy: fc.constantFrom('relevance' as const, 'name' as const, 'price' as const, 'created_at' as const),
    sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  }),
);

/**
 * The matching products, by asking the reference about each: its count with that product visible, less its count
 * without.
 */
const matching = (products: readonly Product[], given: CatalogContents, query: ProductSearch): Product[] => {
  const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE));
  const fields = describeFields(products);
  // All products stay, so that word rarity and field types do not change; one at a time is made visible.
  return products.filter((one) => {
    const onlyOne = analyzed.map((own) =>
      own.product === one ? own : { ...own, product: { ...own.product, customerGroupIds: ['nobody'] } },
    );
    return countProducts(onlyOne, given, fields, query) === 1;
  });
};

/** The score of a product for the term in its effective locale; 0 if it does not match. */
const buildScore = (products: readonly Product[], given: CatalogContents, query: ProductSearch) => {
  const analyzed = new Map(products.map((one) => [one, analyzeProduct(one, BASE_LOCALE).documents]));
  const all = [...analyzed.values()].flatMap((documents) => Object.values(documents));
  const scoreBy = (product: Product, isRelaxed: boolean): number | undefined => {
    const documents = analyzed.get(product) ?? {};
    const found = findInChain(documents, query.localeChain);
    const answering = found?.locale ?? normalizeLocale(BASE_LOCALE);
    const document = documents[answering];
    if (query.term === undefined || document === undefined) return undefined;
    const alike = all.filter(({ language }) => language === document.language);
    const totalLength = alike.reduce((total, { length }) => total + length, 0);
    const statistics = { documents: alike.length, totalLength };
    const words = resolveWords(query.term, document.language, given.synonyms, alike);
    const rule = productRule({ words, written: 0, dropped: 0 }, alike.length, isRelaxed);
    let matched = 0;
    let hasSelective = false;
    let sum = 0;
    for (const word of words) {
      const way = word.ways.find(({ weigh }) => weigh(document) > 0);
      if (way === undefined) continue;
      matched += 1;
      if (word.documents <= rule.selectiveMax) hasSelective = true;
      const factor = wordFactor(way.kind, word.documents, statistics, word.repeated);
      sum += scoreWord(factor, way.weigh(document), lengthNormalization(statistics), document.length);
    }
    if (words.length === 0 || (matched < rule.required && !hasSelective)) return undefined;
    const name = product.localized[answering]?.name ?? product.name;
    const lead = foldText(name).trim() === foldText(query.term).trim() ? TITLE_BOOST : 0;
    return scoreDocument(sum, matched, words.length) + lead - (matched < rule.required ? RELAXED_PENALTY : 0);
  };
  const strict = products.filter((one) => scoreBy(one, false) !== undefined).length;
  return (product: Product): number => scoreBy(product, strict < RELAX_BELOW) ?? 0;
};

const sortValue = (product: Product, { sortBy, currency }: ProductSearch): string | number | null => {
  if (sortBy === 'name') return foldText(product.name).trim();
  if (sortBy === 'price') return calculatedPrice(product, currency) ?? null;
  return product.createdAt === null ? null : (parseInstant(product.createdAt) ?? null);
};

const sorted = (
  products: readonly Product[],
  query: ProductSearch,
  scoreOf: (product: Product) => number,
): string[] => {
  const direction = query.sortOrder === 'asc' ? 1 : -1;
  return products
    .map((one) => ({
      id: one.id,
      key: query.sortBy === 'relevance' ? scoreOf(one) : sortValue(one, query),
    }))
    .sort((a, b) => {
      if (a.key === b.key) return a.id < b.id ? -1 : 1;
      if (a.key === null) return 1;
      if (b.key === null) return -1;
      return a.key < b.key ? -direction : direction;
    })
    .map(({ id }) => id);
};

const countFacet = (products: readonly Product[], field: string, type: FieldType, currency: string) => {
  const tallies = new Map<string | number, { shown: AttributeScalar[]; ids: Set<string> }>();
  for (const one of products) {
    for (const value of readField(one, field, currency)) {
      const key =
        type === 'text'
          ? foldText(String(value)).trim()
          : type === 'date'
            ? parseInstant(String(value))
            : Number(value);
      if (key === undefined) continue;
      const tally = tallies.get(key) ?? { shown: [], ids: new Set<string>() };
      tallies.set(key, tally);
      tally.ids.add(one.id);
      tally.shown.push(
        type === 'text' ? String(value) : type === 'date' ? new Date(key).toISOString() : value,
      );
    }
  }
  return [...tallies]
    .sort(([a, { ids: idsA }], [b, { ids: idsB }]) => idsB.size - idsA.size || (a < b ? -1 : 1))
    .map(([, { shown, ids }]) => ({ value: shown.sort()[0], count: ids.size }));
};

const orRefusal = <T>(find: () => T): T | string => {
  try {
    return find();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.code ?? '';
  }
};

test('totals, pages and facets equal a full scan', () => {
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(...tunings),
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 10 }),
      search,
      (given, tuning, first, steps, [asked, page]) => {
        const history = new ProductHistory(tuning);
        for (const step of [...first, ...steps]) history.play(step);
        const query = { ...asked, ...page };
        const products = [...history.live.values()];
        const counted = orRefusal(() => countSegments(history.segments, given, query, tuning));
        const found = orRefusal(() =>
          searchProductSegments(history.segments, given, query, facetFields, tuning),
        );
        if (typeof found === 'string') {
          assert.equal(counted, found);
          return;
        }
        assert.equal(found.total, counted);
        const wanted = matching(products, given, query);
        const fields = describeFields(products);
        for (const field of facetFields) {
          const facet = countFacet(wanted, field, fields.get(field)?.type ?? 'text', query.currency);
          assert.deepEqual(found.facets[field], facet, field);
        }
        const ids = sorted(wanted, query, buildScore(products, given, query));
        assert.deepEqual(found.ids, ids.slice(query.skip, query.skip + query.limit));
      },
    ),
    { numRuns: runs(500, 4_000) },
  );
});

test('the same products in other segments come in the same order', () => {
  fc.assert(
    fc.property(
      contents,
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 10 }),
      search,
      (given, first, steps, [asked, page]) => {
        const history = new ProductHistory(productTuning);
        for (const step of [...first, ...steps]) history.play(step);
        if (history.segments.length === 0) return;
        const query = { ...asked, ...page };
        const find = (segments: typeof history.segments): FoundProducts | string =>
          orRefusal(() => searchProductSegments(segments, given, query, facetFields));
        const apart = find(history.segments);
        assert.deepEqual(find([mergeProductSegments(history.segments)]), apart);
        assert.deepEqual(find(history.segments.toReversed()), apart);
      },
    ),
    { numRuns: runs(150, 1_500) },
  );
});

test('names that differ only in surrounding white space sort equal', () => {
  const history = new ProductHistory(productTuning);
  const names = ['tent ', 'Tent', ' TENT', 'tént'];
  const products = names.map((name, at) => ({ ...aProduct, id: `P${at}`, name }));
  history.play({ do: 'put', products });
  for (const sortOrder of ['asc', 'desc'] as const) {
    const query = { ...everything, sortBy: 'name' as const, sortOrder, skip: 0, limit: 3 };
    const { ids } = searchProductSegments(history.segments, nothing, query);
    assert.deepEqual(ids, ['P0', 'P1', 'P2']);
  }
});

test('a product whose name equals the term comes first, by its name in the matching locale', () => {
  const history = new ProductHistory(productTuning);
  const often = 'Pods for pods. Pods, pods, pods.';
  history.play({
    do: 'put',
    products: [
      { ...aProduct, id: 'P0', name: often, description: often },
      { ...aProduct, id: 'P1', name: ' PODS', description: 'A long text about something else altogether' },
      { ...aProduct, id: 'P2', name: 'Pods', localized: { de: { name: often, description: often } } },
      { ...aProduct, id: 'P3', name: often, localized: { de: { name: 'Pods' } } },
    ],
  });
  const find = (localeChain: readonly string[], term = 'pods') =>
    searchProductSegments([mergeProductSegments(history.segments)], nothing, {
      ...{ ...everything, term, localeChain, skip: 0, limit: 4 },
      ...{ sortBy: 'relevance', sortOrder: 'desc' },
    }).ids;
  assert.deepEqual(find([]).slice(0, 2).toSorted(), ['P1', 'P2']);
  assert.deepEqual(find(['de']).slice(0, 2).toSorted(), ['P1', 'P3']);
  assert.deepEqual(find(['de'], 'Pod').length, 4);
});

test('a translation into the base locale replaces the name', () => {
  const history = new ProductHistory(productTuning);
  const base = normalizeLocale(BASE_LOCALE);
  history.play({
    do: 'put',
    products: [
      { ...aProduct, id: 'P0', name: 'Tent', localized: { [base]: { name: 'Tent tent tent' } } },
      { ...aProduct, id: 'P1', name: 'Tent', description: 'A long text about something else altogether' },
      { ...aProduct, id: 'P2', name: 'Tent tent tent', localized: { [base]: { name: 'Tent' } } },
    ],
  });
  const query = { ...everything, term: 'tent', skip: 0, limit: 3 };
  const { ids } = searchProductSegments(history.segments, nothing, {
    ...{ ...query, sortBy: 'relevance', sortOrder: 'desc' },
  });
  assert.deepEqual(ids.slice(0, 2).toSorted(), ['P1', 'P2']);
});

const nothing: CatalogContents = { attributes: [], categories: [], synonyms: [], merchandisingRules: [] };

const everything = {
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, currency: 'USD' },
  ...{ facets: [], groups: [], localeChain: [], baseLocale: BASE_LOCALE, withMerchandising: true },
};

const aProduct: Omit<Product, 'id' | 'name'> = {
  ...{ sku: '', description: '', brand: '', categoryIds: [], collectionIds: [], prices: {}, inStock: true },
  ...{
    createdAt: null,
    attributes: {},
    channelIds: [],
    locationIds: [],
    customerGroupIds: [],
    localized: {},
  },
};
