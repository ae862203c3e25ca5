// Units, model numbers and SKUs as people type them: each spelling finds a product written in any other (Decision 0074).
// Each spelling is alone in its catalog: a word that another product holds may be found in another way. Its searches run at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, buildMemorySource } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { openSession } from './search-session.ts';

/** Spellings of one thing. */
const spellings: readonly (readonly string[])[] = [
  ['3.5 mm', '3.5mm', '3,5 mm', '3.5-mm'],
  ['XJ-900', 'XJ900', 'xj 900'],
  ['13-inch', '13 inch', '13"', '13in', '13inch', '13 inches', '13″', '13”', "13''"],
  ['15.6"', '15.6 inch', '15,6-inch'],
  ['500ml', '500 ml', '500-ml'],
  ['1,5 l', '1.5 l', '1.5l', '1,5L'],
  ['XJ-900B', 'XJ900B', 'xj 900b', 'xj900 b', 'XJ-900-B', 'xj 900 b'],
  ['WH-1000XM4', 'wh1000xm4', 'WH 1000XM4', 'wh 1000 xm4', 'WH-1000 XM4'],
  ['USB 3.0', 'usb3.0', 'USB-3.0'],
  ['iPhone 15', 'iphone15', 'iPhone-15'],
  ['6 qt', '6qt', '6-qt'],
  ['18x18', '18 x 18', '18 x18', '18x 18', '18-x-18'],
  ['3 in 1', '3-in-1', '3in1'],
];

/** Written with any of the marks, or none, at each place; four pieces with fewer marks. */
const models: readonly (readonly string[])[] = [
  ['WH', '1000', 'XM', '4'],
  ['M', '2.5', 'X', '12'],
  ['XJ', '900', 'B'],
  ['RTX', '4090', 'ti'],
  ['iPhone', '15', 'Pro'],
  ['X', '100', 'V'],
  ['5', 'x', '7'],
  ['20', 'x', '20'],
  ['WD', '40'],
  ['1080', 'p'],
  ['8', 'qt'],
  ['650', 'ml'],
];

const writingsOf = ([first = '', ...rest]: readonly string[]): string[] => {
  const marks = rest.length > 2 ? ['', '-', ' '] : ['', '-', ' ', '/', '.'];
  return rest.reduce(
    (written, piece) => written.flatMap((before) => marks.map((mark) => before + mark + piece)),
    [first],
  );
};

/** A SKU is also found by its parts, and without what separates them. */
const skus: readonly (readonly [sku: string, ...typed: string[]])[] = [
  ['AB-1234-XL', 'ab-1234-xl', 'AB1234XL', 'ab 1234 xl', 'ab1234-xl', 'ab-1234', '1234-xl', '1234xl'],
  ['KLM-OPQ-RST-7', 'klmopqrst7', 'KLM-OPQ-RST-7', 'klm opq', 'klmopqrst 7'],
  ['123.456.78', '12345678', '123.456.78', '123 456 78'],
  ['QQ_77/WW', 'qq77ww', 'qq_77/ww', 'qq 77 ww', 'QQ-77-WW'],
];

const fields = {
  name: (text: string) => ({ name: `Thing ${text} for all` }),
  description: (text: string) => ({ description: `It is the ${text} kind.` }),
  attributes: (text: string) => ({ attributes: { kind: text, more: ['one', `${text} long`] } }),
  sku: (text: string) => ({ sku: text }),
};

/** What is alike in some way, but something else. */
const others = [
  '3.5 kg',
  '35 mm',
  'XJ-901',
  'XK-900',
  '13 kg',
  '14 inch',
  '500 g',
  '1.5 kg',
  '15 l',
  'WH-1000XM5',
];

export const describeModelNumbers = (open: OpenIndex): void => {
  for (const [field, write] of Object.entries(fields)) {
    test(`units and model numbers are found in any spelling: ${field}`, async (t) => {
      const source = buildMemorySource('en');
      const { count } = await openSession(t, open, source);
      others.forEach((text, at) => {
        source.putProduct(aProduct(`other${at}`, write(text)));
      });
      for (const alike of spellings) {
        for (const written of alike) {
          source.putProduct(aProduct('p', write(written)));
          await Promise.all(
            alike.map(async (term) => {
              const found = await count({ term, localeChain: ['en'], baseLocale: 'en' });
              assert.equal(found, 1, `${term} in ${written}`);
            }),
          );
        }
      }
    });
  }

  test('a model number is found in any writing where texts have all of them', async (t) => {
    const source = buildMemorySource('en');
    const { count } = await openSession(t, open, source);
    for (const text of [...others, ...models.flatMap(writingsOf)])
      source.putProduct(aProduct(text, { name: `Thing ${text}` }));
    for (const written of models.map(writingsOf)) {
      const counts = await Promise.all(
        written.map((term) => count({ term, localeChain: ['en'], baseLocale: 'en' })),
      );
      assert.deepEqual(
        written.map((term, at) => `${term}: ${counts[at]}`),
        written.map((term) => `${term}: ${written.length}`),
      );
    }
  });

  test('a letter and a number, ordinals and words that are not neighbours are not split or joined', async (t) => {
    const source = buildMemorySource('en');
    const { count } = await openSession(t, open, source);
    const names = ['Paper, a pack of 4', 'X 100', 'Mp 3', 'St Louis 21', '10 x 12', 'No 31', 'Kit for 31'];
    for (const name of names) source.putProduct(aProduct(name, { name }));
    for (const term of ['a4 paper', 'x100', 'mp3', '21st', '10x', '3 in 1', '3 x 1'])
      assert.equal(await count({ term, localeChain: ['en'], baseLocale: 'en' }), 0, term);
  });

  test('a SKU is found whole and by its parts', async (t) => {
    const source = buildMemorySource('en');
    const { count } = await openSession(t, open, source);
    for (const [sku, ...typed] of skus) {
      source.putProduct(aProduct('own', { sku }));
      source.putProduct(aProduct('varied', { variants: [{ ...aVariant, sku }] }));
      await Promise.all(
        typed.map(async (term) => {
          const found = await count({ term, localeChain: ['en'], baseLocale: 'en' });
          assert.equal(found, 2, `${term} in ${sku}`);
        }),
      );
    }
  });
};

const aVariant = {
  ...{ id: 'v', name: '', prices: {}, salePrices: {}, inStock: true, attributes: {}, image: null },
};
