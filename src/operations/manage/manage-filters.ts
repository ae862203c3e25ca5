// Which things of a kind a list shows: what the table of kinds lets be asked for, and the search over its texts.

import type { ManagedKind } from '../../contract/manage/manage-resources.ts';
import type { ResourceQuery } from '../../domain/manage/resource-query.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';

/** Undefined when everything is asked for. */
export const readListQuery = (
  { filters }: ManagedKind,
  query: Readonly<Record<string, unknown>>,
): ResourceQuery | undefined => {
  const asked = Object.entries(filters).flatMap(([name, { field, spelling }]) => {
    const value = query[name];
    if (value === undefined) return [];
    return [{ field, value: spelling === 'locale' ? normalizeLocale(String(value)) : value }];
  });
  const { search } = query;
  if (typeof search === 'string') return { filters: asked, search };
  return asked.length === 0 ? undefined : { filters: asked };
};
