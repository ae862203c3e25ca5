// What a shopper finds: nothing is suggested that leads nowhere.

import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { findsProducts } from '../spelling/product-exists.ts';
import { type FindableKind, knowNothing } from './findable-cache.ts';
import type { CompletedProduct } from './product-completions.ts';
import type { SuggestSource } from './suggest-source.ts';
import { findsContent } from './suggested-content.ts';

export interface Findable {
  /** Whether a search for the text finds a product or content. `likely`: a product that it probably finds. */
  readonly byTerm: (text: string, likely?: CompletedProduct) => boolean;
  /** Whether there is a product in the category, or in one below it. */
  readonly byCategory: (id: string) => boolean;
}

/** For one shopper. */
export const openFindable = (source: SuggestSource, query: SuggestQuery): Findable => {
  const { products, contents, findable } = source;
  const known = findable?.knownFor(query) ?? knowNothing;
  const checkOnce = (kind: FindableKind, text: string, find: () => boolean): boolean => {
    const cached = known.get(kind, text);
    if (cached !== undefined) return cached;
    const isFound = find();
    known.set(kind, text, isFound);
    return isFound;
  };
  return {
    byTerm: (term, likely) =>
      checkOnce(
        'term',
        term,
        () =>
          findsProducts(products, contents, findableBy(query, { term }), likely) ||
          findsContent(source, query, term),
      ),
    byCategory: (id) =>
      checkOnce('category', id, () =>
        findsProducts(products, contents, findableBy(query, { categoryId: id })),
      ),
  };
};
