// Suggestions, similar products and other spellings on a real OpenSearch equal those of the reference engine, whatever happened to the
// catalog.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { liveAfter, stepsOf } from '../../../../test/suites/search/catalog-steps.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { startCatalogs, type TestCatalogs } from '../../../../test/suites/search/opensearch-catalog.ts';
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
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import {
  type FoundProducts,
  noProducts,
  type ProductSearch,
} from '../../../domain/products/product-search.ts';
import type { SimilarQuery } from '../../../domain/products/similar-products.ts';
import type { SuggestQuery } from '../../../domain/products/suggestion.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { EXAMINED_MAX } from '../../../search/completion.ts';
import { analyzeProduct } from '../../../search/reference/count-products.ts';
import { analyzeItem } from '../../../search/reference/search-content.ts';
import { searchProducts as searchByScan } from '../../../search/reference/search-products.ts';
import { findSimilar as findByScan, rankSimilar } from '../../../search/reference/similar-products.ts';
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

/** Scores of 32 bits do not tell such products apart. */
const ROUNDING = 1e-6;

/** The products and their order are those of the reference, but for scores that are all but equal. */
const assertSimilar = async (
  both: Awaited<ReturnType<typeof openBoth>>,
  asked: SimilarQuery,
): Promise<void> => {
  const { opened, products, fields } = both;
  const found = await findSimilar(opened, asked);
  const ranked = rankSimilar(products, opened.contents, fields, asked);
  assert.equal(found?.length, ranked && Math.min(asked.limit, ranked.length));
  const everything = findByScan(products, opened.contents, fields, { ...asked, limit: products.length });
  for (const [at, { id, ...hit }] of (found ?? []).entries()) {
    const score = ranked?.find(({ one }) => one.product.id === id)?.score ?? 0;
    const wanted = ranked?.[at]?.score ?? 0;
    assert.ok(Math.abs(score - wanted) <= ROUNDING * wanted, `${id} at ${at}: ${score}, not ${wanted}`);
    const shown = everything?.find((other) => other.id === id)?.shown ?? '';
    assert.deepEqual(
      { ...hit, shown: fromJsonBytes(hit.shown) },
      { pinnedBy: [], shown: fromJsonBytes(shown) },
    );
  }
  assert.equal(new Set(found?.map(({ id }) => id)).size, found?.length ?? 0);
};

