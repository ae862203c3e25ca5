// A hit: the stored parts of a product joined into one record, in the locale and currency of the request.

import type { ProductHit } from '../../../domain/products/product-search.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP } from '../budget/work-costs.ts';
import { forEachValue, spellingAt } from '../columns/column.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { propertiesAt } from '../packing/stored-json.ts';
import { findColumn } from './product-columns.ts';
import type { ProductSegment } from './product-segment.ts';
import { NO_CURRENCY, type StoredProducts } from './stored-products.ts';

export interface Shown {
  /** In order of preference. */
  readonly locales: readonly string[];
  readonly currency: string;
  /** See `shownCategories`. */
  readonly categories: ReadonlyMap<string, string>;
}

/** Joining a hit, in units of a lookup. */
const LOOKUPS_PER_HIT = 4;

export const hitAt = (
  segment: ProductSegment,
  item: number,
  { locales, currency, categories }: Shown,
  pinnedBy: readonly string[],
): ProductHit => {
  spend(LOOKUPS_PER_HIT * LOOKUP);
  const { shown } = segment;
  const parts = [
    propertiesAt(shown.base, item),
    textsAt(shown, item, locales),
    pricesAt(shown, item, currency),
    `"categories":[${categoriesAt(segment, item, categories)}]`,
  ];
  return { id: stringAt(segment.keys, item), shown: `{${parts.join(',')}}`, pinnedBy };
};

/** In the best locale that the product has. It always has the base locale, which ends the chain. */
const textsAt = ({ texts }: StoredProducts, item: number, locales: readonly string[]): string => {
  for (const locale of locales) {
    const part = texts.find(({ name }) => name === locale);
    const properties = part === undefined ? '' : propertiesAt(part.json, item);
    if (properties !== '') return properties;
  }
  throw new Error(`product ${item} has no texts in ${locales.join(', ')}`);
};

const pricesAt = ({ prices }: StoredProducts, item: number, currency: string): string => {
  const inCurrency = (wanted: string): string => {
    const part = prices.find(({ name }) => name === wanted);
    return part === undefined ? '' : propertiesAt(part.json, item);
  };
  const known = inCurrency(currency);
  if (known !== '') return known;
  const variants = inCurrency(NO_CURRENCY);
  if (variants !== '') return variants.replace(NO_CURRENCY_JSON, `"currency":${JSON.stringify(currency)}`);
  return `"price":null,"sale_price":null,"retail_price":null,"calculated_price":null,"currency":${JSON.stringify(currency)},"variants":[]`;
};

const NO_CURRENCY_JSON = `"currency":${JSON.stringify(NO_CURRENCY)}`;

/** Categories that do not exist are left out. */
const categoriesAt = (
  segment: ProductSegment,
  item: number,
  categories: ReadonlyMap<string, string>,
): string => {
  const column = findColumn(segment, 'category_id', '');
  if (column === undefined) return '';
  const shown: string[] = [];
  forEachValue(column, item, (value) => {
    const category = categories.get(spellingAt(column, value));
    if (category !== undefined) shown.push(category);
  });
  return shown.join(',');
};
