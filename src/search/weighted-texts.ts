// The searchable texts of an item and of a product, and the weight of a word in each. Shared by every engine.

import type { Product } from '../domain/products/product.ts';
import { type FieldWeights, type RankedField, WEIGHT_STEP } from '../domain/products/ranking-settings.ts';
import { variantSkus } from '../domain/products/variant-attributes.ts';
import type { ContentText } from '../domain/search/content.ts';
import { bodyText, givenSummary } from '../markup/content-text.ts';
import { plain } from './attribute-text.ts';

export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/**
 * Measured (Decision 0006): title over keywords and summary over body. In quarters, so that they are integers. Stored
 * indexes contain them, so a change here needs a new ANALYSIS_VERSION.
 */
const WEIGHTS = { title: 20, keywords: 6, summary: 5, body: 4 } as const;

/** Of the fields of a product, unless the catalog has its own. */
const PRODUCT_WEIGHTS: Readonly<Record<RankedField, number>> = {
  name: WEIGHTS.title,
  brand: WEIGHTS.keywords,
  sku: WEIGHTS.keywords,
  attributes: WEIGHTS.keywords,
  categories: WEIGHTS.keywords,
  description: WEIGHTS.body,
};

/**
 * The weight of a compound part: the head weighs as much as the compound, since a Regenjacke is a Jacke; a modifier
 * weighs half (measured, Decision 0007).
 */
export const partWeight = (weight: number, isHead: boolean): number => (isHead ? weight : (weight + 1) >> 1);

/** A summary made from the body is not searched: counting its words twice ranks worse. */
export const contentTexts = (text: ContentText): WeightedText[] => [
  { text: text.title, weight: WEIGHTS.title },
  { text: text.keywords.join('\n'), weight: WEIGHTS.keywords },
  { text: givenSummary(text) ?? '', weight: WEIGHTS.summary },
  { text: bodyText(text), weight: WEIGHTS.body },
];

/** A product's name in a locale: its own name if there is no translation. */
export const nameIn = (product: Product, locale: string): string =>
  translationIn(product, locale)?.name ?? product.name;

const translationIn = ({ localized }: Product, locale: string) =>
  Object.hasOwn(localized, locale) ? localized[locale] : undefined;

const skusOf = (product: Product): string =>
  product.variants === undefined
    ? withJoined(product.sku)
    : [product.sku, ...variantSkus(product)].map(withJoined).join('\n');

const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;
/** Analysis yields these joined by itself. */
const TWO_SHORT_PARTS = /^[\p{L}\p{N}]{1,11}-[\p{L}\p{N}]{1,11}$/u;

/** A SKU of several parts is also searched as one word: AB-12-XL is typed as AB12XL. */
const withJoined = (sku: string): string => {
  const parts = sku.split(SEPARATORS).filter((part) => part !== '');
  return parts.length < 2 || TWO_SHORT_PARTS.test(sku.trim()) ? sku : `${sku}\n${parts.join('')}`;
};

export interface FieldText extends WeightedText {
  readonly field: RankedField;
}

/** What is searched of a product beside its own texts. */
interface OtherTexts {
  /** See `AttributeReader`. */
  readonly attributes: string;
  /** In the locale; see `CategoryReader`. */
  readonly categories: string;
}

/** The texts of a product in a locale, untranslated ones in the product's own words. `weights`: those of the catalog. */
export const productTexts = (
  product: Product,
  locale: string,
  { attributes, categories }: OtherTexts,
  weights: FieldWeights = {},
): FieldText[] => {
  const translated = translationIn(product, locale);
  const weighted = (field: RankedField, text: string): FieldText => {
    const own = weights[field];
    return { field, text, weight: own === undefined ? PRODUCT_WEIGHTS[field] : own / WEIGHT_STEP };
  };
  return [
    weighted('name', nameIn(product, locale)),
    weighted('brand', product.brand),
    weighted('sku', skusOf(product)),
    weighted('attributes', attributes),
    weighted('categories', categories),
    weighted('description', plain(translated?.description ?? product.description)),
  ];
};
