// Which merchandising rules apply to a query, by trying each of them. Other engines find them by an index (`rule-index.ts`).

import {
  comparableTerm,
  inRuleOrder,
  localeOf,
  type MerchandisingRule,
  wordsOfTerm,
} from '../../domain/products/merchandising-rule.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';

/** The rules that apply, in the order in which they act. */
export const appliedRules = (
  rules: readonly MerchandisingRule[],
  query: ProductQuery,
): MerchandisingRule[] =>
  query.withMerchandising ? inRuleOrder(rules).filter((rule) => applies(rule, query)) : [];

const applies = ({ when, isDraft }: MerchandisingRule, query: ProductQuery): boolean => {
  const term = query.term === undefined ? undefined : comparableTerm(query.term);
  const phrase = ` ${wordsOfTerm(query.term ?? '').join(' ')} `;
  const contained = when.searchTermContains === undefined ? [] : wordsOfTerm(when.searchTermContains);
  const locale = localeOf(query);
  const { at } = query;
  const isTimed = when.from !== undefined || when.until !== undefined;
  return [
    isDraft !== true || query.withDrafts === true,
    when.searchTerm === undefined || comparableTerm(when.searchTerm) === term,
    when.searchTermAnyOf === undefined || when.searchTermAnyOf.some((one) => comparableTerm(one) === term),
    when.searchTermContains === undefined ||
      (contained.length > 0 && phrase.includes(` ${contained.join(' ')} `)),
    when.categoryId === undefined || when.categoryId === query.categoryId,
    when.collectionId === undefined || when.collectionId === query.collectionId,
    when.customerGroupId === undefined || when.customerGroupId === query.customerGroupId,
    when.channelId === undefined || when.channelId === query.channelId,
    when.locale === undefined || locale === when.locale || locale.startsWith(`${when.locale}-`),
    !isTimed || (at !== undefined && (when.from ?? at) <= at && at < (when.until ?? at + 1)),
  ].every(Boolean);
};
