// What a shopper finds: nothing is suggested that leads nowhere.

import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { findAnyProduct, findsProducts } from '../spelling/product-exists.ts';
import type { FindableKind, KnownFindable } from './findable-cache.ts';
import type { CompletedProduct } from './product-completions.ts';
import type { SuggestSource } from './suggest-source.ts';
import { findsContent } from './suggested-content.ts';

export interface Findable {
  /** Whether a search for the text finds a product or content. `findLikely`: a product that it probably finds. */
  readonly byTerm: (text: string, findLikely?: () => CompletedProduct | undefined) => boolean;
  /** Whether there is a product in the category, or in one below it. */
  readonly byCategory: (id: string) => boolean;
  /** Such a product, if it does not take long to find. */
  readonly productIn: (id: string) => CompletedProduct | undefined;
}

/** For one shopper. */
export const openFindable = (source: SuggestSource, query: SuggestQuery, known: KnownFindable): Findable => {
  const { products, contents } = source;
  const checkOnce = (kind: FindableKind, text: string, find: () => boolean): boolean => {
    const cached = known.get(kind, text);
    if (cached !== undefined) return cached;
    const isFound = find();
    known.set(kind, text, isFound);
    return isFound;
  };
  const inCategory = (id: string): ProductQuery => findableBy(query, { categoryId: id });
  const productIn = (id: string): CompletedProduct | undefined =>
    findAnyProduct(products, contents, inCategory(id));
  return {
    byTerm: (term, findLikely) =>
      checkOnce(
        'term',
        term,
        () =>
          findsProducts(products, contents, findableBy(query, { term }), findLikely?.()) ||
          findsContent(source, query, term),
      ),
    byCategory: (id) =>
      checkOnce(
        'category',
        id,
        () => productIn(id) !== undefined || findsProducts(products, contents, inCategory(id), undefined),
      ),
    productIn,
  };
};
