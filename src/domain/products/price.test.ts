// What a shopper pays, with and without sale prices and variants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../test/suites/search/memory-source.ts';
import { calculatedPrice, currenciesOf, variantPrice } from './price.ts';
import type { ProductVariant } from './product.ts';

const aVariant = (id: string, given: Partial<ProductVariant> = {}): ProductVariant => ({
  id,
  sku: '',
  name: '',
  prices: {},
  salePrices: {},
  inStock: true,
  attributes: {},
  image: null,
  ...given,
});

test('a shopper pays the sale price where it is lower', () => {
  const product = aProduct('p', { prices: { USD: 80, EUR: 70 }, salePrices: { USD: 60, EUR: 75, CHF: 50 } });
  assert.equal(calculatedPrice(product, 'USD'), 60);
  assert.equal(calculatedPrice(product, 'EUR'), 70);
  assert.equal(calculatedPrice(product, 'CHF'), 50);
  assert.equal(calculatedPrice(product, 'GBP'), undefined);
  assert.equal(calculatedPrice(product, 'toString'), undefined);
});

test('a product without a price costs as much as its cheapest variant, and a variant as much as its product', () => {
  const small = aVariant('s', { prices: { USD: 9 }, salePrices: { USD: 7 } });
  const large = aVariant('l', { prices: { USD: 8, EUR: 6 } });
  const product = aProduct('p', { variants: [small, large, aVariant('x')] });
  assert.equal(calculatedPrice(product, 'USD'), 7);
  assert.equal(calculatedPrice(product, 'EUR'), 6);
  assert.equal(calculatedPrice({ ...product, prices: { USD: 20 } }, 'USD'), 20);
  assert.equal(variantPrice(large, 'USD', 7), 8);
  assert.equal(variantPrice(large, 'GBP', 3), 3);
  assert.equal(variantPrice(large, 'GBP', undefined), undefined);
  assert.deepEqual([...currenciesOf(product)], ['USD', 'EUR']);
});
