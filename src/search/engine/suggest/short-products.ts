// What suggestions show of a product: its name as a query, and a short record. Both are kept with the segment.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductHit } from '../../../domain/products/product-search.ts';
import { type SuggestQuery, shortFields, shortRecord } from '../../../domain/products/suggestion.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, PARSED_CHAR, SHOWN_PRODUCT } from '../budget/work-costs.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import { KeptLook, KeptRecords } from '../stored/kept-records.ts';
import { charsOf, joinRecord, measureHits, nameAt, type Shown, showFor } from '../stored/product-hits.ts';
import type { CompletedProduct } from './product-completions.ts';
import { type QueryName, readName } from './query-name.ts';

const names = new KeptRecords<QueryName>(1_000_000);
const records = new KeptRecords<ProductHit>(2_000_000);

/** Names depend on nothing but the segment and the locales. */
const NO_BASIS = {};

/** The last ones: most shoppers are alike. */
const looks = { locales: [] as readonly string[], byCurrency: new Map<string | undefined, string>() };
const LOOKS_MAX = 16;

const lookOf = (locales: readonly string[], currency: string | undefined): string => {
  if (looks.locales !== locales || looks.byCurrency.size >= LOOKS_MAX) {
    looks.locales = locales;
    looks.byCurrency.clear();
  }
  let look = looks.byCurrency.get(currency);
  if (look === undefined) {
    look = JSON.stringify([locales, currency]);
    looks.byCurrency.set(currency, look);
  }
  return look;
};

export const nameProducts = ({ locales }: ProductPlan): ((product: CompletedProduct) => QueryName) => {
  const kept = new KeptLook(names, lookOf(locales, undefined), NO_BASIS);
  return ({ segment, item }) => {
    spend(LOOKUP);
    return kept.recordAt(segment.shown, item, () => readName(nameAt(segment, item, locales)), charsOfName);
  };
};

const charsOfName = (name: QueryName): number => name.text.length + name.completable.length;

export const showShort = (
  plan: ProductPlan,
  contents: CatalogContents,
  { currency }: SuggestQuery,
  products: readonly CompletedProduct[],
): ProductHit[] => {
  const measure = measureHits('products_limit');
  const kept = new KeptLook(records, lookOf(plan.locales, currency), NO_BASIS);
  let shown: Shown | undefined;
  return products.map(({ segment, item }) => {
    spend(SHOWN_PRODUCT);
    const make = (): ProductHit => {
      shown ??= showFor(plan, contents, { currency, fields: shortFields });
      return shorten({ ...joinRecord(segment, item, shown), pinnedBy: [] });
    };
    return measure(kept.recordAt(segment.shown, item, make, charsOf));
  });
};

/** Short records of what a search has found. */
export const shortenAll = (hits: readonly ProductHit[]): ProductHit[] => {
  const measure = measureHits('products_limit');
  return hits.map((hit) => measure(shorten(hit)));
};

/** Parsed here, within the budget: a product may have many images. */
const shorten = (hit: ProductHit): ProductHit => {
  spend(PARSED_CHAR * hit.shown.length);
  return { ...hit, shown: shortRecord(hit.shown) };
};
