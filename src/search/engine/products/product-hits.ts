// A hit: the stored parts of a product joined into one record, in the locale and currency of the request.

import { invalidInput } from '../../../domain/failures/failures.ts';
import type { ProductHit } from '../../../domain/products/product-search.ts';
import { spend } from '../budget/work-budget.ts';
import { SHOWN_CHAR, SHOWN_PRODUCT } from '../budget/work-costs.ts';
import { forEachValue, spellingAt } from '../columns/column.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { propertiesAt } from '../packing/stored-json.ts';
import { findColumn } from './product-columns.ts';
import type { ProductSegment } from './product-segment.ts';
import type { ShowCategory } from './shown-categories.ts';
import { NO_CURRENCY, type StoredProducts } from './stored-products.ts';

export interface Shown {
  /** In order of preference. */
  readonly locales: readonly string[];
  readonly currency: string;
  readonly showCategory: ShowCategory;
}

/** Characters in all hits together. A single one may be longer, since it could otherwise not be read at all. */
const HITS_CHARS_MAX = 2_000_000;

/** Throws when the hits become too long, and names the parameter that asks for so many. */
export const measureHits = (parameter: string): ((hit: ProductHit) => ProductHit) => {
  let chars = 0;
  return (hit) => {
    const isFirst = chars === 0;
    chars += hit.shown.length;
    spend(SHOWN_CHAR * hit.shown.length);
    if (!isFirst && chars > HITS_CHARS_MAX)
      throw invalidInput(
        'too_many',
        parameter,
        `The products would take more than ${HITS_CHARS_MAX} characters: request fewer`,
      );
    return hit;
  };
};

export const hitAt = (
  segment: ProductSegment,
  item: number,
  { locales, currency, showCategory }: Shown,
  pinnedBy: readonly string[],
): ProductHit => {
  spend(SHOWN_PRODUCT);
  const { shown } = segment;
  const parts = [
    propertiesAt(shown.base, item),
    // Segments of before the default locale changed have the texts of their own.
    textsAt(shown, item, [...locales, segment.baseLocale]),
    pricesAt(shown, item, currency),
    `"categories":[${categoriesAt(segment, item, showCategory)}]`,
  ];
  return { id: stringAt(segment.keys, item), shown: `{${parts.join(',')}}`, pinnedBy };
};

/** In the best locale that the product has. It always has the base locale of its segment, which ends the chain. */
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
const categoriesAt = (segment: ProductSegment, item: number, showCategory: ShowCategory): string => {
  const column = findColumn(segment, 'category_id', '');
  if (column === undefined) return '';
  const shown: string[] = [];
  forEachValue(column, item, (value) => {
    const category = showCategory(spellingAt(column, value));
    if (category !== undefined) shown.push(category);
  });
  return shown.join(',');
};
