// What one request may ask of the server: so many searches, and all of them within one time, however many calls they take.

import { tooMuchAsked } from '../../../domain/failures/failures.ts';
import { SearchServerGone } from '../client/search-server-errors.ts';
import type { Documents, OpenedCatalog } from './opened-catalog.ts';

export interface RequestBudget {
  /** When the response is due, by the clock. May be infinite. */
  readonly endsAt: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  readonly searchesMax: number;
}

/** More than any request needs whose words are not made for it. */
export const SEARCHES_MAX = 20_000;

/** The same catalog for one request. */
export const withinBudget = (catalog: OpenedCatalog, budget: RequestBudget): OpenedCatalog => {
  let searches = 0;
  /** Counts searches that are about to be sent; the time that is left for them. */
  const spend = (count: number): number | undefined => {
    searches += count;
    if (searches > budget.searchesMax)
      throw tooMuchAsked('search', 'use fewer or longer words, or fewer facets');
    const leftMs = budget.endsAt - budget.now();
    if (leftMs <= 0) throw new SearchServerGone('deadline', 'no time was left for the rest of a search');
    return Number.isFinite(leftMs) ? leftMs : undefined;
  };
  const bounded = (documents: Documents): Documents => ({
    ...documents,
    search: async (body) => documents.search(body, spend(1)),
    searchAll: async (bodies) => documents.searchAll(bodies, spend(bodies.length)),
    searchWords: async (bodies) => documents.searchWords(bodies, spend(bodies.length)),
  });
  return { ...catalog, products: bounded(catalog.products), content: bounded(catalog.content) };
};
