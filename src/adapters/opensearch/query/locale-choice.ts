// Which of the documents of an object a query reads: that of the first locale of its chain which the object has. So each object is found
// once at most.

import { normalizeLocale, spreadChain } from '../../../domain/text/locale.ts';
import { languageOf } from '../../../search/analysis/languages.ts';
import type { SearchQuery } from './opened-catalog.ts';

export interface LocaleChoice {
  /** In the order of the chain: only those that some document has. */
  readonly locales: readonly string[];
  /** The documents that are read. */
  readonly query: SearchQuery;
}

/** `base`: the locale that every object has, if there is one. */
export const chooseLocales = (
  chain: readonly string[],
  held: Iterable<string>,
  base: string | undefined,
): LocaleChoice => {
  const known = new Set(held);
  const spread = [...spreadChain(chain, () => known), ...(base === undefined ? [] : [normalizeLocale(base)])];
  const found = [...new Set(spread)].filter((locale) => known.has(locale));
  const at = base === undefined ? -1 : found.indexOf(normalizeLocale(base));
  const locales = at === -1 ? found : found.slice(0, at + 1);
  return {
    locales,
    query: anyOf(locales.map((locale, place) => documentsOf(locale, locales.slice(0, place)))),
  };
};

/** The documents of some locales of a choice. */
export const inLocales = (locales: readonly string[]): SearchQuery => ({ terms: { locale: locales } });

/** The languages of a choice, each with its locales, in the order of the chain. */
export const languagesOf = (locales: readonly string[]): Map<string, string[]> => {
  const languages = new Map<string, string[]>();
  for (const locale of locales) {
    const language = languageOf(locale);
    const known = languages.get(language);
    if (known === undefined) languages.set(language, [locale]);
    else known.push(locale);
  }
  return languages;
};

const documentsOf = (locale: string, before: readonly string[]): SearchQuery =>
  before.length === 0
    ? { term: { locale } }
    : { bool: { filter: [{ term: { locale } }], must_not: [{ terms: { locales: before } }] } };

export const NOTHING: SearchQuery = { match_none: {} };

export const anyOf = (queries: readonly SearchQuery[]): SearchQuery => {
  const [only] = queries;
  if (only === undefined) return NOTHING;
  return queries.length === 1 ? only : { bool: { should: queries, minimum_should_match: 1 } };
};

export const allOf = (queries: readonly SearchQuery[]): SearchQuery => {
  const [only] = queries;
  return queries.length === 1 && only !== undefined ? only : { bool: { filter: queries } };
};

export const notAnyOf = (queries: readonly SearchQuery[]): SearchQuery => ({ bool: { must_not: queries } });
