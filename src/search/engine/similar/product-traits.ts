// The words and values of a product, with the number of products that hold each.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { Attributes } from '../../../domain/products/product.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { AttributeReader } from '../../attribute-text.ts';
import { type FieldValue, sharedValues, type Trait, VALUE_WEIGHT, WORDS_MAX } from '../../similarity.ts';
import { spend } from '../budget/work-budget.ts';
import { LOCATED_RULE, LOOKUP, SEEK, SHOWN_CHAR } from '../budget/work-costs.ts';
import { forEachValue, spellingAt } from '../columns/column.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { CriteriaList, type Criterion } from '../filters/product-criteria.ts';
import { type FilterPlan, filterCriteria, planFilters } from '../filters/product-filters.ts';
import { countMatching } from '../filters/product-select.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { jsonAt } from '../packing/stored-json.ts';
import { findColumn } from '../products/product-columns.ts';
import { countProductsIn, type ProductSegment } from '../products/product-segment.ts';
import { seek } from '../text/seek.ts';
import { DOCUMENTS, findLiveStem, forEachSurface, type TextIndex, textsIn } from '../text/text-index.ts';

export interface WordTrait extends Trait {
  readonly stem: string;
}

export interface ValueTrait extends Trait {
  readonly filters: FilterPlan;
}

/** The words of an item's text. */
export const wordTraits = (
  segments: readonly ProductSegment[],
  index: TextIndex,
  item: number,
): WordTrait[] => {
  const texts = textsIn(segments, index.language);
  let of = 0;
  for (const { counters } of texts) of += counters[DOCUMENTS] as number;
  return heaviestWords(index, item).map(({ stem, weight }) => {
    spend(LOOKUP * texts.length);
    let holders = 0;
    for (const text of texts) {
      const found = findLiveStem(text, stem);
      if (found !== -1) holders += text.stemDocuments[found] as number;
    }
    return { key: `\n${stem}`, stem, weight, holders, of };
  });
};

/** Ties go to the first by code units. */
const heaviestWords = (index: TextIndex, item: number): { stem: string; weight: number }[] => {
  const { surfaceStem, postingStart, postingItem, postingWeight, stems } = index;
  const own = new Set<number>();
  forEachSurface(index, item, (surface) => void own.add(surfaceStem[surface] as number));
  spend((SEEK + LOOKUP) * own.size);
  return [...own]
    .map((stem) => {
      const from = postingStart[stem] as number;
      const at = seek(postingItem, from, postingStart[stem + 1] as number, item);
      return { stem: stringAt(stems, stem), weight: postingWeight[at] as number };
    })
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, WORDS_MAX);
};

export const valueTraits = (
  segments: readonly ProductSegment[],
  contents: CatalogContents,
  segment: ProductSegment,
  item: number,
): ValueTrait[] => {
  let of = 0;
  for (const { liveItems } of segments) of += liveItems[0] as number;
  return valuesOf(contents, segment, item).map(({ key, field, value }) => {
    const facet = { field, value, range: undefined, at: field };
    const filters = planFilters(segments, { facets: [facet], groups: [] });
    let holders = 0;
    for (const one of segments) {
      releaseScratch();
      spend(LOCATED_RULE);
      const criteria = criteriaIn(one, filters);
      if (criteria !== undefined) holders += countMatching(one, criteria, productTuning);
    }
    return { key, filters, holders, of, weight: VALUE_WEIGHT };
  });
};

/** The products of a segment that hold a value; undefined if there are none. Uses scratch arrays. */
export const criteriaIn = (
  segment: ProductSegment,
  filters: FilterPlan,
): readonly Criterion[] | undefined => {
  const list = new CriteriaList(countProductsIn(segment));
  for (const criterion of filterCriteria(filters, segment, '')) list.add(criterion);
  return list.criteria;
};

const valuesOf = (contents: CatalogContents, segment: ProductSegment, item: number): FieldValue[] => {
  const json = jsonAt(segment.shown.base, item);
  spend(SHOWN_CHAR * json.length);
  const { brand, attributes } = fromJsonBytes(json) as { brand: string; attributes: Attributes };
  const categoryIds: string[] = [];
  const column = findColumn(segment, 'category_id', '');
  if (column !== undefined)
    forEachValue(column, item, (value) => void categoryIds.push(spellingAt(column, value)));
  const reader = new AttributeReader(contents.attributes);
  return sharedValues({ brand, categoryIds, attributes }, (name) => reader.isCompared(name));
};
