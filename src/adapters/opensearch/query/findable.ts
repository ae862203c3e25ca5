// What a shopper finds: nothing is suggested that leads nowhere. Each question is asked once; those of one list are asked together. What
// was found is known until the catalog changes.

import type { Product } from '../../../domain/products/product.ts';
import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { type FindableKind, knowNothing } from '../../../search/engine/suggest/findable-cache.ts';
import { findsItself } from './finds-itself.ts';
import { findsProducts } from './finds-products.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { searchContent } from './search-content.ts';

export interface Findable {
  /** Whether a search for the text finds a product or content. `named`: a product that the shopper sees, and has this name. */
  readonly byTerm: (text: string, named?: Product) => Promise<boolean>;
  /** Whether there is a product in the category, or in one below it. */
  readonly byCategory: (id: string) => Promise<boolean>;
}

/** For one shopper and one request. */
export const buildFindable = (catalog: OpenedCatalog, query: SuggestQuery): Findable => {
  const known = catalog.findable.cacheFor(query)?.knownFor(query) ?? knowNothing;
  const asked = new Map<string, Promise<boolean>>();
  /** Documents are visible a moment before the catalog is seen to have changed: what finds nothing may find something then. */
  const ask = async (kind: FindableKind, text: string, find: () => Promise<boolean>): Promise<boolean> => {
    if (known.get(kind, text) === true) return true;
    const isFound = await find();
    if (isFound) known.set(kind, text, true);
    return isFound;
  };
  const askOnce = (kind: FindableKind, text: string, find: () => Promise<boolean>): Promise<boolean> => {
    const key = `${kind} ${text}`;
    const result = asked.get(key) ?? ask(kind, text, find);
    asked.set(key, result);
    return result;
  };
  return {
    byTerm: (term, named) =>
      askOnce(
        'term',
        term,
        async () =>
          (named !== undefined && findsItself(catalog, query, named)) ||
          (await findsProducts(catalog, findableBy(query, { term }))) ||
          (query.hasContent && (await contentFor(catalog, query, term, 0)).total > 0),
      ),
    byCategory: (id) =>
      askOnce('category', id, () => findsProducts(catalog, findableBy(query, { categoryId: id }))),
  };
};

const contentFor = (catalog: OpenedCatalog, { localeChain }: SuggestQuery, text: string, limit: number) =>
  searchContent(catalog, {
    text,
    localeChain,
    type: undefined,
    sortBy: 'relevance',
    sortOrder: 'desc',
    skip: 0,
    limit,
  });

export const findContent = async (
  catalog: OpenedCatalog,
  query: SuggestQuery,
  text: string,
): Promise<string[]> => {
  const { hasContent, limits } = query;
  if (!hasContent || limits.content === 0) return [];
  const { hits } = await contentFor(catalog, query, text, limits.content);
  return hits.map(({ shown }) => shown);
};

/** The first of the candidates that pass the test. As many as are wanted are tested at once, and all others if those are too few. */
export const takeSome = async <T>(
  candidates: readonly T[],
  wanted: number,
  passes: (one: T) => Promise<boolean>,
): Promise<T[]> => {
  if (wanted === 0) return [];
  const passing = async (some: readonly T[]): Promise<T[]> => {
    const passed = await Promise.all(some.map(passes));
    return some.filter((_, at) => passed[at]);
  };
  const taken = await passing(candidates.slice(0, wanted));
  if (taken.length < wanted) taken.push(...(await passing(candidates.slice(wanted))));
  return taken.slice(0, wanted);
};
