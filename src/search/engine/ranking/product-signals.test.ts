// Ranking settings change the order as a full scan does, and nothing of what is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { manyProducts } from '../../../../test/suites/search/many-products.ts';
import { BASE_LOCALE, ProductHistory, questions } from '../../../../test/suites/search/random-products.ts';
import {
  openShop,
  orRefused,
  rankedContents,
  rankedSearch,
  rankedShop,
} from '../../../../test/suites/search/ranked-shop.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { Product } from '../../../domain/products/product.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { searchProducts } from '../../reference/search-products.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { countSegments } from '../products/product-count.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { searchProductSegments } from '../queries/product-search.ts';

const DAY_MS = 86_400_000;

const idsOf = ({ hits }: Pick<FoundProducts, 'hits'>): string[] => hits.map(({ id }) => id);

const pagesOf = (
  segments: readonly ProductSegment[],
  tables: CatalogContents,
  asked: ProductSearch,
  total: number,
): string[] =>
  Array.from({ length: Math.ceil(total / 3) }, (_, page) =>
    idsOf(
      searchProductSegments(segments, tables, {
        ...asked,
        skip: 3 * page,
        limit: 3,
        facetRequest: undefined,
      }),
    ),
  ).flat();

test('with ranking settings: the order of a full scan on every page, and the one number as without them', () => {
  let reordered = 0;
  fc.assert(
    fc.property(rankedShop, rankedContents, questions(rankedSearch), (made, tables, searches) => {
      const { segments, products } = openShop(made, tables);
      const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, tables));
      const { ranking: _, ...without } = tables;
      const unranked = openShop(made, without).segments;
      for (const asked of searches) {
        const found = orRefused(() => searchProductSegments(segments, tables, asked));
        const wanted = orRefused(() => searchProducts(analyzed, tables, describeFields(products), asked));
        assert.equal(found === undefined, wanted === undefined);
        if (found === undefined || wanted === undefined) continue;
        assert.deepEqual(idsOf(found), idsOf(wanted));
        assert.deepEqual(pagesOf(segments, tables, asked, found.total), idsOf(found));
        assert.equal(countSegments(segments, tables, asked), found.total);
        const plain = searchProductSegments(unranked, without, asked);
        assert.equal(found.total, plain.total);
        assert.deepEqual(found.facets, plain.facets);
        assert.deepEqual(idsOf(found).toSorted(), idsOf(plain).toSorted());
        if (idsOf(found).join() !== idsOf(plain).join()) reordered += 1;
      }
    }),
    { numRuns: runs(30, 360) },
  );
  assert.ok(reordered > 0);
});

test('the order is the same all day', () => {
  fc.assert(
    fc.property(
      rankedShop,
      rankedContents,
      questions(fc.tuple(rankedSearch, fc.nat({ max: DAY_MS - 1 }))),
      (made, given, searches) => {
        const tables = { ...given, merchandisingRules: [] };
        const { segments } = openShop(made, tables);
        for (const [asked, later] of searches) {
          const day = Math.floor((asked.at ?? 0) / DAY_MS) * DAY_MS;
          const find = (at: number) =>
            orRefused(() => idsOf(searchProductSegments(segments, tables, { ...asked, at })));
          assert.deepEqual(find(day), find(day + later));
        }
      },
    ),
    { numRuns: runs(4, 90) },
  );
});

test('a short page has the best of many products, however small the score of their words', () => {
  const shop = fc.array(
    fc.record({ popularity: fc.nat({ max: 50 }), inStock: fc.boolean(), words: fc.nat({ max: 6 }) }),
    { minLength: 30, maxLength: 60 },
  );
  const factor = fc.constantFrom(1, 1.2, 3, 10);
  fc.assert(
    fc.property(shop, factor, factor, fc.integer({ min: 1, max: 40 }), (given, maxFactor, inStock, limit) => {
      const history = new ProductHistory(productTuning);
      const products = given.map(({ words, ...rest }, at) => ({
        ...(manyProducts[0] as Product),
        ...rest,
        id: `P${String(at).padStart(2, '0')}`,
        name: `Tent ${'lamp '.repeat(words)}`,
      }));
      history.play({ do: 'put', products });
      const tables: CatalogContents = {
        ...{ attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] },
        ranking: {
          numbers: [{ field: 'popularity', maxFactor, fullAt: 50, scale: 'linear' }],
          inStock,
        },
      };
      const find = (most: number) =>
        idsOf(searchProductSegments(history.segments, tables, { ...everyTent, limit: most }));
      assert.deepEqual(find(limit), find(100).slice(0, limit));
    }),
    { numRuns: runs(15, 500) },
  );
});

const everyTent: ProductSearch = {
  ...{ term: 'tent', categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, currency: 'USD' },
  ...{ facets: [], groups: [], localeChain: [], baseLocale: BASE_LOCALE, withMerchandising: false },
  ...{ skip: 0, limit: 10, sortBy: 'relevance', sortOrder: 'desc' },
  ...{ isOutOfStockLast: false, facetRequest: undefined },
};
