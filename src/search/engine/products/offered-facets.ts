// The facets that a catalog offers without being asked for any: fields with few enough values, the most useful first.

import type { CatalogContents } from '../../../domain/ports.ts';
import { byName, isUsedAs } from '../../../domain/products/attribute-settings.ts';
import { CATEGORIES } from '../../../domain/products/product-filter.ts';
import { countValues, PRESENT } from '../columns/column.ts';
import { findColumn } from './product-columns.ts';
import type { ProductSegment } from './product-segment.ts';

const LEADING = [CATEGORIES, 'brand', 'price'] as const;

/** A field with more values is no facet: nobody reads them. */
const VALUES_MAX = 1_000;

/** Category tree, brand and price; then attributes by how many products have them. */
export const offeredFacets = (
  segments: readonly ProductSegment[],
  { attributes: settings }: CatalogContents,
): string[] => {
  const known = byName(settings);
  const holders = new Map<string, number>();
  for (const { attributes } of segments) {
    for (const { name, statistics } of attributes)
      holders.set(name, (holders.get(name) ?? 0) + (statistics[PRESENT] as number));
  }
  const attributes = [...holders]
    .filter(
      ([name, count]) => count > 0 && isUsedAs(known.get(name), 'isFacet') && hasFewValues(segments, name),
    )
    .sort(([a, holdingA], [b, holdingB]) => holdingB - holdingA || (a < b ? -1 : 1))
    .map(([name]) => name);
  return [...LEADING.filter((field) => field !== 'brand' || hasFewValues(segments, field)), ...attributes];
};

/** Over all segments together, so a value that several of them have counts several times: an upper bound. */
const hasFewValues = (segments: readonly ProductSegment[], field: string): boolean => {
  let values = 0;
  for (const segment of segments) {
    const column = findColumn(segment, field, '');
    if (column !== undefined) values += countValues(column);
  }
  return values <= VALUES_MAX;
};
