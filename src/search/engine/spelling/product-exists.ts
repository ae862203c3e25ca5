// Whether a query finds any product: stops at the first segment that has one.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { spend } from '../budget/work-budget.ts';
import { TEXT } from '../budget/work-costs.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { countMatching } from '../filters/product-select.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { matchesIn, type ProductPlan, planQuery } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';

/** `likely`: the segment to look at first. Throws as counting does. */
export const findsProducts = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
  likely?: ProductSegment,
): boolean => {
  const plan = planQuery(segments, contents, query, productTuning);
  const order = likely === undefined ? segments : [likely, ...segments.filter((one) => one !== likely)];
  if (order.some((segment) => findsIn(plan, segment))) return true;
  // The relaxed rule finds at least what the strict one does, so it matters only now.
  if (plan.strictCount === undefined || !plan.strictCount.foundTooFew(plan, segments)) return false;
  const relaxed = { ...plan, isRelaxed: true, strictCount: undefined };
  return order.some((segment) => findsIn(relaxed, segment));
};

const findsIn = (plan: ProductPlan, segment: ProductSegment): boolean => {
  releaseScratch();
  spend(TEXT);
  const { criteria, added } = matchesIn(plan, segment);
  return added.length > 0 || (criteria !== undefined && countMatching(segment, criteria, plan.tuning) > 0);
};
