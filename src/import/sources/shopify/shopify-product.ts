// The rows of one product as a bundle line. Numbers of articles stay text. It does not check what the bundle's schema checks.

import type { SourceFault, SourceSkip, SourceTarget } from '../source-format.ts';
import type { ColumnKey, ShopifyCell, ShopifyRow } from './shopify-columns.ts';
import { idOf, slugOf } from './shopify-ids.ts';

type Notes = (SourceFault | SourceSkip)[];
type Attribute = [string, string | string[]];

const OPTIONS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const satisfies readonly (readonly [ColumnKey, ColumnKey])[];

const TAGS_MAX_CHARS = 100_000;

/** `titled`: the row that describes the product. */
export const buildProduct = (
  id: string,
  titled: ShopifyRow,
  rows: readonly ShopifyRow[],
  target: SourceTarget,
) => {
  const notes: Notes = [];
  const variants = variantsOf(rows, titled, notes);
  const tags = tagsOf(titled, notes);
  const in_stock = variants.length === 0 ? isInStock(titled, notes) : variants.some((one) => one.in_stock);
  if (notes.some((note) => 'fault' in note)) return { notes, object: undefined };
  const attributes: Attribute[] = titled.metafields();
  if (tags.length > 0) attributes.push(['tags', tags]);
  const [only] = variants;
  const isSimple = variants.length === 1 && only?.name === '';
  const images = imagesOf(rows, isSimple ? only?.image : null);
  const object = {
    kind: 'product' as const,
    catalog_id: target.catalogId,
    id,
    slug: id,
    name: titled.cell('title'),
    description: titled.cell('body'),
    brand: titled.cell('vendor'),
    collection_ids: [slugOf(titled.cell('collection'))].filter((one) => one !== ''),
    in_stock,
    ...(images.length > 0 ? { images } : {}),
    ...(isSimple
      ? {
          sku: only.sku,
          prices: only.prices,
          ...(Object.keys(only.sale_prices).length > 0 ? { sale_prices: only.sale_prices } : {}),
          attributes: Object.fromEntries([...attributes, ...Object.entries(only.attributes)]),
        }
      : { attributes: Object.fromEntries(attributes) }),
    ...(isSimple || variants.length === 0 ? {} : { variants: withIds(variants) }),
  };
  return { notes, object };
};

const VARIANT_KEYS = ['option1Value', 'option2Value', 'option3Value', 'sku', 'price', 'barcode'] as const;

/** A row with only a handle and an image adds an image; any other is a variant. */
const isVariant = (row: ShopifyRow): boolean => VARIANT_KEYS.some((key) => row.cell(key) !== '');

const variantsOf = (rows: readonly ShopifyRow[], titled: ShopifyRow, notes: Notes) => {
  const byOptions = new Map<string, ReturnType<typeof variantOf>>();
  for (const row of rows.filter(isVariant)) {
    const variant = variantOf(row, titled, notes);
    const key = JSON.stringify([variant.name, variant.sku]);
    const earlier = byOptions.get(key);
    if (earlier === undefined) {
      byOptions.set(key, variant);
    } else {
      const isSame = JSON.stringify(earlier) === JSON.stringify(variant);
      notes.push({ ...row.place, skipped: isSame ? SAME_VARIANT : OTHER_VARIANT });
    }
  }
  return [...byOptions.values()];
};

const SAME_VARIANT = 'an earlier row is the same variant';
const OTHER_VARIANT = 'an earlier row has the same options and SKU with other values, and is taken';

const variantOf = (row: ShopifyRow, titled: ShopifyRow, notes: Notes) => {
  const attributes: Attribute[] = [];
  const values: string[] = [];
  for (const [index, [nameKey, valueKey]] of OPTIONS.entries()) {
    const value = row.cell(valueKey);
    if (value === '' || value === 'Default Title') continue;
    values.push(value);
    attributes.push([titled.cell(nameKey) || `Option${index + 1}`, value]);
  }
  const barcode = row.cell('barcode');
  if (barcode !== '') attributes.push(['barcode', barcode]);
  const url = row.cell('variantImage');
  return {
    sku: row.cell('sku'),
    name: values.join(' / '),
    ...pricesOf(row, notes),
    in_stock: isInStock(row, notes),
    attributes: Object.fromEntries(attributes),
    image: url === '' ? null : { url, alt: '' },
  };
};

/** A compare-at price above the price is the regular one. */
const pricesOf = (row: ShopifyRow, notes: Notes) => {
  const prices: [string, number][] = [];
  const salePrices: [string, number][] = [];
  for (const { currency, ...cells } of row.prices()) {
    const price = priceIn(row, cells.price, notes);
    const compareAt = priceIn(row, cells.compareAt, notes);
    if (price === undefined) continue;
    const isReduced = compareAt !== undefined && compareAt > price;
    prices.push([currency, isReduced ? compareAt : price]);
    if (isReduced) salePrices.push([currency, price]);
  }
  return { prices: Object.fromEntries(prices), sale_prices: Object.fromEntries(salePrices) };
};

const priceIn = ({ place }: ShopifyRow, { column, text }: ShopifyCell, notes: Notes): number | undefined => {
  if (text === '') return undefined;
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  const fault = 'is not a price; write it with digits and a point, such as 12.50';
  notes.push({ ...place, column, fault, value: text });
  return undefined;
};

/** Stock that is not tracked never ends. */
const isInStock = (row: ShopifyRow, notes: Notes): boolean => {
  const quantity = row.cell('quantity');
  if (quantity === '') return true;
  if (!/^-?\d{1,15}(\.\d+)?$/.test(quantity)) {
    const fault = 'is not a quantity; write it with digits, such as 12';
    notes.push({ ...row.place, column: row.nameOf('quantity'), fault, value: quantity });
  }
  if (row.cell('tracker') === '') return true;
  return Number(quantity) > 0 || /^(?:continue|true)$/i.test(row.cell('policy'));
};

const tagsOf = (row: ShopifyRow, notes: Notes): string[] => {
  const text = row.cell('tags');
  if (text.length > TAGS_MAX_CHARS) {
    const fault = `has more than ${TAGS_MAX_CHARS} characters; remove tags`;
    notes.push({ ...row.place, column: row.nameOf('tags'), fault, value: text });
    return [];
  }
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
};

/** By options, so that an id stays the same when rows are added before it. */
const withIds = <V extends { readonly name: string; readonly sku: string }>(variants: readonly V[]) => {
  const ids = new Set<string>();
  return variants.map((variant) => {
    const { name, sku } = variant;
    let id = idOf(name || sku || 'default');
    if (ids.has(id)) id = idOf(`${name} / ${sku}`);
    for (let number = 2; ids.has(id); number += 1) id = idOf(`${name} / ${sku} #${number}`);
    ids.add(id);
    return { id, ...variant };
  });
};

/** By position, each once, with the first alternative text that is not empty. */
const imagesOf = (rows: readonly ShopifyRow[], own: { readonly url: string } | null | undefined) => {
  const placed = rows
    .filter((row) => row.cell('image') !== '')
    .map((row, index) => ({
      position: Number(row.cell('imagePosition')) || index + 1,
      url: row.cell('image'),
      alt: row.cell('imageAlt'),
    }))
    .sort((a, b) => a.position - b.position);
  const alts = new Map<string, string>();
  for (const { url, alt } of placed) alts.set(url, alts.get(url) || alt);
  if (own && !alts.has(own.url)) alts.set(own.url, '');
  return Array.from(alts, ([url, alt]) => ({ url, alt }));
};
