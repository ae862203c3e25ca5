// Which of some products a query may show.

import { spend } from '../budget/work-budget.ts';
import { ITEM } from '../budget/work-costs.ts';
import { filterAll } from '../filters/filter-list.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { matchesIn } from './product-matches.ts';
import type { ProductPlan } from './product-plan.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';
import type { FindTerm } from './product-term-match.ts';

/** The products of the list that the plan finds. The list is reordered. `findTerm`: for those of the list. */
export const visibleAmong = (
  plan: ProductPlan,
  segment: ProductSegment,
  items: Uint32Array,
  findTerm?: FindTerm,
): ReadonlySet<number> => {
  releaseScratch();
  const { criteria, added } = matchesIn(plan, segment, findTerm);
  spend(ITEM * (items.length + added.length));
  const end = criteria === undefined ? 0 : filterAll(items, items.length, criteria, countProductsIn(segment));
  const visible = new Set<number>();
  for (let place = 0; place < end; place += 1) visible.add(items[place] as number);
  if (added.length === 0) return visible;
  const listed = new Set(items);
  for (const item of added) if (listed.has(item)) visible.add(item);
  return visible;
};
