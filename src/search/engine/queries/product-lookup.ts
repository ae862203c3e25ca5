// Reads single products of a set of segments, by id or slug, if the shopper may see them.

import type { CatalogContents } from '../../../domain/ports.ts';
import { everythingFor, type ProductLookup } from '../../../domain/products/product-lookup.ts';
import type { ProductHit } from '../../../domain/products/product-search.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM, LOOKUP } from '../budget/work-costs.ts';
import { textBound } from '../columns/column.ts';
import { setValueBits } from '../columns/column-bits.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { filterAll } from '../filters/filter-list.ts';
import { countBits, hasBit, listItems } from '../packing/bitset.ts';
import { emptyScratchBits, releaseScratch } from '../packing/bitset-scratch.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { findSlugs } from '../products/product-columns.ts';
import { matchesIn } from '../products/product-matches.ts';
import { planQuery } from '../products/product-plan.ts';
import { countProductsIn, findLiveProduct, type ProductSegment } from '../products/product-segment.ts';
import { hitAt, measureHits, showFor } from '../stored/product-hits.ts';

/** In the order of the ids; by slug at most one, the first by id. */
export const lookUpProducts = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  lookup: ProductLookup,
): ProductHit[] => {
  const plan = planQuery(segments, contents, everythingFor(lookup), productTuning);
  const found = new Map<string, Found>();
  for (const segment of segments) {
    releaseScratch();
    const items = itemsOf(segment, lookup);
    const { criteria, added } = matchesIn(plan, segment);
    if (items.length === 0 || criteria === undefined) continue;
    spend(ITEM * added.length);
    const pins = new Set(added);
    const pinned = items.filter((item) => pins.has(item));
    const others = items.subarray(0, filterAll(items, items.length, criteria, countProductsIn(segment)));
    const visible = Uint32Array.from([...others, ...pinned]);
    // Products are sorted by id.
    for (const item of 'slug' in lookup.by ? smallestOf(visible) : visible)
      found.set(stringAt(segment.keys, item), { segment, item });
  }
  const ids = 'ids' in lookup.by ? lookup.by.ids : [...found.keys()].sort().slice(0, 1);
  const shown = showFor(plan, contents, lookup);
  const measure = measureHits('ids');
  return ids.flatMap((id) => {
    const one = found.get(id);
    return one === undefined ? [] : measure(hitAt(one.segment, one.item, shown, []));
  });
};

interface Found {
  readonly segment: ProductSegment;
  readonly item: number;
}

const smallestOf = (items: Uint32Array): readonly number[] => {
  let smallest = items[0];
  if (smallest === undefined) return [];
  for (const item of items) if (item < smallest) smallest = item;
  return [smallest];
};

const itemsOf = (segment: ProductSegment, { by }: ProductLookup): Uint32Array => {
  if ('slug' in by) return itemsBySlug(segment, by.slug);
  spend(LOOKUP * by.ids.length);
  const items = by.ids.map((id) => findLiveProduct(segment, id)).filter((item) => item !== -1);
  return Uint32Array.from(new Set(items));
};

const itemsBySlug = (segment: ProductSegment, slug: string): Uint32Array => {
  spend(LOOKUP);
  const column = findSlugs(segment);
  if (column === undefined) return new Uint32Array(0);
  const wanted = encodeUnits(slug);
  const bits = emptyScratchBits(countProductsIn(segment));
  setValueBits(column, textBound(column, wanted, false), textBound(column, wanted, true), bits);
  spend(2 * BITS_WORD * bits.length);
  const count = countBits(bits);
  spend(2 * ITEM * count);
  const items = new Uint32Array(count);
  listItems(bits, items, 0);
  return items.filter((item) => hasBit(segment.alive, item));
};
