// The filters of a list of managed objects: values that a property must equal or contain, and a text that one of the
// searched properties must contain. This file defines their meaning; the index of a store must agree with it.

import { foldText } from '../text/fold-text.ts';

export interface ResourceFilter {
  /** Of the object. A list passes when it holds the value. */
  readonly field: string;
  readonly value: unknown;
}

export interface ResourceQuery {
  readonly filters: readonly ResourceFilter[];
  /** As the caller wrote it. */
  readonly search?: string;
}

/** Case and accents are ignored, and so is white space around the search. */
export const needleOf = (search: string): string => foldText(search.trim());

export const hasValue = (stored: unknown, value: unknown): boolean =>
  Array.isArray(stored) ? stored.includes(value) : stored === value;

/** The texts among the values of these properties; a list gives each of its entries. */
export const textsOf = (object: Readonly<Record<string, unknown>>, fields: readonly string[]): string[] =>
  fields
    .flatMap((field) => object[field])
    .filter((value): value is string => typeof value === 'string')
    .map(foldText);

export const buildMatches = (
  { filters, search }: ResourceQuery,
  searched: readonly string[],
): ((object: object) => boolean) => {
  const needle = search === undefined ? undefined : needleOf(search);
  return (given) => {
    const object = given as Readonly<Record<string, unknown>>;
    if (!filters.every(({ field, value }) => hasValue(object[field], value))) return false;
    return needle === undefined || textsOf(object, searched).some((text) => text.includes(needle));
  };
};
