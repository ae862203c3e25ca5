// Product search finds exactly the products that counting counts, in a total order, and counts facets over all of
// them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { nothing, played, readHits, shopper } from '../../../../test/suites/search/product-fixture.ts';
import {
  BASE_LOCALE,
  contents,
  historyStep,
  ProductHistory,
  questions,
  tunings,
} from '../../../../test/suites/search/random-products.ts';
import { randomSearch } from '../../../../test/suites/search/random-searches.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { searchProducts } from '../../reference/search-products.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { countSegments } from '../products/product-count.ts';
import { mergeProductSegments } from '../products/product-merge.ts';
import { searchProductSegments } from './product-search.ts';

const orRefusal = <T>(find: () => T): T | string => {
  try {
    return find();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.code ?? '';
  }
};

const idsOf = ({ hits }: Pick<FoundProducts, 'hits'>): string[] => hits.map(({ id }) => id);

test('totals, pages and facets equal a full scan', () => {
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(...tunings),
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 10 }),
      questions(randomSearch),
      (given, tuning, first, steps, searches) => {
        const history = played([...first, ...steps], tuning, given);
        const products = [...history.live.values()];
        const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, given));
        for (const asked of searches) {
          const counted = orRefusal(() => countSegments(history.segments, given, asked, tuning));
          const found = orRefusal(() => searchProductSegments(history.segments, given, asked, tuning));
          const wanted = orRefusal(() => searchProducts(analyzed, given, describeFields(products), asked));
          if (typeof found === 'string' || typeof wanted === 'string') {
            assert.equal(found, wanted);
            continue;
          }
          assert.equal(found.total, counted);
          assert.equal(found.total, wanted.total);
          assert.deepEqual(readHits(found.hits), readHits(wanted.hits));
          assert.deepEqual(found.facets, wanted.facets);
          assert.deepEqual(found.offeredFacets, wanted.offeredFacets);
          const corrections = (from: FoundProducts) => [from.correctedTerm, from.didYouMean];
          assert.deepEqual(corrections(found), corrections(wanted));
        }
      },
    ),
    { numRuns: runs(15, 600) },
  );
});

test('a facet whose own filter matches nothing counts what the relaxed rule finds', () => {
  const products = Array.from({ length: 60 }, (_, at) => aProduct(`P${at}`, { name: 'pebble tent' })).concat(
    aProduct('ox', { name: 'ox', attributes: { size: 3 } }),
  );
  const { segments } = played([{ do: 'put', products }]);
  const facet = (facets: ProductSearch['facets']) => {
    const found = searchProductSegments(segments, nothing, {
      ...{ term: 'ox pole', facets, groups: [], ...shopper, withMerchandising: false },
      ...{ categoryId: undefined, categoryName: undefined, collectionId: undefined },
      ...{ skip: 0, limit: 1, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
      facetRequest: {
        ...{ fields: ['size'], limit: 5, isLimitDefault: false, sortBy: 'count', text: undefined },
        ...{ parameter: 'include_facets', withOffered: false },
      },
    });
    return [found.total, found.facets.find(({ field }) => field === 'size')];
  };
  const [total, size] = facet([]);
  assert.equal(total, 1);
  const range = { min: '9.5', max: undefined };
  assert.deepEqual(facet([{ field: 'size', at: 'facets', value: undefined, range }]), [0, size]);
});

test('the same products in other segments come in the same order', () => {
  fc.assert(
    fc.property(
      contents,
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 10 }),
      questions(randomSearch),
      (given, first, steps, searches) => {
        const history = played([...first, ...steps], productTuning, given);
        if (history.segments.length === 0) return;
        const merged = mergeProductSegments(history.segments);
        for (const asked of searches) {
          const find = (segments: typeof history.segments): FoundProducts | string =>
            orRefusal(() => searchProductSegments(segments, given, asked));
          const apart = find(history.segments);
          assert.deepEqual(find([merged]), apart);
          assert.deepEqual(find(history.segments.toReversed()), apart);
        }
      },
    ),
    { numRuns: runs(7, 220) },
  );
});

test('names that differ only in surrounding white space sort equal', () => {
  const history = new ProductHistory(productTuning);
  const names = ['tent ', 'Tent', ' TENT', 'tént'];
  const products = names.map((name, at) => aProduct(`P${at}`, { name }));
  history.play({ do: 'put', products });
  for (const sortOrder of ['asc', 'desc'] as const) {
    const query = { ...everything, sortBy: 'name', sortOrder, skip: 0, limit: 3 };
    const found = searchProductSegments(history.segments, nothing, query);
    assert.deepEqual(idsOf(found), ['P0', 'P1', 'P2']);
  }
});

test('a product whose name equals the term comes first, by its name in the matching locale', () => {
  const history = new ProductHistory(productTuning);
  const often = 'Pods for pods. Pods, pods, pods.';
  history.play({
    do: 'put',
    products: [
      aProduct('P0', { name: often, description: often }),
      aProduct('P1', { name: ' PODS', description: 'A long text about something else altogether' }),
      aProduct('P2', { name: 'Pods', localized: { de: { name: often, description: often } } }),
      aProduct('P3', { name: often, localized: { de: { name: 'Pods' } } }),
    ],
  });
  const find = (localeChain: readonly string[], term = 'pods') =>
    idsOf(
      searchProductSegments([mergeProductSegments(history.segments)], nothing, {
        ...everything,
        ...{ term, localeChain, skip: 0, limit: 4 },
      }),
    );
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
      aProduct('P0', { name: 'Tent', localized: { [base]: { name: 'Tent tent tent' } } }),
      aProduct('P1', { name: 'Tent', description: 'A long text about something else altogether' }),
      aProduct('P2', { name: 'Tent tent tent', localized: { [base]: { name: 'Tent' } } }),
    ],
  });
  const query = { ...everything, term: 'tent', skip: 0, limit: 3 };
  const ids = idsOf(searchProductSegments(history.segments, nothing, query));
  assert.deepEqual(ids.slice(0, 2).toSorted(), ['P1', 'P2']);
});

test('facets do not change which rule applies, nor the total', () => {
  const history = new ProductHistory(productTuning);
  const named = (from: number, to: number, name: string) =>
    Array.from({ length: to - from }, (_, at) => aProduct(`P${from + at}`, { name, brand: 'Ox' }));
  history.play({
    do: 'put',
    products: [
      ...named(0, 6, 'smart watch'),
      ...named(6, 26, 'watch'),
      ...named(26, 326, 'smart brol'),
      ...named(326, 626, 'pebble'),
    ],
  });
  const asked = { ...everything, term: 'smart watch' };
  const request = { limit: 9, sortBy: 'count' as const, text: undefined, parameter: 'fields' };
  const totals = [
    countSegments(history.segments, nothing, asked),
    searchProductSegments(history.segments, nothing, asked).total,
    ...[['brand'], undefined].map(
      (fields) =>
        searchProductSegments(history.segments, nothing, { ...asked, facetRequest: { ...request, fields } })
          .total,
    ),
  ];
  assert.deepEqual(totals, [26, 26, 26, 26]);
});

const everything: ProductSearch = {
  ...{ skip: 0, limit: 10, sortBy: 'relevance', sortOrder: 'desc' },
  ...{ isOutOfStockLast: false, facetRequest: undefined },
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ facets: [], groups: [], withMerchandising: true },
  ...shopper,
};
