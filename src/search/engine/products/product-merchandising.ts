// The effect of merchandising rules on single products, for one query (Decision 0008).

import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { comparableTerm, type MerchandisingRule } from '../../../domain/search/catalog.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, MERCHANDISED_PRODUCT, PARSED_RULE, QUERY_CHARACTER } from '../budget/work-costs.ts';

export interface Override {
  readonly isHidden: boolean;
  /** The criteria that a pin lifts. */
  readonly liftsTerm: boolean;
  readonly liftsCategory: boolean;
  /** The rules that pin it, in their order. */
  readonly pinnedBy: readonly string[];
  /** Its place among all pins: by rule, then as the rule lists them. */
  readonly place: number;
}

const NO_OVERRIDE: Override = {
  isHidden: false,
  liftsTerm: false,
  liftsCategory: false,
  pinnedBy: [],
  place: Number.POSITIVE_INFINITY,
};

/**
 * The products that rules for this query name, by id. A product may be hidden and pinned; the caller lets hiding win.
 */
export const productOverrides = (
  rules: readonly MerchandisingRule[],
  query: Pick<ProductQuery, 'term' | 'categoryId' | 'withMerchandising'>,
): ReadonlyMap<string, Override> => {
  const overrides = new Map<string, Override>();
  if (!query.withMerchandising || rules.length === 0) return overrides;
  const term = query.term === undefined ? undefined : comparableTerm(query.term);
  const terms = comparableTerms(rules);
  spend(ITEM * rules.length);
  let pins = 0;
  rules.forEach(({ id: ruleId, when, hide, pin }, at) => {
    const applies =
      (when.searchTerm === undefined || terms[at] === term) &&
      (when.categoryId === undefined || when.categoryId === query.categoryId);
    if (!applies) return;
    spend(MERCHANDISED_PRODUCT * (hide.length + pin.length));
    for (const id of hide) overrides.set(id, { ...(overrides.get(id) ?? NO_OVERRIDE), isHidden: true });
    for (const id of pin) {
      const before = overrides.get(id) ?? NO_OVERRIDE;
      overrides.set(id, {
        isHidden: before.isHidden,
        liftsTerm: before.liftsTerm || when.searchTerm !== undefined,
        liftsCategory: before.liftsCategory || when.categoryId !== undefined,
        pinnedBy: before.pinnedBy.includes(ruleId) ? before.pinnedBy : [...before.pinnedBy, ruleId],
        place: Math.min(before.place, pins),
      });
      pins += 1;
    }
  });
  return overrides;
};

/** The rules' terms in comparable form, computed once per set of rules. */
const known = new WeakMap<readonly MerchandisingRule[], readonly string[]>();

const comparableTerms = (rules: readonly MerchandisingRule[]): readonly string[] => {
  let terms = known.get(rules);
  if (terms === undefined) {
    terms = rules.map(({ when: { searchTerm = '' } }) => {
      spend(PARSED_RULE + QUERY_CHARACTER * searchTerm.length);
      return comparableTerm(searchTerm);
    });
    known.set(rules, terms);
  }
  return terms;
};
