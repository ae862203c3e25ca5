// Which things of a kind a list shows: what the table of kinds lets be asked for, and the search over its texts.

import type { ManagedKind } from '../../contract/manage/manage-resources.ts';
import type { ResourceObject } from '../../domain/manage/managed-resource.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';

type Accepts = (object: ResourceObject) => boolean;

/** Undefined when everything is asked for: then nothing has to be looked at. */
export const buildAccepts = (
  { filters, searched }: ManagedKind,
  query: Readonly<Record<string, unknown>>,
): Accepts | undefined => {
  const conditions: Accepts[] = Object.entries(filters).flatMap(([name, { field, spelling }]) => {
    const asked = query[name];
    if (asked === undefined) return [];
    const value = spelling === 'locale' ? normalizeLocale(String(asked)) : asked;
    return [(object: ResourceObject) => holds(object[field], value)];
  });
  const { search } = query;
  if (typeof search === 'string') conditions.push(buildSearch(searched, search));
  return conditions.length === 0 ? undefined : (object) => conditions.every((accepts) => accepts(object));
};

const holds = (stored: unknown, value: unknown): boolean =>
  Array.isArray(stored) ? stored.includes(value) : stored === value;

/** Case and accents are ignored, and so is white space around the search. */
export const buildSearch = <T>(fields: readonly string[], search: string): ((object: T) => boolean) => {
  const needle = foldText(search.trim());
  const isFound = (value: unknown): boolean => typeof value === 'string' && foldText(value).includes(needle);
  return (object) =>
    fields.some((field) => {
      const value = (object as Readonly<Record<string, unknown>>)[field];
      return Array.isArray(value) ? value.some(isFound) : isFound(value);
    });
};
