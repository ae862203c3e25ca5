// The factors by which merchandising rules multiply the scores of products, in one segment.

import { boundedFactor } from '../../../domain/products/merchandising-rule.ts';
import type { ProductBoost } from '../../../domain/products/product-search.ts';
import type { AppliedBoost } from '../../../domain/products/rule-boosts.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, LOOKUP, VALUE } from '../budget/work-costs.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import { filterAll } from '../filters/filter-list.ts';
import { CriteriaList, type Criterion } from '../filters/product-criteria.ts';
import { type FilterPlan, filterCriteria, planRuleGroups, type TypeOf } from '../filters/product-filters.ts';
import { selectMatching } from '../filters/product-select.ts';
import { withScopedBits, withScopedList } from '../packing/bitset-scratch.ts';
import { forEachItem } from '../packing/for-each-item.ts';
import { countProductsIn, findLiveProduct, type ProductSegment } from '../products/product-segment.ts';

/** A boost whose filter was parsed once for all segments. */
export interface PlannedBoost {
  readonly boost: AppliedBoost;
  /** Undefined: its products are named by id. */
  readonly filters: FilterPlan | undefined;
}

/** Planned when first asked for: only an order by relevance needs them. */
export const planBoosts = (
  boosts: () => readonly AppliedBoost[],
  typeOf: TypeOf,
): (() => readonly PlannedBoost[]) => {
  let planned: readonly PlannedBoost[] | undefined;
  return () => {
    planned ??= boosts().map((boost) => {
      spend(VALUE);
      return { boost, filters: boost.groups && planRuleGroups(boost.groups, typeOf) };
    });
    return planned;
  };
};

/** The factor of each product; undefined if none is boosted. */
export const factorsIn = (
  boosts: readonly PlannedBoost[],
  segment: ProductSegment,
  currency: string,
  tuning: ProductTuning,
): ((item: number) => number) | undefined => {
  const size = countProductsIn(segment);
  let factors: Float64Array | undefined;
  const multiply = (item: number, factor: number): void => {
    if (factors === undefined) {
      spend(ITEM * size);
      factors = new Float64Array(size).fill(1);
    }
    factors[item] = (factors[item] as number) * factor;
  };
  for (const { boost, filters } of boosts) {
    if (filters === undefined) {
      for (const item of itemsOf(segment, boost)) multiply(item, boost.factor);
      continue;
    }
    // One set and one list at a time: there may be thousands of boosts.
    withScopedBits(() =>
      withScopedList(() => {
        const criteria = criteriaIn(filters, segment, currency);
        if (criteria === undefined) return;
        forEachItem(selectMatching(segment, criteria, tuning), (item) => multiply(item, boost.factor));
      }),
    );
  }
  const known = factors as Float64Array | undefined;
  return known && ((item) => boundedFactor(known[item] as number));
};

/** The boosts of a few products, in the order of their rules. */
export const boostsOf = (
  boosts: readonly PlannedBoost[],
  segment: ProductSegment,
  items: readonly number[],
  currency: string,
): ReadonlyMap<number, readonly ProductBoost[]> => {
  const found = new Map<number, ProductBoost[]>();
  for (const { boost, filters } of boosts) {
    const { ruleId, factor } = boost;
    for (const item of boostedAmong(boost, filters, segment, items, currency)) {
      const known = found.get(item);
      if (known === undefined) found.set(item, [{ ruleId, factor }]);
      else known.push({ ruleId, factor });
    }
  }
  return found;
};

const boostedAmong = (
  boost: AppliedBoost,
  filters: FilterPlan | undefined,
  segment: ProductSegment,
  items: readonly number[],
  currency: string,
): Iterable<number> => {
  if (filters === undefined) {
    const named = itemsOf(segment, boost);
    return items.filter((item) => named.has(item));
  }
  const criteria = criteriaIn(filters, segment, currency);
  if (criteria === undefined) return [];
  const list = Uint32Array.from(items);
  return list.subarray(0, filterAll(list, list.length, criteria, countProductsIn(segment)));
};

const itemsOf = (segment: ProductSegment, { ids = [] }: AppliedBoost): ReadonlySet<number> => {
  spend(LOOKUP * ids.length);
  const items = new Set(ids.map((id) => findLiveProduct(segment, id)));
  items.delete(-1);
  return items;
};

const criteriaIn = (
  filters: FilterPlan,
  segment: ProductSegment,
  currency: string,
): readonly Criterion[] | undefined => {
  const criteria = new CriteriaList(countProductsIn(segment));
  for (const criterion of filterCriteria(filters, segment, currency)) criteria.add(criterion);
  return criteria.criteria;
};
