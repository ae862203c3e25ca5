// Estimates the cost of finding similar products in budget units, as `estimate-work.ts` does for searches.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { SimilarQuery } from '../../../domain/products/similar-products.ts';
import { BITS_WORD, ITEM, LOCATED_RULE, LOOKUP, POSTING, SHOWN_PRODUCT } from '../budget/work-costs.ts';
import { wordsFor } from '../packing/bitset.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';

/** Assume that a product has this many words and values, and that one product in this many shares one that counts. */
const WORDS = 40;
const VALUES = 12;
const SHARING = 16;

export const estimateSimilar = (
  segments: readonly ProductSegment[],
  _contents: CatalogContents,
  { limit }: SimilarQuery,
): number => {
  let items = 0;
  for (const segment of segments) items += countProductsIn(segment);
  const traits = segments.length * (WORDS * LOOKUP + VALUES * LOCATED_RULE);
  const sets = 2 * VALUES * BITS_WORD * wordsFor(items);
  return traits + sets + ((POSTING + 3 * ITEM) * items) / SHARING + limit * SHOWN_PRODUCT;
};
