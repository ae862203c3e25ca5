// A product on the wire, as search, look-up and single reads return it.

import { Type } from 'typebox';
import { closedObject, namedObject } from '../values.ts';

export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const shownImage = namedObject('ShownImage', { url: Type.String(), alt: Type.String() });

const attributes = () =>
  Type.Record(Type.String(), Type.Unknown(), { description: 'By name: a text, number, boolean, or a list.' });

const variant = namedObject('ShownVariant', {
  id: Type.String(),
  sku: Type.String(),
  name: Type.String(),
  price: orNull(Type.Number(), 'What the shopper pays for it.'),
  in_stock: Type.Boolean(),
  attributes: attributes(),
  image: orNull(shownImage),
});

export const shownCategory = namedObject('ShownCategory', {
  id: Type.String(),
  name: Type.String(),
  path: Type.Array(closedObject({ id: Type.String(), name: Type.String() }), {
    description: 'The categories above it, from the top.',
  }),
});

/** What every product shows, wherever it is read. */
export const shownProduct = {
  id: Type.String(),
  provider_id: Type.String({ description: 'Id of the product in the system that manages it.' }),
  sku: Type.String(),
  name: Type.String({ description: 'In the locale of the request, or the nearest that the product has.' }),
  description: Type.String({ description: 'As stored; it may contain markup.' }),
  brand: Type.String(),
  page_slug: orNull(Type.String(), 'The last part of its path in the storefront.'),
  url: orNull(Type.String()),
  price: orNull(Type.Number()),
  sale_price: orNull(Type.Number()),
  retail_price: orNull(Type.Number()),
  calculated_price: orNull(
    Type.Number(),
    'What the shopper pays. Rules, sorting and facets on `price` refer to it.',
  ),
  currency: Type.String(),
  in_stock: Type.Boolean(),
  created_at: orNull(Type.String()),
  categories: Type.Array(shownCategory),
  collections: Type.Array(Type.String()),
  images: Type.Array(shownImage),
  variants: Type.Array(variant),
  variant_skus: Type.Array(Type.String()),
  attributes: attributes(),
};

export const productExample = {
  id: 'jacket-7',
  provider_id: 'jacket-7',
  sku: 'DJ-7',
  name: 'Down jacket',
  description: 'Warm and light.',
  brand: 'Nordic',
  page_slug: 'down-jacket',
  url: null,
  price: 180,
  sale_price: 149,
  retail_price: 199,
  calculated_price: 149,
  currency: 'USD',
  in_stock: true,
  created_at: '2026-01-02T03:04:05Z',
  categories: [{ id: 'jackets', name: 'Jackets', path: [{ id: 'clothing', name: 'Clothing' }] }],
  collections: ['winter'],
  images: [{ url: '/images/jacket-7.svg', alt: 'A blue down jacket' }],
  variants: [
    {
      id: 'jacket-7-m',
      sku: 'DJ-7-M',
      name: 'M',
      price: 149,
      in_stock: true,
      attributes: { size: 'M' },
      image: null,
    },
  ],
  variant_skus: ['DJ-7-M'],
  attributes: { color: 'blue' },
};
