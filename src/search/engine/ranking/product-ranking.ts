// Ranks the selected products of a segment: by relevance or by a field, and if asked, what is in stock before what is not. Keeps only as
// many as the page can reach.

import type { ProductSearch } from '../../../domain/products/product-search.ts';
import type { SortOrder } from '../../../domain/sort-order.ts';
import { type MatchRule, productRule } from '../../matching.ts';
import { boostScore, PHRASE_FACTOR, TITLE_BOOST, titleText } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, LOCATED_RULE, TEXT } from '../budget/work-costs.ts';
import { type Column, countValues, numberBound, textBound } from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { matchTexts, mayMatch } from '../match/match-texts.ts';
import { topByScore } from '../match/top-by-score.ts';
import { TopItems } from '../match/top-items.ts';
import { type Bits, clearBit, hasAtLeast, hasBit, subtractFrom } from '../packing/bitset.ts';
import { emptyScratchBits, scratchBits } from '../packing/bitset-scratch.ts';
import { forEachItem, forEachItemUntil } from '../packing/for-each-item.ts';
import { comparePacked } from '../packing/packed-strings.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { findColumn, findNames, type SortField } from '../products/product-columns.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { effectiveTexts } from '../products/product-term-match.ts';
import { denseStem } from '../products/product-texts.ts';
import type { ResolvedQuery } from '../text/query-words.ts';
import type { TextIndex } from '../text/text-index.ts';
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
  /** What a product must score at least to reach the page. Once it is full, products that come last for their stock cannot. */
  const least = (): number =>
    signals === undefined ? tops[0].floor : (tops[0].floor + 1) / signals.largest - 1;
  // Ties go to the first: on a page that is full, there is no room for another product without a score.
  const isDone = (): boolean => isPlain && tops[0].isFull() && tops[0].floor >= 0;
  if (sort !== undefined) {
    forEachItem(ranked, (item) => offer(item, sort.rankOf(item)));
  } else {
    const scored = scoredTexts(plan, segment);
    const isSimple = isPlain && direction === 1 && !search.isOutOfStockLast && isOneWord(scored);
    if (isSimple) offerBest(scored, ranked, tops[0]);
    else {
      spend(BITS_WORD * ranked.length);
      // Where the page takes many of the products, few cannot reach it.
      const isBounded =
        direction === 1 &&
        factorOf === undefined &&
        hasAtLeast(ranked, plan.tuning.passedOverShare * capacity);
      const reach = {
        mayEnter,
        isDone,
        least: isBounded ? least : undefined,
        step: plan.tuning.passedOverStep,
      };
      offerScores(segment, scored, ranked, isPlain ? offer : offerLifted, reach);
    }
  }
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

/** The texts of a segment that may hold the term, and how they are scored. */
interface ScoredText {
  readonly index: TextIndex;
  readonly resolved: ResolvedQuery;
  readonly rule: MatchRule;
  /** By class: products that have no text in a better locale. */
  readonly accepts: Uint8Array;
  /** The products whose name equals the term; undefined if there are none. */
  readonly named: Bits | undefined;
  /** The products of a stem, if there is a bitset of them. */
  readonly heldBy: (stem: number) => Bits | undefined;
}

/** Empty without a term. */
const scoredTexts = (plan: ProductPlan, segment: ProductSegment): ScoredText[] => {
  const { term } = plan.query;
  if (term === undefined) return [];
  const texts = effectiveTexts(segment, plan.locales);
  return texts.map((own, place) => {
    const { index } = own;
    const better = texts.slice(0, place).map((other) => other.index.locale);
    const resolved = plan.resolveIn(index.language);
    return {
      index,
      resolved,
      rule: productRule(resolved, resolved.statistics.documents, plan.isRelaxed),
      accepts: Uint8Array.from(segment.classes, ({ locales }, number) =>
        number !== 0 && !better.some((locale) => locales.includes(locale)) ? 1 : 0,
      ),
      named: productsNamed(segment, index.locale, term),
      heldBy: (stem) => denseStem(own, stem),
    };
  });
};

