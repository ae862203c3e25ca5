// Random shops with ranking settings and merchandising rules, and searches that find something in them.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Failure } from '../../../src/domain/failures/failures.ts';
import type { CatalogContents } from '../../../src/domain/ports.ts';
import type { ProductSearch } from '../../../src/domain/products/product-search.ts';
import { productTuning } from '../../../src/search/engine/columns/product-tuning.ts';
import { rule as filterRule } from './random-filters.ts';
import { contents, historyStep, ProductHistory, product, productQuery } from './random-products.ts';
import { rankingSettings } from './random-rankings.ts';
import { merchandisingRules } from './random-rules.ts';

const WIDE = {
  ...{ facets: [], groups: [], categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ locationId: undefined, channelId: 'web', customerGroupId: 'vip' },
};

export const rankedSearch: fc.Arbitrary<ProductSearch> = fc
  .tuple(
    productQuery,
    fc.record({
      term: fc.constantFrom(
        undefined,
        'lamp',
        'tent',
        'tent lamp',
        'camping tent',
        'camp lamp tent',
        'boots',
      ),
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
      withMerchandising: true,
      skip: 0,
      limit: 100,
      facetRequest: {
        fields: ['in_stock'],
        ...{ limit: 100, sortBy: 'count' as const, text: undefined, parameter: 'include_facets' },
      },
    };
  });

export const rankedContents: fc.Arbitrary<CatalogContents> = fc
  .tuple(contents, rankingSettings, merchandisingRules(filterRule))
  .map(([rest, ranking, rules]) => ({
    ...rest,
    ranking,
    merchandisingRules: rules.map((rule, at) => (at % 2 === 0 ? { ...rule, when: {} } : rule)),
  }));

export const rankedShop = fc.tuple(
  fc.array(product, { minLength: 6, maxLength: 20 }),
  fc.array(historyStep, { maxLength: 3 }),
);

/** As segments, built with the weights of the settings and the names of categories, and as products. */
export const openShop = (
  [products, steps]: typeof rankedShop extends fc.Arbitrary<infer T> ? T : never,
  tables: CatalogContents,
) => {
  const history = new ProductHistory(productTuning, {
    weights: tables.ranking?.weights ?? {},
    categories: tables.categories,
  });
  history.play({ do: 'put', products: products.slice(0, 5) });
  history.play({ do: 'put', products: products.slice(5) });
  for (const step of steps) history.play(step);
  return { segments: history.segments, products: [...history.live.values()] };
};

/** Undefined if the query is refused. */
export const orRefused = <T>(find: () => T): T | undefined => {
  try {
    return find();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return undefined;
  }
};
