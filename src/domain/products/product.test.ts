// Who sees a product: each list against each kind of request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../test/suites/search/memory-source.ts';
import { isVisibleTo } from './product.ts';

const nobody = { channelId: undefined, locationId: undefined, customerGroupId: undefined };

test('a channel or a location narrows only where both sides name one', () => {
  for (const [list, asked] of [
    ['channelIds', 'channelId'],
    ['locationIds', 'locationId'],
  ] as const) {
    const somewhere = aProduct('p', { [list]: ['here', 'there'] });
    assert.equal(isVisibleTo(somewhere, nobody), true);
    assert.equal(isVisibleTo(somewhere, { ...nobody, [asked]: 'there' }), true);
    assert.equal(isVisibleTo(somewhere, { ...nobody, [asked]: 'elsewhere' }), false);
    assert.equal(isVisibleTo(aProduct('p'), { ...nobody, [asked]: 'elsewhere' }), true);
  }
});

test('a product for customer groups is seen by them alone', () => {
  const kept = aProduct('p', { customerGroupIds: ['vip'] });
  assert.equal(isVisibleTo(kept, nobody), false);
  assert.equal(isVisibleTo(kept, { ...nobody, customerGroupId: 'vip' }), true);
  assert.equal(isVisibleTo(kept, { ...nobody, customerGroupId: 'staff' }), false);
  assert.equal(isVisibleTo(aProduct('p'), { ...nobody, customerGroupId: 'staff' }), true);
});

test('every list must let a product through', () => {
  const product = aProduct('p', { channelIds: ['web'], locationIds: ['north'], customerGroupIds: ['vip'] });
  const right = { channelId: 'web', locationId: 'north', customerGroupId: 'vip' };
  assert.equal(isVisibleTo(product, right), true);
  for (const key of Object.keys(right))
    assert.equal(isVisibleTo(product, { ...right, [key]: 'x' }), false, key);
});
