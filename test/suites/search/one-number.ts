// The promise of product search: for one request, the total of the search, the count, the products on all pages and the sum of a
// facet are one number. Random catalogs, rules and queries, compared with a full scan.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Failure } from '../../../src/domain/failures/failures.ts';
import type { CatalogContents } from '../../../src/domain/ports.ts';
import { describeFields } from '../../../src/domain/products/product-fields.ts';
import type { FoundProducts, ProductSearch } from '../../../src/domain/products/product-search.ts';
import { productTuning } from '../../../src/search/engine/columns/product-tuning.ts';
import { countSegments } from '../../../src/search/engine/products/product-count.ts';
import type { ProductSegment } from '../../../src/search/engine/products/product-segment.ts';
import { searchProductSegments } from '../../../src/search/engine/queries/product-search.ts';
import { analyzeProduct } from '../../../src/search/reference/count-products.ts';
import { searchProducts } from '../../../src/search/reference/search-products.ts';
import { rule as filterRule } from './random-filters.ts';
import {
  BASE_LOCALE,
  contents,
  historyStep,
  ProductHistory,
  product,
  productQuery,
  questions,
} from './random-products.ts';
import { merchandisingRules } from './random-rules.ts';

/** Each product has exactly one value of this field. */
const SINGLE = 'in_stock';

/** Narrows nothing. */
export const WIDE = {
  ...{ facets: [], groups: [], categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ locationId: undefined, channelId: 'web', customerGroupId: 'vip' },
};

/** Also with typing errors, and a synonym. */
const terms = [
  ...['lamp', 'Lamp', 'tent', 'tent lamp', 'camping tent', 'camp lamp tent'],
  ...['lmap', 'campnig tent', 'torch', 'boots', 'lamp shoes'],
];

const search: fc.Arbitrary<ProductSearch> = fc
  .tuple(
    productQuery,
    fc.record({
      term: fc.constantFrom(undefined, ...terms),
      // Rules act mostly where the best come first.
      sortBy: fc.constantFrom(...Array.from({ length: 9 }, () => 'relevance'), 'price'),
      sortOrder: fc.constantFrom(...Array.from({ length: 9 }, () => 'desc' as const), 'asc' as const),
      isOutOfStockLast: fc.boolean(),
    }),
    // Most queries of the generator find next to nothing.
    fc.constantFrom({}, WIDE, { ...WIDE, categoryId: 'c1' }, { ...WIDE, collectionId: 'sale' }),
  )
  .map(([query, more, wide]) => ({
    ...query,
    ...more,
    ...wide,
    withMerchandising: true,
    skip: 0,
    limit: 100,
    facetRequest: {
      fields: [SINGLE, 'categories', 'hue'],
      ...{ limit: 100, sortBy: 'count' as const, text: undefined, parameter: 'include_facets' },
    },
  }));

/** Opens products and segments. */
export const catalog = fc
  .tuple(
    contents,
    fc.array(product, { minLength: 6, maxLength: 20 }),
    fc.array(historyStep, { maxLength: 3 }),
  )
  .map(([tables, products, steps]) => () => {
    const history = new ProductHistory(productTuning, tables);
    history.play({ do: 'put', products: products.slice(0, 5) });
    history.play({ do: 'put', products: products.slice(5) });
    for (const step of steps) history.play(step);
    return {
      segments: history.segments,
      products: [...history.live.values()],
      withRules: (merchandisingRules: CatalogContents['merchandisingRules']): CatalogContents => ({
        ...tables,
        merchandisingRules,
      }),
    };
  });

/** Every other one applies to every query. */
const rules = merchandisingRules(filterRule).map((all) =>
  all.map((rule, at) => (at % 2 === 0 ? { ...rule, when: {} } : rule)),
);

/** Searches of one catalog, each with rules of its own: segments are made without them. */
export const ruledSearches = questions(fc.record({ rules, asked: search }));

/** Undefined if the query is refused. */
export const orRefused = <T>(find: () => T): T | undefined => {
  try {
    return find();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return undefined;
  }
};

const shown = ({ hits, ...rest }: FoundProducts) => ({
  ...rest,
  hits: hits.map(({ id, pinnedBy, boosts }) => ({ id, pinnedBy, boosts })),
});

/** All pages of three, one after the other. */
const pagesOf = (
  segments: readonly ProductSegment[],
  tables: CatalogContents,
  asked: ProductSearch,
  total: number,
): FoundProducts['hits'] =>
  Array.from({ length: Math.ceil(total / 3) }, (_, page) =>
    searchProductSegments(segments, tables, { ...asked, skip: 3 * page, limit: 3, facetRequest: undefined }),
  ).flatMap(({ hits }) => hits);

export const assertOneNumber = (catalogs: number): void => {
  const met = { pins: 0, boosts: 0, redirects: 0, emptied: 0 };
  fc.assert(
    fc.property(catalog, ruledSearches, (open, searches) => {
      const { segments, products, withRules } = open();
      const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, withRules([])));
      for (const { rules: given, asked } of searches) {
        const tables = withRules(given);
        const found = orRefused(() => searchProductSegments(segments, tables, asked));
        const wanted = orRefused(() => searchProducts(analyzed, tables, describeFields(products), asked));
        assert.equal(found === undefined, wanted === undefined);
        if (found === undefined || wanted === undefined) continue;
        assert.deepEqual(shown(found), shown(wanted));
        assert.equal(countSegments(segments, tables, asked), found.total);
        const paged = pagesOf(segments, tables, asked, found.total);
        assert.deepEqual(paged, found.hits);
        assert.equal(new Set(paged.map(({ id }) => id)).size, found.total);
        const isChosen = asked.facets.some(({ field }) => field === SINGLE);
        const sum = found.facets[0]?.buckets.reduce((total, { count }) => total + count, 0);
        if (!isChosen) assert.equal(sum, found.total);
        met.pins += Number(found.hits.some(({ pinnedBy }) => pinnedBy.length > 0));
        met.boosts += Number(found.hits.some(({ boosts }) => boosts !== undefined));
        met.redirects += Number(found.redirectUrl !== undefined);
        met.emptied += Number(found.total < products.length);
      }
    }),
    { numRuns: catalogs },
  );
  for (const [what, times] of Object.entries(met)) assert.ok(times > 1, `${what}: ${times}`);
};
