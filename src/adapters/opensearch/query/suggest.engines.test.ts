// Suggestions, similar products and other spellings on a real OpenSearch equal those of the reference engine, whatever happened to the
// catalog.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import {
  liveAfter,
  startCatalogs,
  stepsOf,
  type TestCatalogs,
} from '../../../../test/suites/search/opensearch-catalog.ts';
import {
  BASE_LOCALE,
  contents,
  type HistoryStep,
  historyStep,
  productQuery,
} from '../../../../test/suites/search/random-products.ts';
import {
  popularCatalog,
  readSuggestions,
  similarQuery,
  suggestedItems,
  suggestQuery,
} from '../../../../test/suites/search/random-suggestions.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import type { SimilarProducts } from '../../../domain/products/similar-products.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { analyzeProduct } from '../../../search/reference/count-products.ts';
import { analyzeItem } from '../../../search/reference/search-content.ts';
import { searchProducts as searchByScan } from '../../../search/reference/search-products.ts';
import { findSimilar as findByScan } from '../../../search/reference/similar-products.ts';
import { suggest as suggestByScan } from '../../../search/reference/suggest.ts';
import { findSimilar } from './find-similar.ts';
import { findSpellings } from './find-spellings.ts';
import { selectProducts } from './select-products.ts';
import { suggest } from './suggest.ts';

let catalogs: TestCatalogs;

before(async () => {
  catalogs = await startCatalogs();
});
after(() => catalogs.close());

const steps = fc.array(historyStep, { minLength: 1, maxLength: 5 });

/** Both sides of a catalog after some steps. */
const openBoth = async (given: CatalogContents, history: readonly HistoryStep[]) => {
  const played = stepsOf(history);
  const products = liveAfter(played);
  return {
    opened: await catalogs.write({
      ...{ contents: given, baseLocale: BASE_LOCALE, steps: played, items: suggestedItems },
    }),
    products: products.map((one) => analyzeProduct(one, BASE_LOCALE, given)),
    fields: describeFields(products),
  };
};

const QUERIES = 6;
const several = <T>(query: fc.Arbitrary<T>) => fc.array(query, { minLength: QUERIES, maxLength: QUERIES });

test('suggestions equal those of the reference', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      popularCatalog,
      firstSteps,
      steps,
      several(suggestQuery),
      async (given, first, more, all) => {
        const { opened, products, fields } = await openBoth(given, [...first, ...more]);
        const items = suggestedItems.map(analyzeItem);
        for (const asked of all) {
          const found = await suggest(opened, asked, async (_, search) =>
            searchByScan(products, given, fields, search),
          );
          const wanted = suggestByScan({ products, items, contents: given, fields }, asked);
          // What a search corrects is not known to the reference.
          const correctedTerm = wanted.correctedTerm ?? found.correctedTerm;
          assert.deepEqual(readSuggestions(found), readSuggestions({ ...wanted, correctedTerm }));
        }
      },
    ),
    { numRuns: runs(12, 300) },
  );
});

const readHits = (found: SimilarProducts) =>
  found?.map(({ shown, ...rest }) => ({ ...rest, shown: fromJsonBytes(shown) }));

test('similar products equal those of the reference', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(contents, firstSteps, steps, several(similarQuery), async (given, first, more, all) => {
      const { opened, products, fields } = await openBoth(given, [...first, ...more]);
      for (const asked of all) {
        const found = await findSimilar(opened, asked);
        assert.deepEqual(readHits(found), readHits(findByScan(products, given, fields, asked)));
      }
    }),
    { numRuns: runs(12, 300) },
  );
});

type Spellings = Pick<FoundProducts, 'correctedTerm' | 'didYouMean'>;

const search: fc.Arbitrary<ProductSearch> = fc
  .tuple(productQuery, fc.constantFrom(0, 1, 3), fc.constantFrom(undefined, true, false))
  .map(([query, didYouMeanLimit, correctsWords]) => ({
    ...query,
    ...{ skip: 0, limit: 0, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
    ...{ facetRequest: undefined, didYouMeanLimit },
    ...(correctsWords === undefined ? {} : { correctsWords }),
  }));

/** Criteria that no engine accepts fail in the same way. */
const outcomeOf = <T>(work: () => Promise<T>): Promise<T | { readonly code: string }> =>
  work().catch((error: { readonly code: string }) => ({ code: error.code }));

const spellingsIn = (found: Spellings | { readonly code: string }) =>
  'code' in found ? found.code : { correctedTerm: found.correctedTerm, didYouMean: found.didYouMean };

test('the corrected term and other spellings equal those of the reference', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(contents, firstSteps, steps, several(search), async (given, first, more, all) => {
      const { opened, products, fields } = await openBoth(given, [...first, ...more]);
      for (const asked of all) {
        const wanted = await outcomeOf(async () => searchByScan(products, given, fields, asked));
        const found = await outcomeOf(async () => {
          const { term } = await selectProducts(opened, asked);
          return findSpellings(opened, term, asked, 'total' in wanted ? wanted.total : 0);
        });
        assert.deepEqual(spellingsIn(found), spellingsIn(wanted));
      }
    }),
    { numRuns: runs(12, 300) },
  );
});
