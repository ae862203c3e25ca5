// What suggestions are drawn from.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ContentSegment } from '../content/content-segment.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import type { FindableCache } from './findable-cache.ts';

export interface SuggestSource {
  readonly products: readonly ProductSegment[];
  readonly content: readonly ContentSegment[];
  readonly contents: CatalogContents;
  /** Absent: whatever is suggested is looked up again. */
  readonly findable?: FindableCache | undefined;
}

const NONE: readonly string[] = [];

/** The most popular first. Always the same object for the same table: what was prepared from it is kept. */
export const popularTermsOf = ({ popularTerms = NONE }: CatalogContents): readonly string[] => popularTerms;
