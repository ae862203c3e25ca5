// Which columns every product has, and how their values are read from it and kept.

import type { AttributeScalar, Product } from '../../../domain/products/product.ts';
import type { ColumnForm } from '../columns/column-dictionary.ts';

/** In an audience column an empty list, which means everyone, is a value of its own. */
export const EVERYONE = '';
export const audienceValue = (id: string): string => `=${id}`;

const ownText: ColumnForm = { isFolded: true, isSpelled: false, type: 'text' };
const shownText: ColumnForm = { ...ownText, isSpelled: true };

export interface OwnColumn {
  readonly form: ColumnForm;
  /** Whether many products share a value. */
  readonly repeats: boolean;
  readonly read: (product: Product) => readonly AttributeScalar[];
}

export const ownColumns: Readonly<Record<string, OwnColumn>> = {
  id: { form: ownText, repeats: false, read: (p) => [p.id] },
  sku: { form: ownText, repeats: false, read: (p) => [p.sku] },
  name: { form: ownText, repeats: false, read: (p) => [p.name] },
  description: { form: ownText, repeats: false, read: (p) => [p.description] },
  brand: { form: shownText, repeats: true, read: (p) => [p.brand] },
  in_stock: { form: { ...ownText, type: 'boolean' }, repeats: true, read: (p) => [p.inStock] },
  created_at: {
    form: { ...ownText, type: 'date' },
    repeats: false,
    read: (p) => (p.createdAt === null ? [] : [p.createdAt]),
  },
  category_id: { form: shownText, repeats: true, read: (p) => p.categoryIds },
  collection_id: { form: shownText, repeats: true, read: (p) => p.collectionIds },
};

export const audienceColumns: Readonly<Record<string, (product: Product) => readonly string[]>> = {
  channel: (p) => p.channelIds,
  location: (p) => p.locationIds,
  customer_group: (p) => p.customerGroupIds,
};

export const nameForm = ownText;
export const audienceForm: ColumnForm = { isFolded: false, isSpelled: false, type: 'text' };
export const priceForm: ColumnForm = { isFolded: true, isSpelled: false, type: 'number' };
export const attributeForm: ColumnForm = { isFolded: true, isSpelled: true, type: undefined };
