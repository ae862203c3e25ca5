// Estimates the cost of suggestions in budget units, as `estimate-work.ts` does for searches. The names of categories and popular
// searches are prepared here, once: as long as they are not, every estimate runs out of its budget and leaves the rest to the next one.

import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { BITS_WORD, HEAP_ITEM, LOOKUP, QUERY, TEXT } from '../budget/work-costs.ts';
import { estimateContentWork, estimateProductSearch } from '../estimate-work.ts';
import { wordsFor } from '../packing/bitset.ts';
import { categoriesIn } from '../products/localized-categories.ts';
import { prepareCategories } from '../products/product-categories.ts';
import { countProductsIn } from '../products/product-segment.ts';
import { showCategories } from '../stored/shown-categories.ts';
import { popularTermsOf, type SuggestSource } from './suggest-source.ts';
import { prepareCompletions } from './table-completions.ts';

/** Words of a name that is checked, and lookups for each. */
const WORDS = 3;
const LOOKUPS_OF_WORD = 5;
/** Completions that are looked at for each that is shown. */
const EXAMINED = 4;

export const estimateSuggest = (source: SuggestSource, query: SuggestQuery): number => {
  const { products, content, contents } = source;
  const { limits, term } = query;
  const named = categoriesIn(contents.categories, query);
  showCategories(named);
  if (term !== undefined) {
    prepareCompletions(named, popularTermsOf(contents));
    prepareCategories(contents.categories);
  }
  let largest = 0;
  for (const segment of products) largest = Math.max(largest, countProductsIn(segment));
  const bits = BITS_WORD * wordsFor(largest);
  // Words are looked up in every segment, but the first one that has a product is enough.
  const check = QUERY + products.length * (TEXT + WORDS * LOOKUPS_OF_WORD * LOOKUP) + 4 * bits;
  if (term === undefined) {
    const search = {
      skip: 0,
      limit: 0,
      sortBy: 'relevance',
      sortOrder: 'desc',
      isOutOfStockLast: false,
    } as const;
    const request = {
      limit: 0,
      sortBy: 'count',
      text: undefined,
      parameter: '',
      fields: ['categories'],
    } as const;
    const facetRequest = limits.categories === 0 ? undefined : request;
    const counted = { ...findableBy(query, {}), ...search, facetRequest };
    return limits.popular * check + estimateProductSearch(products, contents, counted);
  }
  const checks = limits.searches + limits.popular + limits.categories;
  const examined = EXAMINED * (limits.products + limits.searches) * HEAP_ITEM;
  const texts = {
    ...{ text: term, localeChain: query.localeChain, type: undefined, skip: 0, limit: limits.content },
    ...{ sortBy: 'relevance' as const, sortOrder: 'desc' as const },
  };
  const read = query.hasContent ? estimateContentWork(content, contents.synonyms, texts) : 0;
  return checks * check + products.length * (TEXT + LOOKUP + examined) + read;
};
