// The categories of a hit as ready JSON: id, name and the way down to it. Each is written once per set of categories, when it is first
// shown.

import type { Category } from '../../../domain/search/catalog.ts';
import { toJsonBytes } from '../../../domain/text/json-bytes.ts';
import { type Progress, prepareRows } from '../budget/prepare-rows.ts';
import { spend } from '../budget/work-budget.ts';
import { PARSED_RULE, VALUE } from '../budget/work-costs.ts';

/** Longer paths are cut at the top: parents may form a circle. */
const DEPTH_MAX = 32;
/** Categories whose JSON is kept. */
const SHOWN_MAX = 4_096;

interface Known extends Progress {
  readonly byId: Map<string, Category>;
  readonly shown: Map<string, string>;
}

const known = new WeakMap<readonly Category[], Known>();

/** JSON in UTF-8, one character per byte; undefined if there is no such category. */
export type ShowCategory = (id: string) => string | undefined;

export const showCategories = (categories: readonly Category[]): ShowCategory => {
  let own = known.get(categories);
  if (own === undefined) {
    own = { byId: new Map(), shown: new Map(), done: 0 };
    known.set(categories, own);
  }
  const { byId, shown } = own;
  prepareRows(own, categories, VALUE, (category) => byId.set(category.id, category));
  return (id) => {
    const category = byId.get(id);
    if (category === undefined) return undefined;
    let json = shown.get(id);
    if (json === undefined) {
      json = show(category, byId);
      spend(PARSED_RULE + json.length);
      // A full cache is emptied, which keeps the limit simple.
      if (shown.size >= SHOWN_MAX) shown.clear();
      shown.set(id, json);
    }
    return json;
  };
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
  return toJsonBytes({ id, name, path });
};
