// The parts of relevance that can be tested alone; the suite of all engines tests whole texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lengthNormalization, repeatedWeight, scoreDocument, scoreWord, wordFactor } from './ranking.ts';

test('a rarer word scores more, and no score is negative', () => {
  const documents = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(documents, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const some = Math.floor(all * share);
      const factorOf = (matching: number) =>
        wordFactor('exact', matching, { documents: all, totalLength: all });
      assert.ok(factorOf(some) > 0);
      if (some < all) assert.ok(factorOf(some) > factorOf(some + 1));
    }),
  );
});

test('of two documents with equal word scores, the one with more words comes first', () => {
  assert.ok(scoreDocument(3, 3, 4) > scoreDocument(3, 2, 4));
  assert.equal(scoreDocument(3, 4, 4), 3);
});

test('half of the words are worth more than half, and another word is worth little if many match', () => {
  assert.equal(scoreDocument(1, 1, 16), 0.5);
  assert.ok(scoreDocument(1, 8, 16) > 0.8);
});

test('a repeated word scores more, but less than proportionally; one of two letters does not', () => {
  const weigh = (surface: string, times: number) => repeatedWeight({ surface, times });
  assert.deepEqual([weigh('retrieval', 1), weigh('de', 1), weigh('de', 9)], [1, 1, 1]);
  assert.equal(weigh('retrieval', 3), 3 ** 0.7);
  const statistics = { documents: 100, totalLength: 1_000 };
  assert.equal(wordFactor('exact', 3, statistics, 2), 2 * wordFactor('exact', 3, statistics));
});

test('a rare word and a common one outweigh three common ones', () => {
  const statistics = { documents: 1000, totalLength: 100_000 };
  const normalization = lengthNormalization(statistics);
  const score = (matching: number) =>
    scoreWord(wordFactor('exact', matching, statistics), 2, normalization, 100);
  assert.ok(scoreDocument(score(10) + score(200), 2, 5) > scoreDocument(3 * score(200), 3, 5));
});

test('exact comes before synonym, synonym before prefix, prefix before typo', () => {
  const factors = (['exact', 'synonym', 'prefix', 'typo'] as const).map((kind) =>
    wordFactor(kind, 3, { documents: 100, totalLength: 1000 }),
  );
  assert.deepEqual(
    factors,
    factors.toSorted((a, b) => b - a),
  );
  assert.equal(new Set(factors).size, 4);
});

test('a word scores more with its weight and in shorter texts, and never more than its factor', () => {
  const normalization = lengthNormalization({ documents: 10, totalLength: 1000 });
  assert.ok(scoreWord(2, 5, normalization, 100) > scoreWord(2, 4, normalization, 100));
  assert.ok(scoreWord(2, 5, normalization, 100) > scoreWord(2, 5, normalization, 101));
  assert.ok(scoreWord(2, 255, normalization, 0) < 2);
});