/** Whether the term is one word, and no product is named like it. */
const isOneWord = (scored: readonly ScoredText[]): boolean =>
  scored.length > 0 &&
  scored.every(({ resolved, named }) => resolved.words.length === 1 && named === undefined);

/** The most common search, one word and nothing that moves its products, all of which hold it: finds the best without scoring all. */
const offerBest = (scored: readonly ScoredText[], ranked: Bits, top: TopItems): void => {
  for (const { index, resolved, rule, accepts } of scored)
    if (mayMatch(resolved, resolved.texts.indexOf(index), rule))
      topByScore(index, resolved, accepts, top, ranked);
};

/** What can still reach the page. */
interface PageReach {
  /** No product that scores less can; undefined if that is not known. */
  readonly least: (() => number) | undefined;
  /** The products of the first step. */
  readonly step: number;
  /** Whether a product with that score can. */
  readonly mayEnter: (item: number, score: number) => boolean;
  /** Whether no product without a score can. */
  readonly isDone: () => boolean;
}

/** Offers every product within reach with its score; one that does not hold the term scores 0, and is offered until `isDone`. */
const offerScores = (
  segment: ProductSegment,
  scored: readonly ScoredText[],
  ranked: Bits,
  offer: (item: number, score: number) => void,
  { least, step, mayEnter, isDone }: PageReach,
): void => {
  const unscored = scratchBits(countProductsIn(segment));
  unscored.set(ranked);
  for (const { index, resolved, rule, accepts, named, heldBy } of scored) {
    spend(TEXT);
    const phrases = findNamePhrases(index, resolved);
    const score = (item: number, own: number): void => {
      if (!hasBit(unscored, item)) return;
      clearBit(unscored, item);
      const tier = named !== undefined && hasBit(named, item) ? TITLE_BOOST : 0;
      // What only the relaxed rule finds lacks a word, so it has no phrase.
      if (phrases === undefined || own < 0) {
        offer(item, own + tier);
        return;
      }
      const most = own * PHRASE_FACTOR + tier;
      if (mayEnter(item, most)) offer(item, phrases.has(item) ? most : own + tier);
    };
    const lift = phrases === undefined ? 1 : PHRASE_FACTOR;
    const reach = least && { floor: () => least() / lift - ROUNDING, always: named, heldBy, step };
    matchTexts(index, resolved, rule, accepts, score, ranked, reach);
    phrases?.release();
  }
  forEachItemUntil(unscored, (item) => {
    offer(item, 0);
    return isDone();
  });
};

const productsNamed = (segment: ProductSegment, locale: string, term: string): Bits | undefined => {
  const { translated, own } = findNames(segment, locale);
  const wanted = encodeUnits(titleText(term));
  const ownNames = own && namesEqual(own, wanted);
  const otherNames = translated && namesEqual(translated, wanted);
  if (ownNames === undefined && otherNames === undefined) return undefined;
  const items = countProductsIn(segment);
  const named = emptyScratchBits(items);
  if (own !== undefined && ownNames !== undefined) {
    setValueBits(own, ...ownNames, named);
    if (translated !== undefined) {
      const renamed = emptyScratchBits(items);
      setValueBits(translated, 0, countValues(translated), renamed);
      subtractFrom(named, renamed);
    }
  }
  if (translated !== undefined && otherNames !== undefined) setValueBits(translated, ...otherNames, named);
  return named;
};

/** The values that equal the name; undefined if none does. */
const namesEqual = (column: Column, wanted: Uint8Array): readonly [from: number, to: number] | undefined => {
  spend(LOCATED_RULE);
  const from = textBound(column, wanted, false);
  const to = textBound(column, wanted, true);
  return from === to ? undefined : [from, to];
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
