// Product search, lookups and categories on a real OpenSearch agree with the reference engine: totals, hits, facets and orders by a
// field exactly; the order by relevance nearly always, since scores have 32 bits there.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { liveAfter, stepsOf } from '../../../../test/suites/search/catalog-steps.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import { startCatalogs, type TestCatalogs } from '../../../../test/suites/search/opensearch-catalog.ts';
import { readHits } from '../../../../test/suites/search/product-fixture.ts';
import { BASE_LOCALE, contents, historyStep } from '../../../../test/suites/search/random-products.ts';
import { randomSearch } from '../../../../test/suites/search/random-searches.ts';
import { rankedContents, rankedSearch, rankedShop } from '../../../../test/suites/search/ranked-shop.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { Product } from '../../../domain/products/product.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { analyzeProduct } from '../../../search/reference/count-products.ts';
import { searchProducts as searchByScan } from '../../../search/reference/search-products.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { type ProductsFound, searchProducts } from './search-products.ts';
import { selectProducts } from './select-products.ts';

let catalogs: TestCatalogs;

before(async () => {
  catalogs = await startCatalogs();
});
after(() => catalogs.close());

const scan = (products: readonly Product[], given: CatalogContents, asked: ProductSearch): FoundProducts =>
  searchByScan(
    products.map((one) => analyzeProduct(one, BASE_LOCALE, given)),
    given,
    describeFields(products),
    asked,
  );

const ask = async (catalog: OpenedCatalog, asked: ProductSearch): Promise<ProductsFound> =>
  searchProducts(catalog, await selectProducts(catalog, asked), asked);

const orRefusal = async <T>(find: () => T | Promise<T>): Promise<T | string> => {
  try {
    return await find();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.code ?? '';
  }
};

const idsOf = ({ hits }: Pick<FoundProducts, 'hits'>): string[] => hits.map(({ id }) => id);

class Agreement {
  private orders = 0;
  private equal = 0;
  private shared = 0;
  private shown = 0;

  add(ids: readonly string[], wanted: readonly string[]): void {
    this.orders += 1;
    if (ids.join() === wanted.join()) this.equal += 1;
    this.shown += Math.min(10, ids.length);
    this.shared += ids.slice(0, 10).filter((id) => wanted.slice(0, 10).includes(id)).length;
  }

  finish(): void {
    const { orders, equal, shared, shown } = this;
    console.log(`relevance: ${equal} of ${orders} orders equal, overlap@10 ${(shared / shown).toFixed(4)}`);
    assert.ok(equal >= 0.9 * orders, 'nearly all orders by relevance are equal');
  }
}

/** The order by relevance may differ where scores of 32 bits tie or where synonyms add up. */
const compareRanked = (found: ProductsFound, wanted: FoundProducts, agreement: Agreement): void => {
  const [ids, wantedIds] = [idsOf(found), idsOf(wanted)];
  assert.equal(ids.length, wantedIds.length);
  agreement.add(ids, wantedIds);
  const byId = new Map(readHits(wanted.hits).map((hit) => [hit.id, hit]));
  for (const hit of readHits(found.hits)) {
    const same = byId.get(hit.id);
    if (same !== undefined) assert.deepEqual(hit, same);
  }
};

const compare = (
  found: ProductsFound,
  wanted: FoundProducts,
  asked: ProductSearch,
  agreement: Agreement,
): void => {
  assert.equal(found.total, wanted.total);
  assert.deepEqual(found.facets, wanted.facets);
  assert.deepEqual(found.offeredFacets, wanted.offeredFacets);
  assert.equal(found.redirectUrl, wanted.redirectUrl);
  if (asked.sortBy === 'relevance') compareRanked(found, wanted, agreement);
  else assert.deepEqual(readHits(found.hits), readHits(wanted.hits));
};

test('totals, hits, facets and orders equal a full scan', async () => {
  const agreement = new Agreement();
  await fc.assert(
    fc.asyncProperty(
      contents,
      firstSteps,
      fc.array(historyStep, { minLength: 1, maxLength: 5 }),
      fc.array(randomSearch, { minLength: 8, maxLength: 8 }),
      async (given, first, steps, searches) => {
        const all = stepsOf([...first, ...steps]);
        const catalog = await catalogs.write({ contents: given, baseLocale: BASE_LOCALE, steps: all });
        const products = liveAfter(all);
        for (const asked of searches) {
          const wanted = await orRefusal(() => scan(products, given, asked));
          const found = await orRefusal(() => ask(catalog, asked));
          if (typeof found === 'string' || typeof wanted === 'string') assert.equal(found, wanted);
          else compare(found, wanted, asked, agreement);
        }
      },
    ),
    { numRuns: runs(15, 500), endOnFailure: true },
  );
  agreement.finish();
});

test('signals, boosts and the parts of scores equal a full scan', async () => {
  const agreement = new Agreement();
  await fc.assert(
    fc.asyncProperty(
      rankedShop,
      rankedContents,
      fc.array(rankedSearch, { minLength: 8, maxLength: 8 }),
      async ([products, steps], given, searches) => {
        const all = stepsOf([{ do: 'put', products }, ...steps]);
        const catalog = await catalogs.write({ contents: given, baseLocale: BASE_LOCALE, steps: all });
        const live = liveAfter(all);
        for (const search of searches) {
          const asked = { ...search, withExplanations: true };
          const wanted = await orRefusal(() => scan(live, given, asked));
          const found = await orRefusal(() => ask(catalog, asked));
          if (typeof found === 'string' || typeof wanted === 'string') assert.equal(found, wanted);
          else compare(found, wanted, asked, agreement);
        }
      },
    ),
    { numRuns: runs(15, 500), endOnFailure: true },
  );
  agreement.finish();
});
