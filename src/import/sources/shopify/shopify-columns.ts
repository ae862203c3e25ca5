// The columns of a product CSV under their old and new names. Names are compared without regard to case.

import type { SourcePlace, SourceSkip } from '../source-format.ts';

const names = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'description'],
  vendor: ['vendor'],
  category: ['product category'],
  type: ['type'],
  tags: ['tags'],
  collection: ['collection'],
  published: ['published', 'published on online store'],
  status: ['status'],
  sku: ['variant sku', 'sku'],
  barcode: ['variant barcode', 'barcode', 'barcodes'],
  price: ['variant price', 'price'],
  compareAt: ['variant compare at price', 'compare-at price'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  image: ['image src', 'product image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
  option1Name: ['option1 name'],
  option1Value: ['option1 value'],
  option2Name: ['option2 name'],
  option2Value: ['option2 value'],
  option3Name: ['option3 name'],
  option3Value: ['option3 value'],
} as const;

export type ColumnKey = keyof typeof names;

/** A cell and the name of its column. */
export interface ShopifyCell {
  readonly column: string;
  readonly text: string;
}

export interface ShopifyPrice {
  readonly currency: string;
  readonly price: ShopifyCell;
  readonly compareAt: ShopifyCell;
}

/** The cells of one row by column. */
export interface ShopifyRow {
  readonly place: SourcePlace;
  /** Trimmed; empty if the file has no such column. */
  cell(key: ColumnKey): string;
  /** The name of the column in this file. */
  nameOf(key: ColumnKey): string;
  /** In the shop's own currency, and in those that columns of markets name. */
  prices(): ShopifyPrice[];
  /** Metafields of the product that are not empty, by their key. */
  metafields(): [string, string][];
}

export interface ShopifyColumns {
  has(key: ColumnKey): boolean;
  row(place: SourcePlace, cells: readonly string[]): ShopifyRow;
  /** Columns of prices that cannot be read. */
  readonly skips: readonly Omit<SourceSkip, 'line'>[];
}

export const buildColumns = (header: readonly string[], currency: string): ShopifyColumns => {
  const lower = header.map((name) => name.toLowerCase());
  const indexes = new Map<string, number>();
  for (const [key, spellings] of Object.entries(names)) {
    const index = lower.findIndex((name) => (spellings as readonly string[]).includes(name));
    if (index !== -1) indexes.set(key, index);
  }
  const metafields = metafieldColumns(header);
  const { markets, skips } = marketColumns(header, currency);
  const nameAt = (key: ColumnKey): string => header[indexes.get(key) ?? -1] ?? names[key][0];
  return {
    has: (key) => indexes.has(key),
    skips,
    row: (place, cells) => {
      const textAt = (index: number): string => withoutApostrophe(cells[index]?.trim() ?? '');
      const cell = (key: ColumnKey): string => textAt(indexes.get(key) ?? -1);
      const cellAt = (index: number): ShopifyCell => ({ column: header[index] ?? '', text: textAt(index) });
      return {
        place,
        cell,
        nameOf: nameAt,
        prices: () => [
          {
            currency,
            price: { column: nameAt('price'), text: cell('price') },
            compareAt: { column: nameAt('compareAt'), text: cell('compareAt') },
          },
          ...Array.from(markets, ([code, { price, compareAt }]) => ({
            currency: code,
            price: cellAt(price),
            compareAt: cellAt(compareAt),
          })),
        ],
        metafields: () =>
          metafields.flatMap(([key, index]): [string, string][] => {
            const text = cells[index]?.trim() ?? '';
            return text === '' ? [] : [[key, text]];
          }),
      };
    },
  };
};

/** Attributes of the same name that are not metafields. */
const OTHER_ATTRIBUTES = ['tags', 'barcode'];

/** By key, or by namespace and key where the key alone is not enough. */
const metafieldColumns = (header: readonly string[]): [string, number][] => {
  const found = header.flatMap((name, index) => {
    const match = /\(product\.metafields\.([^.()]+)\.([^()]+)\)$/i.exec(name);
    return match === null ? [] : [{ full: `${match[1]}.${match[2]}`, key: match[2] ?? '', index }];
  });
  const keys = [...OTHER_ATTRIBUTES, ...found.map(({ key }) => key)];
  const isAlone = (key: string): boolean => keys.indexOf(key) === keys.lastIndexOf(key);
  return found.map(({ full, key, index }) => [isAlone(key) ? key : full, index]);
};

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** `Price / Europe (EUR)` or `Price / EUR`: market prices that name their currency. */
const marketColumns = (header: readonly string[], ownCurrency: string) => {
  const markets = new Map<string, { price: number; compareAt: number }>();
  const skips: Omit<SourceSkip, 'line'>[] = [];
  for (const [index, column] of header.entries()) {
    const [, kind, market] = /^(?:variant )?(price|compare[- ]at price) \/ (.+)$/i.exec(column) ?? [];
    if (kind === undefined || market === undefined) continue;
    const key = kind.toLowerCase() === 'price' ? 'price' : 'compareAt';
    const currency = market.match(/\b[A-Z]{3}\b/g)?.findLast((code) => currencies.has(code));
    const columns = markets.get(currency ?? '') ?? { price: -1, compareAt: -1 };
    if (currency === undefined) {
      skips.push({
        column,
        skipped: 'the column of a market does not name a currency, as `Price / EUR` does',
      });
    } else if (currency === ownCurrency || columns[key] !== -1) {
      skips.push({ column, skipped: 'another column has the prices of this currency' });
    } else {
      markets.set(currency, { ...columns, [key]: index });
    }
  }
  return { markets, skips };
};

/** Spreadsheets write one before digits that are text. */
const withoutApostrophe = (text: string): string => (/^'\d+$/.test(text) ? text.slice(1) : text);
