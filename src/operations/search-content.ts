// Operation 1: content search in one catalog. The search is recorded for popular terms; the answer never waits for that.

import type { OperationInput } from '../contract/operation.ts';
import { type searchContent as contract, SEARCH_CONTENT_LIMIT } from '../contract/search-content.ts';
import type { Caller } from '../domain/caller.ts';
import { summaryOf } from '../domain/content.ts';
import { catalogNotFound, contentSearchNotConfigured } from '../domain/failures.ts';
import { localeChain } from '../domain/locale.ts';
import type {
  ContentHit,
  ContentSort,
  ScopedStore,
  SearchIndex,
  SearchRecorder,
  SortOrder,
} from '../domain/ports.ts';
import type { Scope } from '../domain/scope.ts';
import { pageOf } from './page.ts';
import type { UseCase, Visit } from './use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly searchIndex: SearchIndex;
  readonly searchRecorder: SearchRecorder;
}

type Input = OperationInput<typeof contract>;

export const buildSearchContent = ({
  storeIn,
  searchIndex,
  searchRecorder,
}: Dependencies): UseCase<typeof contract> => {
  const note = ({ query }: Input, total: number, { scope, visitor }: Visit): void =>
    searchRecorder.record({
      tenantId: scope.tenantId,
      workspaceId: scope.workspaceId,
      catalogId: query.catalog_id.toLowerCase(),
      text: query.q,
      total,
      visitor,
    });

  const run = async (caller: Caller, input: Input) => {
    const { query } = input;
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
    });
    note(input, total, caller);
    return { data: hits.map(toRecord), total };
  };

  return Object.assign(run, {
    onRepeat:
      (input: Input, { total }: { total: number }) =>
      (who: Visit) =>
        note(input, total, who),
  });
};

const defaultOrder: Readonly<Record<ContentSort, SortOrder>> = {
  relevance: 'desc',
  created_at: 'desc',
  modified_at: 'desc',
  title: 'asc',
  created_by: 'asc',
  modified_by: 'asc',
};

const toRecord = ({ item, locale }: ContentHit) => {
  const text = item.texts[locale];
  if (text === undefined) {
    throw new Error(`hit ${item.key} has no text in ${locale}`);
  }
  return {
    title: text.title,
    url: text.url,
    type: text.type,
    summary: summaryOf(text),
    image_url: text.imageUrl,
    provider_id: item.providerId,
    created_at: text.createdAt,
    created_by: text.createdBy,
    extra_data: JSON.stringify(text.extraData),
    locale,
  };
};
