// The columns of a product CSV under their old and new names. Names are compared without regard to case.

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

/** The cells of one row by column. */
export interface ShopifyRow {
  readonly line: number;
  /** Trimmed; empty if the file has no such column. */
  cell(key: ColumnKey): string;
  /** The name of the column in this file. */
  nameOf(key: ColumnKey): string;
  /** Metafields of the product that are not empty, by their key. */
  metafields(): [string, string][];
}

export const buildColumns = (header: readonly string[]) => {
  const lower = header.map((name) => name.toLowerCase());
  const indexes = new Map<string, number>();
  for (const [key, spellings] of Object.entries(names)) {
    const index = lower.findIndex((name) => (spellings as readonly string[]).includes(name));
    if (index !== -1) indexes.set(key, index);
  }
  const metafields = header.flatMap((name, index): [string, number][] => {
    const key = /\(product\.metafields\.[^.()]+\.([^()]+)\)$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, index]];
  });
  return {
    has: (key: ColumnKey): boolean => indexes.has(key),
    row: (line: number, cells: readonly string[]): ShopifyRow => ({
      line,
      cell: (key) => withoutApostrophe(cells[indexes.get(key) ?? -1]?.trim() ?? ''),
      nameOf: (key) => header[indexes.get(key) ?? -1] ?? names[key][0],
      metafields: () =>
        metafields.flatMap(([key, index]): [string, string][] =>
          cells[index]?.trim() ? [[key, cells[index].trim()]] : [],
        ),
    }),
  };
};

/** Spreadsheets write one before digits that are text. */
const withoutApostrophe = (text: string): string => (/^'\d+$/.test(text) ? text.slice(1) : text);
