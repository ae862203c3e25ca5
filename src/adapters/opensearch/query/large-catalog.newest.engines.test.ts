// Product search in a catalog with more products than OpenSearch counts from the start of a page, and with more values than one search
// lists: pages, pins and facets stay exact.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isLong } from '../../../../test/fixtures/long-runs.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { startCatalogs, type TestCatalogs } from '../../../../test/suites/search/opensearch-catalog.ts';
import { nothing, readHits, shopper } from '../../../../test/suites/search/product-fixture.ts';
import { BASE_LOCALE } from '../../../../test/suites/search/random-products.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import type { Product } from '../../../domain/products/product.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { analyzeProduct } from '../../../search/reference/count-products.ts';
import { searchProducts as searchByScan } from '../../../search/reference/search-products.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { type ProductsFound, searchProducts } from './search-products.ts';
import { selectProducts } from './select-products.ts';

const PRODUCTS = 10_400;
/** More than the first search for facets lists. */
const CODES = 1_700;

const products = Array.from({ length: PRODUCTS }, (_, at) =>
  aProduct(`P${at}`, {
    name: at % 7 === 0 ? 'Tent' : `Lamp ${at % 5}`,
    prices: at % 11 === 0 ? {} : { USD: ((at * 7_919) % 3_001) / 4 },
    inStock: at % 3 === 0,
    attributes: {
      code: at % 2 === 0 ? `Code ${at % CODES}` : `code ${at % CODES}`,
      // Some products have two numbers in one range.
      sizes: [at % 13, (at % 13) + 1, at % CODES],
    },
  }),
);

const rule: MerchandisingRule = {
  ...{ id: 'r', when: {}, hide: ['P3'], pin: ['P9', 'P5000'] },
  pinAt: [
    { id: 'P3', position: 1 },
    { id: 'P77', position: 3 },
    { id: 'P10399', position: 1_000 },
  ],
};

const given = { ...nothing, merchandisingRules: [rule] };

let catalogs: TestCatalogs;
let catalog: OpenedCatalog;

before(async () => {
  catalogs = await startCatalogs();
  const steps = Array.from({ length: Math.ceil(PRODUCTS / 2_000) }, (_, at) => ({
    do: 'put' as const,
    products: products.slice(at * 2_000, (at + 1) * 2_000),
  }));
  catalog = await catalogs.write({ contents: given, baseLocale: BASE_LOCALE, steps });
});
after(() => catalogs.close());

const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, given));
const fields = describeFields(products);

const plain: ProductSearch = {
  ...everythingFor(shopper),
  ...{ skip: 0, limit: 20, sortBy: 'relevance', sortOrder: 'desc' },
  ...{ isOutOfStockLast: false, facetRequest: undefined, fields: ['id'] },
};

const ask = async (asked: ProductSearch): Promise<ProductsFound> =>
  searchProducts(catalog, await selectProducts(catalog, asked), asked);

const assertSame = async (more: Partial<ProductSearch>): Promise<void> => {
  const asked = { ...plain, ...more };
  const found = await ask(asked);
  const { correctedTerm: _, didYouMean: __, ...wanted } = searchByScan(analyzed, given, fields, asked);
  assert.ok(wanted.hits.length > 0 || wanted.facets.length > 0, 'there is something to compare');
  assert.deepEqual(
    { ...found, hits: readHits(found.hits) },
    { ...wanted, hits: readHits(wanted.hits) },
    JSON.stringify(more),
  );
};

const compare = <T extends string | number>(a: T, b: T): number => Number(a > b) - Number(a < b);

/** What decides the place of a product; undefined: it has none. */
const keys: Readonly<
  Record<string, (product: Product, isAscending: boolean) => string | number | undefined>
> = {
  price: ({ prices }) => prices['USD'],
  name: ({ name }) => foldText(name),
  code: ({ attributes }) => foldText(String(attributes['code'])),
  sizes: ({ attributes }, isAscending) =>
    (isAscending ? Math.min : Math.max)(...(attributes['sizes'] as number[])),
};

const idsBy = (sortBy: string, isAscending: boolean, isOutOfStockLast: boolean): string[] =>
  products
    .filter(({ id }) => id !== 'P3')
    .map((product) => ({ product, key: keys[sortBy]?.(product, isAscending) }))
    .sort((a, b) => {
      const tier = isOutOfStockLast ? Number(b.product.inStock) - Number(a.product.inStock) : 0;
      if (tier !== 0) return tier;
      if (a.key === undefined || b.key === undefined || a.key === b.key)
        return (
          Number(a.key === undefined) - Number(b.key === undefined) || compare(a.product.id, b.product.id)
        );
      return isAscending ? compare(a.key, b.key) : compare(b.key, a.key);
    })
    .map(({ product }) => product.id);

/** Around the last that is counted from the start, and the last of all. */
const pages: readonly (readonly [skip: number, limit: number])[] = [
  [0, 20],
  [9_990, 20],
  [10_390, 20],
  ...(isLong
    ? ([
        [9_000, 500],
        [10_399, 20],
      ] as const)
    : []),
];

test('every declared page is reached, in every order', async () => {
  const orders = Object.keys(keys).flatMap((sortBy) =>
    [true, false].map((isAscending) => ({ sortBy, isAscending, isOutOfStockLast: sortBy === 'price' })),
  );
  for (const { sortBy, isAscending, isOutOfStockLast } of orders) {
    const wanted = idsBy(sortBy, isAscending, isOutOfStockLast);
    const sortOrder = isAscending ? 'asc' : 'desc';
    for (const [skip, limit] of pages) {
      const asked: ProductSearch = { ...plain, skip, limit, sortBy, sortOrder, isOutOfStockLast };
      const { hits, total } = await ask(asked);
      assert.equal(total, wanted.length);
      assert.deepEqual(
        hits.map(({ id }) => id),
        wanted.slice(skip, skip + limit),
        `${sortBy} ${sortOrder} from ${skip}`,
      );
    }
  }
});

test('pins are where their rules want them', async () => {
  for (const [skip, limit] of [
    [0, 3],
    [1, 2],
    [2, 20],
    [990, 20],
    [999, 1],
    [10_390, 20],
  ] as const)
    await assertSame({ skip, limit });
});

test('facets with many values are exact', async () => {
  const facetRequest = {
    ...{ fields: ['code', 'price', 'sizes', 'in_stock'], limit: 5, text: undefined },
    ...{ sortBy: 'count' as const, parameter: 'include_facets', withOffered: true },
  };
  await assertSame({ limit: 0, facetRequest });
  await assertSame({ limit: 0, facetRequest: { ...facetRequest, sortBy: 'value', text: 'E 9' } });
  const at = 'facets[0]';
  await assertSame({
    limit: 0,
    facetRequest,
    facets: [
      { field: 'code', at, value: 'CODE 1699', range: undefined },
      { field: 'price', at, value: undefined, range: { min: 10, max: 600 } },
    ],
  });
});
