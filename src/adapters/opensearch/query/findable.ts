// What a shopper finds: nothing is suggested that leads nowhere. Each question is asked once; those of one list are asked together.

import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { findsProducts } from './finds-products.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { searchContent } from './search-content.ts';

export interface Findable {
  /** Whether a search for the text finds a product or content. */
  readonly byTerm: (text: string) => Promise<boolean>;
  /** Whether there is a product in the category, or in one below it. */
  readonly byCategory: (id: string) => Promise<boolean>;
}

/** For one shopper and one request. */
export const buildFindable = (catalog: OpenedCatalog, query: SuggestQuery): Findable => {
  const known = new Map<string, Promise<boolean>>();
  const askOnce = (text: string, ask: () => Promise<boolean>): Promise<boolean> => {
    const asked = known.get(text) ?? ask();
    known.set(text, asked);
    return asked;
  };
  return {
    byTerm: (term) =>
      askOnce(
        term,
        async () =>
          (await findsProducts(catalog, findableBy(query, { term }))) ||
          (query.hasContent && (await contentFor(catalog, query, term, 0)).total > 0),
      ),
    byCategory: (id) => findsProducts(catalog, findableBy(query, { categoryId: id })),
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
