// Rows that are products, with the categories that they name.

import { isObject } from '../../../../domain/text/json-value.ts';
import { plainValue } from '../../rows/exact-number.ts';
import type { SourceObject } from '../../source-format.ts';
import { below, type MappingFaults, readKnown } from '../mapping-faults.ts';
import { type Rule, readRule } from '../rules/rule.ts';
import { type CategoryRules, categoriesIn, readCategoryRules } from './category-rules.ts';
import { type PriceRule, priceNames, pricesIn, readPriceRules } from './price-rules.ts';
import {
  columnsOf,
  type FieldRule,
  type FieldSpec,
  fill,
  fillLocalized,
  type LocaleFields,
  type ReadRow,
  readFields,
  readLocalized,
  readNamedRules,
  readValue,
  setOwn,
  text,
  texts,
  type Written,
} from './section-fields.ts';
import { readTranslation, type TranslationSection } from './translation-section.ts';

export type ObjectOf = SourceObject['object'];

export interface ProductSection {
  readonly fields: readonly FieldRule[];
  readonly prices: readonly PriceRule[];
  readonly categories: CategoryRules | undefined;
  readonly images: ImageRules | undefined;
  readonly attributes: readonly FieldRule[];
  readonly localized: readonly LocaleFields[];
  readonly translation: TranslationSection | undefined;
  /** Columns that are not attributes; undefined if other columns are left out. */
  readonly usedColumns: ReadonlySet<string> | undefined;
}

interface ImageRules {
  readonly rule: Rule;
  readonly alt: Rule | undefined;
}

const specs: Readonly<Record<string, FieldSpec>> = {
  id: { ...text, isRequired: true },
  name: { ...text, isRequired: true },
  sku: text,
  description: text,
  brand: text,
  slug: text,
  url: text,
  category_ids: texts,
  collection_ids: texts,
  channel_ids: texts,
  location_ids: texts,
  customer_group_ids: texts,
  in_stock: { type: 'boolean' },
  created_at: { type: 'time' },
  popularity: { type: 'number' },
};

const localizedSpecs: Readonly<Record<string, FieldSpec>> = { name: text, description: text, slug: text };

const names: readonly string[] = [
  ...Object.keys(specs),
  ...priceNames,
  'categories',
  'images',
  'attributes',
  'other_columns',
  'localized',
  'translation',
];

export const readProductSection = (
  value: unknown,
  path: string,
  skipColumns: readonly string[],
  faults: MappingFaults,
): ProductSection | undefined => {
  const written = readKnown(value, path, names, faults);
  if (written === undefined) return undefined;
  const fields = readFields(written, path, specs, faults);
  const prices = readPriceRules(written, path, faults);
  const categories =
    written['categories'] === undefined
      ? undefined
      : readCategoryRules(written['categories'], below(path, 'categories'), faults);
  const images = readImages(written['images'], below(path, 'images'), faults);
  const attributes = readNamedRules(
    written['attributes'],
    below(path, 'attributes'),
    { type: 'scalar', isList: 'maybe', mayChooseType: true },
    faults,
  );
  const localized = readLocalized(written['localized'], below(path, 'localized'), localizedSpecs, faults);
  const translation = readTranslation(written, path, fields, faults);
  const used = columnsOf([
    ...fields,
    ...prices,
    ...prices.flatMap(({ currency }) => (typeof currency === 'object' ? [{ rule: currency }] : [])),
    ...(categories === undefined ? [] : [categories]),
    ...(images === undefined ? [] : [images, ...(images.alt === undefined ? [] : [{ rule: images.alt }])]),
    ...attributes,
    ...localized.flatMap((locale) => locale.fields),
    ...(translation === undefined ? [] : [{ rule: translation.locale }]),
  ]);
  return {
    fields,
    prices,
    categories,
    images,
    attributes,
    localized,
    translation,
    usedColumns: readsOthers(written, path, faults) ? new Set([...used, ...skipColumns]) : undefined,
  };
};

/** Whether columns that no rule reads are taken too. */
export const readsOthers = (written: Written, path: string, faults: MappingFaults): boolean => {
  const value = written['other_columns'] ?? false;
  if (typeof value !== 'boolean') faults.add(below(path, 'other_columns'), 'must be true or false');
  return value === true;
};

const readImages = (value: unknown, path: string, faults: MappingFaults): ImageRules | undefined => {
  if (value === undefined) return undefined;
  const rule = readRule(value, path, { type: 'text', isList: true, extraNames: ['alt'] }, faults);
  const alt =
    isObject(value) && value['alt'] !== undefined
      ? readRule(value['alt'], below(path, 'alt'), { type: 'text' }, faults)
      : undefined;
  return rule && { rule, alt };
};

/** The lines of a row: its categories, then the product. */
export const productLines = (section: ProductSection, read: ReadRow): readonly ObjectOf[] => {
  const catalog_id = read.target.catalogId;
  const product = fill(section.fields, read);
  Object.assign(product, pricesIn(section.prices, read));
  const categories =
    section.categories === undefined ? { all: [], ids: [] } : categoriesIn(section.categories, read);
  if (categories.ids.length > 0) {
    product['category_ids'] = [
      ...new Set([...((product['category_ids'] as string[] | undefined) ?? []), ...categories.ids]),
    ];
  }
  const images = section.images === undefined ? undefined : readValue(section.images.rule, read);
  if (section.images !== undefined && images !== undefined) {
    const alt = section.images.alt === undefined ? undefined : readValue(section.images.alt, read);
    product['images'] = (images as string[]).map((url) => ({ url, ...(alt === undefined ? {} : { alt }) }));
  }
  const attributes = { ...otherAttributes(section, read), ...fill(section.attributes, read) };
  if (Object.keys(attributes).length > 0) product['attributes'] = attributes;
  const localized = fillLocalized(section.localized, read);
  if (Object.keys(localized).length > 0) product['localized'] = localized;
  return [
    ...categories.all.map((category) => ({ kind: 'category' as const, catalog_id, ...category })),
    { kind: 'product', catalog_id, ...product },
  ];
};

/** Texts, numbers, booleans and lists of these of the columns that no rule reads. */
const otherAttributes = ({ usedColumns }: ProductSection, { row }: ReadRow): Record<string, unknown> => {
  const attributes: Record<string, unknown> = {};
  if (usedColumns === undefined) return attributes;
  for (const [column, cell] of Object.entries(row.cells)) {
    if (usedColumns.has(column)) continue;
    const items = (Array.isArray(cell) ? cell : [cell]).filter(isAttributeValue);
    if (items.length > 0) setOwn(attributes, column, plainValue(Array.isArray(cell) ? items : items[0]));
  }
  return attributes;
};

const isAttributeValue = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value === 'number' || typeof value === 'boolean';
