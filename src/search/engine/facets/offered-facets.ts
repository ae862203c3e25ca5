// The facets that a catalog offers without being asked for any: those of its settings, or else fields with few enough values, the most useful first. Counts live
// products only, so that the result does not depend on how they are spread over segments.

import type { CatalogContents } from '../../../domain/ports.ts';
import { type AttributeSetting, byName, isOffered } from '../../../domain/products/attribute-settings.ts';
import { settledFacets } from '../../../domain/products/facet-settings.ts';
import { leadingFacets, OFFERED_MAX, OFFERED_VALUES_MAX } from '../../../domain/products/product-search.ts';
import { spend } from '../budget/work-budget.ts';
import { POSTING, TEXT_BYTE, VALUE } from '../budget/work-costs.ts';
import { type Column, countValues, denseSet, findSorted, PRESENT } from '../columns/column.ts';
import { type Bits, countIntersection, hasBit } from '../packing/bitset.ts';
import { textAt } from '../packing/packed-texts.ts';
import { findColumn } from '../products/product-columns.ts';
import type { ProductSegment } from '../products/product-segment.ts';

/** The result for a state of the catalog: the same segments with the same number of live products. */
interface Known {
  readonly segments: readonly ProductSegment[];
  readonly live: readonly number[];
  readonly offered: readonly string[];
}

/** By settings, which change with the catalog's tables. */
const known = new WeakMap<readonly AttributeSetting[], Known>();

/** What the facet settings say; without any, category tree, brand and price, then attributes by how many products have them. */
export const offeredFacets = (
  segments: readonly ProductSegment[],
  { attributes: settings, facets }: CatalogContents,
): readonly string[] => {
  if (facets.length > 0) return settledFacets(facets, settings);
  const live = segments.map(({ liveItems }) => liveItems[0] as number);
  const last = known.get(settings);
  if (last !== undefined && isSame(last.segments, segments) && isSame(last.live, live)) return last.offered;
  const offered = findOffered(segments, settings);
  known.set(settings, { segments: [...segments], live, offered });
  return offered;
};

const isSame = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

const findOffered = (
  segments: readonly ProductSegment[],
  settings: readonly AttributeSetting[],
): readonly string[] => {
  const settingOf = byName(settings);
  const holders = new Map<string, number>();
  for (const { attributes } of segments) {
    for (const { name, statistics } of attributes)
      holders.set(name, (holders.get(name) ?? 0) + (statistics[PRESENT] as number));
  }
  const attributes = [...holders]
    .filter(
      ([name, count]) => count > 0 && isOffered(name, settingOf.get(name)) && hasFewValues(segments, name),
    )
    .sort(([a, holdingA], [b, holdingB]) => holdingB - holdingA || (a < b ? -1 : 1))
    .map(([name]) => name);
  return [
    ...leadingFacets.filter((field) => field !== 'brand' || hasFewValues(segments, field)),
    ...attributes,
  ].slice(0, OFFERED_MAX);
};

/** Whether live products have few different values in the field. Stops as soon as there are too many. */
const hasFewValues = (segments: readonly ProductSegment[], field: string): boolean => {
  const texts = new Set<string>();
  for (const segment of segments) {
    const column = findColumn(segment, field, '');
    const values = column === undefined ? 0 : countValues(column);
    for (let value = 0; column !== undefined && value < values; value += 1) {
      spend(VALUE);
      if (!isLiveValue(column, value, segment.alive)) continue;
      const { start } = column.texts;
      spend(TEXT_BYTE * ((start[value + 1] as number) - (start[value] as number)));
      texts.add(textAt(column.texts, value));
      if (texts.size > OFFERED_VALUES_MAX) return false;
    }
  }
  return true;
};

const isLiveValue = (column: Column, value: number, alive: Bits): boolean => {
  const { postingStart, postingItem, denseValues } = column;
  const to = postingStart[value + 1] as number;
  for (let at = postingStart[value] as number; at < to; at += 1) {
    spend(POSTING);
    if (hasBit(alive, postingItem[at] as number)) return true;
  }
  const place = findSorted(denseValues, value);
  return place !== -1 && countIntersection([denseSet(column, place), alive]) > 0;
};
