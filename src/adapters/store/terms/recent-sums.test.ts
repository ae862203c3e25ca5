// Sums are added up once, and forgotten in the order of their last use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSums } from './packed-counts.ts';
import { buildRecentSums } from './recent-sums.ts';

test('sums are kept by their whole key, within a bound', async () => {
  const recent = buildRecentSums(9_000);
  const added: string[] = [];
  const find = (key: readonly (string | number)[], terms = 2_000) =>
    recent.find(key, async () => {
      added.push(key.join());
      return noSums(terms);
    });
  const first = await find(['a', 3]);
  assert.equal(await find(['a', 3]), first);
  await find(['a', 4]);
  await find(['a', '3']);
  assert.deepEqual(added.splice(0), ['a,3', 'a,4', 'a,3'], 'a text is not a number');
  // Three have 9,000 together. The first was used last, so the second goes.
  await find(['a', 3]);
  await find(['b']);
  assert.equal(await find(['a', 3]), first);
  assert.deepEqual(added.splice(0), ['b']);
  await find(['a', 4]);
  assert.deepEqual(added.splice(0), ['a,4']);
  // Larger than the bound alone: it is returned, and nothing is kept.
  assert.equal((await find(['c'], 9_000)).searches.length, 9_000);
  await find(['a', 3]);
  assert.deepEqual(added.splice(0), ['c', 'a,3']);
});

test('a failure is not kept', async () => {
  const recent = buildRecentSums();
  await assert.rejects(
    recent.find(['a'], () => Promise.reject(new Error('busy'))),
    /busy/,
  );
  assert.equal((await recent.find(['a'], async () => noSums(1))).searches.length, 1);
});

test('two who add up the same at once count once', async () => {
  const recent = buildRecentSums(7_000);
  const add = async () => noSums(2_000);
  await Promise.all([recent.find(['a'], add), recent.find(['a'], add)]);
  const second = await recent.find(['b'], add);
  const first = await recent.find(['a'], () => assert.fail('it is kept'));
  assert.equal(await recent.find(['b'], () => assert.fail('it is kept')), second);
  assert.equal(first.searches.length, 2_000);
});
