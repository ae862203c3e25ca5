// Operation 1: content search in one catalog. The search is recorded for popular terms; the response does not wait for that.

import {
  type searchContent as contract,
  SEARCH_CONTENT_LIMIT,
} from '../../contract/search/search-content.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { catalogNotFound, contentSearchNotConfigured } from '../../domain/failures/failures.ts';
import type { ContentSort, ScopedStore, SearchIndex } from '../../domain/ports.ts';
import type { SortOrder } from '../../domain/sort-order.ts';
import { localeChain } from '../../domain/text/locale.ts';
import { JsonText } from '../json-text.ts';
import { pageOf } from '../page.ts';
import type { UseCase } from '../use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly searchIndex: SearchIndex;
}

export const buildSearchContent =
  ({ storeIn, searchIndex }: Dependencies): UseCase<typeof contract, JsonText> =>
  async (caller, { query }) => {
    const page = pageOf(query, SEARCH_CONTENT_LIMIT.default);
    const { scope, environment } = caller;
    const catalog =
      environment === undefined
        ? undefined
        : await storeIn(scope).findCatalog(query.catalog_id.toLowerCase());
    if (environment === undefined || catalog === undefined) {
      throw catalogNotFound();
    }
    if (!catalog.contentSearch) {
      throw contentSearchNotConfigured();
    }
    const sortBy = query.sort_by ?? 'relevance';
    const { hits, total } = await searchIndex.searchContent(scope, catalog.id, {
      text: query.q,
      localeChain: localeChain(query.locale, environment.defaultLocale),
      type: query.type,
      sortBy,
      sortOrder: query.sort_order ?? defaultOrder[sortBy],
      ...page,
      position: caller.position,
    });
    caller.noteSearch({ catalogId: catalog.id, text: query.q, total });
    return new JsonText(`{"data":[${hits.map(({ shown }) => shown).join(',')}],"total":${total}}`);
  };

const defaultOrder: Readonly<Record<ContentSort, SortOrder>> = {
  relevance: 'desc',
  created_at: 'desc',
  modified_at: 'desc',
  title: 'asc',
  created_by: 'asc',
  modified_by: 'asc',
};
