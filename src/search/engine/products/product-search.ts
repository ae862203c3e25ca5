// Product search over a set of segments: the requested page in a total order, and facet counts, over exactly the
// products that counting counts.

import type { CatalogContents, ProductQuery, SortOrder } from '../../../domain/ports.ts';
import { productRule } from '../../matching.ts';
import { TITLE_BOOST, titleText } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { HEAP_ITEM, ITEM, LOCATED_RULE, TEXT } from '../budget/work-costs.ts';
import {
  type Column,
  countValues,
  findSorted,
  isSameText,
  NO_VALUE,
  numberOf,
  textBound,
} from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { type ProductTuning, productTuning } from '../columns/product-tuning.ts';
import { matchTexts } from '../match/match-texts.ts';
import { TopItems } from '../match/top-items.ts';
import { type Bits, clearBit, countBits, hasBit, setBits, subtractFrom } from '../packing/bitset.ts';
import { emptyScratchBits, releaseScratch, scratchBits } from '../packing/bitset-scratch.ts';
import { comparePacked, stringAt } from '../packing/packed-strings.ts';
import { encodeUnits, textAt } from '../packing/packed-texts.ts';
import { FacetCounter, type FacetValue } from './facet-counts.ts';
import { describeField, findColumn, findNames } from './product-columns.ts';
import { matchesIn, type ProductPlan, planQuery, runPlan } from './product-plan.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';
import { selectMatching } from './product-select.ts';
import { effectiveTexts } from './product-term-match.ts';

type ProductSort = 'relevance' | 'name' | 'price' | 'created_at';

export interface ProductSearch extends ProductQuery {
  readonly skip: number;
  readonly limit: number;
  readonly sortBy: ProductSort;
  readonly sortOrder: SortOrder;
}

export interface FoundProducts {
  readonly total: number;
  /** The page, sorted. */
  readonly ids: readonly string[];
  /** By field, each requested field once; a field that no product has gets no values. */
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
}

interface Candidate {
  readonly segment: ProductSegment;
  readonly item: number;
  readonly sortKey: string | number | null;
}

/** Throws `invalidInput` if a value does not parse for its field. */
export const searchProductSegments = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: ProductSearch,
  facetFields: readonly string[] = [],
  tuning: ProductTuning = productTuning,
): FoundProducts => {
  const plan = planQuery(segments, contents, query, tuning);
  return runPlan(plan, segments, (chosen) => searchBy(chosen, segments, query, facetFields));
};

const searchBy = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  query: ProductSearch,
  facetFields: readonly string[],
): FoundProducts => {
  const facets = new Map<string, FacetCounter>();
  for (const field of facetFields) {
    facets.set(field, new FacetCounter(describeField(segments, field)?.type ?? 'text'));
  }
  const best: Candidate[] = [];
  let total = 0;
  for (const segment of segments) {
    releaseScratch();
    spend(TEXT);
    const selected = selectIn(plan, segment);
    const count = countBits(selected);
    total += count;
    if (count === 0) continue;
    for (const [field, counter] of facets) {
      const column = findColumn(segment, field, query.currency);
      if (column !== undefined) counter.add(column, selected);
    }
    if (query.limit > 0) for (const one of pickBest(plan, segment, selected, query)) best.push(one);
  }
  spend(2 * HEAP_ITEM * best.length);
  best.sort(order(query.sortOrder));
  return {
    total,
    ids: best
      .slice(query.skip, query.skip + query.limit)
      .map(({ segment, item }) => stringAt(segment.keys, item)),
    facets: Object.fromEntries([...facets].map(([field, counter]) => [field, counter.values()])),
  };
};

const selectIn = (plan: ProductPlan, segment: ProductSegment): Bits => {
  const { criteria, added } = matchesIn(plan, segment);
  const selected =
    criteria === undefined
      ? emptyScratchBits(countProductsIn(segment))
      : selectMatching(segment, criteria, plan.tuning);
  setBits(selected, added, 0, added.length);
  return selected;
};

