// Product CSV of Shopify in both generations of column names, and what is left out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SourceEntry } from '../source-format.ts';
import { shopifyCsv } from './shopify-csv.ts';

const target = {
  catalogId: '6f1f3c1e-52f0-4a3b-8d5e-0a4c6f6f2b11',
  environmentIds: [],
  locale: 'en-us',
  currency: 'USD',
};

const read = (text: string): Promise<SourceEntry[]> => {
  async function* open() {
    yield text;
  }
  return Array.fromAsync(shopifyCsv.read([{ name: 'products.csv', open }], target));
};

const productsOf = (entries: readonly SourceEntry[]) =>
  entries.flatMap((entry) => ('object' in entry && entry.object.kind === 'product' ? [entry.object] : []));

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
  assert.deepEqual(productsOf(older ?? []), productsOf(newer ?? []));
  const [lamp, ...others] = productsOf(older ?? []);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(lamp, {
    id: 'lamp',
    name: 'Lamp',
    description: '<p>Bright</p>',
    category_ids: ['home/lamps'],
    attributes: { tags: ['a', 'b'] },
    images: [{ url: 'https://x.test/1.jpg' }, { url: 'https://x.test/2.jpg' }],
    variants: [
      { sku: '0012', prices: { USD: 10 }, sale_prices: { USD: 8 }, attributes: { Colour: 'Red' } },
      { sku: '=1+1', prices: { USD: 9 }, sale_prices: {}, attributes: { Colour: 'Blue' } },
    ],
  });
  assert.partialDeepStrictEqual(older?.at(-1), { line: 4, skipped: 'its status is draft' });
});

test('n rows of a title are n variants', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 2, max: 30 }), { minLength: 1, maxLength: 8 }),
      async (counts) => {
        const lines = counts.flatMap((count, product) =>
          Array.from({ length: count }, (_, index) => `${index === 0 ? `T${product}` : ''},v${index % 5},1`),
        );
        const products = productsOf(await read(`Title,Option1 Value,Variant Price\n${lines.join('\n')}`));
        const variants = products.map((product) => product['variants'] as { id: string }[]);
        assert.deepEqual(
          variants.map((list) => new Set(list.map(({ id }) => id)).size),
          counts,
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('a price that is none, a ragged row and a file without titles are faults', async () => {
  const bad = await read('Handle,Title,Variant Price\na,A,x1\nb,B,2\nb\nc,C,3\n');
  assert.partialDeepStrictEqual(bad[0], { line: 2, column: 'Variant Price', value: 'x1' });
  assert.deepEqual(
    productsOf(bad).map(({ id }) => id),
    ['c'],
  );
  assert.partialDeepStrictEqual(await read('a,b\n1,2\n'), [{ line: 1, isEnd: true }]);
});
