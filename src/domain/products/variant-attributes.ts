// A product has the attributes of its variants too: it is found through each of them, and is one hit.

import type { AttributeScalar, Attributes, Product } from './product.ts';

/** The product's attributes and those of its variants. A value that several of them have is there once. */
export const allAttributes = ({ attributes, variants }: Product): Attributes => {
  if (variants === undefined || variants.every((variant) => isEmpty(variant.attributes))) return attributes;
  const values = new Map<string, Set<AttributeScalar>>();
  for (const variant of variants) {
    for (const [name, value] of Object.entries(variant.attributes)) {
      let known = values.get(name);
      if (known === undefined) {
        known = new Set(Object.hasOwn(attributes, name) ? listOf(attributes[name]) : []);
        values.set(name, known);
      }
      for (const one of listOf(value)) known.add(one);
    }
  }
  return { ...attributes, ...Object.fromEntries([...values].map(([name, known]) => [name, [...known]])) };
};

/** The SKUs of the variants, each once, in their order. */
export const variantSkus = ({ variants }: Product): string[] => [
  ...new Set((variants ?? []).map(({ sku }) => sku).filter((sku) => sku !== '')),
];

const listOf = (value: Attributes[string] | undefined): readonly AttributeScalar[] => {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
};

const isEmpty = (attributes: Attributes): boolean => Object.keys(attributes).length === 0;
