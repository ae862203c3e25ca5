// Extra products for the random catalogs: enough that a word can be selective among them (Decision 0030). Most share
// no word with any query; just enough contain two words that the strict rule finds enough for both.

import fc from 'fast-check';
import type { Product } from '../../../src/domain/products/product.ts';
import type { HistoryStep } from './random-products.ts';

const COUNT = 60;
const EVERY = 6;

const filler = (at: number): Product => ({
  id: `F${at}`,
  sku: '',
  name: at % EVERY === 0 ? 'Tent lamp' : 'Pebble',
  description: '',
  brand: '',
  categoryIds: at % 2 === 0 ? ['c1'] : [],
  collectionIds: [],
  prices: {},
  inStock: at % 4 === 0,
  createdAt: null,
  attributes: {},
  channelIds: [],
  locationIds: [],
  customerGroupIds: [],
  localized: {},
});

export const manyProducts: readonly Product[] = Array.from({ length: COUNT }, (_, at) => filler(at));

/** What a history may start with: sometimes many products. */
export const firstSteps: fc.Arbitrary<readonly HistoryStep[]> = fc.oneof(
  { weight: 7, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.constant([{ do: 'put' as const, products: manyProducts }]) },
);
