// Filters as InstantSearch writes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClauses, readFacetFilter, readNumericFilter } from './read-filters.ts';

const rule = (field_name: string, action: string, value: string) => ({ field_name, action, value });

test('a facet filter ends its field at the first colon, and may be negated', () => {
  assert.deepEqual(readFacetFilter('color:rust red'), rule('color', 'equal_to', 'rust red'));
  assert.deepEqual(readFacetFilter('size:1:43 scale'), rule('size', 'equal_to', '1:43 scale'));
  assert.deepEqual(readFacetFilter('color:-red'), rule('color', 'not_equal_to', 'red'));
  assert.deepEqual(readFacetFilter('temperature:\\-5'), rule('temperature', 'equal_to', '-5'));
  assert.deepEqual(readFacetFilter('temperature:-\\-5'), rule('temperature', 'not_equal_to', '-5'));
  assert.deepEqual(readFacetFilter('grade:-'), rule('grade', 'equal_to', '-'));
  for (const wrong of ['color', ':red', 'color:', '']) assert.throws(() => readFacetFilter(wrong), TypeError);
});

test('a numeric filter compares, or is a range', () => {
  assert.deepEqual(readNumericFilter('price>=10.5'), [rule('price', 'greater_than_or_equal_to', '10.5')]);
  assert.deepEqual(readNumericFilter(' price <= -2 '), [rule('price', 'less_than_or_equal_to', '-2')]);
  assert.deepEqual(readNumericFilter('price<3'), [rule('price', 'less_than', '3')]);
  assert.deepEqual(readNumericFilter('price>3'), [rule('price', 'greater_than', '3')]);
  assert.deepEqual(readNumericFilter('price!=3'), [rule('price', 'not_equal_to', '3')]);
  assert.deepEqual(readNumericFilter('price=3'), [rule('price', 'equal_to', '3')]);
  assert.deepEqual(readNumericFilter('price:1 TO 2'), [
    rule('price', 'greater_than_or_equal_to', '1'),
    rule('price', 'less_than_or_equal_to', '2'),
  ]);
  for (const wrong of ['price', 'price>', 'price>x', '>3', 'price:1', 'price:a TO 2', 'price => 3'])
    assert.throws(() => readNumericFilter(wrong), TypeError, wrong);
});

test('what is listed must hold, and of a list within it one', () => {
  const red = rule('color', 'equal_to', 'red');
  const blue = rule('color', 'equal_to', 'blue');
  const cheap = rule('price', 'less_than', '10');
  assert.deepEqual(
    readClauses({
      facetFilters: [['color:red', 'color:blue'], 'color:red', []],
      numericFilters: ['price<10'],
    }),
    [[red, blue], [red], [cheap]],
  );
  assert.deepEqual(readClauses({ facetFilters: 'color:red', numericFilters: [['price<10', 'price=3']] }), [
    [red],
    [cheap, rule('price', 'equal_to', '3')],
  ]);
  assert.equal(readClauses({ numericFilters: [['price:1 TO 2']] }).length, 2);
  assert.throws(() => readClauses({ numericFilters: [['price:1 TO 2', 'price=5']] }), /price:1 TO 2/);
});

test('a filter that cannot be asked for is refused, not forgotten', () => {
  for (const params of [
    { filters: 'brand:a' },
    { tagFilters: ['x'] },
    { aroundLatLng: '1,2' },
    { aroundLatLngViaIP: true },
  ])
    assert.throws(() => readClauses(params), /is not supported/);
  assert.deepEqual(readClauses({ filters: '', tagFilters: [], analytics: false }), []);
});
