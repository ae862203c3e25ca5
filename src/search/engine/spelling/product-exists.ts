// Whether a query finds any product: stops at the first segment that has one.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { spend } from '../budget/work-budget.ts';
import { TEXT } from '../budget/work-costs.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { findAmongFew } from '../filters/few-matching.ts';
import { listClause } from '../filters/product-criteria.ts';
import { countMatching } from '../filters/product-select.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { itemHoldsTerm } from '../products/item-holds-term.ts';
import { matchesIn } from '../products/product-matches.ts';
import { type ProductPlan, planQuery } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { visibleAmong } from '../products/visible-products.ts';

interface LikelyProduct {
  readonly segment: ProductSegment;
  readonly item: number;
}

/** `likely`: a product that the query probably finds. Throws as counting does. */
export const findsProducts = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
  likely: LikelyProduct | undefined,
): boolean => {
  const plan = planQuery(segments, contents, query, productTuning);
  if (likely !== undefined && findsProduct(plan, likely)) return true;
  if (segments.some((segment) => findsIn(plan, segment))) return true;
  // The relaxed rule finds at least what the strict one does, so it matters only now.
  if (plan.strictCount === undefined || !plan.strictCount.foundTooFew(plan, segments)) return false;
  const relaxed = { ...plan, isRelaxed: true, strictCount: undefined };
  return segments.some((segment) => findsIn(relaxed, segment));
};

/** By the strict rule. */
const findsProduct = (plan: ProductPlan, { segment, item }: LikelyProduct): boolean => {
  const { term } = plan.query;
  if (term !== undefined && !itemHoldsTerm(segment, item, term, plan)) return false;
  const only = Uint32Array.of(item);
  const found = listClause(only.slice(), 0, 1);
  // The strict matches are counted by looking at all products, not at this one.
  return visibleAmong({ ...plan, strictCount: undefined }, segment, only, () => [found]).size > 0;
};

const findsIn = (plan: ProductPlan, segment: ProductSegment): boolean => {
  releaseScratch();
  spend(TEXT);
  const { criteria, added } = matchesIn(plan, segment);
  return added.length > 0 || (criteria !== undefined && countMatching(segment, criteria, plan.tuning) > 0);
};

/** A product that the query finds, if one of the first few in a segment is such a product. Throws as counting does. */
export const findAnyProduct = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
): LikelyProduct | undefined => {
  const plan = planQuery(segments, contents, query, productTuning);
  for (const segment of segments) {
    releaseScratch();
    spend(TEXT);
    const { criteria } = matchesIn(plan, segment);
    const item = criteria && findAmongFew(segment, criteria);
    if (item !== undefined) return { segment, item };
  }
  return undefined;
};
