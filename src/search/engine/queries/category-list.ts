// The category tree with the number of products that a shopper may see in each category, as ready JSON.

import type { CatalogContents } from '../../../domain/ports.ts';
import { CATEGORIES } from '../../../domain/products/product-filter.ts';
import { everythingFor, type Shopper } from '../../../domain/products/product-lookup.ts';
import type { Category } from '../../../domain/search/catalog.ts';
import { type CategoryNode, listCategoryTree, shownCategory } from '../../../domain/search/category-tree.ts';
import { toJsonBytes } from '../../../domain/text/json-bytes.ts';
import { spend } from '../budget/work-budget.ts';
import { FACET_VALUE, SORTED_CATEGORY, TEXT } from '../budget/work-costs.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { CategoryCounter } from '../facets/category-counts.ts';
import { countSelected } from '../facets/product-facets.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { categoriesIn } from '../products/localized-categories.ts';
import { planQuery } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { selectIn } from '../products/product-selection.ts';

/** A JSON array in UTF-8, one character per byte. */
export const listCategories = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  shopper: Shopper,
): string => {
  const plan = planQuery(segments, contents, everythingFor(shopper), productTuning);
  const nodes = treeOf(categoriesIn(contents.categories, shopper));
  const counter = new CategoryCounter(contents.categories);
  for (const segment of segments) {
    releaseScratch();
    spend(TEXT);
    countSelected(segment, selectIn(plan, segment).selected, shopper, [{ field: CATEGORIES, counter }]);
  }
  spend(FACET_VALUE * nodes.length);
  return toJsonBytes(nodes.map((node) => shownCategory(node, counter.countOf(node.id))));
};

/** By set of categories: sorting them costs more than all the rest. */
const known = new WeakMap<readonly Category[], readonly CategoryNode[]>();

export const treeOf = (categories: readonly Category[]): readonly CategoryNode[] => {
  let nodes = known.get(categories);
  if (nodes === undefined) {
    spend(SORTED_CATEGORY * categories.length);
    nodes = listCategoryTree(categories);
    known.set(categories, nodes);
  }
  return nodes;
};
