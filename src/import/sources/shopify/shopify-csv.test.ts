// Product CSV of Shopify in both generations of column names, and what is left out. Every object must be a line of a bundle.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAll } from '../../../../test/fixtures/import/row-files.ts';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { decodeLine } from '../../bundle-codec.ts';
import type { SourceEntry, SourceFile } from '../source-format.ts';
import { buildShopifyCsv, shopifyCsv, shopifyLimits } from './shopify-csv.ts';

const target = {
  catalogId: '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11',
  environmentIds: [],
  locale: 'en-us',
  currency: 'USD',
};

const fileOf = (chunks: Iterable<string>, name = 'products.csv'): SourceFile => ({
  name,
  async *open() {
    yield* chunks;
  },
});

const readFiles = async (
  files: readonly SourceFile[],
  limits: Partial<typeof shopifyLimits> = {},
): Promise<SourceEntry[]> => {
  const format =
    Object.keys(limits).length === 0 ? shopifyCsv : buildShopifyCsv({ ...shopifyLimits, ...limits });
  const entries = await readAll(format, files, target);
  const ids = new Set<string>();
  for (const entry of entries) {
    if (!('object' in entry)) continue;
    const decoded = decodeLine(JSON.stringify(entry.object));
    assert.equal(decoded.kind, 'object', JSON.stringify(decoded));
    const id = `${entry.object.kind} ${entry.object['id']}`;
    assert.ok(!ids.has(id), `${id} comes twice`);
    ids.add(id);
  }
  return entries;
};

const read = (...texts: string[]): Promise<SourceEntry[]> =>
  readFiles(texts.map((text, index) => fileOf([text], `${index + 1}.csv`)));

const objectsOf = (entries: readonly SourceEntry[], kind = 'product') =>
  entries.flatMap((entry) => ('object' in entry && entry.object.kind === kind ? [entry.object] : []));

const idsOf = (entries: readonly SourceEntry[], kind?: string) =>
  objectsOf(entries, kind).map(({ id }) => id);

/** What is not an object, without the words of faults. */
const notesOf = (entries: readonly SourceEntry[]) =>
  entries.flatMap((entry) => {
    if ('object' in entry) return [];
    const place = [entry.line, entry.column ?? ''];
    return ['skipped' in entry ? [...place, entry.skipped] : [...place, 'fault', entry.value ?? '']];
  });

const variantsOf = (product: object | undefined) =>
  (product as { variants?: { id: string; sku: string; attributes: object; in_stock: boolean }[] } | undefined)
    ?.variants ?? [];

const rows = `lamp,Lamp,<p>Bright</p>,Home > Lamps,"a, b",Colour,Red,'0012,8,10,https://x.test/2.jpg,2,active
lamp,,,,,,Blue,=1+1,9,,https://x.test/1.jpg,1,
old,Old,,,,,,,5,,,,draft
`;

const headers = [
  'Handle,Title,Body (HTML),Product Category,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Image Src,Image Position,Status',
  'URL handle,Title,Description,Product category,Tags,Option1 name,Option1 value,SKU,Price,Compare-at price,Product image URL,Image position,Status',
];

test('old and new column names give the same products', async () => {
  const [older, newer] = await Promise.all(headers.map((header) => read(`${header}\n${rows}`)));
  assert.deepEqual(objectsOf(older ?? []), objectsOf(newer ?? []));
  const [lamp, ...others] = objectsOf(older ?? []);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(lamp, {
    id: 'lamp',
    slug: 'lamp',
    name: 'Lamp',
    description: '<p>Bright</p>',
    category_ids: ['home/lamps'],
    attributes: { tags: ['a', 'b'] },
    images: [{ url: 'https://x.test/1.jpg' }, { url: 'https://x.test/2.jpg' }],
    variants: [
      { id: 'Red', sku: '0012', prices: { USD: 10 }, sale_prices: { USD: 8 }, attributes: { Colour: 'Red' } },
      { id: 'Blue', sku: '=1+1', prices: { USD: 9 }, sale_prices: {}, attributes: { Colour: 'Blue' } },
    ],
  });
  assert.deepEqual(notesOf(older ?? []), [[4, 'Status', 'its status is draft']]);
});

