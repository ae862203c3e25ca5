// The categories of a catalog with their names in the locale of a request. The same list for the same locale, so that what is
// computed per list of categories is computed once.

import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { type Category, categoryName } from '../../../domain/search/catalog.ts';
import { normalizeLocale, spreadChain } from '../../../domain/text/locale.ts';
import { type Progress, prepareRows } from '../budget/prepare-rows.ts';
import { LOOKUP, VALUE } from '../budget/work-costs.ts';

type Locales = Pick<ProductQuery, 'localeChain' | 'baseLocale'>;

interface Known extends Progress {
  /** Those in which any category has a name. */
  readonly locales: Set<string>;
  /** The least recently used first. */
  readonly named: Map<string, Named>;
}

interface Named extends Progress {
  readonly categories: Category[];
}

/** Lists kept per set of categories: this many, and more as long as all of them together have no more rows than this. */
const NAMED_MIN = 8;
const NAMED_ROWS_MAX = 400_000;

const known = new WeakMap<readonly Category[], Known>();

/** What was asked for last: a request asks several times, and most requests are for the same locale. */
let last:
  | (Locales & { readonly categories: readonly Category[]; readonly found: readonly Category[] })
  | undefined;

export const categoriesIn = (categories: readonly Category[], locales: Locales): readonly Category[] => {
  const { localeChain, baseLocale } = locales;
  if (last?.categories === categories && last.localeChain === localeChain && last.baseLocale === baseLocale)
    return last.found;
  const found = findNamed(categories, locales);
  last = { categories, localeChain, baseLocale, found };
  return found;
};

const findNamed = (categories: readonly Category[], locales: Locales): readonly Category[] => {
  const own = knownOf(categories);
  if (own.locales.size === 0) return categories;
  const base = normalizeLocale(locales.baseLocale);
  const chain = spreadChain(locales.localeChain, () => [...own.locales, base]);
  // Behind the base locale, which every name is in, nothing is looked up.
  const end = chain.indexOf(base);
  const used = (end === -1 ? chain : chain.slice(0, end + 1)).filter((locale) => own.locales.has(locale));
  if (used.length === 0) return categories;
  const named = namedFor(own, used.join(' '), Math.max(NAMED_MIN, NAMED_ROWS_MAX / categories.length));
  prepareRows(named, categories, LOOKUP, (category) => {
    named.categories.push({ ...category, name: categoryName(category, locales) });
  });
  return named.categories;
};

const namedFor = ({ named }: Known, key: string, listsMax: number): Named => {
  const found = named.get(key) ?? { categories: [], done: 0 };
  named.delete(key);
  named.set(key, found);
  const [oldest] = named.keys();
  if (named.size > listsMax && oldest !== undefined) named.delete(oldest);
  return found;
};

const knownOf = (categories: readonly Category[]): Known => {
  let own = known.get(categories);
  if (own === undefined) {
    own = { locales: new Set(), named: new Map(), done: 0 };
    known.set(categories, own);
  }
  const { locales } = own;
  prepareRows(own, categories, VALUE, ({ localized }) => {
    if (localized !== undefined) for (const locale of Object.keys(localized)) locales.add(locale);
  });
  return own;
};
