// The categories of a catalog with their names in the locale of a request. The same list for the same locale, so that what is
// computed per list of categories is computed once.

import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { type Category, categoryName } from '../../../domain/search/catalog.ts';
import { normalizeLocale, spreadChain } from '../../../domain/text/locale.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, LOOKUP } from '../budget/work-costs.ts';

type Locales = Pick<ProductQuery, 'localeChain' | 'baseLocale'>;

interface Known {
  /** Those in which any category has a name. */
  readonly locales: ReadonlySet<string>;
  readonly named: Map<string, readonly Category[]>;
}

/** Lists kept per set of categories. When there are more, all are dropped, which keeps the limit simple. */
const NAMED_MAX = 8;

const known = new WeakMap<readonly Category[], Known>();

export const categoriesIn = (categories: readonly Category[], locales: Locales): readonly Category[] => {
  const own = knownOf(categories);
  if (own.locales.size === 0) return categories;
  const base = normalizeLocale(locales.baseLocale);
  const chain = spreadChain(locales.localeChain, () => [...own.locales, base]);
  // Behind the base locale, which every name is in, nothing is looked up.
  const end = chain.indexOf(base);
  const used = (end === -1 ? chain : chain.slice(0, end + 1)).filter((locale) => own.locales.has(locale));
  if (used.length === 0) return categories;
  const key = used.join(' ');
  let named = own.named.get(key);
  if (named === undefined) {
    spend(LOOKUP * categories.length);
    named = categories.map((category) => ({ ...category, name: categoryName(category, locales) }));
    if (own.named.size >= NAMED_MAX) own.named.clear();
    own.named.set(key, named);
  }
  return named;
};

const knownOf = (categories: readonly Category[]): Known => {
  let own = known.get(categories);
  if (own === undefined) {
    spend(ITEM * categories.length);
    const locales = new Set(categories.flatMap(({ localized }) => Object.keys(localized ?? NO_NAMES)));
    own = { locales, named: new Map() };
    known.set(categories, own);
  }
  return own;
};

const NO_NAMES = {};
