// How many words must match, and which word may be unfinished.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentRule, matchesAsPrefix, mayRelax, productRule } from './matching.ts';

const asked = (written: number, dropped: number) => ({
  words: { length: written - dropped },
  written,
  dropped,
});

test('content: min(n, 2)', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 10].map((words) => contentRule(asked(words, 0), 0, false).required),
    [0, 1, 2, 2, 2],
  );
});

test('content: in a sentence, a word that one text in 20 holds is enough by itself', () => {
  const upTo = (written: number, dropped: number, documents: number) =>
    contentRule(asked(written, dropped), documents, false).selectiveMax;
  assert.deepEqual(
    [19, 20, 39, 40, 1_000].map((documents) => upTo(4, 1, documents)),
    [0, 1, 1, 2, 50],
  );
  assert.deepEqual([upTo(3, 1, 1_000), upTo(3, 2, 1_000)], [0, 0], 'three words are no sentence');
  assert.deepEqual([upTo(4, 0, 1_000), upTo(32, 0, 1_000)], [0, 0], 'nor are keywords, however many');
});

test('the relaxed rule accepts such a word in any query, of content and of products', () => {
  for (const ruleOf of [contentRule, productRule]) {
    assert.deepEqual(
      [19, 20, 1_000].map((documents) => ruleOf(asked(2, 0), documents, true).selectiveMax),
      [0, 1, 50],
    );
  }
  assert.equal(productRule(asked(4, 1), 1_000, false).selectiveMax, 0, 'products have no rule for sentences');
});

test('relaxing gains something only where a word becomes enough that was not before', () => {
  const may = (written: number, dropped: number, ...held: number[]) =>
    mayRelax(
      held.map((documents) => ({ documents })),
      contentRule(asked(written, dropped), 100, false),
      contentRule(asked(written, dropped), 100, true),
    );
  assert.equal(may(2, 0, 5, 90), true);
  assert.equal(may(2, 0, 6, 90), false, 'no word is selective');
  assert.equal(may(2, 0, 0, 90), false, 'a word that no text holds adds nothing');
  assert.equal(may(1, 0, 5), false, 'a query of one word needs one anyway');
  assert.equal(may(4, 1, 5, 90, 90), false, 'in a sentence it is enough anyway');
});

test('products: all up to two, all but one of three and four, 60 % rounded up from five', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 32].map(
      (words) => productRule(asked(words, 0), 0, false).required,
    ),
    [0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 9, 20],
  );
});

test('only the last word, from three letters on, whatever their size in memory', () => {
  const matches = (surface: string, isLast: boolean) => matchesAsPrefix({ surface, isLast });
  assert.deepEqual([matches('ten', true), matches('te', true), matches('tent', false)], [true, false, false]);
  assert.deepEqual([matches('😀😀', true), matches('😀😀😀', true)], [false, true]);
});
