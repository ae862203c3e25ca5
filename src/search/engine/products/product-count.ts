// Counts the products of a set of segments that match a query: exactly as many as the reference engine finds
// (Decision 0008).

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { spend } from '../budget/work-budget.ts';
import { TEXT } from '../budget/work-costs.ts';
import { type ProductTuning, productTuning } from '../columns/product-tuning.ts';
import { countMatching } from '../filters/product-select.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { matchesIn } from './product-matches.ts';
import { type ProductPlan, planQuery, runPlan } from './product-plan.ts';
import type { ProductSegment } from './product-segment.ts';

/** Throws `invalidInput` if a value does not parse for its field. */
export const countSegments = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductQuery,
  tuning: ProductTuning = productTuning,
): number => {
  const plan = planQuery(segments, contents, query, tuning);
  return runPlan(plan, segments, (chosen) => countBy(chosen, segments));
};

const countBy = (plan: ProductPlan, segments: readonly ProductSegment[]): number => {
  let total = 0;
  for (const segment of segments) {
    releaseScratch();
    spend(TEXT);
    const { criteria, added } = matchesIn(plan, segment);
    total += added.length;
    if (criteria !== undefined) total += countMatching(segment, criteria, plan.tuning);
  }
  return total;
};
