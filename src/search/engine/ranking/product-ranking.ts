// Ranks the selected products of a segment: by relevance or by a field, and if asked, what is in stock before what is not. Keeps only as
// many as the page can reach.

import type { ProductSearch } from '../../../domain/products/product-search.ts';
import type { SortOrder } from '../../../domain/sort-order.ts';
import { productRule } from '../../matching.ts';
import { boostScore, PHRASE_FACTOR, TITLE_BOOST, titleText } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { LOCATED_RULE, TEXT } from '../budget/work-costs.ts';
import { type Column, countValues, numberBound, textBound } from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { matchTexts } from '../match/match-texts.ts';
import { TopItems } from '../match/top-items.ts';
import { type Bits, clearBit, hasBit, subtractFrom } from '../packing/bitset.ts';
import { emptyScratchBits, scratchBits } from '../packing/bitset-scratch.ts';
import { forEachItem, forEachItemUntil } from '../packing/for-each-item.ts';
import { comparePacked } from '../packing/packed-strings.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { findColumn, findNames, type SortField } from '../products/product-columns.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { effectiveTexts } from '../products/product-term-match.ts';
import { findNamePhrases } from './name-phrases.ts';
import type { PlannedSignals } from './product-signals.ts';
import { type SegmentSort, type SortKey, sortByField, sortByName } from './product-sort.ts';

export interface Candidate {
  readonly segment: ProductSegment;
  readonly item: number;
  /** 1 for what comes after everything else, whatever its key. */
  readonly tier: 0 | 1;
  readonly key: SortKey;
}

/** What the ranking asks of a search. */
type Ranked = Pick<ProductSearch, 'sortBy' | 'sortOrder' | 'isOutOfStockLast' | 'currency'>;

/** How merchandising rules and the signals of the catalog multiply scores. Absent: they do not. */
interface Multipliers {
  readonly factorOf: ((item: number) => number) | undefined;
  readonly signals: PlannedSignals | undefined;
}

/** More than the error of any sum of factors and scores. */
const ROUNDING = 1e-6;

/** The best `capacity` of the ranked products. */
export const pickBest = (
  plan: ProductPlan,
  segment: ProductSegment,
  ranked: Bits,
  search: Ranked,
  field: SortField,
  capacity: number,
  { factorOf, signals }: Multipliers,
): Candidate[] => {
  const tops = [new TopItems(capacity), new TopItems(capacity)] as const;
  const tierOf = buildTiers(segment, search);
  const direction = search.sortOrder === 'desc' ? 1 : -1;
  const offer = (item: number, rank: number): void => {
    // Missing values come last in either direction.
    tops[tierOf(item)].offer(Number.isNaN(rank) ? Number.NEGATIVE_INFINITY : direction * rank, item);
  };
  const sort = sortOf(segment, plan, search, field);
  const isPlain = factorOf === undefined && signals === undefined;
  const signalOf = signals?.factorIn(segment);
  /** Most products cannot reach the page even with the largest signal; theirs are not read, nor their names. */
  const mayEnter = (item: number, score: number): boolean => {
    if (direction === -1) return true;
    const top = tops[tierOf(item)];
    if (isPlain) return top.accepts(score, item);
    return boostScore(score, factorOf?.(item) ?? 1, signals?.largest) + ROUNDING >= top.floor;
  };
  const offerLifted = (item: number, score: number): void => {
    if (signals === undefined || mayEnter(item, score))
      offer(item, boostScore(score, factorOf?.(item) ?? 1, signalOf?.(item)));
  };
  // Ties go to the first: on a page that is full, there is no room for another product without a score.
  const isDone = (): boolean => isPlain && tops[0].isFull() && tops[0].floor >= 0;
  if (sort === undefined)
    offerScores(plan, segment, ranked, isPlain ? offer : offerLifted, { mayEnter, isDone });
  else forEachItem(ranked, (item) => offer(item, sort.rankOf(item)));
  return tops.flatMap((top, tier) =>
    top.sorted().map(({ key, item }) => ({
      segment,
      item,
      tier: tier as 0 | 1,
      key: sort === undefined ? direction * key : sort.keyOf(item),
    })),
  );
};

/** Undefined: by relevance. */
const sortOf = (
  segment: ProductSegment,
  { locales }: ProductPlan,
  { sortBy, sortOrder, currency }: Ranked,
  field: SortField,
): SegmentSort | undefined => {
  if (sortBy === 'relevance') return undefined;
  return sortBy === 'name'
    ? sortByName(segment, locales, sortOrder)
    : sortByField(segment, field, currency, sortOrder);
};

const buildTiers = (segment: ProductSegment, { isOutOfStockLast }: Ranked): ((item: number) => 0 | 1) => {
  const column = isOutOfStockLast ? findColumn(segment, 'in_stock', '') : undefined;
  if (column === undefined) return () => 0;
  const inStock = emptyScratchBits(countProductsIn(segment));
  setValueBits(column, numberBound(column, 1, false), numberBound(column, 1, true), inStock);
  return (item) => (hasBit(inStock, item) ? 0 : 1);
};

/** What can still reach the page. */
interface Reach {
  /** Whether a product with that score can. */
  readonly mayEnter: (item: number, score: number) => boolean;
  /** Whether no product without a score can. */
  readonly isDone: () => boolean;
}

/** Offers every product with its score; one that does not hold the term scores 0, and is offered until `isDone`. */
const offerScores = (
  plan: ProductPlan,
  segment: ProductSegment,
  ranked: Bits,
  offer: (item: number, score: number) => void,
  { mayEnter, isDone }: Reach,
): void => {
  const unscored = scratchBits(countProductsIn(segment));
  unscored.set(ranked);
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
      const phrases = findNamePhrases(index, resolved);
      matchTexts(index, resolved, rule, accepts, (item, score) => {
        if (!hasBit(unscored, item)) return;
        clearBit(unscored, item);
        const tier = hasBit(named, item) ? TITLE_BOOST : 0;
        // What only the relaxed rule finds lacks a word, so it has no phrase.
        if (phrases === undefined || score < 0) return offer(item, score + tier);
        const most = score * PHRASE_FACTOR + tier;
        if (mayEnter(item, most)) offer(item, phrases.has(item) ? most : score + tier);
      });
      phrases?.release();
    });
  }
  forEachItemUntil(unscored, (item) => {
    offer(item, 0);
    return isDone();
  });
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

/** Ties are broken by product id. */
export const compareCandidates = (sortOrder: SortOrder) => {
  const direction = sortOrder === 'asc' ? 1 : -1;
  return (a: Candidate, b: Candidate): number => {
    if (a.tier !== b.tier) return a.tier - b.tier;
    if (a.key !== b.key) {
      if (a.key === null) return 1;
      if (b.key === null) return -1;
      return a.key < b.key ? -direction : direction;
    }
    return comparePacked(a.segment.keys, a.item, b.segment.keys, b.item);
  };
};
