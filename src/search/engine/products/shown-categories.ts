// The categories of a hit as ready JSON: id, name and the way down to it. Written once per set of categories.

import type { Category } from '../../../domain/search/catalog.ts';
import { spend } from '../budget/work-budget.ts';
import { PARSED_RULE } from '../budget/work-costs.ts';

/** Deeper paths are cut at the top: parents may form a circle. */
const DEPTH_MAX = 32;

const known = new WeakMap<readonly Category[], ReadonlyMap<string, string>>();

/** JSON in UTF-8, one character per byte, by category id. */
export const shownCategories = (categories: readonly Category[]): ReadonlyMap<string, string> => {
  let shown = known.get(categories);
  if (shown === undefined) {
    spend(2 * PARSED_RULE * categories.length);
    const byId = new Map(categories.map((category) => [category.id, category]));
    shown = new Map(categories.map((category) => [category.id, show(category, byId)]));
    known.set(categories, shown);
  }
  return shown;
};

const show = ({ id, name, parentId }: Category, byId: ReadonlyMap<string, Category>): string => {
  const path: { id: string; name: string }[] = [];
  const seen = new Set([id]);
  let parent = parentId === null ? undefined : byId.get(parentId);
  while (parent !== undefined && !seen.has(parent.id) && path.length < DEPTH_MAX) {
    seen.add(parent.id);
    path.unshift({ id: parent.id, name: parent.name });
    parent = parent.parentId === null ? undefined : byId.get(parent.parentId);
  }
  return Buffer.from(JSON.stringify({ id, name, path })).toString('latin1');
};
