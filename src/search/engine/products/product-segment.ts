// An immutable segment of products: a TextIndex of every locale and a column of every filterable field, in typed
// arrays. Products are sorted by id, so ordinals also break ties. Deleting clears a live bit and lowers the live
// counts; merging drops the product.

import type { AttributeSetting } from '../../../domain/products/attribute-settings.ts';
import { calculatedPrice, currenciesOf } from '../../../domain/products/price.ts';
import type { Product } from '../../../domain/products/product.ts';
import { builtInFields, type FieldType } from '../../../domain/products/product-fields.ts';
import type { FieldWeights } from '../../../domain/products/ranking-settings.ts';
import { allAttributes } from '../../../domain/products/variant-attributes.ts';
import type { Category } from '../../../domain/search/catalog.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { languageOf } from '../../analysis/languages.ts';
import { AttributeReader } from '../../attribute-text.ts';
import { type CategoryReader, categoryReader } from '../../category-text.ts';
import { nameIn, productTexts } from '../../weighted-texts.ts';
import type { Column } from '../columns/column.ts';
import { ColumnBuilder } from '../columns/column-builder.ts';
import type { ColumnForm } from '../columns/column-dictionary.ts';
import { type ColumnEntries, chooseBlocked, packColumn } from '../columns/column-pack.ts';
import { deleteFromStatistics } from '../columns/column-statistics.ts';
import { type ProductTuning, productTuning } from '../columns/product-tuning.ts';
import { CompletionsBuilder } from '../completion/build-completions.ts';
import { sortKeys } from '../content/content-segment.ts';
import { type Bits, clearBit, hasBit, negate, wordsFor } from '../packing/bitset.ts';
import { countStrings, findString, type PackedStrings, packStrings } from '../packing/packed-strings.ts';
import { type StoredProducts, StoredProductsBuilder } from '../stored/stored-products.ts';
import { TextBuilder } from '../text/text-builder.ts';
import { cloneLiveCounts, deleteText } from '../text/text-index.ts';
import {
  attributeForm,
  audienceColumns,
  audienceForm,
  audienceValue,
  builtInColumns,
  EVERYONE,
  nameForm,
  priceForm,
} from './built-in-columns.ts';
import { type ProductTexts, packTexts } from './product-texts.ts';
import { countWords } from './word-counts.ts';

/** The locales a product has texts in. */
export interface ProductClass {
  /** Sorted. */
  readonly locales: readonly string[];
}

export interface ProductSegment {
  /** The locale of the products' own names and descriptions. */
  readonly baseLocale: string;
  /** Product ids, sorted. */
  readonly keys: PackedStrings;
  readonly texts: readonly ProductTexts[];
  /** By class number; number 0 means "no document". */
  readonly classes: readonly ProductClass[];
  readonly alive: Bits;
  /** One entry: the number of live products. */
  readonly liveItems: Uint32Array;
  /** The built-in fields, except prices. */
  readonly own: readonly Column[];
  /** Sorted by name. */
  readonly attributes: readonly Column[];
  /** Sorted by currency. */
  readonly prices: readonly Column[];
  /** Channels, locations and customer groups, as `audienceValue` writes them. */
  readonly audience: readonly Column[];
  /** Translated product names, one column per locale, sorted by locale. */
  readonly names: readonly Column[];
  readonly shown: StoredProducts;
}

export type ColumnGroup = 'own' | 'attributes' | 'prices' | 'audience' | 'names';
export const columnGroups: readonly ColumnGroup[] = ['own', 'attributes', 'prices', 'audience', 'names'];

const builtInEntries = Object.entries(builtInColumns);
const audienceEntries = Object.entries(audienceColumns);

export const NO_CLASS: ProductClass = { locales: [] };

/** Whether a column is always sorted by number. */
export const isNumericColumn = (group: ColumnGroup, name: string): boolean =>
  group === 'prices' || (group === 'own' && isNumericType(builtInColumns[name]?.form.type));

const isNumericType = (type: FieldType | undefined): boolean => type === 'date' || type === 'number';

export const countProductsIn = (segment: ProductSegment): number => countStrings(segment.keys);

/** The settings and tables of a catalog that decide how its products are indexed. */
export interface IndexedBy {
  readonly attributes?: readonly AttributeSetting[];
  readonly weights?: FieldWeights;
  readonly categories?: readonly Category[];
}

const NO_CATEGORIES: readonly Category[] = [];

/** Builds a segment from products with distinct ids, in any order. */
export class ProductSegmentBuilder {
  private readonly baseLocale: string;
  private readonly untranslated: readonly string[];
  private readonly tuning: ProductTuning;
  private readonly attributes: AttributeReader;
  private readonly categories: CategoryReader;
  private readonly weights: FieldWeights;
  private readonly ids: string[] = [];
  private readonly texts = new Map<string, { index: TextBuilder; names: CompletionsBuilder }>();
  private readonly classNumbers = new Map<string, number>();
  private readonly classes: ProductClass[] = [NO_CLASS];
  private readonly shown = new StoredProductsBuilder();
  private readonly columns: Record<ColumnGroup, Map<string, ColumnBuilder>> = {
    own: new Map(),
    attributes: new Map(),
    prices: new Map(),
    audience: new Map(),
    names: new Map(),
  };

  constructor(
    baseLocale: string,
    tuning: ProductTuning = productTuning,
    { attributes = [], weights = {}, categories = NO_CATEGORIES }: IndexedBy = {},
  ) {
    this.baseLocale = normalizeLocale(baseLocale);
    this.untranslated = [this.baseLocale];
    this.tuning = tuning;
    this.attributes = new AttributeReader(attributes);
    this.categories = categoryReader(categories, this.baseLocale);
    this.weights = weights;
  }

