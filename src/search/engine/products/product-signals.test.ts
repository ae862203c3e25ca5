// Ranking settings change the order as a full scan does, and nothing of what is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { rule as filterRule } from '../../../../test/suites/search/random-filters.ts';
import {
  BASE_LOCALE,
  contents,
  historyStep,
  ProductHistory,
  product,
  productQuery,
} from '../../../../test/suites/search/random-products.ts';
import { rankingSettings } from '../../../../test/suites/search/random-rankings.ts';
import { merchandisingRules } from '../../../../test/suites/search/random-rules.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { searchProducts } from '../../reference/search-products.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { countSegments } from './product-count.ts';
import { searchProductSegments } from './product-search.ts';
import type { ProductSegment } from './product-segment.ts';

const SINGLE = 'in_stock';
const DAY_MS = 86_400_000;

const WIDE = {
  ...{ facets: [], groups: [], categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ locationId: undefined, channelId: 'web', customerGroupId: 'vip' },
};

const search: fc.Arbitrary<ProductSearch> = fc
  .tuple(
    productQuery,
    fc.record({
      term: fc.constantFrom(undefined, 'lamp', 'tent', 'tent lamp', 'camping tent', 'camp lamp tent'),
      sortBy: fc.constantFrom('relevance', 'relevance', 'relevance', 'price'),
      sortOrder: fc.constantFrom('desc' as const, 'desc' as const, 'asc' as const),
      isOutOfStockLast: fc.boolean(),
      at: fc.constantFrom(undefined, Date.parse('2026-01-15T05:00:00Z'), Date.parse('2030-01-01T00:00:00Z')),
    }),
    // Most queries of the generator find next to nothing.
    fc.constantFrom({}, WIDE, WIDE),
  )
  .map(([query, { at, ...more }, wide]) => {
    const { at: _, ...rest } = query;
    return {
      ...rest,
      ...(at === undefined ? {} : { at }),
      ...more,
      ...wide,
      skip: 0,
      limit: 100,
      facetRequest: {
        fields: [SINGLE],
        ...{ limit: 100, sortBy: 'count' as const, text: undefined, parameter: 'include_facets' },
      },
    };
  });

const given: fc.Arbitrary<CatalogContents> = fc
  .tuple(contents, rankingSettings, merchandisingRules(filterRule))
  .map(([rest, ranking, rules]) => ({
    ...rest,
    ranking,
    merchandisingRules: rules.map((rule, at) => (at % 2 === 0 ? { ...rule, when: {} } : rule)),
  }));

const shop = fc.tuple(
  fc.array(product, { minLength: 6, maxLength: 20 }),
  fc.array(historyStep, { maxLength: 3 }),
);

const openShop = (
  [products, steps]: typeof shop extends fc.Arbitrary<infer T> ? T : never,
  tables: CatalogContents,
) => {
  const history = new ProductHistory(productTuning, tables.ranking?.weights);
  history.play({ do: 'put', products: products.slice(0, 5) });
  history.play({ do: 'put', products: products.slice(5) });
  for (const step of steps) history.play(step);
  return { segments: history.segments, products: [...history.live.values()] };
};

/** Undefined if the query is refused. */
const orRefused = <T>(find: () => T): T | undefined => {
  try {
    return find();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return undefined;
  }
};

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
    fc.property(shop, given, search, (made, tables, asked) => {
      const { segments, products } = openShop(made, tables);
      const found = orRefused(() => searchProductSegments(segments, tables, asked));
      const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, [], tables.ranking?.weights));
      const wanted = orRefused(() => searchProducts(analyzed, tables, describeFields(products), asked));
      assert.equal(found === undefined, wanted === undefined);
      if (found === undefined || wanted === undefined) return;
      assert.deepEqual(idsOf(found), idsOf(wanted));
      assert.deepEqual(pagesOf(segments, tables, asked, found.total), idsOf(found));
      assert.equal(countSegments(segments, tables, asked), found.total);
      const { ranking: _, ...without } = tables;
      const plain = searchProductSegments(openShop(made, without).segments, without, asked);
      assert.equal(found.total, plain.total);
      assert.deepEqual(found.facets, plain.facets);
      assert.deepEqual(idsOf(found).toSorted(), idsOf(plain).toSorted());
      if (idsOf(found).join() !== idsOf(plain).join()) reordered += 1;
    }),
    { numRuns: runs(80, 5_000) },
  );
  assert.ok(reordered > 4, `${reordered}`);
});

test('the order is the same all day', () => {
  fc.assert(
    fc.property(shop, given, search, fc.nat({ max: DAY_MS - 1 }), (made, tables, asked, later) => {
      const { segments } = openShop(made, { ...tables, merchandisingRules: [] });
      const day = Math.floor((asked.at ?? 0) / DAY_MS) * DAY_MS;
      const find = (at: number) =>
        orRefused(() =>
          idsOf(searchProductSegments(segments, { ...tables, merchandisingRules: [] }, { ...asked, at })),
        );
      assert.deepEqual(find(day), find(day + later));
    }),
    { numRuns: runs(20, 500) },
  );
});
