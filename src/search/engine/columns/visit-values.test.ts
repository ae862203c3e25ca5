// Long lists of values are paid for by the value, whatever reads them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { OutOfBudget, withBudget } from '../budget/work-budget.ts';
import { ProductSegmentBuilder } from '../products/product-segment.ts';
import { searchProductSegments } from '../queries/product-search.ts';

const PRODUCTS = 50;
const VALUES = 1_000;

const numbers = Array.from({ length: VALUES }, (_, at) => at);
const builder = new ProductSegmentBuilder('en');
for (let at = 0; at < PRODUCTS; at += 1)
  builder.add(
    aProduct(`p${at}`, {
      attributes: { number: numbers, text: numbers.map((number) => `t${number}`) },
      categoryIds: numbers.map((number) => `c${number}`),
    }),
  );
const segments = [builder.finish()];

const contents: CatalogContents = {
  attributes: [],
  categories: [],
  synonyms: [],
  merchandisingRules: [],
  facets: [],
};
const everything: ProductSearch = {
  ...{ skip: 0, limit: 1, sortBy: 'relevance', sortOrder: 'asc', fields: ['id'] },
  ...{ isOutOfStockLast: false, facetRequest: undefined },
  ...{ term: undefined, categoryId: undefined, categoryName: undefined, collectionId: undefined },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined, currency: 'USD' },
  ...{ facets: [], groups: [], localeChain: [], baseLocale: 'en', withMerchandising: true },
};
const facet = (field: string) => ({
  facetRequest: {
    ...{ fields: [field], limit: 1, sortBy: 'count' as const },
    ...{ text: undefined, parameter: 'fields' },
  },
});

const asked: Readonly<Record<string, Partial<ProductSearch>>> = {
  'sorting by numbers': { sortBy: 'number' },
  'sorting by texts': { sortBy: 'text' },
  ranges: facet('number'),
  categories: facet('categories'),
};

for (const [what, more] of Object.entries(asked)) {
  test(`${what} pays for every value`, () => {
    const run = () => searchProductSegments(segments, contents, { ...everything, ...more });
    run();
    assert.throws(() => withBudget({ units: PRODUCTS * VALUES }, run), OutOfBudget);
    withBudget({ units: 100 * PRODUCTS * VALUES }, run);
  });
}
