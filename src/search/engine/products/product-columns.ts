// Finds the column of a field, and what a catalog's live products make of a field.

import type { ProductField, ProductFields } from '../../../domain/products/product-fields.ts';
import type { Column } from '../columns/column.ts';
import { describeAttribute, ownFields } from '../columns/column-statistics.ts';
import type { ColumnGroup, ProductSegment } from './product-segment.ts';

type Group = ReadonlyMap<string, Column>;

/** By segment: a segment comes as plain arrays, so its names are looked up in maps made once. */
const known = new WeakMap<ProductSegment, Record<ColumnGroup, Group>>();

const groupsOf = (segment: ProductSegment): Record<ColumnGroup, Group> => {
  let groups = known.get(segment);
  if (groups === undefined) {
    const byName = (columns: readonly Column[]) => new Map(columns.map((column) => [column.name, column]));
    groups = {
      own: byName(segment.own),
      attributes: byName(segment.attributes),
      prices: byName(segment.prices),
      audience: byName(segment.audience),
      names: byName(segment.names),
    };
    known.set(segment, groups);
  }
  return groups;
};

/** The column of a field; undefined when no product of the segment ever had a value in it. */
export const findColumn = (segment: ProductSegment, field: string, currency: string): Column | undefined => {
  const groups = groupsOf(segment);
  if (field === 'price') return groups.prices.get(currency);
  return ownFields.has(field) ? groups.own.get(field) : groups.attributes.get(field);
};

export const findAudience = (
  segment: ProductSegment,
  name: 'channel' | 'location' | 'customer_group',
): Column | undefined => groupsOf(segment).audience.get(name);

/** What products are called in a locale. */
export const findNames = (segment: ProductSegment, locale: string): Column | undefined => {
  const { own, names } = groupsOf(segment);
  return locale === segment.baseLocale ? own.get('name') : names.get(locale);
};

/** What the live products of all segments make of one field; undefined when none of them carries it. */
export const describeField = (
  segments: readonly ProductSegment[],
  field: string,
): ProductField | undefined => {
  const own = ownFields.get(field);
  if (own !== undefined) return own;
  const columns: Column[] = [];
  for (const segment of segments) {
    const column = groupsOf(segment).attributes.get(field);
    if (column !== undefined) columns.push(column);
  }
  return describeAttribute(columns);
};

/** Every field of the live products: their own, then the attributes by name. */
export const describeSegments = (segments: readonly ProductSegment[]): ProductFields => {
  const fields = new Map(ownFields);
  const names = new Set(segments.flatMap(({ attributes }) => attributes.map(({ name }) => name)));
  for (const name of [...names].sort()) {
    const field = describeField(segments, name);
    if (field !== undefined) fields.set(name, field);
  }
  return fields;
};
