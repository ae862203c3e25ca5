// The stored fields of products, as ready JSON: what everyone sees, the texts of each locale, the prices in each currency. A hit is
// joined from one part of each.

import type { Product } from '../../../domain/products/product.ts';
import {
  shownBase,
  shownCurrencies,
  shownPrices,
  shownTexts,
} from '../../../domain/products/shown-product.ts';
import { mergeJson, type StoredJson, StoredJsonBuilder } from '../packing/stored-json.ts';

/** The parts of one locale or currency. A product without a part takes no bytes. */
interface StoredPart {
  readonly name: string;
  readonly json: StoredJson;
}

export interface StoredProducts {
  readonly base: StoredJson;
  readonly texts: readonly StoredPart[];
  /** `NO_CURRENCY`: products with variants, in a currency that they have no price in. */
  readonly prices: readonly StoredPart[];
}

export const NO_CURRENCY = '';

/** Collects the stored fields of a segment. */
export class StoredProductsBuilder {
  private readonly base = new StoredJsonBuilder();
  private readonly texts = new Map<string, StoredJsonBuilder>();
  private readonly prices = new Map<string, StoredJsonBuilder>();

  /** `locales`: those that the product has texts in. */
  add(item: number, product: Product, locales: readonly string[]): void {
    this.base.add(item, shownBase(product));
    for (const locale of locales) partOf(this.texts, locale).add(item, shownTexts(product, locale));
    for (const currency of shownCurrencies(product))
      partOf(this.prices, currency).add(item, shownPrices(product, currency));
    if (product.variants !== undefined && product.variants.length > 0)
      partOf(this.prices, NO_CURRENCY).add(item, shownPrices(product, NO_CURRENCY));
  }

  finish(items: number, itemMap: Uint32Array): StoredProducts {
    const finishAll = (parts: ReadonlyMap<string, StoredJsonBuilder>): StoredPart[] =>
      [...parts].map(([name, builder]) => ({ name, json: builder.finish(items, itemMap) }));
    return {
      base: this.base.finish(items, itemMap),
      texts: finishAll(this.texts),
      prices: finishAll(this.prices),
    };
  }
}

const partOf = (parts: Map<string, StoredJsonBuilder>, name: string): StoredJsonBuilder => {
  let builder = parts.get(name);
  if (builder === undefined) {
    builder = new StoredJsonBuilder();
    parts.set(name, builder);
  }
  return builder;
};

interface StoredSource {
  readonly shown: StoredProducts;
  readonly itemMap: Uint32Array;
  readonly isKept: (item: number) => boolean;
}

export const mergeStoredProducts = (sources: readonly StoredSource[], items: number): StoredProducts => {
  const merge = (partsOf: (shown: StoredProducts) => readonly StoredPart[]): StoredPart[] => {
    const names = new Set(sources.flatMap(({ shown }) => partsOf(shown).map(({ name }) => name)));
    return [...names].sort().map((name) => ({
      name,
      json: mergeJson(
        sources.flatMap(({ shown, ...rest }) =>
          partsOf(shown)
            .filter((part) => part.name === name)
            .map(({ json }) => ({ stored: json, ...rest })),
        ),
        items,
      ),
    }));
  };
  return {
    base: mergeJson(
      sources.map(({ shown, ...rest }) => ({ stored: shown.base, ...rest })),
      items,
    ),
    texts: merge(({ texts }) => texts),
    prices: merge(({ prices }) => prices),
  };
};
