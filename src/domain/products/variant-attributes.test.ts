// The attributes and SKUs of a product with variants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../test/suites/search/memory-source.ts';
import type { ProductVariant } from './product.ts';
import { describeFields, readField } from './product-fields.ts';
import { allAttributes, variantSkus } from './variant-attributes.ts';

const aVariant = (id: string, sku: string, attributes: ProductVariant['attributes']): ProductVariant => ({
  id,
  sku,
  name: '',
  prices: {},
  salePrices: {},
  inStock: true,
  attributes,
  image: null,
});

const shirt = aProduct('shirt', {
  sku: 'SH',
  attributes: { color: 'red', fit: 'slim' },
  variants: [
    aVariant('s', 'SH-S', { size: 'S', color: ['red', 'blue'] }),
    aVariant('m', 'SH-M', { size: 'M' }),
    aVariant('x', 'SH-S', {}),
  ],
});

test('a product has the attributes of its variants too, each value once', () => {
  assert.deepEqual(allAttributes(shirt), { color: ['red', 'blue'], fit: 'slim', size: ['S', 'M'] });
  assert.deepEqual(readField(shirt, 'size', 'USD'), ['S', 'M']);
  assert.deepEqual(variantSkus(shirt), ['SH-S', 'SH-M']);
  const fields = describeFields([shirt]);
  assert.deepEqual([fields.get('size')?.isArray, fields.get('fit')?.isArray], [true, false]);
});

test('without variants, or with variants without attributes, nothing is copied', () => {
  const plain = aProduct('p', { attributes: { a: 1 } });
  assert.equal(allAttributes(plain), plain.attributes);
  const same = { ...plain, variants: [aVariant('v', '', {})] };
  assert.equal(allAttributes(same), plain.attributes);
  assert.deepEqual(variantSkus(same), []);
});
