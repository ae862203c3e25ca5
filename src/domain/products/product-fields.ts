// The filterable fields of products: their names, types, and how they are read from a product.
// A type is determined over the whole catalog, so that all products are compared in the same way.

import { parseInstant } from '../text/instant.ts';
import { calculatedPrice } from './price.ts';
import type { AttributeScalar, Product } from './product.ts';
import { allAttributes, variantSkus } from './variant-attributes.ts';

export type FieldType = 'text' | 'number' | 'boolean' | 'date';

export interface ProductField {
  readonly type: FieldType;
  readonly subType: 'identifier' | 'plain' | 'currency' | 'attribute';
  readonly isArray: boolean;
  readonly isSearchable: boolean;
}

export type ProductFields = ReadonlyMap<string, ProductField>;

interface OwnField extends ProductField {
  readonly read: (product: Product, currency: string) => readonly AttributeScalar[];
}

const ownFields: ReadonlyMap<string, OwnField> = new Map<string, OwnField>([
  ['id', { ...own('text', 'identifier'), read: (p) => [p.id] }],
  ['sku', { ...own('text', 'identifier', { isSearchable: true }), read: (p) => [p.sku] }],
  [
    'variant_skus',
    { ...own('text', 'identifier', { isArray: true, isSearchable: true }), read: variantSkus },
  ],
  ['name', { ...own('text', 'plain', { isSearchable: true }), read: (p) => [p.name] }],
  ['description', { ...own('text', 'plain', { isSearchable: true }), read: (p) => [p.description] }],
  ['brand', { ...own('text', 'plain', { isSearchable: true }), read: (p) => [p.brand] }],
  ['price', { ...own('number', 'currency'), read: readPrice }],
  ['in_stock', { ...own('boolean', 'plain'), read: (p) => [p.inStock] }],
  ['created_at', { ...own('date', 'plain'), read: (p) => (p.createdAt === null ? [] : [p.createdAt]) }],
  ['category_id', { ...own('text', 'identifier', { isArray: true }), read: (p) => p.categoryIds }],
  ['collection_id', { ...own('text', 'identifier', { isArray: true }), read: (p) => p.collectionIds }],
]);

function own(
  type: FieldType,
  subType: ProductField['subType'],
  flags: { isArray?: boolean; isSearchable?: boolean } = {},
): ProductField {
  return { type, subType, isArray: flags.isArray ?? false, isSearchable: flags.isSearchable ?? false };
}

function readPrice(product: Product, currency: string): readonly AttributeScalar[] {
  const price = calculatedPrice(product, currency);
  return price === undefined ? [] : [price];
}

/** The values of a field of a product; empty if it has none. An attribute never hides a built-in field. */
export const readField = (product: Product, field: string, currency: string): readonly AttributeScalar[] => {
  const ownField = ownFields.get(field);
  if (ownField !== undefined) {
    return ownField.read(product, currency);
  }
  const attributes = allAttributes(product);
  const value = Object.hasOwn(attributes, field) ? attributes[field] : undefined;
  if (value === undefined) {
    return [];
  }
  return typeof value === 'object' ? value : [value];
};

/** The fields that no attribute can hide. */
export const builtInFields: ProductFields = new Map(
  [...ownFields].map(([name, { type, subType, isArray, isSearchable }]) => [
    name,
    { type, subType, isArray, isSearchable },
  ]),
);

/** Described only in catalogs that have such SKUs. */
export const VARIANT_SKUS = 'variant_skus';

/** Every field of a catalog: the built-in ones and each attribute of any product. */
export const describeFields = (products: Iterable<Product>): ProductFields => {
  const attributes = new Map<string, { types: Set<FieldType>; isArray: boolean }>();
  let hasVariantSkus = false;
  for (const product of products) {
    hasVariantSkus ||= variantSkus(product).length > 0;
    for (const [name, value] of Object.entries(allAttributes(product))) {
      if (ownFields.has(name)) continue;
      let seen = attributes.get(name);
      if (seen === undefined) {
        seen = { types: new Set(), isArray: false };
        attributes.set(name, seen);
      }
      const isArray = typeof value === 'object';
      seen.isArray ||= isArray;
      for (const scalar of isArray ? value : [value]) seen.types.add(scalarType(scalar));
    }
  }
  const fields = new Map(builtInFields);
  if (!hasVariantSkus) fields.delete(VARIANT_SKUS);
  for (const [name, { types, isArray }] of attributes) {
    const type = types.size === 1 ? ([...types][0] as FieldType) : 'text';
    fields.set(name, {
      type,
      subType: 'attribute',
      isArray,
      isSearchable: types.has('text') || types.has('date'),
    });
  }
  return fields;
};

/** The type that a single value implies. */
export const scalarType = (value: AttributeScalar): FieldType => {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return parseInstant(value) === undefined ? 'text' : 'date';
};
