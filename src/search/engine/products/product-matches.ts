// The products of a segment that a plan matches, as criteria, with those that merchandising adds.

import { spend } from '../budget/work-budget.ts';
import { LOOKUP, MERCHANDISED_PRODUCT } from '../budget/work-costs.ts';
import { type Column, textBound } from '../columns/column.ts';
import { exactValues } from '../columns/exact-values.ts';
import { filterAll } from '../filters/filter-list.ts';
import {
  type Clause,
  CriteriaList,
  type Criterion,
  listClause,
  valuesClause,
} from '../filters/product-criteria.ts';
import { filterCriteria } from '../filters/product-filters.ts';
import type { Override } from '../merchandising/product-merchandising.ts';
import { findAudience, findColumn } from './product-columns.ts';
import type { AskedAudience, ProductPlan } from './product-plan.ts';
import { countProductsIn, findLiveProduct, type ProductSegment } from './product-segment.ts';
import { buildFindTerm, type FindTerm } from './product-term-match.ts';

export interface Matches {
  /** Undefined if nothing can match. */
  readonly criteria: readonly Criterion[] | undefined;
  /** Products that merchandising adds to those that meet the criteria. */
  readonly added: Uint32Array;
}

const NONE = new Uint32Array(0);
const NO_MATCHES: Matches = { criteria: undefined, added: NONE };
const NO_CRITERIA: readonly Criterion[] = [];

/**
 * The matches in a segment. Uses scratch arrays: consume the result before starting the next segment. Plans of the same term can share
 * `findTerm`.
 */
export const matchesIn = (
  plan: ProductPlan,
  segment: ProductSegment,
  findTerm: FindTerm = buildFindTerm(plan, segment),
): Matches => {
  const items = countProductsIn(segment);
  const always = new CriteriaList(items);
  addAudience(always, segment, plan.audience);
  for (const criterion of filterCriteria(plan.filters, segment, plan.query.currency)) always.add(criterion);
  for (const criterion of filterCriteria(plan.only, segment, plan.query.currency)) always.add(criterion);
  if (plan.facetCategories !== undefined)
    always.add(exactClauses(findColumn(segment, 'category_id', ''), plan.facetCategories));
  const byCategory = categoryCriteria(plan, segment, items);
  const byCollection = collectionCriteria(plan, segment, items);
  const overrides = overridesIn(plan, segment);
  const isNowhere = byCategory === undefined || byCollection === undefined;
  if (always.criteria === undefined || (isNowhere && overrides.size === 0)) {
    plan.strictCount?.skipSegment(segment);
    return NO_MATCHES;
  }
  const byTerm = plan.query.term === undefined ? NO_CRITERIA : termCriteria(plan, segment, findTerm());
  const groups = { always: always.criteria, byCollection, byCategory, byTerm };
  const criteria = allOf(groups);
  if (overrides.size === 0) return { criteria, added: NONE };
  const left = Uint32Array.from(overrides.keys());
  const out = listClause(left, 0, left.length, undefined, true);
  return {
    criteria: criteria === undefined ? undefined : [...criteria, [out]],
    added: addedProducts(overrides, groups, items),
  };
};

/** The criteria that a pin may lift are apart. */
interface CriteriaGroups {
  readonly always: readonly Criterion[];
  readonly byCollection: readonly Criterion[] | undefined;
  readonly byCategory: readonly Criterion[] | undefined;
  readonly byTerm: readonly Criterion[] | undefined;
}

/** Undefined if nothing can match. */
const allOf = ({ always, byCollection, byCategory, byTerm }: CriteriaGroups): Criterion[] | undefined =>
  byCollection === undefined || byCategory === undefined || byTerm === undefined
    ? undefined
    : [...always, ...byCollection, ...byCategory, ...byTerm];

const NO_OVERRIDES: ReadonlyMap<number, Override> = new Map();

const overridesIn = (plan: ProductPlan, segment: ProductSegment): ReadonlyMap<number, Override> => {
  if (plan.overrides.size === 0) return NO_OVERRIDES;
  const overrides = new Map<number, Override>();
  spend(LOOKUP * plan.overrides.size);
  for (const [id, override] of plan.overrides) {
    const item = findLiveProduct(segment, id);
    if (item !== -1) overrides.set(item, override);
  }
  return overrides;
};

/** The overridden products that match after all: a pin lifts only the criteria that its rule names. */
const addedProducts = (
  overrides: ReadonlyMap<number, Override>,
  groups: CriteriaGroups,
  items: number,
): Uint32Array => {
  const keep = (
    list: readonly number[],
    criteria: readonly Criterion[] | undefined,
    isLifted: (override: Override) => boolean,
  ): number[] => {
    spend(MERCHANDISED_PRODUCT * list.length);
    const lifted: number[] = [];
    const rest: number[] = [];
    for (const item of list) (isLifted(overrides.get(item) as Override) ? lifted : rest).push(item);
    if (criteria === undefined) return lifted;
    const others = Uint32Array.from(rest);
    return [...lifted, ...others.subarray(0, filterAll(others, others.length, criteria, items))];
  };
  const shown = [...overrides.keys()].filter((item) => overrides.get(item)?.isHidden === false);
  const always = keep(shown, groups.always, () => false);
  const byCollection = keep(always, groups.byCollection, ({ liftsCollection }) => liftsCollection);
  const byCategory = keep(byCollection, groups.byCategory, ({ liftsCategory }) => liftsCategory);
  return Uint32Array.from(keep(byCategory, groups.byTerm, ({ liftsTerm }) => liftsTerm)).sort();
};

const addAudience = (
  criteria: CriteriaList,
  segment: ProductSegment,
  audience: readonly AskedAudience[],
): void => {
  for (const { name, values } of audience) {
    const column = findAudience(segment, name);
    criteria.add(column === undefined ? [] : values.map((value) => textClause(column, value)));
  }
};

const textClause = (column: Column, wanted: Uint8Array): Clause =>
  valuesClause(column, textBound(column, wanted, false), textBound(column, wanted, true));

const categoryCriteria = (
  { categories }: ProductPlan,
  segment: ProductSegment,
  items: number,
): CriteriaGroups['byCategory'] => {
  if (categories.length === 0) return NO_CRITERIA;
  const list = new CriteriaList(items);
  for (const ids of categories) list.add(exactClauses(findColumn(segment, 'category_id', ''), ids));
  return list.criteria;
};

const collectionCriteria = (
  { query: { collectionId } }: ProductPlan,
  segment: ProductSegment,
  items: number,
): CriteriaGroups['byCollection'] => {
  if (collectionId === undefined) return NO_CRITERIA;
  const list = new CriteriaList(items);
  list.add(exactClauses(findColumn(segment, 'collection_id', ''), [collectionId]));
  return list.criteria;
};

/** `found`: what holds the term. */
const termCriteria = (
  { strictCount }: ProductPlan,
  segment: ProductSegment,
  found: ReturnType<FindTerm>,
): CriteriaGroups['byTerm'] => {
  strictCount?.add(segment, found);
  if (found === undefined) return undefined;
  const list = new CriteriaList(countProductsIn(segment));
  list.add(found);
  return list.criteria;
};

/** Products that have one of the ids exactly as written. */
const exactClauses = (column: Column | undefined, ids: Iterable<string>): Clause[] => {
  const clauses: Clause[] = [];
  if (column === undefined) return clauses;
  for (const id of ids) {
    for (const value of exactValues(column, id)) clauses.push(valuesClause(column, value, value + 1));
  }
  return clauses;
};
