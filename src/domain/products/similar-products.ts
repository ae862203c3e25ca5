// Products like another one, as one shopper sees them.

import type { Shopper } from './product-lookup.ts';
import type { ProductHit } from './product-search.ts';

export interface SimilarQuery extends Shopper {
  /** The product that they are like. */
  readonly productId: string;
  readonly limit: number;
  /** The top-level fields of a record to return. Absent or empty: all. */
  readonly fields?: readonly string[] | undefined;
}

/** The most similar first. Undefined if the shopper may not see the product itself. */
export type SimilarProducts = readonly ProductHit[] | undefined;
