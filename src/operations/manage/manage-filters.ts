// The filters of a management list: those in the table of kinds, and the search over names.

import type { ManagedKind } from '../../contract/manage/managed-kind.ts';
import type { ResourceQuery } from '../../domain/manage/resource-query.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';

/** Undefined if nothing is filtered. */
export const readListQuery = (
  { filters }: ManagedKind,
  query: Readonly<Record<string, unknown>>,
): ResourceQuery | undefined => {
  const conditions = Object.entries(filters).flatMap(([name, { field, type }]) => {
    const value = query[name];
    if (value === undefined) return [];
    return [{ field, value: type === 'locale' ? normalizeLocale(String(value)) : value }];
  });
  const { search } = query;
  if (typeof search === 'string') return { filters: conditions, search };
  return conditions.length === 0 ? undefined : { filters: conditions };
};
