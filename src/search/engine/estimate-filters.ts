// Estimates the cost of filters and merchandising rules in budget units. Estimating takes time too, so it spends as it goes.

import type { CatalogContents } from '../../domain/ports.ts';
import type { FilterRule } from '../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import { spend } from './budget/work-budget.ts';
import {
  BITS_WORD,
  CHECKED_BLOCK,
  LOCATED_RULE,
  LOOKUP,
  MERCHANDISED_PRODUCT,
  PARSED_RULE,
  SCANNED_BYTE,
  VALUE,
} from './budget/work-costs.ts';
import type { Column } from './columns/column.ts';
import { fileRules, findRules } from './merchandising/rule-index.ts';
import { wordsFor } from './packing/bitset.ts';
import { findColumn } from './products/product-columns.ts';
import { countProductsIn, type ProductSegment } from './products/product-segment.ts';

/** Stop adding beyond this: it is more than any query may spend on the main thread. */
export const ENOUGH = 5_000_000;

/**
 * Rules have to be filed before they are found: some of them now, so that the next queries need not. `isRanked`: whether rules that
 * boost products act.
 */
export const estimateRules = (
  segments: readonly ProductSegment[],
  { merchandisingRules: rules }: CatalogContents,
  query: ProductQuery,
  isRanked: boolean,
): number => {
  if (!query.withMerchandising || rules.length === 0) return 0;
  const unfiled = fileRules(rules);
  if (unfiled > 0) return unfiled;
  let work = 0;
  for (const { hide, pin, pinAt = [], boost = [], bury = [], only = [] } of findRules(rules, query)) {
    if (work > ENOUGH) return work;
    const perProduct = MERCHANDISED_PRODUCT + LOOKUP * segments.length;
    work += perProduct * (hide.length + pin.length + pinAt.length);
    work += estimateFilters(segments, { facets: [], groups: only, currency: query.currency });
    if (!isRanked) continue;
    for (const { ids = [], groups = [] } of [...boost, ...bury]) {
      spend(VALUE);
      work += perProduct * ids.length;
      work += estimateFilters(segments, { facets: [], groups, currency: query.currency });
    }
  }
  return work;
};

export const estimateFilters = (
  segments: readonly ProductSegment[],
  { facets, groups, currency }: Pick<ProductQuery, 'facets' | 'groups' | 'currency'>,
): number => {
  const perRule = PARSED_RULE + LOCATED_RULE * segments.length;
  let work = perRule * facets.length;
  for (const { rules } of groups) {
    // The rules of the other groups need not be parsed.
    if (work > ENOUGH) return work;
    work += perRule * rules.length + estimateRulesOf(rules, segments, currency);
  }
  return work;
};

const estimateRulesOf = (
  rules: readonly FilterRule[],
  segments: readonly ProductSegment[],
  currency: string,
): number => {
  let work = 0;
  for (const { field, action, value } of rules) {
    if (work > ENOUGH) break;
    spend(VALUE * segments.length);
    const isText = action === 'contains' || action === 'does_not_contains';
    for (const segment of segments) {
      const column = findColumn(segment, field, currency);
      if (column !== undefined)
        work += isText ? scanWork(column, value) : BITS_WORD * wordsFor(countProductsIn(segment));
    }
  }
  return work;
};

/** The trigram filter rules out most blocks for a text of three or more characters. */
const scanWork = ({ texts, grams }: Column, value: string): number =>
  grams.blockStart.length === 0 || value.length < 3
    ? SCANNED_BYTE * texts.bytes.length
    : 3 * CHECKED_BLOCK * grams.blockStart.length;
