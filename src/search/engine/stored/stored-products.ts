// The stored fields of products, as ready JSON: what everyone sees, the texts of each locale, the variants, the prices in each
// currency. A hit is joined from one part of each.

import type { Product } from '../../../domain/products/product.ts';
import {
  shownBase,
  shownCurrencies,
  shownTexts,
  shownVariant,
} from '../../../domain/products/shown-product.ts';
import { mergeJson, type StoredJson, StoredJsonBuilder } from '../packing/stored-json.ts';
import { mergeSparse, type SparseJson, SparseJsonBuilder } from './sparse-json.ts';
import { packPrices } from './stored-prices.ts';

/** The parts of one locale or currency. */
interface StoredPart {
  readonly name: string;
  readonly json: SparseJson;
}

export interface StoredProducts {
  readonly base: StoredJson;
  /** By locale. */
  readonly texts: readonly StoredPart[];
  /** By currency; see `packPrices`. */
  readonly prices: readonly StoredPart[];
  /** The properties of each variant but its price, one variant per line. */
  readonly variants: SparseJson;
  /** The category ids as they were given, of products with several: the column of categories is sorted. */
  readonly categories: SparseJson;
}

/** JSON escapes line breaks, so that none is part of a variant. */
export const VARIANT_END = '\n';

/** Collects the stored fields of a segment. */
export class StoredProductsBuilder {
  private readonly base = new StoredJsonBuilder();
  private readonly texts = new Map<string, SparseJsonBuilder>();
  private readonly prices = new Map<string, SparseJsonBuilder>();
  private readonly variants = new SparseJsonBuilder();
  private readonly categories = new SparseJsonBuilder();

  /** `locales`: those that the product has texts in. */
  add(item: number, product: Product, locales: readonly string[]): void {
    this.base.add(item, shownBase(product));
    for (const locale of locales)
      partOf(this.texts, locale).add(item, propertiesOf(shownTexts(product, locale)));
    for (const currency of shownCurrencies(product))
      partOf(this.prices, currency).add(item, packPrices(product, currency));
    const { variants = [], categoryIds } = product;
    if (variants.length > 0) {
      const all = variants.map((variant) => propertiesOf(shownVariant(variant)));
      this.variants.add(item, all.join(VARIANT_END));
    }
    if (categoryIds.length > 1) this.categories.add(item, JSON.stringify([...new Set(categoryIds)]));
  }

  finish(items: number, itemMap: Uint32Array): StoredProducts {
    const finishAll = (parts: ReadonlyMap<string, SparseJsonBuilder>): StoredPart[] =>
      [...parts].map(([name, builder]) => ({ name, json: builder.finish(items, itemMap) }));
    return {
      base: this.base.finish(items, itemMap),
      texts: finishAll(this.texts),
      prices: finishAll(this.prices),
      variants: this.variants.finish(items, itemMap),
      categories: this.categories.finish(items, itemMap),
    };
  }
}

/** The JSON of an object without its braces. */
const propertiesOf = (shown: object): string => JSON.stringify(shown).slice(1, -1);

const partOf = (parts: Map<string, SparseJsonBuilder>, name: string): SparseJsonBuilder => {
  let builder = parts.get(name);
  if (builder === undefined) {
    builder = new SparseJsonBuilder();
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
  const merge = (sparseOf: (shown: StoredProducts) => SparseJson | undefined): SparseJson =>
    mergeSparse(
      sources.flatMap(({ shown, ...rest }) => {
        const sparse = sparseOf(shown);
        return sparse === undefined ? [] : [{ sparse, ...rest }];
      }),
      items,
    );
  const mergeParts = (partsOf: (shown: StoredProducts) => readonly StoredPart[]): StoredPart[] => {
    const names = new Set(sources.flatMap(({ shown }) => partsOf(shown).map(({ name }) => name)));
    return [...names]
      .sort()
      .map((name) => ({
        name,
        json: merge((shown) => partsOf(shown).find((part) => part.name === name)?.json),
      }))
      .filter(({ json }) => json.rows.start.length > 1);
  };
  return {
    base: mergeJson(
      sources.map(({ shown, ...rest }) => ({ stored: shown.base, ...rest })),
      items,
    ),
    texts: mergeParts(({ texts }) => texts),
    prices: mergeParts(({ prices }) => prices),
    variants: merge(({ variants }) => variants),
    categories: merge(({ categories }) => categories),
  };
};
