// What a shopper pays for a product, in one currency.

import type { Prices, Product, ProductVariant } from './product.ts';

export const priceIn = (prices: Prices | undefined, currency: string): number | undefined =>
  prices !== undefined && Object.hasOwn(prices, currency) ? prices[currency] : undefined;

/** The lower of price and sale price. */
export const lowerPrice = (
  prices: Prices,
  salePrices: Prices | undefined,
  currency: string,
): number | undefined => {
  const price = priceIn(prices, currency);
  const sale = priceIn(salePrices, currency);
  return price === undefined || sale === undefined ? (sale ?? price) : Math.min(price, sale);
};

/**
 * What the shopper pays: the sale price if it is lower than the price. A product without a price of its own costs as much as its
 * cheapest variant.
 */
export const calculatedPrice = (product: Product, currency: string): number | undefined => {
  const own = lowerPrice(product.prices, product.salePrices, currency);
  if (own !== undefined || product.variants === undefined) return own;
  let lowest: number | undefined;
  for (const { prices, salePrices } of product.variants) {
    const price = lowerPrice(prices, salePrices, currency);
    if (price !== undefined && (lowest === undefined || price < lowest)) lowest = price;
  }
  return lowest;
};

/** A variant without prices in the currency costs as much as its product. */
export const variantPrice = (
  { prices, salePrices }: ProductVariant,
  currency: string,
  ofProduct: number | undefined,
): number | undefined => lowerPrice(prices, salePrices, currency) ?? ofProduct;

/** Every currency that the product has a price in. */
export const currenciesOf = ({ prices, salePrices, variants }: Product): ReadonlySet<string> => {
  const currencies = new Set(Object.keys(prices));
  for (const currency of Object.keys(salePrices ?? {})) currencies.add(currency);
  for (const variant of variants ?? []) {
    for (const currency of Object.keys(variant.prices)) currencies.add(currency);
    for (const currency of Object.keys(variant.salePrices)) currencies.add(currency);
  }
  return currencies;
};
