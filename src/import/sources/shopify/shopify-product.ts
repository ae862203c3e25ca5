// The rows of one product as a bundle line. Numbers of articles stay text. It does not check what the bundle's schema checks.

import type { SourceFault, SourceTarget } from '../source-format.ts';
import type { ColumnKey, ShopifyRow } from './shopify-columns.ts';

type Prices = Record<string, number>;
type Attributes = Record<string, string | string[]>;

const OPTIONS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const satisfies readonly (readonly [ColumnKey, ColumnKey])[];

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);

export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** A row with only a handle and an image adds an image; any other is a variant. */
const isVariant = (row: ShopifyRow): boolean =>
  (['option1Value', 'sku', 'price'] as const).some((key) => row.cell(key) !== '');

export const buildProduct = (
  id: string,
  rows: readonly ShopifyRow[],
  categoryIds: readonly string[],
  target: SourceTarget,
):
  | { readonly object: Record<string, unknown> & { kind: 'product' } }
  | { readonly faults: SourceFault[] } => {
  const faults: SourceFault[] = [];
  const [first] = rows;
  if (first === undefined) throw new Error('A product has at least one row.');
  const variantRows = rows.filter(isVariant);
  const variants = variantRows.map((row) => variantOf(row, first, target.currency, faults));
  if (faults.length > 0) return { faults };
  const attributes: Attributes = Object.fromEntries(first.metafields());
  const tags = listOf(first.cell('tags'));
  if (tags.length > 0) attributes['tags'] = tags;
  const [only] = variants;
  const isSimple = variants.length === 1 && only !== undefined && only.name === '';
  const images = imagesOf(rows);
  const object = {
    kind: 'product' as const,
    catalog_id: target.catalogId,
    id,
    slug: id,
    name: first.cell('title'),
    description: first.cell('body'),
    brand: first.cell('vendor'),
    category_ids: categoryIds,
    collection_ids: listOf(first.cell('collection')).map(slugOf),
    in_stock: variants.length === 0 || variants.some((variant) => variant.in_stock),
    sku: isSimple ? only.sku : '',
    prices: isSimple ? only.prices : {},
    attributes: isSimple ? { ...attributes, ...only.attributes } : attributes,
    ...(images.length > 0 ? { images } : {}),
    ...(isSimple && Object.keys(only.sale_prices).length > 0 ? { sale_prices: only.sale_prices } : {}),
    ...(isSimple || variants.length === 0 ? {} : { variants: withIds(variants) }),
  };
  return { object };
};

const variantOf = (row: ShopifyRow, first: ShopifyRow, currency: string, faults: SourceFault[]) => {
  const attributes: Attributes = {};
  const values: string[] = [];
  for (const [index, [nameKey, valueKey]] of OPTIONS.entries()) {
    const value = row.cell(valueKey);
    if (value === '' || value === 'Default Title') continue;
    values.push(value);
    attributes[first.cell(nameKey) || `Option${index + 1}`] = value;
  }
  const barcode = row.cell('barcode');
  if (barcode !== '') attributes['barcode'] = barcode;
  const price = priceOf(row, 'price', faults);
  const compareAt = priceOf(row, 'compareAt', faults);
  const isReduced = price !== undefined && compareAt !== undefined && compareAt > price;
  const regular = isReduced ? compareAt : price;
  const prices: Prices = regular === undefined ? {} : { [currency]: regular };
  const sale_prices: Prices = isReduced ? { [currency]: price } : {};
  const url = row.cell('variantImage');
  const image = url === '' ? null : { url, alt: '' };
  const name = values.join(' / ');
  return { sku: row.cell('sku'), name, prices, sale_prices, in_stock: isInStock(row), attributes, image };
};

const priceOf = (row: ShopifyRow, key: ColumnKey, faults: SourceFault[]): number | undefined => {
  const value = row.cell(key);
  if (value === '') return undefined;
  if (/^\d{1,15}(\.\d+)?$/.test(value)) return Number(value);
  const fault = 'is not a price; write it with digits and a point, such as 12.50';
  faults.push({ line: row.line, column: row.nameOf(key), fault, value });
  return undefined;
};

/** Stock that is not tracked never ends. */
const isInStock = (row: ShopifyRow): boolean => {
  const quantity = row.cell('quantity');
  if (quantity === '' || row.cell('tracker') === '') return true;
  return Number(quantity) > 0 || /^(?:continue|true)$/i.test(row.cell('policy'));
};

/** By options, so that an id stays the same when rows are added before it. */
const withIds = <V extends { readonly name: string; readonly sku: string }>(variants: readonly V[]) => {
  const ids = new Set<string>();
  return variants.map((variant, index) => {
    let id = (variant.name || variant.sku || 'default').slice(0, 150);
    if (ids.has(id)) id = `${id} #${index + 1}`;
    ids.add(id);
    return { id, ...variant };
  });
};

const imagesOf = (rows: readonly ShopifyRow[]): { url: string; alt: string }[] => {
  const images = rows
    .filter((row) => row.cell('image') !== '')
    .map((row, index) => ({
      position: Number(row.cell('imagePosition')) || index + 1,
      url: row.cell('image'),
      alt: row.cell('imageAlt'),
    }))
    .sort((a, b) => a.position - b.position);
  return [...new Map(images.map(({ url, alt }) => [url, { url, alt }])).values()];
};
