// A page of several words equals that of a full scan, although most products that hold the words are passed over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { nothing, played, shopper } from '../../../../test/suites/search/product-fixture.ts';
import { BASE_LOCALE, questions } from '../../../../test/suites/search/random-products.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { searchProducts } from '../../reference/search-products.ts';
import { lastSpent, withBudget } from '../budget/work-budget.ts';
import { type ProductTuning, productTuning } from '../columns/product-tuning.ts';
import { searchProductSegments } from '../queries/product-search.ts';

/** The first step is 32 products, whatever the page, products are passed over, and common words have bitsets. */
const tuning: ProductTuning = { ...productTuning, denseMin: 0, passedOverShare: 0, passedOverStep: 1 };

const searchFor = (given: Partial<ProductSearch>): ProductSearch => ({
  ...{ skip: 0, limit: 5, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ facets: [], groups: [], withMerchandising: false, facetRequest: undefined },
  ...shopper,
  ...given,
});

const idsOf = ({ total, hits }: FoundProducts) => [total, ...hits.map(({ id }) => id)];

/** Mostly the first ones, so that many products hold several of them; some only begin with another. */
const words = fc
  .array(fc.nat({ max: 13 }), { minLength: 1, maxLength: 7 })
  .map((drawn) =>
    drawn
      .map(
        (at) =>
          [
            ...['tent', 'tent', 'tent', 'pole', 'pole', 'pole', 'rope', 'rope'],
            ...['tentacle', 'tender', 'tenor', 'shelter'],
          ][at] ?? 'peg',
      )
      .join(' '),
  );

const made = fc.record({
  name: words,
  description: fc.oneof(fc.constant(''), words),
  german: fc.option(words, { nil: undefined, freq: 4 }),
  inStock: fc.boolean(),
});

const shop = fc.array(made, { minLength: 40, maxLength: 160, size: 'max' });

const asked = fc.record({
  term: fc.constantFrom(
    ...[
      'tent pole',
      'pole tent',
      'tent pole rope',
      'pole ten',
      'rope tent',
      'peg pole tent rope',
      'rope shelt',
      'pole tnet',
      'tent polle rope',
      'tent nothing pole',
    ],
  ),
  skip: fc.nat({ max: 3 }),
  limit: fc.integer({ min: 1, max: 4 }),
  isOutOfStockLast: fc.boolean(),
  localeChain: fc.constantFrom([], ['de']),
  sortOrder: fc.constantFrom('desc' as const, 'desc' as const, 'desc' as const, 'asc' as const),
});

const tables: fc.Arbitrary<CatalogContents> = fc.record({
  ...Object.fromEntries(Object.entries(nothing).map(([name, value]) => [name, fc.constant(value)])),
  synonyms: fc.constantFrom([], [{ id: 's', locale: null, words: ['tent', 'shelter'] }]),
  ranking: fc.constantFrom(undefined, { inStock: 1.2 }, { inStock: 3 }),
}) as never;

test('total and page equal a full scan, with other lists of a word, stock, signals, locales and deletions', () => {
  fc.assert(
    fc.property(shop, tables, fc.nat({ max: 9 }), questions(asked), (given, contents, goneEvery, queries) => {
      const products = given.map(({ german, ...rest }, at) =>
        aProduct(`P${at}`, {
          ...rest,
          localized: german === undefined ? {} : { de: { name: german } },
        }),
      );
      const gone = products.flatMap((_, id) =>
        id % (goneEvery + 2) === 0 ? [{ do: 'delete' as const, id }] : [],
      );
      const history = played([{ do: 'put', products }, ...gone], tuning, contents);
      const live = [...history.live.values()];
      const analyzed = live.map((one) => analyzeProduct(one, BASE_LOCALE, contents));
      for (const search of queries.map(searchFor)) {
        const wanted = searchProducts(analyzed, contents, describeFields(live), search);
        const found = searchProductSegments(history.segments, contents, search, tuning);
        assert.deepEqual(idsOf(found), idsOf(wanted));
      }
    }),
    { numRuns: runs(40, 400) },
  );
});

test('products that hold a word only by what it begins reach the page, wherever they are', () => {
  const products = Array.from({ length: 4_000 }, (_, at) => {
    const begun = ['tenor', 'tender', 'tentacle'][at % 3];
    const name =
      at % 16 === 0 ? 'tent tent pole peg' : at % 2 === 0 ? 'tent pole peg peg' : 'rope peg peg peg';
    // Of each of the three words, some before and some behind those of the others.
    return aProduct(`P${String(at).padStart(4, '0')}`, {
      name: at % 500 > 496 ? `${begun} ${begun} ${begun} pole` : name,
    });
  });
  const { segments } = played([{ do: 'put', products }]);
  const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, nothing));
  const search = searchFor({ term: 'pole ten', skip: 4, limit: 4 });
  const wanted = searchProducts(analyzed, nothing, describeFields(products), search);
  assert.deepEqual(
    wanted.hits.filter(({ id }) => Number(id.slice(1)) % 500 <= 496),
    [],
  );
  const spentBy = (own: ProductTuning): number => {
    const found = withBudget({ units: 1e9 }, () => searchProductSegments(segments, nothing, search, own));
    assert.deepEqual(idsOf(found), idsOf(wanted));
    return lastSpent();
  };
  const all = spentBy({ ...productTuning, passedOverShare: Number.POSITIVE_INFINITY });
  const few = spentBy({ ...productTuning, passedOverStep: 1 });
  assert.ok(few < 0.85 * all, `${few} of ${all}`);
});

test('most products are passed over: a page spends a part of what scoring all of them does', () => {
  const products = Array.from({ length: 20_000 }, (_, at) =>
    aProduct(`P${at}`, {
      name: `tent pole ${at % 3 === 0 ? 'rope' : 'peg'} ${at % 97 === 0 ? 'tent pole rope' : ''}`,
    }),
  );
  const { segments } = played([{ do: 'put', products }]);
  const spentBy = (own: ProductTuning, term: string): number => {
    withBudget({ units: 1e9 }, () => searchProductSegments(segments, nothing, searchFor({ term }), own));
    return lastSpent();
  };
  for (const term of ['tent pole', 'pole tent rope']) {
    const all = spentBy({ ...productTuning, passedOverShare: Number.POSITIVE_INFINITY }, term);
    const few = spentBy(productTuning, term);
    assert.ok(few < 0.85 * all, `${term}: ${few} of ${all}`);
  }
});

test('products that are named as the term is cost little more than without passing over', () => {
  // All of them, and only those that a filter excludes.
  for (const collectionId of [undefined, 'rest']) {
    const products = Array.from({ length: 20_000 }, (_, at) =>
      at % 10 === 0 && collectionId !== undefined
        ? aProduct(`P${at}`, { name: 'tent pole peg', collectionIds: [collectionId] })
        : aProduct(`P${at}`, { name: 'tent pole' }),
    );
    const { segments } = played([{ do: 'put', products }]);
    const spentBy = (own: ProductTuning): number => {
      const search = searchFor({ term: 'tent pole', collectionId });
      withBudget({ units: 1e9 }, () => searchProductSegments(segments, nothing, search, own));
      return lastSpent();
    };
    const without = spentBy({ ...productTuning, passedOverShare: Number.POSITIVE_INFINITY });
    const spent = spentBy(productTuning);
    assert.ok(spent < 1.1 * without, `${collectionId}: ${spent}, and ${without} without`);
  }
});
