// The category tree as a list: each category after the one above it and before its siblings, siblings by name.

import { foldText } from '../text/fold-text.ts';
import type { Category } from './catalog.ts';

export interface CategoryNode {
  readonly id: string;
  readonly name: string;
  /** Null at the top. */
  readonly parentId: string | null;
  /** How many categories are above it. */
  readonly depth: number;
}

/** A category whose parent does not exist is at the top; so is one of those that form a circle. */
export const listCategoryTree = (categories: readonly Category[]): CategoryNode[] => {
  const sorted = sortByName(categories);
  const children = childrenOf(sorted);
  const listed = new Set<string>();
  const nodes: CategoryNode[] = [];
  const list = (roots: readonly Category[]): void => {
    const open = roots.map((category): Open => ({ category, parentId: null, depth: 0 })).reverse();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { id, name } = next.category;
      if (listed.has(id)) continue;
      listed.add(id);
      nodes.push({ id, name, parentId: next.parentId, depth: next.depth });
      for (const category of (children.get(id) ?? []).toReversed())
        open.push({ category, parentId: id, depth: next.depth + 1 });
    }
  };
  list(children.get(null) ?? []);
  for (const category of sorted) list([category]);
  return nodes;
};

interface Open extends Pick<CategoryNode, 'parentId' | 'depth'> {
  readonly category: Category;
}

const sortByName = (categories: readonly Category[]): Category[] =>
  categories
    .map((category) => ({ category, name: foldText(category.name) }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.category.id, b.category.id))
    .map(({ category }) => category);

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** The categories below each one, and below null those without an existing parent. */
const childrenOf = (categories: readonly Category[]): Map<string | null, Category[]> => {
  const known = new Set(categories.map(({ id }) => id));
  const children = new Map<string | null, Category[]>();
  for (const category of categories) {
    const { parentId } = category;
    const parent = parentId !== null && known.has(parentId) ? parentId : null;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [category]);
    else siblings.push(category);
  }
  return children;
};

/** A category as storefronts see it. */
export const shownCategory = ({ id, name, parentId, depth }: CategoryNode, products: number) => ({
  id,
  name,
  parent_id: parentId,
  depth,
  product_count: products,
});
