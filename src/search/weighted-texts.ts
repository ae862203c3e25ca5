// Which texts of an item and of a product are searched, and how much a word in each of them weighs. Shared by every engine.

import { type ContentText, summaryOf } from '../domain/content.ts';
import type { Product } from '../domain/product.ts';

export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** Title over keywords and summary over body. */
export const contentTexts = (text: ContentText): WeightedText[] => [
  { text: text.title, weight: 4 },
  { text: text.keywords.join('\n'), weight: 2 },
  { text: summaryOf(text), weight: 2 },
  { text: text.body, weight: 1 },
];

/** A product in a locale; what is not translated stays in the product's own words. */
export const productTexts = (product: Product, locale: string): WeightedText[] => {
  const translated = Object.hasOwn(product.localized, locale) ? product.localized[locale] : undefined;
  const attributes = Object.values(product.attributes)
    .flat()
    .filter((value) => typeof value === 'string');
  return [
    { text: translated?.name ?? product.name, weight: 4 },
    { text: product.brand, weight: 2 },
    { text: product.sku, weight: 2 },
    { text: attributes.join('\n'), weight: 2 },
    { text: translated?.description ?? product.description, weight: 1 },
  ];
};
