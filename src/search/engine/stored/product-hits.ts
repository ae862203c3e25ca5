// A hit: the stored parts of a product joined into one record, in the locale and currency of the request.

import { invalidInput } from '../../../domain/failures/failures.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { ProductHit, ProductSearch } from '../../../domain/products/product-search.ts';
import type { Category } from '../../../domain/search/catalog.ts';
import { fromJsonBytes, toJsonBytes } from '../../../domain/text/json-bytes.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, PARSED_CHAR, SHOWN_CHAR, SHOWN_PRODUCT, VALUE, VARIANT_CHAR } from '../budget/work-costs.ts';
import { forEachValue, spellingAt } from '../columns/column.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { propertiesAt } from '../packing/stored-json.ts';
import { categoriesIn } from '../products/localized-categories.ts';
import { findColumn } from '../products/product-columns.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { KeptLook, KeptRecords } from './kept-records.ts';
import { buildHighlights, type HighlightHit } from './product-highlights.ts';
import { type ShowCategory, showCategories } from './shown-categories.ts';
import { sparseAt } from './sparse-json.ts';
import { readPrices, type StoredPrices } from './stored-prices.ts';
import { type StoredProducts, VARIANT_END } from './stored-products.ts';
import { pickPart, type WantedParts, wantedParts } from './wanted-parts.ts';

export interface Shown {
  /** In order of preference. */
  readonly locales: readonly string[];
  readonly currency: string;
  readonly categories: readonly Category[];
  readonly showCategory: ShowCategory;
  /** Absent: nothing is marked. */
  readonly highlight?: HighlightHit | undefined;
  readonly wanted: WantedParts;
  readonly kept: KeptLook<JoinedRecord>;
}

export type JoinedRecord = Pick<ProductHit, 'id' | 'shown'>;

/** The records of all queries of a thread, without marked words. */
const joinedRecords = new KeptRecords<JoinedRecord>(8_000_000);

/** How the hits of a query are shown. */
export const showFor = (
  plan: ProductPlan,
  { categories }: Pick<CatalogContents, 'categories'>,
  { currency, fields = [], withHighlights }: Pick<ProductSearch, 'currency' | 'fields' | 'withHighlights'>,
): Shown => {
  const isMarked = withHighlights === true && (fields.length === 0 || fields.includes('highlights'));
  const named = categoriesIn(categories, plan.query);
  const shown = {
    ...{ locales: plan.locales, currency, categories: named },
    showCategory: showCategories(named),
    highlight: isMarked ? buildHighlights(plan) : undefined,
  };
  return { ...shown, ...fieldsOf(shown, fields) };
};

/** The same, but only these fields and nothing marked. */
export const showOnly = (shown: Shown, fields: readonly string[]): Shown => ({
  ...shown,
  ...{ highlight: undefined, ...fieldsOf(shown, fields) },
});

const fieldsOf = (
  { locales, currency, categories }: Pick<Shown, 'locales' | 'currency' | 'categories'>,
  fields: readonly string[],
): Pick<Shown, 'wanted' | 'kept'> => ({
  wanted: wantedParts(fields),
  kept: new KeptLook(joinedRecords, JSON.stringify([locales, currency, fields]), categories),
});

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
  shown: Shown,
  pinnedBy: readonly string[],
): ProductHit => {
  spend(SHOWN_PRODUCT);
  const join = (): JoinedRecord => joinRecord(segment, item, shown);
  const { id, shown: json } =
    shown.highlight === undefined ? shown.kept.recordAt(segment.shown, item, join, charsOf) : join();
  return { id, shown: json, pinnedBy };
};

export const charsOf = ({ id, shown }: JoinedRecord): number => id.length + shown.length;

/** The record of a product, joined again. */
export const joinRecord = (
  segment: ProductSegment,
  item: number,
  { locales, currency, showCategory, wanted, highlight }: Shown,
): JoinedRecord => {
  const { shown } = segment;
  // Segments of before the default locale changed have the texts of their own.
  const readTexts = () => textsAt(shown, item, [...locales, segment.baseLocale]);
  const prices = pricesAt(shown, item, currency);
  const parts = [
    pickPart(wanted.base, () => propertiesAt(shown.base, item)),
    pickPart(wanted.texts, () => readTexts().properties),
    pickPart(wanted.prices, () => showPrices(prices, currency)),
    pickPart(wanted.variants, () => `"variants":[${variantsAt(shown, item, prices)}]`),
    pickPart(wanted.categories, () => `"categories":[${categoriesAt(segment, item, showCategory)}]`),
    highlight === undefined ? '' : `"highlights":${toJsonBytes(highlight(segment, item, readTexts()))}`,
  ];
  // Joined at once, so that what is kept is one flat text and no tree of its parts.
  const json = ['{', parts.filter((part) => part !== '').join(','), '}'].join('');
  return { id: stringAt(segment.keys, item), shown: json };
};

/** In the best locale that the product has. It always has the base locale of its segment, which ends the chain. */
const textsAt = (
  { texts }: StoredProducts,
  item: number,
  locales: readonly string[],
): { readonly locale: string; readonly properties: string } => {
  for (const locale of locales) {
    const part = texts.find(({ name }) => name === locale);
    const properties = part === undefined ? '' : sparseAt(part.json, item);
    if (properties !== '') return { locale, properties };
  }
  throw new Error(`product ${item} has no texts in ${locales.join(', ')}`);
};

const NAME = /^"name":("(?:[^"\\]|\\.)*")/u;

/** The name in the best locale that the product has, as written. It is the first of the stored texts. */
export const nameAt = (segment: ProductSegment, item: number, locales: readonly string[]): string => {
  spend(LOOKUP);
  const json = NAME.exec(textsAt(segment.shown, item, [...locales, segment.baseLocale]).properties)?.[1];
  return json === undefined ? '' : (fromJsonBytes(json) as string);
};

const pricesAt = ({ prices }: StoredProducts, item: number, currency: string): StoredPrices => {
  const part = prices.find(({ name }) => name === currency);
  return readPrices(part === undefined ? '' : sparseAt(part.json, item));
};

const showPrices = ({ price, salePrice, retailPrice, calculated }: StoredPrices, currency: string): string =>
  `"price":${price},"sale_price":${salePrice},"retail_price":${retailPrice},"calculated_price":${calculated},"currency":${toJsonBytes(currency)}`;

const variantsAt = (
  { variants }: StoredProducts,
  item: number,
  { calculated, ofVariants }: StoredPrices,
): string => {
  const stored = sparseAt(variants, item);
  if (stored === '') return '';
  spend(VARIANT_CHAR * stored.length);
  return stored
    .split(VARIANT_END)
    .map((properties, place) => `{${properties},"price":${ofVariants.get(place) ?? calculated}}`)
    .join(',');
};

/** As they were given. Categories that do not exist are left out. */
const categoriesAt = (segment: ProductSegment, item: number, showCategory: ShowCategory): string => {
  const shown: string[] = [];
  for (const id of categoryIdsAt(segment, item)) {
    spend(VALUE);
    const category = showCategory(id);
    if (category !== undefined) shown.push(category);
  }
  return shown.join(',');
};

const categoryIdsAt = (segment: ProductSegment, item: number): readonly string[] => {
  const several = sparseAt(segment.shown.categories, item);
  if (several !== '') {
    spend(PARSED_CHAR * several.length);
    return fromJsonBytes(several) as string[];
  }
  const column = findColumn(segment, 'category_id', '');
  const ids: string[] = [];
  if (column !== undefined) forEachValue(column, item, (value) => ids.push(spellingAt(column, value)));
  return ids;
};
