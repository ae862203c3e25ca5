// The suggestions for the first letters that somebody types, kept with what the shopper is known to find (`findable-cache.ts`): every
// search begins with them, and there are few. They are given up with it when the index changes, or the clock changes results.

import type { Suggestions, SuggestQuery } from '../../../domain/products/suggestion.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP } from '../budget/work-costs.ts';
import { KeptLook, KeptRecords } from '../stored/kept-records.ts';
import type { KnownFindable } from './findable-cache.ts';

/** In UTF-16 units: as many fit into a number. */
const SHORT_UNITS_MAX = 3;
const UNITS = 0x1_0000;

const shortTexts = new KeptRecords<Suggestions>(4_000_000);

const NO_BASIS = {};

/** As `find` returns them, from before if the text is short. */
export const knownForShort = (
  known: KnownFindable,
  { term, limits }: SuggestQuery,
  find: () => Suggestions,
): Suggestions => {
  const { owner } = known;
  if (term === undefined || term.length > SHORT_UNITS_MAX || owner === undefined) return find();
  spend(LOOKUP);
  const { searches, popular, categories, products, content } = limits;
  const look = `${searches} ${popular} ${categories} ${products} ${content}`;
  return new KeptLook(shortTexts, look, NO_BASIS).recordAt(owner, numberOf(term), find, charsOf);
};

/** No other short text has the same. */
const numberOf = (text: string): number => {
  let number = text.length;
  for (let at = 0; at < text.length; at += 1) number = number * UNITS + text.charCodeAt(at);
  return number;
};

const charsOf = ({
  searches,
  popular,
  categories,
  products,
  content,
  correctedTerm,
  redirectUrl,
}: Suggestions) => {
  let chars = (correctedTerm?.length ?? 0) + (redirectUrl?.length ?? 0);
  for (const texts of [searches, popular, categories, content])
    for (const text of texts) chars += text.length;
  for (const { shown } of products) chars += shown.length;
  return chars;
};