test('n different rows of a product are n variants, in whatever order the rows of products come', async () => {
  const counts = fc.array(fc.integer({ min: 2, max: 20 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(counts, fc.infiniteStream(fc.nat()), async (sizes, random) => {
      const lines = sizes.flatMap((count, product) =>
        Array.from({ length: count }, (_, index) => ({
          line: `p${product},T${product},v${index},1`,
          key: random.next().value as number,
        })),
      );
      lines.sort((a, b) => a.key - b.key);
      const header = 'Handle,Title,Option1 Value,Variant Price';
      const products = objectsOf(await read([header, ...lines.map(({ line }) => line)].join('\n')));
      const found = new Map(products.map((one) => [one['id'], variantsOf(one)]));
      assert.equal(found.size, sizes.length);
      for (const [index, count] of sizes.entries()) {
        assert.equal(new Set(found.get(`p${index}`)?.map(({ id }) => id)).size, count);
      }
    }),
    { numRuns: runs(30, 500) },
  );
});

test('a title that comes again is the same product; a variant that comes again is left out', async () => {
  const entries = await read(`Title,Option1 Value,Variant SKU,Variant Price
Santiago,White,S1,32
,Blue,S2,32
Linen,Opal,L1,65
SANTIAGO,Green,S3,32
,White,S1,32
,Blue,S2,30
,White,S9,31
`);
  assert.deepEqual(idsOf(entries), ['linen', 'santiago']);
  assert.deepEqual(
    variantsOf(objectsOf(entries)[1]).map(({ id, sku }) => [id, sku]),
    [
      ['White', 'S1'],
      ['Blue', 'S2'],
      ['Green', 'S3'],
      ['White / S9', 'S9'],
    ],
  );
  assert.deepEqual(notesOf(entries), [
    [6, '', 'an earlier row is the same variant'],
    [7, '', 'an earlier row has the same options and SKU with other values, and is taken'],
  ]);
});

test('a handle in several files is one product; faults name the file', async () => {
  const header = 'Handle,Title,Option1 Value,Variant Price';
  const entries = await read(
    `${header}\na,A,1,1\nb,B,1,1\n`,
    `${header}\nb,,2,1\nc,C,1,x\na,,2,1\n`,
    'Handle\nx\n',
    `${header},Price / Asia\nd,D,1,1,\n`,
  );
  assert.deepEqual(
    objectsOf(entries).map((one) => [one['id'], variantsOf(one).length]),
    [
      ['b', 2],
      ['d', 1],
      ['a', 2],
    ],
  );
  assert.deepEqual(
    entries.flatMap((entry) => ('object' in entry ? [] : [[entry.file, entry.line]])),
    [
      ['2.csv', 3],
      ['3.csv', 1],
      ['4.csv', 1],
    ],
  );
});

test('a row that cannot be read leaves out its own product, and no other', async () => {
  const byHandle = await read('Handle,Title,Option1 Value\na,A,1\nb,B\nb,,2\nc,C,1\nc,,2,\nd,D,1\n');
  assert.deepEqual(idsOf(byHandle), ['a', 'd']);
  assert.deepEqual(notesOf(byHandle), [
    [3, 'Option1 Value', 'fault', ''],
    [4, '', 'a row of it cannot be read'],
    [6, 'Option1 Value', 'fault', ''],
    [5, '', 'a row of it cannot be read'],
  ]);
  const byTitle = await read('Title,Option1 Value\nA,1\nB\n,2\nC,1\n,2,3\nD,1\n');
  assert.deepEqual(idsOf(byTitle), ['a', 'd']);
});

test('a product before a place where the file ends early is left out only if it may be cut', async () => {
  const entries = await read('Handle,Title,Option1 Value\na,A,1\nb,B,1\nb,,"2\n');
  assert.deepEqual(idsOf(entries), ['a']);
  assert.deepEqual(notesOf(entries), [
    [4, 'Option1 Value', 'fault', ''],
    [3, '', 'its file cannot be read beyond it'],
  ]);
});

test('a missing handle or title, a bad price, quantity or status are faults of their cells', async () => {
  const entries = await read(`Handle,Title,Variant Price,Variant Inventory Qty,Status
a,A,x1,,
b,B,1,many,
c,,1,,
,D,1,,
e,E,1,,gone
f,,1,,
f,F,2,1,Active
`);
  assert.deepEqual(idsOf(entries), ['f']);
  assert.deepEqual(notesOf(entries), [
    [2, 'Variant Price', 'fault', 'x1'],
    [3, 'Variant Inventory Qty', 'fault', 'many'],
    [5, 'Handle', 'fault', ''],
    [4, 'Title', 'fault', 'c'],
    [6, 'Status', 'fault', 'gone'],
    [8, '', 'an earlier row has the same options and SKU with other values, and is taken'],
  ]);
  assert.partialDeepStrictEqual(await read('Title,Option1 Value\n,1\n'), [{ line: 2, column: 'Title' }]);
});

test('drafts, archived, unlisted and unpublished products are left out and reported', async () => {
  const entries = await read(`Handle,Title,Published,Status
a,A,TRUE,active
b,B,true,Draft
c,C,true,archived
d,D,true,unlisted
e,E,FALSE,active
f,F,,
`);
  assert.deepEqual(idsOf(entries), ['a', 'f']);
  assert.deepEqual(notesOf(entries), [
    [3, 'Status', 'its status is draft'],
    [4, 'Status', 'its status is archived'],
    [5, 'Status', 'its status is unlisted'],
    [6, 'Published', 'it is not published'],
  ]);
});

test('a single variant without options is the product itself', async () => {
  const [product] = objectsOf(
    await read(`Handle,Title,Vendor,Collection,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text,Variant Image,Variant Inventory Tracker,Variant Inventory Qty
a,A,Acme,"Pots, Pans",Title,Default Title,007,8,10,'0401,https://x.test/1.jpg,Front,https://x.test/v.jpg,shopify,0
a,,,,,,,,,,https://x.test/2.jpg,Back,,,
`),
  );
  assert.deepEqual(product, {
    kind: 'product',
    catalog_id: target.catalogId,
    id: 'a',
    slug: 'a',
    name: 'A',
    description: '',
    brand: 'Acme',
    collection_ids: ['pots-pans'],
    category_ids: [],
    in_stock: false,
    sku: '007',
    prices: { USD: 10 },
    sale_prices: { USD: 8 },
    attributes: { barcode: '0401' },
    images: [
      { url: 'https://x.test/1.jpg', alt: 'Front' },
      { url: 'https://x.test/2.jpg', alt: 'Back' },
      { url: 'https://x.test/v.jpg', alt: '' },
    ],
  });
});

test('stock: tracked, not tracked, sold beyond; a product is in stock if a variant is', async () => {
  const entries =
    await read(`URL handle,Title,Option1 value,Inventory tracker,Inventory quantity,Continue selling when out of stock
a,A,1,shopify,0,DENY
a,,2,shopify,-3,FALSE
b,B,1,shopify,0,deny
b,,2,,0,deny
b,,3,shopify,-2,CONTINUE
b,,4,shopify,2,
b,,5,shopify,,
c,C,,shopify,0,deny
`);
  const stock = objectsOf(entries).map((one) => [one['in_stock'], ...variantsOf(one).map((v) => v.in_stock)]);
  assert.deepEqual(stock, [[false, false, false], [true, false, true, true, true, true], [false]]);
});

test('options, barcodes and metafields are attributes, and none hides another', async () => {
  const [product] = objectsOf(
    await read(`Handle,Title,Tags,Option1 Name,Option1 Value,Option2 Value,Variant Barcode,Material (product.metafields.custom.material),Tags (product.metafields.custom.tags),Fit (product.metafields.a.fit),Fit (product.metafields.b.fit),Empty (product.metafields.a.empty)
a,A,"x, y,,x",toString,Red,S,'0012,Wool,mine,slim,wide,
a,,,,Red,M,34,,,,,
`),
  );
  assert.deepEqual(product?.['attributes'], {
    material: 'Wool',
    'custom.tags': 'mine',
    'a.fit': 'slim',
    'b.fit': 'wide',
    tags: ['x', 'y'],
  });
  assert.deepEqual(
    variantsOf(product).map(({ attributes }) => Object.entries(attributes).join(' ')),
    ['toString,Red Option2,S barcode,0012', 'toString,Red Option2,M barcode,34'],
  );
});

test('images come by position, each once, with the alternative text that one of its rows has', async () => {
  const [product] = objectsOf(
    await read(`Handle,Title,Image Src,Image Position,Image Alt Text
a,A,https://x.test/3.jpg,3,
a,,https://x.test/1.jpg,1,One
a,,https://x.test/3.jpg,4,Three
a,,https://x.test/3.jpg,5,Again
a,,https://x.test/2.jpg,2,"Two, ""quoted"""
`),
  );
  assert.deepEqual(product?.['images'], [
    { url: 'https://x.test/1.jpg', alt: 'One' },
    { url: 'https://x.test/2.jpg', alt: 'Two, "quoted"' },
    { url: 'https://x.test/3.jpg', alt: 'Three' },
  ]);
});

test('prices of markets are read if their column names a currency', async () => {
  const entries =
    await read(`Handle,Title,Price,Compare-at price,Price / Europe (EUR),Compare-at price / Europe (EUR),Price / JPY,Price / USA,Price / EUR,Included / EUR,Price / USD
a,A,8,10,7,9,900,1,2,true,3
b,B,8,,,,900.5,,,,
c,C,8,,7€,,,,,,
`);
  assert.deepEqual(
    objectsOf(entries).map((one) => [one['prices'], one['sale_prices']]),
    [
      [
        { USD: 10, EUR: 9, JPY: 900 },
        { USD: 8, EUR: 7 },
      ],
      [{ USD: 8, JPY: 900.5 }, undefined],
    ],
  );
  assert.deepEqual(notesOf(entries), [
    [1, 'Price / USA', 'the column of a market does not name a currency, as `Price / EUR` does'],
    [1, 'Price / EUR', 'another column has the prices of this currency'],
    [1, 'Price / USD', 'another column has the prices of this currency'],
    [4, 'Price / Europe (EUR)', 'fault', '7€'],
  ]);
});

test('categories: nested, each once, apart from types, never ambiguous', async () => {
  const deep = Array.from({ length: 30 }, (_, index) => `Level number ${index}`).join(' > ');
  const entries = await read(`Handle,Title,Product Category,Type
a,A,Home & Garden > Lamps,Lamps
b,B,HOME and garden > lamps > ,lamps
c,C,Lamps,C++
d,D, > ,C
e,E,${deep},
f,F,${deep}!,
g,G,${deep} #2,
h,H,${'x'.repeat(2_001)},
`);
  const byId = new Map(objectsOf(entries, 'category').map((one) => [one['id'], one]));
  const categoryIds = objectsOf(entries).map((one) => one['category_ids'] as string[]);
  assert.deepEqual(categoryIds.slice(0, 2), [
    ['home-and-garden/lamps', 'type:lamps'],
    ['home-and-garden/lamps', 'type:lamps'],
  ]);
  assert.partialDeepStrictEqual(byId.get('home-and-garden/lamps'), {
    name: 'Lamps',
    parent_id: 'home-and-garden',
  });
  assert.equal(new Set(categoryIds.slice(2).flat()).size, 5);
  for (const [id] of categoryIds.slice(4, 7)) {
    let levels = 0;
    for (let at: unknown = id; at !== null; at = byId.get(at as string)?.['parent_id']) levels += 1;
    assert.equal(levels, 30);
  }
  assert.partialDeepStrictEqual(notesOf(entries), [[9, 'Product Category', 'fault']]);
});

test('handles that are too long to be ids stay apart', async () => {
  const long = 'h'.repeat(200);
  const entries = await read(`Handle,Title\n${long},A\n${long}1,B\n${long}2,C\n${long}1,D\n`);
  const ids = idsOf(entries) as string[];
  assert.equal(new Set(ids).size, 3);
  assert.ok(ids.includes(long));
});

test('limits end in faults that say what to do', async () => {
  const header = 'Handle,Title,Option1 Value,Type\n';
  const withLimits = (text: string, limits: Partial<typeof shopifyLimits>) =>
    readFiles([fileOf([header + text])], limits);
  const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => `a,A,v${index},\n`).join('');
  const most = await withLimits(rowsOf(3), { productRows: 3 });
  assert.deepEqual([idsOf(most), notesOf(most)], [['a'], []]);
  const more = await withLimits(`${rowsOf(5)}b,B,1,\n`, { productRows: 3 });
  assert.deepEqual(idsOf(more), ['b']);
  assert.deepEqual(notesOf(more), [
    [5, '', 'fault', ''],
    [2, '', 'it has too many rows, or too long ones'],
  ]);
  const long = await withLimits(`${rowsOf(5)}b,B,1,\n`, { productChars: 100 });
  assert.deepEqual(idsOf(long), ['b']);
  const apart = `${'a,A,1,\nb,B,1,\n'.repeat(20)}c,C,1,\n`;
  assert.deepEqual(idsOf(await withLimits(apart, { heldChars: 2_000 })), ['c', 'a', 'b']);
  const held = await withLimits(apart, { heldChars: 500 });
  assert.deepEqual(idsOf(held), []);
  assert.partialDeepStrictEqual(held, [{ isEnd: true, value: 'a' }]);
  const together = `${rowsOf(20)}c,C,1,\n`;
  assert.deepEqual(idsOf(await withLimits(together, { heldChars: 500 })), ['a', 'c']);
  const products = await withLimits('a,A,1,\nb,B,1,\na,A,2,\nc,C,1,\n', { products: 2 });
  assert.partialDeepStrictEqual(products, [{ line: 5, isEnd: true }]);
  const categories = await withLimits('a,A,1,One\nb,B,1,Two\nc,C,1,One\n', { categories: 1 });
  assert.deepEqual(idsOf(categories, 'category'), ['type:one']);
  assert.deepEqual(notesOf(categories), [[3, '', 'fault', 'Two']]);
  assert.deepEqual(objectsOf(categories)[1]?.['category_ids'], []);
});

test('hostile files end in a fault', async () => {
  const header = 'Handle,Title,Variant Price\n';
  const cases: [string, Iterable<string>, number][] = [
    ['truncated', [`${header}a,A,1\nb,"B`], 1],
    ['100,000 columns', [Array.from({ length: 100_000 }, (_, index) => `n${index}`).join(',')], 0],
    ['NUL', [`${header}a,A\0,1\nb,B,1\n`], 1],
    ['stray quote', [`${header}a,A,1\nb,12" B,1\nc,C,1\n`], 0],
    ['empty', [''], 0],
    ['not a product CSV', ['a,b\n1,2\n'], 0],
  ];
  for (const [name, chunks, products] of cases) {
    const entries = await readFiles([fileOf(chunks)]);
    assert.equal(entries.filter((entry) => 'fault' in entry).length, 1, name);
    assert.ok(objectsOf(entries).length <= products, name);
  }
});

test('a cell of 50 MB is given up long before its end', async () => {
  let chars = 0;
  const chunks = {
    *[Symbol.iterator]() {
      yield 'Handle,Title\na,A\nb,"';
      for (; chars < 50_000_000; chars += 65_536) yield 'x'.repeat(65_536);
    },
  };
  const entries = await readFiles([fileOf(chunks)]);
  assert.partialDeepStrictEqual(
    entries.filter((entry) => 'fault' in entry),
    [{ line: 3, column: 'Title', isEnd: true }],
  );
  assert.deepEqual(idsOf(entries), []);
  assert.ok(chars < 20_000_000, `${chars} characters were read`);
});
