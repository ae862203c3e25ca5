// Which queries run on the event loop, and which in a thread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import { MainThreadShare } from '../../scheduling/main-thread-share.ts';
import { Collection } from '../catalog/collection.ts';
import { estimateProducts, type ProductQuestion } from './product-questions.ts';
import { buildQueryRunner, INLINE_UNITS } from './query-runner.ts';
import type { SearchThreads } from './search-threads.ts';

const contents: CatalogContents = {
  attributes: [],
  categories: [],
  synonyms: [],
  merchandisingRules: [],
  facets: [],
  popularTerms: [],
};

const open = (): Collection => {
  const collection = new Collection('c', {
    position: 0,
    baseLocale: 'en',
    content: [],
    products: [],
    contents,
  });
  collection.putProducts(['p'], [{ ...aProduct('p'), name: 'Lamp', description: 'x'.repeat(100) }]);
  return collection;
};

/** A count that looks for so many words in each description. */
const countWith = (rules: number): ProductQuestion<'count'> => ({
  kind: 'count',
  query: {
    ...{
      term: undefined,
      categoryId: undefined,
      categoryName: undefined,
      collectionId: undefined,
      facets: [],
    },
    ...{ localeChain: ['en'], baseLocale: 'en', currency: 'USD', withMerchandising: true },
    ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
    groups: [
      {
        operator: 'OR',
        rules: Array.from({ length: rules }, (_, rule) => ({
          action: 'contains' as const,
          field: 'description',
          value: `y${rule}`,
          at: 'filter',
        })),
      },
    ],
  },
});

const IN_A_THREAD = -1;
const threads = { run: async () => IN_A_THREAD } as unknown as SearchThreads;

test('a query of a millisecond runs at once for a tenant that is alone, and in a thread while others are there', async () => {
  const collection = open();
  const source = { products: collection.products.segments, content: [], contents } as never;
  let rules = 100;
  while (estimateProducts(source, countWith(rules)) < INLINE_UNITS / 2) rules *= 2;
  const costly = countWith(rules);
  assert.ok(estimateProducts(source, costly) < INLINE_UNITS);
  const share = new MainThreadShare(() => 0);
  const runner = buildQueryRunner(threads, INLINE_UNITS, share);
  const ask = (question: ProductQuestion<'count'>) => runner.askProducts('t', collection, question);
  assert.equal(ask(costly), 0);
  share.note('other');
  assert.equal(await ask(costly), IN_A_THREAD);
  assert.equal(ask(countWith(1)), 0);
});
