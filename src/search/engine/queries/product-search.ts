// Product search over a set of segments: the requested page in a total order, and facets, over exactly the products that counting
// counts.

import type { CatalogContents } from '../../../domain/ports.ts';
import { assertSort } from '../../../domain/products/attribute-settings.ts';
import type { FoundProducts, ProductHit, ProductSearch } from '../../../domain/products/product-search.ts';
import { spend } from '../budget/work-budget.ts';
import { HEAP_ITEM, TEXT } from '../budget/work-costs.ts';
import { type ProductTuning, productTuning } from '../columns/product-tuning.ts';
import { type FacetCount, openFacetCount } from '../facets/product-facets.ts';
import { pageWithPins, slotsOfPins } from '../merchandising/pinned-page.ts';
import { boostsOf, factorsIn } from '../merchandising/product-boosts.ts';
import type { Override } from '../merchandising/product-merchandising.ts';
import { clearBit, countBits } from '../packing/bitset.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { describeSort } from '../products/product-columns.ts';
import { type ProductPlan, planQuery, runPlan } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { selectIn } from '../products/product-selection.ts';
import { buildFindTerm } from '../products/product-term-match.ts';
import { buildExplanations } from '../ranking/product-explanations.ts';
import { type Candidate, compareCandidates, pickBest } from '../ranking/product-ranking.ts';
import { type PlannedSignals, planSignals } from '../ranking/product-signals.ts';
import { correctedTerm } from '../spelling/corrected-term.ts';
import { didYouMean } from '../spelling/did-you-mean.ts';
import { hitAt, measureHits, showFor } from '../stored/product-hits.ts';

/**
 * Throws `invalidInput` if a value does not parse for its field, or the catalog does not offer the field for that
 * use.
 */
export const searchProductSegments = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  search: ProductSearch,
  tuning: ProductTuning = productTuning,
): FoundProducts => {
  const plan = planQuery(segments, contents, search, tuning);
  assertSort(contents.attributes, search.sortBy);
  const signals =
    search.sortBy === 'relevance' ? planSignals(segments, contents.ranking, search.at) : undefined;
  const found = runPlan(plan, segments, (by) => ({
    by,
    ...findPage(by, segments, contents, search, signals),
  }));
  // The page has decided between the strict and the relaxed rule; nothing is counted again.
  return describeFound(
    { ...found, by: { ...found.by, strictCount: undefined }, signals },
    segments,
    contents,
    search,
  );
};

interface DescribedPage extends FoundPage {
  readonly by: ProductPlan;
  readonly signals: PlannedSignals | undefined;
}

const describeFound = (
  { by: plan, total, page, facets, signals }: DescribedPage,
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  search: ProductSearch,
): FoundProducts => {
  const shown = showFor(plan, contents, search);
  const measure = measureHits('limit');
  // What finds nothing for this shopper says nothing of what others see.
  const corrected = total === 0 ? undefined : correctedTerm(plan, segments, contents, search);
  const boostsAt = boostsOnPage(plan, page, search);
  const explain =
    search.withExplanations === true ? buildExplanations(plan, contents, shown, signals) : undefined;
  return {
    total,
    hits: page.map(({ segment, item }): ProductHit => {
      const pinnedBy = (arePinsFirst(search) && overrideOf(plan, segment, item)?.pinnedBy) || [];
      const boosts = boostsAt.get(segment)?.get(item);
      const hit = measure(hitAt(segment, item, shown, pinnedBy));
      if (boosts === undefined && explain === undefined) return hit;
      return {
        ...hit,
        ...(boosts === undefined ? {} : { boosts }),
        ...(explain === undefined ? {} : { explanation: explain(segment, item, boosts ?? []) }),
      };
    }),
    ...(plan.redirectUrl === undefined ? {} : { redirectUrl: plan.redirectUrl }),
    ...(facets?.finish() ?? NO_FACETS),
    correctedTerm: corrected,
    didYouMean: didYouMean(plan, segments, contents, search, corrected),
  };
};

/** Boosts act only where relevance decides the order. */
const boostsOnPage = (
  plan: ProductPlan,
  page: readonly Found[],
  { sortBy, currency }: ProductSearch,
): ReadonlyMap<ProductSegment, ReturnType<typeof boostsOf>> => {
  if (page.length === 0 || sortBy !== 'relevance') return new Map();
  const boosts = plan.boosts();
  if (boosts.length === 0) return new Map();
  const items = Map.groupBy(page, ({ segment }) => segment);
  return new Map(
    [...items].map(([segment, found]) => {
      releaseScratch();
      return [
        segment,
        boostsOf(
          boosts,
          segment,
          found.map(({ item }) => item),
          currency,
        ),
      ];
    }),
  );
};

/** Pins lead only where relevance decides the order. */
const arePinsFirst = ({ sortBy, sortOrder }: ProductSearch): boolean =>
  sortBy === 'relevance' && sortOrder === 'desc';

const NO_FACETS = { facets: [], offeredFacets: [] };

type Found = Pick<Candidate, 'segment' | 'item'>;

interface FoundPage {
  readonly total: number;
  readonly page: readonly Found[];
  readonly facets: FacetCount | undefined;
}

const findPage = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  search: ProductSearch,
  signals: PlannedSignals | undefined,
): FoundPage => {
  const { facetRequest, skip, limit, sortBy, sortOrder } = search;
  const sort = describeSort(segments, sortBy);
  const facets = facetRequest && openFacetCount(plan, segments, contents, search, facetRequest);
  const best: Candidate[] = [];
  const pins: (Found & Pick<Override, 'place' | 'position'>)[] = [];
  let total = 0;
  for (const segment of segments) {
    releaseScratch();
    spend(TEXT);
    const findTerm = buildFindTerm(plan, segment);
    const { selected, pinned } = selectIn(plan, segment, findTerm);
    facets?.addSegment(segment, selected, findTerm);
    const count = countBits(selected);
    total += count;
    if (count === 0 || limit === 0) continue;
    if (arePinsFirst(search)) {
      for (const item of pinned) {
        const { place = 0, position } = overrideOf(plan, segment, item) ?? {};
        pins.push({ segment, item, place, position });
        clearBit(selected, item);
      }
    }
    const factorOf =
      sortBy === 'relevance' ? factorsIn(plan.boosts(), segment, search.currency, plan.tuning) : undefined;
    const picked = pickBest(plan, segment, selected, search, sort, skip + limit, { factorOf, signals });
    for (const one of picked) best.push(one);
  }
  spend(2 * HEAP_ITEM * (best.length + pins.length));
  best.sort(compareCandidates(sortOrder));
  pins.sort((a, b) => a.place - b.place);
  const slots = slotsOfPins(
    pins.map(({ position }) => position),
    total,
  );
  const placed = pins.map((value, at) => ({ value, slot: slots[at] as number }));
  return { total, page: pageWithPins<Found>(placed, best, skip, limit), facets };
};

const overrideOf = (plan: ProductPlan, segment: ProductSegment, item: number): Override | undefined =>
  plan.overrides.size === 0 ? undefined : plan.overrides.get(stringAt(segment.keys, item));
