// Catalogs, commerce stores, categories and synonym sets.

import { foldText } from '../text/fold-text.ts';
import { localizedText } from '../text/locale.ts';

export interface Catalog {
  readonly id: string;
  readonly contentSearch: boolean;
  /** Internal names of the models whose published records belong to this catalog. */
  readonly contentModels: readonly string[];
}

/** The commerce side of an environment. Named after the interface's "store identifier on the commerce platform". */
export interface CommerceStore {
  readonly id: string;
  readonly storeHash: string;
  readonly provider: string;
  readonly catalogId: string;
  readonly contentModelId: string;
  readonly currency: string;
}

export interface Category {
  readonly id: string;
  /** In the default locale of the environments. */
  readonly name: string;
  readonly parentId: string | null;
  readonly localized?: Readonly<Record<string, { readonly name?: string }>>;
}

/** The name of a category as it is shown. */
export const categoryName = (
  category: Category,
  { localeChain, baseLocale }: { readonly localeChain: readonly string[]; readonly baseLocale: string },
): string => localizedText(category, category.localized ?? {}, 'name', localeChain, baseLocale);

/** Words that are treated as equal. `locale` null: in every language. */
export interface SynonymSet {
  readonly id: string;
  readonly locale: string | null;
  readonly words: readonly string[];
}

/** The categories and all their descendants. Cycles in the data are harmless. */
export const withDescendants = (categories: Iterable<Category>, rootIds: Iterable<string>): Set<string> => {
  const children = new Map<string, string[]>();
  const known = new Set<string>();
  for (const category of categories) {
    known.add(category.id);
    if (category.parentId !== null) {
      const siblings = children.get(category.parentId);
      if (siblings === undefined) children.set(category.parentId, [category.id]);
      else siblings.push(category.id);
    }
  }
  const found = new Set<string>();
  const open = [...rootIds].filter((id) => known.has(id));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (!found.has(id)) {
      found.add(id);
      open.push(...(children.get(id) ?? []));
    }
  }
  return found;
};

/** The ids of the categories with this name, their own or as it is shown. */
export const categoriesNamed = (
  categories: readonly Category[],
  name: string,
  query: Parameters<typeof categoryName>[1],
): string[] => {
  const folded = foldText(name.trim());
  return categories
    .filter((category) =>
      [category.name, categoryName(category, query)].some((one) => foldText(one.trim()) === folded),
    )
    .map((category) => category.id);
};