  add(product: Product): void {
    const item = this.ids.length;
    this.ids.push(product.id);
    const locales = this.localesOf(product);
    const productClass = this.classOf(locales);
    const attributes = this.attributes.textOf(product);
    for (const locale of locales) {
      const { index, names } = this.textsOf(locale);
      const categories = this.categories.textOf(product.categoryIds, locale);
      index.add(item, productClass, productTexts(product, locale, { attributes, categories }, this.weights));
      const name = nameIn(product, locale);
      names.add(item, name, product.popularity);
      if (locale !== this.baseLocale || name !== product.name)
        this.columnOf('names', locale, nameForm, false).add(item, [name], false);
    }
    this.addColumns(item, product);
    this.shown.add(item, product, locales);
  }

  finish(): ProductSegment {
    const { sorted, itemMap } = sortKeys(this.ids);
    const items = sorted.length;
    const alive = new Uint32Array(wordsFor(items));
    negate(alive, items);
    const columns = packGroups(
      (group) => [...this.columns[group].values()].map((builder) => builder.finish(items, itemMap)),
      this.tuning,
    );
    const texts = [...this.texts.entries()].map(([locale, builder]) =>
      packTexts(
        builder.index.finish(items, itemMap),
        builder.names.finish(items, itemMap),
        items,
        locale === this.baseLocale,
        this.tuning,
      ),
    );
    return {
      baseLocale: this.baseLocale,
      keys: packStrings(sorted),
      classes: this.classes,
      alive,
      liveItems: Uint32Array.of(items),
      shown: this.shown.finish(items, itemMap),
      ...countWords({ texts, ...columns }, this.baseLocale, items, this.tuning),
    };
  }

  private addColumns(item: number, product: Product): void {
    for (const [name, { form, repeats, read }] of builtInEntries) {
      const values = read(product);
      if (values.length > 0) this.columnOf('own', name, form, repeats).add(item, values, false);
    }
    for (const currency of currenciesOf(product)) {
      const price = calculatedPrice(product, currency);
      if (price !== undefined) this.columnOf('prices', currency, priceForm).add(item, [price], false);
    }
    for (const [name, read] of audienceEntries) {
      const ids = read(product);
      const values = ids.length === 0 ? [EVERYONE] : ids.map(audienceValue);
      this.columnOf('audience', name, audienceForm).add(item, values, false);
    }
    for (const [name, value] of Object.entries(allAttributes(product))) {
      if (builtInFields.has(name) || !this.attributes.isCompared(name)) continue;
      const isList = typeof value === 'object';
      this.columnOf('attributes', name, attributeForm).add(item, isList ? value : [value], isList);
    }
  }

  private columnOf(group: ColumnGroup, name: string, form: ColumnForm, repeats = true): ColumnBuilder {
    let builder = this.columns[group].get(name);
    if (builder === undefined) {
      builder = new ColumnBuilder(name, form, repeats);
      this.columns[group].set(name, builder);
    }
    return builder;
  }

  private textsOf(locale: string) {
    let builder = this.texts.get(locale);
    if (builder === undefined) {
      builder = { index: new TextBuilder(locale, languageOf(locale), true), names: new CompletionsBuilder() };
      this.texts.set(locale, builder);
    }
    return builder;
  }

  /** Sorted. All untranslated products share one list. */
  private localesOf({ localized }: Product): readonly string[] {
    const translated = Object.keys(localized);
    return translated.length === 0
      ? this.untranslated
      : [...new Set([this.baseLocale, ...translated])].sort();
  }

  private classOf(locales: readonly string[]): number {
    const key = locales.length === 1 ? (locales[0] as string) : JSON.stringify(locales);
    let number = this.classNumbers.get(key);
    if (number === undefined) {
      number = this.classes.push({ locales }) - 1;
      this.classNumbers.set(key, number);
    }
    return number;
  }
}

/** Packs the columns of all groups, each group sorted by name. */
export const packGroups = (
  entriesOf: (group: ColumnGroup) => readonly ColumnEntries[],
  tuning: ProductTuning,
): Record<ColumnGroup, readonly Column[]> => {
  const entries = new Map(columnGroups.map((group) => [group, entriesOf(group)]));
  const blocked = chooseBlocked([...entries.values()].flat(), tuning);
  const pack = (group: ColumnGroup) =>
    [...(entries.get(group) ?? [])]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((column) => packColumn(column, tuning, blocked.has(column)));
  return {
    own: pack('own'),
    attributes: pack('attributes'),
    prices: pack('prices'),
    audience: pack('audience'),
    names: pack('names'),
  };
};

/** The same segment with its own copy of everything that deleting changes. */
export const cloneProductSegment = (segment: ProductSegment): ProductSegment => ({
  ...segment,
  alive: new Uint32Array(segment.alive),
  liveItems: new Uint32Array(segment.liveItems),
  texts: segment.texts.map((texts) => ({ ...texts, index: cloneLiveCounts(texts.index) })),
  attributes: segment.attributes.map((column) => ({
    ...column,
    statistics: new Uint32Array(column.statistics),
  })),
});

/** The ordinal of the live product with that id, or -1. */
export const findLiveProduct = (segment: ProductSegment, id: string): number => {
  const item = findString(segment.keys, id);
  return item !== -1 && hasBit(segment.alive, item) ? item : -1;
};

/** Deletes the product. False if the segment has no live product with that id. */
export const deleteProduct = (segment: ProductSegment, id: string): boolean => {
  const item = findLiveProduct(segment, id);
  if (item === -1) return false;
  clearBit(segment.alive, item);
  segment.liveItems[0] = (segment.liveItems[0] as number) - 1;
  for (const { index } of segment.texts) deleteText(index, item);
  for (const column of segment.attributes) deleteFromStatistics(column, item);
  return true;
};
