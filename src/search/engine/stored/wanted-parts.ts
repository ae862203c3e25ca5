// The parts of a record that a request selects with `fields`: whole parts as they are stored, and single members of the others.

import { recordParts } from '../../../domain/products/shown-product.ts';
import { joinMembers, pickMembers } from '../../../domain/text/json-members.ts';
import { spend } from '../budget/work-budget.ts';
import { PARSED_CHAR } from '../budget/work-costs.ts';

type PartName = keyof typeof recordParts;

/** The fields of each part that are wanted; undefined: all of them. */
export type WantedParts = Readonly<Record<PartName, readonly string[] | undefined>>;

const ALL: WantedParts = {
  base: undefined,
  texts: undefined,
  prices: undefined,
  variants: undefined,
  categories: undefined,
};

export const wantedParts = (fields: readonly string[] | undefined): WantedParts => {
  if (fields === undefined || fields.length === 0) return ALL;
  const wantedOf = (part: PartName): readonly string[] | undefined => {
    const all: readonly string[] = recordParts[part];
    const wanted = all.filter((name) => fields.includes(name));
    return wanted.length === all.length ? undefined : wanted;
  };
  return {
    base: wantedOf('base'),
    texts: wantedOf('texts'),
    prices: wantedOf('prices'),
    variants: wantedOf('variants'),
    categories: wantedOf('categories'),
  };
};

/** The wanted properties of a part, without braces; empty if none is wanted. */
export const pickPart = (wanted: readonly string[] | undefined, read: () => string): string => {
  if (wanted === undefined) return read();
  if (wanted.length === 0) return '';
  const properties = read();
  spend(PARSED_CHAR * properties.length);
  return joinMembers(wanted, pickMembers(properties, wanted));
};
