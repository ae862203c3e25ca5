// How many words must match, counted out; and which word may be unfinished.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesAsPrefix, requiredOfContent, requiredOfProducts, sufficesUpTo } from './matching.ts';

test('content: min(n, 2)', () => {
  assert.deepEqual([0, 1, 2, 3, 10].map(requiredOfContent), [0, 1, 2, 2, 2]);
});

test('content: in a sentence, a word of one text in 20 does alone', () => {
  const upTo = (written: number, dropped: number, documents: number) =>
    sufficesUpTo({ written, dropped }, documents);
  assert.deepEqual(
    [19, 20, 39, 40, 1_000].map((documents) => upTo(4, 1, documents)),
    [0, 1, 1, 2, 50],
  );
  assert.deepEqual([upTo(3, 1, 1_000), upTo(3, 2, 1_000)], [0, 0], 'three words are no sentence');
  assert.deepEqual([upTo(4, 0, 1_000), upTo(32, 0, 1_000)], [0, 0], 'nor are keywords, however many');
});

test('products: all up to two, all but one of three and four, 60 % rounded up from five', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 32].map(requiredOfProducts),
    [0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 9, 20],
  );
});

test('only the last word, from three letters on, whatever their size in memory', () => {
  const matches = (surface: string, isLast: boolean) => matchesAsPrefix({ surface, isLast });
  assert.deepEqual([matches('ten', true), matches('te', true), matches('tent', false)], [true, false, false]);
  assert.deepEqual([matches('😀😀', true), matches('😀😀😀', true)], [false, true]);
});