test('similar products equal those of the reference', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(contents, firstSteps, steps, several(similarQuery), async (given, first, more, all) => {
      const both = await openBoth(given, [...first, ...more]);
      for (const asked of all) await assertSimilar(both, asked);
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

const nothing = { attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] };
const shopper = {
  ...{ localeChain: [], baseLocale: BASE_LOCALE, currency: 'USD', withMerchandising: true },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
};

test('what is known to lead somewhere says nothing of anything else', { timeout: 600_000 }, async () => {
  // The category has the id of a popular search, and the name of another; it has no product. One search finds none, and one product
  // is hidden from a search for its own name.
  const rule = { id: 'r', when: { searchTerm: 'ladder' }, hide: ['P3'], pin: [] };
  const given = {
    ...nothing,
    categories: [{ id: 'lamp', name: 'Lantern', parentId: null, localized: {} }],
    popularTerms: ['lamp', 'lantern', 'lasso'],
    merchandisingRules: [rule],
  };
  const { opened, products, fields } = await openBoth(given, [
    {
      do: 'put',
      products: ['Lamp', 'Lantern', 'Ladder'].map((name, at) => aProduct(`P${at + 1}`, { name })),
    },
  ]);
  const limits = { searches: 5, popular: 5, categories: 5, products: 5, content: 0 };
  const asked: SuggestQuery = { ...shopper, at: 1_000, term: 'la', hasContent: false, limits };
  const wanted = readSuggestions(suggestByScan({ products, items: [], contents: given, fields }, asked));
  assert.deepEqual([wanted.popular, wanted.categories], [['lamp', 'lantern'], []]);
  assert.deepEqual([wanted.products.length, wanted.searches], [3, ['lamp', 'lantern']]);
  for (const _ of [1, 2, 3])
    assert.deepEqual(readSuggestions(await suggest(opened, asked, async () => noProducts)), wanted);
});

const LIKE = ['tent', 'lamp', 'stove', 'boot', 'rope'];

/** Words, brands and sizes of different frequency, in many combinations. */
const alike = Array.from({ length: 40 }, (_, at) =>
  aProduct(`P${at}`, {
    name: [LIKE[at % 5], LIKE[(at * at) % 3], LIKE[at % 2]].join(' '),
    description: LIKE.slice(at % 4).join(' '),
    brand: ['Acme', 'Ox', '', 'Rare'][at % (at < 30 ? 3 : 4)] as string,
    attributes: at % 3 === 0 ? { size: at % 6 } : {},
  }),
);

test('the order of similar products equals that of the reference for every product', {
  timeout: 600_000,
}, async () => {
  const both = await openBoth(nothing, [{ do: 'put', products: alike }]);
  for (const { id: productId } of alike)
    await assertSimilar(both, { ...shopper, productId, limit: 100, fields: ['id'] });
});

const spelt = [
  ...Array.from({ length: 5 }, (_, at) => aProduct(`t${at}`, { name: 'Rain jacket' })),
  ...Array.from({ length: 3 }, (_, at) => aProduct(`d${at}`, { name: 'Rain jacked' })),
  aProduct('l', { name: 'Jackel gadget' }),
  ...Array.from({ length: 9 }, (_, at) =>
    aProduct(`z${at}`, { name: 'Rain jackez', customerGroupIds: ['vip'] }),
  ),
  aProduct('n', { name: 'Nordic blanket blankets' }),
];

test('words near an unknown one are tried by their frequency, and only those that the shopper sees', {
  timeout: 600_000,
}, async () => {
  const { opened, products, fields } = await openBoth(nothing, [
    { do: 'put', products: [...spelt, aProduct('P99', { name: 'Jackea xacket' })] },
    { do: 'delete', id: 99 },
  ]);
  const find = async (term: string, more: Partial<ProductSearch> = {}) => {
    const asked: ProductSearch = {
      ...{ ...everythingFor(shopper), term, skip: 0, limit: 0, sortBy: 'relevance', sortOrder: 'desc' },
      ...{ isOutOfStockLast: false, facetRequest: undefined, didYouMeanLimit: 3, ...more },
    };
    const wanted = searchByScan(products, nothing, fields, asked);
    const found = await findSpellings(
      opened,
      (await selectProducts(opened, asked)).term,
      asked,
      wanted.total,
    );
    assert.deepEqual(spellingsIn(found), spellingsIn(wanted), term);
    return found;
  };
  assert.equal((await find('rain jackex')).correctedTerm, 'rain jacket');
  assert.equal((await find('rain jackex', { customerGroupId: 'vip' })).correctedTerm, 'rain jackez');
  const { didYouMean } = await find('jackex', { correctsWords: false });
  assert.deepEqual(didYouMean.slice(0, 2), ['jacket', 'jacked']);
  for (const term of ['blnaket', 'balnkett', 'rian jackex', 'xacket', 'zzzz', 'rain']) await find(term);
});

test('names that the shopper may not see are looked at up to a bound, and not shown', {
  timeout: 600_000,
}, async () => {
  const typing: SuggestQuery = {
    ...{ ...shopper, term: 'rai', hasContent: false },
    limits: { searches: 0, popular: 0, categories: 0, products: 5, content: 0 },
  };
  const completedAfter = async (hidden: number): Promise<string[]> => {
    const secret = Array.from({ length: hidden }, (_, at) =>
      aProduct(`s${at}`, { name: 'Rain', popularity: 1, customerGroupIds: ['vip'] }),
    );
    const { opened } = await openBoth(nothing, [
      { do: 'put', products: [...secret, aProduct('seen', { name: 'Rain coat' })] },
    ]);
    const { products } = await suggest(opened, typing, async () => noProducts);
    return products.map(({ id }) => id);
  };
  assert.deepEqual(await completedAfter(EXAMINED_MAX - 1), ['seen']);
  assert.deepEqual(await completedAfter(EXAMINED_MAX), []);
});
