// What a product costs in one currency, stored as a short list of numbers: most products have few prices and many currencies.

import { calculatedPrice, lowerPrice, priceIn } from '../../../domain/products/price.ts';
import type { Product } from '../../../domain/products/product.ts';

/** Price, sale price, recommended price, price of the cheapest variant; then pairs of a variant's place and its own price. */
const VARIANTS_FROM = 4;

/** A JSON list without trailing nulls. */
export const packPrices = (product: Product, currency: string): string => {
  const own = lowerPrice(product.prices, product.salePrices, currency);
  const list: (number | null)[] = [
    priceIn(product.prices, currency) ?? null,
    priceIn(product.salePrices, currency) ?? null,
    priceIn(product.retailPrices, currency) ?? null,
    own === undefined ? (calculatedPrice(product, currency) ?? null) : null,
  ];
  (product.variants ?? []).forEach(({ prices, salePrices }, place) => {
    const price = lowerPrice(prices, salePrices, currency);
    if (price !== undefined) list.push(place, price);
  });
  while (list.at(-1) === null) list.pop();
  return JSON.stringify(list);
};

export interface StoredPrices {
  readonly price: number | null;
  readonly salePrice: number | null;
  readonly retailPrice: number | null;
  /** What the shopper pays. */
  readonly calculated: number | null;
  /** By the place of a variant; those without a price of their own cost as much as the product. */
  readonly ofVariants: ReadonlyMap<number, number>;
}

/** `json` is empty for a product without prices in the currency. */
export const readPrices = (json: string): StoredPrices => {
  const list = json === '' ? [] : (JSON.parse(json) as (number | null)[]);
  const [price = null, salePrice = null, retailPrice = null, cheapest = null] = list;
  const ofVariants = new Map<number, number>();
  for (let at = VARIANTS_FROM; at < list.length; at += 2)
    ofVariants.set(list[at] as number, list[at + 1] as number);
  const own = price === null || salePrice === null ? (salePrice ?? price) : Math.min(price, salePrice);
  return { price, salePrice, retailPrice, calculated: own ?? cheapest, ofVariants };
};
