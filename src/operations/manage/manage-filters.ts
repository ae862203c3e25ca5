// The filters of a management list: those in the table of kinds, and the search over names.

import type { ManagedKind } from '../../contract/manage/manage-resources.ts';
import type { ResourceObject } from '../../domain/manage/managed-resource.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';

type Accepts = (object: ResourceObject) => boolean;

/** Undefined if nothing is filtered, so that no object has to be inspected. */
export const buildAccepts = (
  { filters, searched }: ManagedKind,
  query: Readonly<Record<string, unknown>>,
): Accepts | undefined => {
  const conditions: Accepts[] = Object.entries(filters).flatMap(([name, { field, spelling }]) => {
    const requested = query[name];
    if (requested === undefined) return [];
    const value = spelling === 'locale' ? normalizeLocale(String(requested)) : requested;
    return [(object: ResourceObject) => holds(object[field], value)];
  });
  const { search } = query;
  if (typeof search === 'string') conditions.push(buildSearch(searched, search));
  return conditions.length === 0 ? undefined : (object) => conditions.every((accepts) => accepts(object));
};

const holds = (stored: unknown, value: unknown): boolean =>
  Array.isArray(stored) ? stored.includes(value) : stored === value;

/** Ignores case, accents and surrounding white space. */
export const buildSearch = <T>(fields: readonly string[], search: string): ((object: T) => boolean) => {
  const needle = foldText(search.trim());
  const isFound = (value: unknown): boolean => typeof value === 'string' && foldText(value).includes(needle);
  return (object) =>
    fields.some((field) => {
      const value = (object as Readonly<Record<string, unknown>>)[field];
      return Array.isArray(value) ? value.some(isFound) : isFound(value);
    });
};
