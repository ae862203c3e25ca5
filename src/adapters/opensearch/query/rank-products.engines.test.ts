// The scores of OpenSearch are those of the reference: words, coverage, phrases, signals, boosts and tiers. Lengths are rounded in the
// index, so scores differ a little. Without synonyms, which score in another way there.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { liveAfter, stepsOf } from '../../../../test/suites/search/catalog-steps.ts';
import { manyProducts } from '../../../../test/suites/search/many-products.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { startCatalogs, type TestCatalogs } from '../../../../test/suites/search/opensearch-catalog.ts';
import { nothing, shopper } from '../../../../test/suites/search/product-fixture.ts';
import { BASE_LOCALE } from '../../../../test/suites/search/random-products.ts';
import {
  orRefused,
  rankedContents,
  rankedSearch,
  rankedShop,
} from '../../../../test/suites/search/ranked-shop.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { Product } from '../../../domain/products/product.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { namePlaces } from '../../../search/name-places.ts';
import { PHRASE_FACTOR } from '../../../search/ranking.ts';
import { analyzeProduct } from '../../../search/reference/count-products.ts';
import { searchProducts as searchByScan } from '../../../search/reference/search-products.ts';
import { nameIn } from '../../../search/weighted-texts.ts';
import { fromSortableText } from '../documents/encode.ts';
import { pairsOf, pairWord } from '../documents/text-fields.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import type { ProductSelection } from './product-selection.ts';
import { rankProducts } from './rank-products.ts';
import type { ResolvedTerm } from './resolved-term.ts';
import { STRICT_FACTOR } from './score-tiers.ts';
import { selectProducts } from './select-products.ts';

let catalogs: TestCatalogs;

before(async () => {
  catalogs = await startCatalogs();
});
after(() => catalogs.close());

/** A length is rounded to a 128th of what it adds to the weight of a word. */
const ROUNDING = 1e-3;

/**
 * Whether the name has each two words of the term one after the other, which is a phrase for OpenSearch. The reference wants all of them
 * in a row: it differs for names that repeat a word.
 */
const hasPairs = (product: Product, term: ResolvedTerm | undefined): boolean => {
  const [resolved] = term?.languages ?? [];
  if (resolved === undefined || resolved.words.length < 2) return false;
  const pairs = new Set(pairsOf(namePlaces(nameIn(product, BASE_LOCALE), resolved.language)));
  return resolved.words
    .slice(1)
    .every((word, at) =>
      [...(resolved.words[at]?.alone ?? [])].some((first) =>
        [...word.alone].some((second) => pairs.has(pairWord(first, second))),
      ),
    );
};

const scoresIn = async (
  catalog: OpenedCatalog,
  selection: ProductSelection,
  asked: ProductSearch,
): Promise<Map<string, number>> => {
  const query = await rankProducts(catalog, selection, asked);
  const { hits } = await catalog.products.search({ query, size: 1_000, _source: ['id'] });
  return new Map(
    hits.hits.map(({ _source, _score }) => [fromSortableText(_source?.id ?? ''), Number(_score)]),
  );
};

/** Returns how many scores had signals, boosts or tiers; 0 if the search is refused. */
const compareScores = async (
  catalog: OpenedCatalog,
  products: readonly Product[],
  given: CatalogContents,
  asked: ProductSearch,
): Promise<number> => {
  const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, given));
  const wanted = orRefused(() => searchByScan(analyzed, given, describeFields(products), asked));
  if (wanted === undefined) return 0;
  const selection = await selectProducts(catalog, asked);
  const scores = await scoresIn(catalog, selection, asked);
  assert.equal(scores.size, wanted.total);
  const tiers = new Map<number, number>();
  let moved = 0;
  for (const { id, explanation } of wanted.hits) {
    assert.ok(explanation !== undefined);
    const { text, phraseFactor, signalFactor, boostFactor, tier } = explanation;
    const product = products.find((one) => one.id === id) as Product;
    const missed = phraseFactor === 1 && hasPairs(product, selection.term) ? PHRASE_FACTOR : 1;
    const expected = (1 + text * missed) * signalFactor * boostFactor;
    const factor = (scores.get(id) ?? Number.NaN) / expected;
    // Never -0.
    const steps = Math.round(Math.log2(factor) / Math.log2(STRICT_FACTOR)) + 0;
    const rest = factor / STRICT_FACTOR ** steps;
    assert.ok(Math.abs(rest - 1) <= ROUNDING, `${id}: ${rest} of ${JSON.stringify(explanation)}`);
    tiers.set(tier, tiers.get(tier) ?? steps);
    assert.equal(tiers.get(tier), steps, `${asked.term}: ${id} is with the others of the tier ${tier}`);
    if (signalFactor !== 1 || boostFactor !== 1 || tiers.size > 1) moved += 1;
  }
  const steps = [...tiers].sort(([a], [b]) => a - b).map(([, one]) => one);
  assert.deepEqual(
    steps,
    [...new Set(steps)].sort((a, b) => a - b),
    'higher tiers have higher factors',
  );
  return moved;
};

