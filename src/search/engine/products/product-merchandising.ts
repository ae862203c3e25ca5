// What merchandising rules say about single products for one query (Decision 0008).

import type { ProductQuery } from '../../../domain/ports.ts';
import type { MerchandisingRule } from '../../../domain/search/catalog.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, QUERY_CHARACTER, READ_RULE, TREATED_PRODUCT } from '../budget/work-costs.ts';

export interface Treatment {
  readonly isHidden: boolean;
  /** Which criteria a pin lifts. */
  readonly liftsTerm: boolean;
  readonly liftsCategory: boolean;
}

const UNTOUCHED: Treatment = { isHidden: false, liftsTerm: false, liftsCategory: false };

/** The products that the rules for this query name, by id. Hiding wins over pinning, which is for the reader to see to. */
export const treatedProducts = (
  rules: readonly MerchandisingRule[],
  query: Pick<ProductQuery, 'term' | 'categoryId' | 'withMerchandising'>,
): ReadonlyMap<string, Treatment> => {
  const treated = new Map<string, Treatment>();
  if (!query.withMerchandising || rules.length === 0) return treated;
  const term = query.term === undefined ? undefined : comparableTerm(query.term);
  const terms = comparableTerms(rules);
  spend(ITEM * rules.length);
  rules.forEach(({ when, hide, pin }, place) => {
    const applies =
      (when.searchTerm === undefined || terms[place] === term) &&
      (when.categoryId === undefined || when.categoryId === query.categoryId);
    if (!applies) return;
    spend(TREATED_PRODUCT * (hide.length + pin.length));
    for (const id of hide) treated.set(id, { ...(treated.get(id) ?? UNTOUCHED), isHidden: true });
    for (const id of pin) {
      const before = treated.get(id) ?? UNTOUCHED;
      treated.set(id, {
        isHidden: before.isHidden,
        liftsTerm: before.liftsTerm || when.searchTerm !== undefined,
        liftsCategory: before.liftsCategory || when.categoryId !== undefined,
      });
    }
  });
  return treated;
};

/** The rules' terms as they are compared, made once for a set of rules. */
const known = new WeakMap<readonly MerchandisingRule[], readonly string[]>();

const comparableTerms = (rules: readonly MerchandisingRule[]): readonly string[] => {
  let terms = known.get(rules);
  if (terms === undefined) {
    terms = rules.map(({ when: { searchTerm = '' } }) => {
      spend(READ_RULE + QUERY_CHARACTER * searchTerm.length);
      return comparableTerm(searchTerm);
    });
    known.set(rules, terms);
  }
  return terms;
};

/** Terms are the same without case, accents and extra white space. */
const comparableTerm = (term: string): string => foldText(term).replace(/\s+/gu, ' ').trim();
