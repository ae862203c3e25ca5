// The fields of products: how they are read, and which types a whole catalog gives them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../test/suites/search/memory-source.ts';
import type { AttributeValue } from './product.ts';
import { describeFields, readField } from './product-fields.ts';

const product = aProduct('p1', {
  sku: 'A-1',
  name: 'Red shoe',
  description: 'A shoe',
  brand: 'Nordic',
  categoryIds: ['c1', 'c2'],
  collectionIds: ['sale'],
  prices: { USD: 79.5, EUR: 0 },
  inStock: false,
  createdAt: '2026-01-02T03:04:05Z',
  attributes: { color: ['red', 'blue'], weight: 310, brand: 'hidden', empty: [] },
});

test('every own field and every attribute is read', () => {
  const read = (field: string) => readField(product, field, 'USD');
  assert.deepEqual(read('id'), ['p1']);
  assert.deepEqual(read('sku'), ['A-1']);
  assert.deepEqual(read('name'), ['Red shoe']);
  assert.deepEqual(read('description'), ['A shoe']);
  assert.deepEqual(read('price'), [79.5]);
  assert.deepEqual(read('in_stock'), [false]);
  assert.deepEqual(read('created_at'), ['2026-01-02T03:04:05Z']);
  assert.deepEqual(read('category_id'), ['c1', 'c2']);
  assert.deepEqual(read('collection_id'), ['sale']);
  assert.deepEqual(read('color'), ['red', 'blue']);
  assert.deepEqual(read('weight'), [310]);
  assert.deepEqual(read('brand'), ['Nordic'], 'an attribute never hides an own field');
  assert.deepEqual(read('empty'), []);
  assert.deepEqual(read('unheard'), []);
});

test('a product without a price, a time or an own property has no such field', () => {
  assert.deepEqual(readField(product, 'price', 'EUR'), [0], 'free is a price');
  assert.deepEqual(readField(product, 'price', 'CHF'), []);
  assert.deepEqual(readField(product, 'price', 'constructor'), []);
  assert.deepEqual(readField(product, 'toString', 'USD'), []);
  assert.deepEqual(readField(aProduct('p2'), 'created_at', 'USD'), []);
});

test('the type of an attribute is decided over all products', () => {
  const typesOf = (...values: AttributeValue[]) => {
    const field = describeFields(values.map((a, at) => aProduct(`p${at}`, { attributes: { a } }))).get('a');
    return field && `${field.type}${field.isArray ? '[]' : ''}${field.isSearchable ? ' searchable' : ''}`;
  };
  assert.equal(typesOf(1, 2.5), 'number');
  assert.equal(typesOf(true, false), 'boolean');
  assert.equal(typesOf('2026-01-02', '2026-01-02T03:04:05+01:00'), 'date searchable');
  assert.equal(typesOf('2026-01-02', '2026-02-30'), 'text searchable');
  assert.equal(typesOf('red'), 'text searchable');
  assert.equal(typesOf('42'), 'text searchable', 'digits in a text are a text');
  assert.equal(typesOf(1, true), 'text');
  assert.equal(typesOf(1, 'red'), 'text searchable');
  assert.equal(typesOf([1], 2), 'number[]');
  assert.equal(typesOf([1, 'x']), 'text[] searchable');
  assert.equal(typesOf([]), 'text[]');
  assert.equal(typesOf([], 5), 'number[]');
});

test('own fields are always described, attributes of their name never', () => {
  const fields = describeFields([product]);
  assert.deepEqual(
    [
      'id',
      'sku',
      'name',
      'description',
      'brand',
      'price',
      'in_stock',
      'created_at',
      'category_id',
      'collection_id',
    ],
    [...describeFields([]).keys()],
  );
  assert.deepEqual(fields.get('brand'), {
    type: 'text',
    subType: 'plain',
    isArray: false,
    isSearchable: true,
  });
  assert.deepEqual(fields.get('price'), {
    type: 'number',
    subType: 'currency',
    isArray: false,
    isSearchable: false,
  });
  assert.deepEqual(fields.get('in_stock')?.type, 'boolean');
  assert.deepEqual(fields.get('created_at')?.type, 'date');
  assert.deepEqual(fields.get('category_id')?.isArray, true);
  assert.deepEqual(fields.get('weight')?.subType, 'attribute');
});
