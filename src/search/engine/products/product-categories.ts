// The requested categories with all their descendants. Computed once per set of categories, not per query.

import { chosenCategories, type FacetCriterion } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import type { Category } from '../../../domain/search/catalog.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { type Progress, prepareRows } from '../budget/prepare-rows.ts';
import { spend } from '../budget/work-budget.ts';
import { PARSED_RULE, VALUE } from '../budget/work-costs.ts';
import { categoriesIn } from './localized-categories.ts';

interface KnownCategories extends Progress {
  readonly ids: Set<string>;
  readonly idsByName: Map<string, string[]>;
  /** The categories directly below each one. */
  readonly children: Map<string, string[]>;
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
  if (categoryId !== undefined) wanted.push(subtree(own, [categoryId]));
  if (categoryName !== undefined) {
    const name = comparableName(categoryName);
    const shown = knownOf(categoriesIn(categories, query));
    const roots = [...(own.idsByName.get(name) ?? []), ...(shown.idsByName.get(name) ?? [])];
    wanted.push(subtree(own, roots));
  }
  return wanted;
};

/** These categories, which need not exist any more, and all below them. */
export const withThoseBelow = (
  categories: readonly Category[],
  ids: ReadonlySet<string>,
): ReadonlySet<string> => descendantsOf(knownOf(categories).children, ids);

/** Makes sure that the categories are known, as far as the budget goes: what needs them need not begin from the start. */
export const prepareCategories = (categories: readonly Category[]): void => {
  knownOf(categories);
};

/** The categories chosen in the facet of the category tree, all their descendants included. */
export const facetCategories = (
  categories: readonly Category[],
  facets: readonly FacetCriterion[],
): ReadonlySet<string> | undefined => {
  const chosen = chosenCategories(facets);
  return chosen === undefined ? undefined : subtree(knownOf(categories), chosen);
};

const subtree = (
  { ids, children, below }: KnownCategories,
  roots: readonly string[],
): ReadonlySet<string> => {
  // Only sets of existing ids are cached: a caller can send any id.
  const existing = [...new Set(roots)].filter((id) => ids.has(id)).sort();
  if (existing.length === 0) return new Set();
  const key = JSON.stringify(existing);
  let found = below.get(key);
  if (found === undefined) {
    found = descendantsOf(children, existing);
    if (below.size >= SUBTREES_MAX) below.clear();
    below.set(key, found);
  }
  return found;
};

const knownOf = (categories: readonly Category[]): KnownCategories => {
  let own = known.get(categories);
  if (own === undefined) {
    own = { ids: new Set(), idsByName: new Map(), children: new Map(), below: new Map(), done: 0 };
    known.set(categories, own);
  }
  const { ids, idsByName, children } = own;
  prepareRows(own, categories, PARSED_RULE, ({ id, name, parentId }) => {
    ids.add(id);
    addTo(idsByName, comparableName(name), id);
    if (parentId !== null) addTo(children, parentId, id);
  });
  return own;
};

const addTo = (lists: Map<string, string[]>, key: string, id: string): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [id]);
  else list.push(id);
};

/** The roots and everything below them. Circles in the data are harmless. */
const descendantsOf = (
  children: ReadonlyMap<string, readonly string[]>,
  roots: Iterable<string>,
): ReadonlySet<string> => {
  const found = new Set(roots);
  // What is added while the set is walked is walked too.
  for (const id of found) {
    const below = children.get(id) ?? [];
    spend(VALUE * (1 + below.length));
    for (const child of below) found.add(child);
  }
  return found;
};

const comparableName = (name: string): string => foldText(name.trim());
