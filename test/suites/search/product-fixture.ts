// What tests of single questions about products share: an empty catalog, a shopper, and hits in a form that can be compared.

import type { CatalogContents } from '../../../src/domain/ports.ts';
import type { Shopper } from '../../../src/domain/products/product-lookup.ts';
import type { ProductHit } from '../../../src/domain/products/product-search.ts';
import { fromJsonBytes } from '../../../src/domain/text/json-bytes.ts';
import { type ProductTuning, productTuning } from '../../../src/search/engine/columns/product-tuning.ts';
import type { IndexedBy } from '../../../src/search/engine/products/product-segment.ts';
import { BASE_LOCALE, type HistoryStep, ProductHistory } from './random-products.ts';

/** Nothing beside the products. */
export const nothing: CatalogContents = {
  attributes: [],
  categories: [],
  synonyms: [],
  merchandisingRules: [],
  facets: [],
};

/** One who asks for nothing special. */
export const shopper: Shopper = {
  ...{ localeChain: [], baseLocale: BASE_LOCALE, currency: 'USD' },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
};

/** Products and segments after all steps. */
export const played = (
  steps: readonly HistoryStep[],
  tuning: ProductTuning = productTuning,
  by: IndexedBy = {},
): ProductHistory => {
  const history = new ProductHistory(tuning, by);
  for (const step of steps) history.play(step);
  return history;
};

export const readHits = (hits: readonly ProductHit[]) =>
  hits.map(({ shown, ...rest }) => ({ ...rest, shown: fromJsonBytes(shown) }));
