// The searchable names of a product's categories and of those above them (Decision 0079).

import { type Category, categoryName } from '../domain/search/catalog.ts';
import { localeChain } from '../domain/text/locale.ts';

/** The categories of a product whose names are searched, at most: its own first, then those above them. */
export const SEARCHED_CATEGORIES_MAX = 64;
/** Names kept. A full cache is emptied, which keeps the limit simple. */
const NAMES_MAX = 65_536;

/** Reads the categories of all products of a catalog; the name of each in a locale is found once. */
export class CategoryReader {
  private readonly byId: ReadonlyMap<string, Category>;
  readonly baseLocale: string;
  private readonly names = new Map<string, string>();

  constructor(categories: readonly Category[], baseLocale: string) {
    this.byId = new Map(categories.map((category) => [category.id, category]));
    this.baseLocale = baseLocale;
  }

  /** The names as shoppers of that locale see them, one per line, each category once. */
  textOf(categoryIds: readonly string[], locale: string): string {
    if (categoryIds.length === 0 || this.byId.size === 0) return '';
    const found = new Set<Category>();
    const add = (id: string | null): void => {
      const category = id === null || found.size >= SEARCHED_CATEGORIES_MAX ? undefined : this.byId.get(id);
      if (category !== undefined) found.add(category);
    };
    for (const id of categoryIds) add(id);
    let text = '';
    // What is added while the set is walked is walked too. Circles in the data are harmless.
    for (const category of found) {
      add(category.parentId);
      text += text === '' ? this.nameOf(category, locale) : `\n${this.nameOf(category, locale)}`;
    }
    return text;
  }

  private nameOf(category: Category, locale: string): string {
    if (category.localized === undefined) return category.name;
    const key = `${locale} ${category.id}`;
    let name = this.names.get(key);
    if (name === undefined) {
      const { baseLocale } = this;
      name = categoryName(category, { localeChain: localeChain(locale, baseLocale), baseLocale });
      if (this.names.size >= NAMES_MAX) this.names.clear();
      this.names.set(key, name);
    }
    return name;
  }
}

const readers = new WeakMap<readonly Category[], CategoryReader>();

/** One reader for each table of categories: an index that follows its feed asks for it at every change. */
export const categoryReader = (categories: readonly Category[], baseLocale: string): CategoryReader => {
  let reader = readers.get(categories);
  if (reader?.baseLocale !== baseLocale) {
    reader = new CategoryReader(categories, baseLocale);
    readers.set(categories, reader);
  }
  return reader;
};
