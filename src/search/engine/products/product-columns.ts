// Finds the column of a field, and describes the fields of a catalog's live products.

import {
  builtInFields,
  type FieldType,
  type ProductField,
  type ProductFields,
  VARIANT_SKUS,
} from '../../../domain/products/product-fields.ts';
import { type Column, hasLiveRow } from '../columns/column.ts';
import { describeAttribute } from '../columns/column-statistics.ts';
import type { ColumnGroup, ProductSegment } from './product-segment.ts';

const POPULARITY = 'popularity';

type Group = ReadonlyMap<string, Column>;

/** By segment: its columns are plain arrays, so maps by name are built once. */
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

/** The column of a field; undefined if no product of the segment ever had a value in it. */
export const findColumn = (segment: ProductSegment, field: string, currency: string): Column | undefined => {
  const groups = groupsOf(segment);
  if (field === 'price') return groups.prices.get(currency);
  return builtInFields.has(field) ? groups.own.get(field) : groups.attributes.get(field);
};

/** What products are sorted by. */
export interface SortField {
  readonly type: FieldType;
  readonly columnIn: (segment: ProductSegment, currency: string) => Column | undefined;
}

/** Popularity is a column of its own if any live product has one, or else the attribute of that name. */
export const describeSort = (segments: readonly ProductSegment[], field: string): SortField => {
  const popularityIn = (segment: ProductSegment) => groupsOf(segment).own.get(POPULARITY);
  const isOwnPopularity =
    field === POPULARITY &&
    segments.some((segment) => {
      const column = popularityIn(segment);
      return column !== undefined && hasLiveRow(column, segment.alive);
    });
  return isOwnPopularity
    ? { type: 'number', columnIn: popularityIn }
    : {
        type: describeField(segments, field)?.type ?? 'text',
        columnIn: (segment, currency) => findColumn(segment, field, currency),
      };
};

/** The slugs of the products, in every locale. */
export const findSlugs = (segment: ProductSegment): Column | undefined => groupsOf(segment).own.get('slug');

export const findAudience = (
  segment: ProductSegment,
  name: 'channel' | 'location' | 'customer_group',
): Column | undefined => groupsOf(segment).audience.get(name);

/** The names of products in a locale: the translated ones, and in the base locale those of products without a translation. */
export const findNames = (
  segment: ProductSegment,
  locale: string,
): { readonly translated: Column | undefined; readonly own: Column | undefined } => {
  const { own, names } = groupsOf(segment);
  return {
    translated: names.get(locale),
    own: locale === segment.baseLocale ? own.get('name') : undefined,
  };
};

/** The field as the live products of all segments define it; undefined if none of them has it. */
export const describeField = (
  segments: readonly ProductSegment[],
  field: string,
): ProductField | undefined => {
  if (field === VARIANT_SKUS && !segments.some(hasVariantSkus)) return undefined;
  const own = builtInFields.get(field);
  if (own !== undefined) return own;
  const columns: Column[] = [];
  for (const segment of segments) {
    const column = groupsOf(segment).attributes.get(field);
    if (column !== undefined) columns.push(column);
  }
  return describeAttribute(columns);
};

/** Whether a live product has variants with SKUs. */
const hasVariantSkus = (segment: ProductSegment): boolean => {
  const column = groupsOf(segment).own.get(VARIANT_SKUS);
  return column !== undefined && hasLiveRow(column, segment.alive);
};

/** Every field of the live products: the built-in ones, then the attributes by name. */
export const describeSegments = (segments: readonly ProductSegment[]): ProductFields => {
  const fields = new Map(builtInFields);
  if (!segments.some(hasVariantSkus)) fields.delete(VARIANT_SKUS);
  const names = new Set(segments.flatMap(({ attributes }) => attributes.map(({ name }) => name)));
  for (const name of [...names].sort()) {
    const field = describeField(segments, name);
    if (field !== undefined) fields.set(name, field);
  }
  return fields;
};
