// The products whose names complete what is typed and that the shopper may see, best first.

import { EXAMINED_MAX } from '../../completion.ts';
import { type Completed, type CompletionSource, TopCompletions } from '../completion/top-completions.ts';
import type { RangesIn } from '../completion/typed-ranges.ts';
import { hasBit } from '../packing/bitset.ts';
import { comparePacked } from '../packing/packed-strings.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { effectiveTexts } from '../products/product-term-match.ts';
import type { ProductTexts } from '../products/product-texts.ts';
import { visibleAmong } from '../products/visible-products.ts';

/** The names of one locale in one segment. */
interface NameSource extends CompletionSource {
  readonly segment: ProductSegment;
  /** The texts of locales that come before this one: a product that has one of them is completed there. */
  readonly better: readonly ProductTexts[];
}

export interface CompletedProduct {
  readonly segment: ProductSegment;
  readonly item: number;
}

/** At most `wanted`. As many are looked at first, and twice as many each time that too few are visible. `plan`: of everything that the shopper may see. */
export const completeProducts = (
  plan: ProductPlan,
  segments: readonly ProductSegment[],
  rangesIn: RangesIn,
  wanted: number,
): CompletedProduct[] => {
  const sources: NameSource[] = [];
  for (const segment of segments) addSources(sources, segment, plan.locales, rangesIn);
  const top = new TopCompletions(sources, (a, b) =>
    comparePacked(a.source.segment.keys, a.item, b.source.segment.keys, b.item),
  );
  const visible: CompletedProduct[] = [];
  let examined = 0;
  for (let round = wanted; visible.length < wanted && examined < EXAMINED_MAX && top.hasMore; round *= 2) {
    const most = Math.min(round, EXAMINED_MAX - examined);
    const found = takeLive(top, most);
    examined += most;
    for (const one of keepVisible(plan, found)) visible.push(one);
  }
  return visible.length > wanted ? visible.slice(0, wanted) : visible;
};

const addSources = (
  sources: NameSource[],
  segment: ProductSegment,
  locales: readonly string[],
  rangesIn: RangesIn,
): void => {
  const texts = effectiveTexts(segment, locales);
  for (let place = 0; place < texts.length; place += 1) {
    const { completions } = texts[place] as ProductTexts;
    sources.push({ segment, completions, better: texts.slice(0, place), ranges: rangesIn(completions) });
  }
};

/**
 * Of the next completions, those of products that exist, each in its best locale. Those of other locales have been looked at too. Deleted
 * products do not count: another process may not have them any more.
 */
const takeLive = (top: TopCompletions<NameSource>, most: number): CompletedProduct[] => {
  const found: CompletedProduct[] = [];
  for (let looked = 0; looked < most; ) {
    const next = top.next();
    if (next === undefined) break;
    if (!hasBit(next.source.segment.alive, next.item)) continue;
    looked += 1;
    if (isCompletedHere(next)) found.push({ segment: next.source.segment, item: next.item });
  }
  return found;
};

const isCompletedHere = ({ source: { better }, item }: Completed<NameSource>): boolean =>
  better.every(({ index }) => index.classes[item] === 0);

/** In the same order. */
const keepVisible = (plan: ProductPlan, found: readonly CompletedProduct[]): readonly CompletedProduct[] => {
  const visible = new Map<ProductSegment, ReadonlySet<number>>();
  for (const [segment, own] of bySegment(found)) {
    const items = new Uint32Array(own.length);
    for (let place = 0; place < own.length; place += 1) items[place] = (own[place] as CompletedProduct).item;
    const seen = visibleAmong(plan, segment, items);
    if (own.length === found.length && seen.size === found.length) return found;
    visible.set(segment, seen);
  }
  return found.filter(({ segment, item }) => visible.get(segment)?.has(item) === true);
};

/** Mostly all are in one. */
const bySegment = (
  found: readonly CompletedProduct[],
): Iterable<readonly [ProductSegment, readonly CompletedProduct[]]> => {
  const [first] = found;
  if (first === undefined) return [];
  return found.every(({ segment }) => segment === first.segment)
    ? [[first.segment, found]]
    : Map.groupBy(found, ({ segment }) => segment);
};
