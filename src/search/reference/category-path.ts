// Categories by full scan: the way up from one, and the names that are searched of those of a product.

import type { Product } from '../../domain/products/product.ts';
import { type Category, categoryName } from '../../domain/search/catalog.ts';
import { localeChain } from '../../domain/text/locale.ts';
import { SEARCHED_CATEGORIES_MAX } from '../category-text.ts';

/** The category, then those above it. */
export const wayUp = (category: Category, categories: readonly Category[]): Category[] => {
  const path: Category[] = [];
  for (let at: Category | undefined = category; at !== undefined && !path.includes(at); ) {
    path.push(at);
    const { parentId }: Category = at;
    at = categories.find(({ id }) => id === parentId);
  }
  return path;
};

/** In the locale of a text of the product. */
export const categoryText = (
  { categoryIds }: Product,
  categories: readonly Category[],
  locale: string,
  baseLocale: string,
): string => {
  const own = categoryIds.flatMap((wanted) => categories.find(({ id }) => id === wanted) ?? []);
  const ways = own.map((category) => wayUp(category, categories));
  const longest = Math.max(0, ...ways.map(({ length }) => length));
  const byLevel = Array.from({ length: longest }, (_, level) => ways.flatMap((way) => way[level] ?? []));
  return [...new Set(byLevel.flat())]
    .slice(0, SEARCHED_CATEGORIES_MAX)
    .map((category) => categoryName(category, { localeChain: localeChain(locale, baseLocale), baseLocale }))
    .join('\n');
};
