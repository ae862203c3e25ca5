// A product as storefronts see it, in parts: what is the same for everyone, the texts of one locale, the prices in one currency, the
// variants. Indexes keep the parts as ready JSON, so that a page of products is joined from them.

import { findInChain, normalizeLocale } from '../text/locale.ts';
import { calculatedPrice, currenciesOf, priceIn, variantPrice } from './price.ts';
import type { Product, ProductTranslation, ProductVariant } from './product.ts';
import type { ProductQuery } from './product-query.ts';
import { variantSkus } from './variant-attributes.ts';

/** The fields of each part of a record. The variants and the categories are parts of their own. */
export const recordParts = {
  base: [
    ...['id', 'provider_id', 'sku', 'brand', 'url', 'in_stock', 'created_at', 'collections', 'images'],
    ...['variant_skus', 'attributes'],
  ],
  texts: ['name', 'description', 'page_slug'],
  prices: ['price', 'sale_price', 'retail_price', 'calculated_price', 'currency'],
  variants: ['variants'],
  categories: ['categories'],
} as const;

export const shownBase = (product: Product) => ({
  id: product.id,
  provider_id: product.id,
  sku: product.sku,
  brand: product.brand,
  url: product.url ?? null,
  in_stock: product.inStock,
  created_at: product.createdAt,
  collections: product.collectionIds,
  images: product.images ?? [],
  variant_skus: variantSkus(product),
  attributes: product.attributes,
});

/** `locale` is one of the product's own, or the base locale. What is not translated is shown in the product's own words. */
export const shownTexts = (product: Product, locale: string) => {
  const translated = translationIn(product, locale);
  return {
    name: translated?.name ?? product.name,
    description: translated?.description ?? product.description,
    page_slug: translated?.slug ?? product.slug ?? null,
  };
};

const translationIn = ({ localized }: Product, locale: string): ProductTranslation | undefined =>
  Object.hasOwn(localized, locale) ? localized[locale] : undefined;

export const shownPrices = (product: Product, currency: string) => ({
  price: priceIn(product.prices, currency) ?? null,
  sale_price: priceIn(product.salePrices, currency) ?? null,
  retail_price: priceIn(product.retailPrices, currency) ?? null,
  calculated_price: calculatedPrice(product, currency) ?? null,
  currency,
});

/** Everything but its price, which depends on the currency. */
export const shownVariant = (variant: ProductVariant) => ({
  id: variant.id,
  sku: variant.sku,
  name: variant.name,
  in_stock: variant.inStock,
  attributes: variant.attributes,
  image: variant.image,
});

/** The locale of the texts that are shown: the first of the chain that the product has, or else the base locale. */
export const shownLocale = (
  { localized }: Product,
  { localeChain, baseLocale }: Pick<ProductQuery, 'localeChain' | 'baseLocale'>,
): string => {
  const base = normalizeLocale(baseLocale);
  return findInChain({ [base]: true, ...localized }, localeChain)?.locale ?? base;
};

/** Everything but the categories, whose names and places are not the product's. */
export const shownRecord = (
  product: Product,
  query: Pick<ProductQuery, 'localeChain' | 'baseLocale' | 'currency'>,
) => {
  const { currency } = query;
  return {
    ...shownBase(product),
    ...shownTexts(product, shownLocale(product, query)),
    ...shownPrices(product, currency),
    variants: (product.variants ?? []).map((variant) => ({
      ...shownVariant(variant),
      price: variantPrice(variant, currency, calculatedPrice(product, currency)) ?? null,
    })),
  };
};

/** The currencies in which prices are shown; in any other the product has none. */
export const shownCurrencies = (product: Product): ReadonlySet<string> =>
  new Set([...currenciesOf(product), ...Object.keys(product.retailPrices ?? {})]);
