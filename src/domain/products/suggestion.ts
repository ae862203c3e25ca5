// What completes a text that a shopper is typing, and what is offered before they type.

import { firstItem, joinMembers, pickMembers } from '../text/json-members.ts';
import { everythingFor, type Shopper } from './product-lookup.ts';
import type { ProductQuery } from './product-query.ts';
import type { ProductHit, ProductSearch } from './product-search.ts';

export interface SuggestQuery extends Shopper {
  readonly withMerchandising: boolean;
  /** What has been typed. Undefined: nothing yet. */
  readonly term: string | undefined;
  /** Whether the content of the catalog is searched. */
  readonly hasContent: boolean;
  readonly limits: SuggestLimits;
}

/** How many of each are wanted; 0: none. */
export interface SuggestLimits {
  readonly searches: number;
  readonly popular: number;
  readonly categories: number;
  readonly products: number;
  readonly content: number;
}

export interface Suggestions {
  /** Queries that complete the text. Each finds a product or content. */
  readonly searches: readonly string[];
  /** Popular searches that complete it. Each finds a product or content. */
  readonly popular: readonly string[];
  /** Each with a product that the shopper may see; JSON in UTF-8, one character per byte. */
  readonly categories: readonly string[];
  /** Short records. */
  readonly products: readonly ProductHit[];
  /** Hits of the content search; JSON in UTF-8, one character per byte. */
  readonly content: readonly string[];
  /** The text as it was understood, if it was corrected. */
  readonly correctedTerm: string | undefined;
  /** Where a merchandising rule sends a search for the text. */
  readonly redirectUrl?: string | undefined;
}

/** What a short record is made of. */
export const shortFields: readonly string[] = [
  ...['id', 'sku', 'name', 'brand', 'page_slug', 'url', 'images'],
  ...['price', 'sale_price', 'calculated_price', 'currency', 'in_stock'],
];

const shownFields: readonly string[] = shortFields.map((name) => (name === 'images' ? 'image' : name));

/** What a box of suggestions shows of a product: its first image only. `shown` is JSON in UTF-8, one character per byte. */
export const shortRecord = (shown: string): string => {
  const values = pickMembers(shown.slice(1, -1), shortFields).map((value, place) =>
    shortFields[place] === 'images' ? (firstItem(value ?? '[]') ?? 'null') : value,
  );
  // Joined at once: it may be kept, and must not keep what it was cut out of.
  return ['{', joinMembers(shownFields, values), '}'].join('');
};

/** What is suggested where there is no catalog. */
export const noSuggestions: Suggestions = {
  searches: [],
  popular: [],
  categories: [],
  products: [],
  content: [],
  correctedTerm: undefined,
};

/** The products that the shopper may find with these criteria. */
export const findableBy = (
  { term: _term, hasContent: _hasContent, limits: _limits, ...shopper }: SuggestQuery,
  criteria: { readonly term?: string; readonly categoryId?: string },
): ProductQuery => ({
  ...everythingFor(shopper),
  ...criteria,
  withMerchandising: shopper.withMerchandising,
});

/** A search for the best products, without facets. */
export const bestProducts = (
  limit: number,
): Pick<ProductSearch, 'skip' | 'limit' | 'sortBy' | 'sortOrder' | 'isOutOfStockLast' | 'facetRequest'> => ({
  skip: 0,
  limit,
  sortBy: 'relevance',
  sortOrder: 'desc',
  isOutOfStockLast: false,
  facetRequest: undefined,
});

/** A search for the categories with the most products, as a facet and without products. */
export const topCategories = (query: SuggestQuery): ProductSearch => ({
  ...findableBy(query, {}),
  ...bestProducts(0),
  facetRequest: {
    fields: ['categories'],
    limit: query.limits.categories,
    sortBy: 'count',
    text: undefined,
    parameter: 'categories',
  },
});