test('scores with signals and boosts are those of the reference', { timeout: 600_000 }, async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(
      rankedShop,
      rankedContents,
      fc.array(rankedSearch, { minLength: 6, maxLength: 6 }),
      async ([products, steps], contents, searches) => {
        const given = { ...contents, synonyms: [] };
        const all = stepsOf([{ do: 'put', products }, ...steps]);
        const catalog = await catalogs.write({ contents: given, baseLocale: BASE_LOCALE, steps: all });
        for (const search of searches) {
          const asked: ProductSearch = {
            ...{ ...search, localeChain: [BASE_LOCALE], facetRequest: undefined, withExplanations: true },
            ...{ sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
          };
          moved += await compareScores(catalog, liveAfter(all), given, asked);
        }
      },
    ),
    { numRuns: runs(12, 300), endOnFailure: true },
  );
  assert.ok(moved > 0, 'some scores had signals, boosts or tiers');
});

test('tiers, phrases, coverage and lengths', { timeout: 600_000 }, async () => {
  const products = [
    ...manyProducts,
    aProduct('exact', { name: 'Tent lamp stove', popularity: 5 }),
    aProduct('phrase', { name: 'Large tent lamp stove', inStock: false }),
    aProduct('apart', { name: 'Stove, lamp and a large tent', popularity: 900 }),
    aProduct('long', { name: 'Tent', description: 'lamp stove '.repeat(40), popularity: 20 }),
    aProduct('rare', { name: 'Stove' }),
    // Found by the same stem, the second not by its beginning.
    aProduct('running', { name: 'Running shoes' }),
    aProduct('run', { name: 'Run' }),
    aProduct('buried', { name: 'tent lamp stove', brand: 'Old' }),
  ];
  const given: CatalogContents = {
    ...nothing,
    ranking: {
      numbers: [{ field: 'popularity', maxFactor: 2, fullAt: 1_000, scale: 'logarithmic' }],
      inStock: 1.5,
    },
    merchandisingRules: [
      {
        ...{ id: 'r', when: {}, hide: [], pin: [] },
        boost: [{ factor: 3, ids: ['long', 'apart'] }],
        bury: [
          // Together more than a product can be buried.
          { factor: 50, ids: ['rare'] },
          { factor: 20, ids: ['rare'] },
          {
            factor: 4,
            groups: [
              { operator: 'AND', rules: [{ field: 'brand', action: 'equal_to', value: 'old', at: '' }] },
            ],
          },
        ],
      },
    ],
  };
  const catalog = await catalogs.write({
    ...{ contents: given, baseLocale: BASE_LOCALE, steps: [{ do: 'put', products }] },
  });
  for (const term of [
    undefined,
    'tent lamp stove',
    'stove',
    'stove pebbles lamp',
    'large tent',
    'lam',
    'runn',
  ]) {
    const asked: ProductSearch = {
      ...{ ...everythingFor(shopper), withMerchandising: true, localeChain: [BASE_LOCALE], term },
      ...{ skip: 0, limit: 1_000, sortBy: 'relevance', sortOrder: 'desc' },
      ...{ isOutOfStockLast: false, facetRequest: undefined, withExplanations: true },
    };
    assert.ok((await compareScores(catalog, products, given, asked)) > 0);
  }
});

const WORDS = 1_200;

test('a begun word finds all words that begin so, and all that shares a stem with one', {
  timeout: 600_000,
}, async () => {
  const products = [
    ...Array.from({ length: WORDS }, (_, at) => aProduct(`P${at}`, { name: `skuabcd${at}x` })),
    aProduct('running', { name: 'running' }),
    aProduct('run', { name: 'run' }),
  ];
  const catalog = await catalogs.write({
    ...{ contents: nothing, baseLocale: BASE_LOCALE, steps: [{ do: 'put', products }] },
  });
  for (const [term, total] of [
    ['runn', 2],
    ['runnin', 2],
    ['sku', WORDS],
    ['skuabcd', WORDS],
    ['skuabcd11', products.filter(({ name }) => name.startsWith('skuabcd11')).length],
  ] as const) {
    const selection = await selectProducts(catalog, { ...everythingFor(shopper), term });
    const { hits } = await catalog.products.search({ query: selection.query(), size: 0 });
    assert.equal(hits.total.value, total, term);
  }
});
