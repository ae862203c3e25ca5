// What merchandising rules do to the products of one query (Decisions 0008 and 0069).

import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import type { FilterGroup } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { type AppliedBoost, boostsOf } from '../../../domain/products/rule-boosts.ts';
import { spend } from '../budget/work-budget.ts';
import { MERCHANDISED_PRODUCT } from '../budget/work-costs.ts';
import { findRules } from './rule-index.ts';

export interface Override {
  readonly isHidden: boolean;
  /** The criteria that a pin lifts. */
  readonly liftsTerm: boolean;
  readonly liftsCategory: boolean;
  readonly liftsCollection: boolean;
  /** The rules that pin it, in their order. */
  readonly pinnedBy: readonly string[];
  /** Its place among all pins: by rule, then as the rule lists them. */
  readonly place: number;
  /** Where the first of these rules wants it; undefined: before everything else. */
  readonly position: number | undefined;
}

export interface Merchandising {
  /** The products that rules hide or pin, by id. A product may be both; the caller lets hiding win. */
  readonly overrides: ReadonlyMap<string, Override>;
  /** In the order of their rules. */
  readonly boosts: () => readonly AppliedBoost[];
  /** Every product must meet these too. */
  readonly only: readonly FilterGroup[];
  readonly redirectUrl: string | undefined;
}

const NO_OVERRIDE: Override = {
  isHidden: false,
  liftsTerm: false,
  liftsCategory: false,
  liftsCollection: false,
  pinnedBy: [],
  place: Number.POSITIVE_INFINITY,
  position: undefined,
};

const NOTHING: Merchandising = { overrides: new Map(), boosts: () => [], only: [], redirectUrl: undefined };

export const merchandise = (rules: readonly MerchandisingRule[], query: ProductQuery): Merchandising => {
  const applied = findRules(rules, query);
  return applied.length === 0 ? NOTHING : actionsOf(applied);
};

/** What the rules do that apply to a query. */
export const actionsOf = (applied: readonly MerchandisingRule[]): Merchandising => ({
  overrides: overridesOf(applied),
  boosts: () => applied.flatMap(boostsOf),
  only: applied.flatMap(({ only = [] }) => only),
  redirectUrl: applied.find(({ redirectUrl }) => redirectUrl !== undefined)?.redirectUrl,
});

const overridesOf = (rules: readonly MerchandisingRule[]): ReadonlyMap<string, Override> => {
  const overrides = new Map<string, Override>();
  let pins = 0;
  for (const { id: ruleId, when, hide, pin, pinAt = [] } of rules) {
    spend(MERCHANDISED_PRODUCT * (hide.length + pin.length + pinAt.length));
    const liftsTerm = [when.searchTerm, when.searchTermContains, when.searchTermAnyOf].some(
      (named) => named !== undefined,
    );
    for (const id of hide) overrides.set(id, { ...(overrides.get(id) ?? NO_OVERRIDE), isHidden: true });
    const add = (id: string, position: number | undefined): void => {
      const before = overrides.get(id) ?? NO_OVERRIDE;
      const isFirst = before.pinnedBy.length === 0;
      overrides.set(id, {
        isHidden: before.isHidden,
        liftsTerm: before.liftsTerm || liftsTerm,
        liftsCategory: before.liftsCategory || when.categoryId !== undefined,
        liftsCollection: before.liftsCollection || when.collectionId !== undefined,
        pinnedBy: before.pinnedBy.includes(ruleId) ? before.pinnedBy : [...before.pinnedBy, ruleId],
        place: isFirst ? pins : before.place,
        position: isFirst ? position : before.position,
      });
      pins += 1;
    };
    for (const id of pin) add(id, undefined);
    for (const { id, position } of pinAt) add(id, position);
  }
  return overrides;
};
