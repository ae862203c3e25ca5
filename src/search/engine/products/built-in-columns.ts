// The columns that every product has: how their values are read and stored.

import type { AttributeScalar, Product } from '../../../domain/products/product.ts';
import { slugsOf } from '../../../domain/products/product-lookup.ts';
import { variantSkus } from '../../../domain/products/variant-attributes.ts';
import type { ColumnForm } from '../columns/column-dictionary.ts';

/** An empty audience list means everyone, which is stored as a value of its own. */
export const EVERYONE = '';
export const audienceValue = (id: string): string => `=${id}`;

const foldedText: ColumnForm = { isFolded: true, keepsSpelling: false, type: 'text' };
const shownText: ColumnForm = { ...foldedText, keepsSpelling: true };

/** Compared exactly as written. */
export const audienceForm: ColumnForm = { isFolded: false, keepsSpelling: false, type: 'text' };

interface BuiltInColumn {
  readonly form: ColumnForm;
  /** Whether many products share a value. */
  readonly repeats: boolean;
  readonly read: (product: Product) => readonly AttributeScalar[];
}

export const builtInColumns: Readonly<Record<string, BuiltInColumn>> = {
  id: { form: foldedText, repeats: false, read: (p) => [p.id] },
  sku: { form: foldedText, repeats: false, read: (p) => [p.sku] },
  variant_skus: { form: shownText, repeats: false, read: variantSkus },
  name: { form: foldedText, repeats: false, read: (p) => [p.name] },
  description: { form: foldedText, repeats: false, read: (p) => [p.description] },
  brand: { form: shownText, repeats: true, read: (p) => [p.brand] },
  in_stock: { form: { ...foldedText, type: 'boolean' }, repeats: true, read: (p) => [p.inStock] },
  created_at: {
    form: { ...foldedText, type: 'date' },
    repeats: false,
    read: (p) => (p.createdAt === null ? [] : [p.createdAt]),
  },
  // For sorting only: a filter on `popularity` compares the attribute of that name.
  popularity: {
    form: { ...foldedText, type: 'number' },
    repeats: false,
    read: (p) => (p.popularity === undefined ? [] : [p.popularity]),
  },
  // For look-up only.
  slug: { form: audienceForm, repeats: false, read: slugsOf },
  category_id: { form: shownText, repeats: true, read: (p) => p.categoryIds },
  collection_id: { form: shownText, repeats: true, read: (p) => p.collectionIds },
};

export const audienceColumns: Readonly<Record<string, (product: Product) => readonly string[]>> = {
  channel: (p) => p.channelIds,
  location: (p) => p.locationIds,
  customer_group: (p) => p.customerGroupIds,
};

export const nameForm = foldedText;
export const priceForm: ColumnForm = { isFolded: true, keepsSpelling: false, type: 'number' };
export const attributeForm: ColumnForm = { isFolded: true, keepsSpelling: true, type: undefined };
