// Operation 3: returns a page of the stored, ranked list. The list is computed elsewhere; a request only reads it.

import { type popularTerms as contract, POPULAR_TERMS_LIMIT } from '../../contract/terms/popular-terms.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { catalogNotFound } from '../../domain/failures/failures.ts';
import type { ScopedStore } from '../../domain/ports.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
}

export const buildPopularTerms =
  ({ storeIn }: Dependencies): UseCase<typeof contract> =>
  async ({ scope, environment }, { query }) => {
    const page = pageOf(query, POPULAR_TERMS_LIMIT.default);
    const store = storeIn(scope);
    const catalog =
      environment === undefined ? undefined : await store.findCatalog(query.catalog_id.toLowerCase());
    if (catalog === undefined) {
      throw catalogNotFound();
    }
    return store.listPopularTerms(catalog.id, page);
  };
