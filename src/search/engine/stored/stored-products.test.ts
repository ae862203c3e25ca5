// Stored fields come back for the products that have them, also after merges, and take little memory: what a product has in a
// hundred currencies is a few numbers each, and a currency that it has no price in costs nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import type { Product } from '../../../domain/products/product.ts';
import { encodeTree } from '../packing/tree-codec.ts';
import { mergeProductSegments } from '../products/product-merge.ts';
import { ProductSegmentBuilder } from '../products/product-segment.ts';
import { mergeSparse, SparseJsonBuilder, sparseAt } from './sparse-json.ts';

const PRODUCTS = 200;
const currencies = Array.from({ length: 100 }, (_, at) => `C${String(at).padStart(2, '0')}`);

const bytesPerProduct = (productOf: (at: number) => Partial<Product>): number => {
  const segments = [0, 1].map((half) => {
    const builder = new ProductSegmentBuilder('en');
    for (let at = half; at < PRODUCTS; at += 2) builder.add(aProduct(`p${at}`, productOf(at)));
    return builder.finish();
  });
  const merged = encodeTree(mergeProductSegments(segments).shown).byteLength / PRODUCTS;
  const apart = segments.reduce((bytes, { shown }) => bytes + encodeTree(shown).byteLength, 0) / PRODUCTS;
  return Math.max(merged, apart);
};

const variants = Array.from({ length: 10 }, (_, at) => ({
  ...{ id: `v${at}`, sku: `SKU-${at}`, name: `Size ${at}`, salePrices: {}, inStock: true },
  ...{ prices: at === 0 ? { C00: 5 } : {}, attributes: { size: String(at) }, image: null },
}));

test('prices in a hundred currencies take a few bytes each, and variants are stored once', () => {
  const bare = bytesPerProduct(() => ({}));
  const single = bytesPerProduct(() => ({ variants }));
  assert.ok(single - bare < 1_600, `${single - bare} bytes for ten variants`);
  const prices = Object.fromEntries(currencies.map((currency, at) => [currency, 10 + at / 4]));
  const all = bytesPerProduct(() => ({ variants, prices }));
  assert.ok(all - single < 20 * currencies.length, `${all - single} bytes for 100 currencies`);
});

test('a currency costs nothing where a product has no price in it', () => {
  const one = bytesPerProduct(() => ({ prices: { USD: 10 } }));
  const other = bytesPerProduct((at) => ({ prices: { [currencies[at % 100] as string]: 10 } }));
  // Two hundred products cannot hide what is stored once per currency.
  assert.ok(other - one < 150, `${other - one} bytes more for 100 currencies`);
});

test('sparse JSON is found by item, before and after a merge', () => {
  const texts = fc.array(fc.option(fc.constantFrom('[1]', '"é"', '{"a":"日本"}'), { freq: 2 }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 1, max: 3 }), (first, second, dropped) => {
      const sources = [first, second].map((own, which) => {
        const builder = new SparseJsonBuilder();
        // Added backwards: the map gives the ordinals.
        const reversed = Uint32Array.from(own, (_, at) => own.length - 1 - at);
        own.toReversed().forEach((text, at) => {
          if (text !== null) builder.add(at, text);
        });
        const sparse = builder.finish(own.length, reversed);
        const isKept = (item: number): boolean => item % (dropped + 1) !== dropped;
        return { own, sparse, isKept, offset: which === 0 ? 0 : first.length };
      });
      const latin1 = (text: string | null | undefined): string => Buffer.from(text ?? '').toString('latin1');
      for (const { own, sparse } of sources)
        for (let item = 0; item <= own.length; item += 1)
          assert.equal(sparseAt(sparse, item), latin1(own[item]));
      const items = first.length + second.length;
      const merged = mergeSparse(
        sources.map(({ own, sparse, isKept, offset }) => ({
          ...{ sparse, isKept },
          itemMap: Uint32Array.from(own, (_, at) => at + offset),
        })),
        items,
      );
      for (const { own, isKept, offset } of sources)
        own.forEach((text, item) => {
          assert.equal(sparseAt(merged, item + offset), isKept(item) ? latin1(text) : '');
        });
    }),
  );
});
