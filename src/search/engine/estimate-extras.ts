// Estimates what the records of a page cost beyond being shown: marked words, and explained scores.

import type { ProductSearch } from '../../domain/products/product-search.ts';
import { HIGHLIGHTED_CHAR, QUERY_CHARACTER } from './budget/work-costs.ts';

/** Assume this many characters in the name and the description of a product, and in all that is searched of it. */
const HIGHLIGHTED_CHARS = 300;
const SEARCHED_CHARS = 1_000;

export const estimateExtras = (
  { limit, withHighlights, withExplanations }: ProductSearch,
  items: number,
): number => {
  const marked = withHighlights === true ? HIGHLIGHTED_CHAR * HIGHLIGHTED_CHARS : 0;
  const explained = withExplanations === true ? QUERY_CHARACTER * SEARCHED_CHARS : 0;
  return Math.min(limit, items) * (marked + explained);
};
