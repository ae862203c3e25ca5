// The effect of merchandising rules on single products, for one query (Decision 0008).

import type { ProductQuery } from '../../../domain/ports.ts';
import { comparableTerm, type MerchandisingRule } from '../../../domain/search/catalog.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, MERCHANDISED_PRODUCT, PARSED_RULE, QUERY_CHARACTER } from '../budget/work-costs.ts';

export interface Override {
  readonly isHidden: boolean;
  /** The criteria that a pin lifts. */
  readonly liftsTerm: boolean;
  readonly liftsCategory: boolean;
}

const NO_OVERRIDE: Override = { isHidden: false, liftsTerm: false, liftsCategory: false };

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
  rules.forEach(({ when, hide, pin }, place) => {
    const applies =
      (when.searchTerm === undefined || terms[place] === term) &&
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
      });
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