const pickBest = (
  plan: ProductPlan,
  segment: ProductSegment,
  selected: Bits,
  { skip, limit, sortBy, sortOrder, currency }: ProductSearch,
): Candidate[] => {
  const top = new TopItems(skip + limit);
  const direction = sortOrder === 'desc' ? 1 : -1;
  if (sortBy === 'relevance') {
    offerScores(plan, segment, selected, (item, score) => top.offer(direction * score, item));
    return top.sorted().map(({ key, item }) => ({ segment, item, sortKey: direction * key }));
  }
  const column = findColumn(segment, sortBy, currency);
  const rank = sortBy === 'name' ? textRank : numberOf;
  forEachItem(selected, (item) => {
    const value = column === undefined ? NO_VALUE : onlyValue(column, item);
    const key = column === undefined || value === NO_VALUE ? Number.NaN : rank(column, value);
    // Missing values come last in either direction.
    top.offer(Number.isNaN(key) ? Number.NEGATIVE_INFINITY : direction * key, item);
  });
  return top.sorted().map(({ key, item }) => {
    if (column === undefined || key === Number.NEGATIVE_INFINITY) return { segment, item, sortKey: null };
    const value = onlyValue(column, item);
    return { segment, item, sortKey: sortBy === 'name' ? textAt(column.texts, value) : direction * key };
  });
};

/** Offers every selected product with its score; a product added by merchandising alone scores 0. */
const offerScores = (
  plan: ProductPlan,
  segment: ProductSegment,
  selected: Bits,
  offer: (item: number, score: number) => void,
): void => {
  const unscored = scratchBits(countProductsIn(segment));
  unscored.set(selected);
  if (plan.query.term !== undefined) {
    const texts = effectiveTexts(segment, plan.locales);
    texts.forEach(({ index }, place) => {
      spend(TEXT);
      const better = texts.slice(0, place).map((own) => own.index.locale);
      const accepts = Uint8Array.from(segment.classes, ({ locales }, number) =>
        number !== 0 && !better.some((locale) => locales.includes(locale)) ? 1 : 0,
      );
      const resolved = plan.resolveIn(index.language);
      const rule = productRule(resolved, resolved.statistics.documents, plan.isRelaxed);
      const named = productsNamed(segment, index.locale, plan.query.term ?? '');
      matchTexts(index, resolved, rule, accepts, (item, score) => {
        if (!hasBit(unscored, item)) return;
        clearBit(unscored, item);
        offer(item, hasBit(named, item) ? score + TITLE_BOOST : score);
      });
    });
  }
  forEachItem(unscored, (item) => offer(item, 0));
};

/** The products whose name in the locale equals the term. */
const productsNamed = (segment: ProductSegment, locale: string, term: string): Bits => {
  const { translated, own } = findNames(segment, locale);
  const items = countProductsIn(segment);
  const wanted = encodeUnits(titleText(term));
  const named = emptyScratchBits(items);
  if (own !== undefined) setEqual(own, wanted, named);
  if (translated !== undefined) {
    if (own !== undefined) {
      const renamed = emptyScratchBits(items);
      setValueBits(translated, 0, countValues(translated), renamed);
      subtractFrom(named, renamed);
    }
    setEqual(translated, wanted, named);
  }
  return named;
};

const setEqual = (column: Column, wanted: Uint8Array, bits: Bits): void => {
  spend(LOCATED_RULE);
  setValueBits(column, textBound(column, wanted, false), textBound(column, wanted, true), bits);
};

/** Bitset words read between two checks of the budget. */
const WORDS_PER_STEP = 1_024;
const ITEMS_PER_WORD = 32;

const forEachItem = (bits: Bits, visit: (item: number) => void): void => {
  for (let word = 0; word < bits.length; word += 1) {
    if (word % WORDS_PER_STEP === 0)
      spend(ITEM * ITEMS_PER_WORD * Math.min(WORDS_PER_STEP, bits.length - word));
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1)
      visit((word << 5) + (31 - Math.clz32(rest & -rest)));
  }
};

/** The value of a product in a single-valued column. */
const onlyValue = ({ rowItems, rowValues }: Column, item: number): number => {
  const row = rowItems.length === 0 ? item : findSorted(rowItems, item);
  return rowValues[row] ?? NO_VALUE;
};

/** Values are sorted by text; those that differ only in surrounding white space rank equal. */
const textRank = (column: Column, value: number): number => {
  let first = value;
  if (column.padded.length > 0) while (first > 0 && isSameText(column, first - 1, value)) first -= 1;
  return first;
};

/** Ties are broken by product id. */
const order = (sortOrder: SortOrder) => {
  const direction = sortOrder === 'asc' ? 1 : -1;
  return (a: Candidate, b: Candidate): number => {
    if (a.sortKey !== b.sortKey) {
      if (a.sortKey === null) return 1;
      if (b.sortKey === null) return -1;
      return a.sortKey < b.sortKey ? -direction : direction;
    }
    return comparePacked(a.segment.keys, a.item, b.segment.keys, b.item);
  };
};
