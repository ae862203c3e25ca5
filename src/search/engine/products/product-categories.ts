// The requested categories with all their descendants. Computed once per set of categories, not per query.

import { chosenCategories, type FacetCriterion } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { type Category, withDescendants } from '../../../domain/search/catalog.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { PARSED_RULE } from '../budget/work-costs.ts';
import { categoriesIn } from './localized-categories.ts';

interface KnownCategories {
  readonly ids: ReadonlySet<string>;
  readonly idsByName: ReadonlyMap<string, readonly string[]>;
  readonly below: Map<string, ReadonlySet<string>>;
}

/** Cached subtrees per set of categories. A full cache is emptied, which keeps the limit simple. */
const SUBTREES_MAX = 256;

const known = new WeakMap<readonly Category[], KnownCategories>();

/** A product must be in at least one category of each set. A category is named by its own name, or by the one that is shown. */
export const wantedCategories = (
  categories: readonly Category[],
  query: Pick<ProductQuery, 'categoryId' | 'categoryName' | 'localeChain' | 'baseLocale'>,
): ReadonlySet<string>[] => {
  const { categoryId, categoryName } = query;
  if (categoryId === undefined && categoryName === undefined) return [];
  const own = knownOf(categories);
  const wanted: ReadonlySet<string>[] = [];
  if (categoryId !== undefined) wanted.push(subtree(categories, own, [categoryId]));
  if (categoryName !== undefined) {
    const name = comparableName(categoryName);
    const shown = knownOf(categoriesIn(categories, query));
    const roots = [...(own.idsByName.get(name) ?? []), ...(shown.idsByName.get(name) ?? [])];
    wanted.push(subtree(categories, own, roots));
  }
  return wanted;
};

/** The categories chosen in the facet of the category tree, all their descendants included. */
export const facetCategories = (
  categories: readonly Category[],
  facets: readonly FacetCriterion[],
): ReadonlySet<string> | undefined => {
  const chosen = chosenCategories(facets);
  return chosen === undefined ? undefined : subtree(categories, knownOf(categories), chosen);
};

const subtree = (
  categories: readonly Category[],
  { ids, below }: KnownCategories,
  roots: readonly string[],
): ReadonlySet<string> => {
  // Only sets of existing ids are cached: a caller can send any id.
  const existing = [...new Set(roots)].filter((id) => ids.has(id)).sort();
  if (existing.length === 0) return new Set();
  const key = JSON.stringify(existing);
  let found = below.get(key);
  if (found === undefined) {
    spend(PARSED_RULE * categories.length);
    found = withDescendants(categories, roots);
    if (below.size >= SUBTREES_MAX) below.clear();
    below.set(key, found);
  }
  return found;
};

const knownOf = (categories: readonly Category[]): KnownCategories => {
  let own = known.get(categories);
  if (own === undefined) {
    spend(PARSED_RULE * categories.length);
    const idsByName = new Map<string, string[]>();
    for (const { id, name } of categories) {
      const comparable = comparableName(name);
      const ids = idsByName.get(comparable);
      if (ids === undefined) idsByName.set(comparable, [id]);
      else ids.push(id);
    }
    own = { ids: new Set(categories.map(({ id }) => id)), idsByName, below: new Map() };
    known.set(categories, own);
  }
  return own;
};

const comparableName = (name: string): string => foldText(name.trim());
