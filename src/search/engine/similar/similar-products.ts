// The products most like another one: those that share its rarest words, categories and attributes (Decision 0068).

import type { CatalogContents } from '../../../domain/ports.ts';
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import type { SimilarProducts, SimilarQuery } from '../../../domain/products/similar-products.ts';
import { chooseTraits, sharedScore, VALUE_WEIGHT } from '../../similarity.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM, LOOKUP, nextPostings } from '../budget/work-costs.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { selectMatching } from '../filters/product-select.ts';
import { TopItems } from '../match/top-items.ts';
import { wordsFor } from '../packing/bitset.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { forEachItem } from '../packing/for-each-item.ts';
import { comparePacked } from '../packing/packed-strings.ts';
import { type ProductPlan, planQuery } from '../products/product-plan.ts';
import { countProductsIn, findLiveProduct, type ProductSegment } from '../products/product-segment.ts';
import { effectiveTexts } from '../products/product-term-match.ts';
import type { ProductTexts } from '../products/product-texts.ts';
import { visibleAmong } from '../products/visible-products.ts';
import { hitAt, measureHits, showFor } from '../stored/product-hits.ts';
import { findLiveStem } from '../text/text-index.ts';
import { criteriaIn, type ValueTrait, valueTraits, type WordTrait, wordTraits } from './product-traits.ts';

interface Found {
  readonly segment: ProductSegment;
  readonly item: number;
}

export const findSimilar = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  query: SimilarQuery,
): SimilarProducts => {
  const plan = planQuery(segments, contents, everythingFor(query), productTuning);
  const own = findVisible(plan, segments, query.productId);
  if (own === undefined) return undefined;
  const texts = effectiveTexts(own.segment, plan.locales);
  const text = texts.find(({ index }) => index.classes[own.item] !== 0);
  const traits: readonly (WordTrait | ValueTrait)[] = chooseTraits([
    ...(text === undefined ? [] : wordTraits(segments, text.index, own.item)),
    ...valueTraits(segments, contents, own.segment, own.item),
  ]);
  const found = segments.flatMap((segment) =>
    bestIn(plan, segment, traits, text?.index.language, query.limit, segment === own.segment ? own.item : -1),
  );
  found.sort((a, b) => b.score - a.score || comparePacked(a.segment.keys, a.item, b.segment.keys, b.item));
  const shown = showFor(plan, contents, query);
  const measure = measureHits('limit');
  return found.slice(0, query.limit).map(({ segment, item }) => measure(hitAt(segment, item, shown, [])));
};

const findVisible = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  id: string,
): Found | undefined => {
  for (const segment of segments) {
    spend(LOOKUP);
    const item = findLiveProduct(segment, id);
    if (item !== -1)
      return visibleAmong(plan, segment, Uint32Array.of(item)).has(item) ? { segment, item } : undefined;
  }
  return undefined;
};

/** The best products of a segment, but for `left`. */
const bestIn = (
  plan: ProductPlan,
  segment: ProductSegment,
  traits: readonly (WordTrait | ValueTrait)[],
  language: string | undefined,
  limit: number,
  left: number,
): (Found & { readonly score: number })[] => {
  const items = countProductsIn(segment);
  spend(BITS_WORD * wordsFor(items));
  const scores = new Float64Array(items);
  const touched: number[] = [];
  const add = (item: number, score: number): void => {
    if (scores[item] === 0) touched.push(item);
    scores[item] = (scores[item] as number) + score;
  };
  for (const trait of traits) {
    if ('stem' in trait) addWord(plan, segment, trait, language, add);
    else addValue(segment, trait, add);
  }
  const visible = visibleAmong(plan, segment, Uint32Array.from(touched));
  const top = new TopItems(limit);
  spend(ITEM * touched.length);
  for (const item of touched) if (item !== left && visible.has(item)) top.offer(scores[item] as number, item);
  return top.sorted().map(({ key, item }) => ({ segment, item, score: key }));
};

type Add = (item: number, score: number) => void;

/** In the text that each product is shown in. */
const addWord = (
  { locales }: ProductPlan,
  segment: ProductSegment,
  trait: WordTrait,
  language: string | undefined,
  add: Add,
): void => {
  const texts = effectiveTexts(segment, locales);
  texts.forEach(({ index }, place) => {
    if (index.language !== language) return;
    spend(LOOKUP);
    const stem = findLiveStem(index, trait.stem);
    if (stem === -1) return;
    const better: readonly ProductTexts[] = texts.slice(0, place);
    const end = index.postingStart[stem + 1] as number;
    let paidTo = index.postingStart[stem] as number;
    for (let posting = paidTo; posting < end; posting += 1) {
      if (posting === paidTo) paidTo = nextPostings(posting, end);
      const item = index.postingItem[posting] as number;
      if (index.classes[item] === 0 || better.some((own) => own.index.classes[item] !== 0)) continue;
      add(item, sharedScore(trait, index.postingWeight[posting] as number));
    }
  });
};

const addValue = (segment: ProductSegment, trait: ValueTrait, add: Add): void => {
  releaseScratch();
  const criteria = criteriaIn(segment, trait.filters);
  if (criteria === undefined) return;
  const score = sharedScore(trait, VALUE_WEIGHT);
  forEachItem(selectMatching(segment, criteria, productTuning), (item) => add(item, score));
};
