// The parts of a score add up to it, they are those of a full scan, and the score is the one that orders the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { BASE_LOCALE, questions } from '../../../../test/suites/search/random-products.ts';
import {
  openShop,
  orRefused,
  rankedContents,
  rankedSearch,
  rankedShop,
} from '../../../../test/suites/search/ranked-shop.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { ScoreExplanation } from '../../../domain/products/score-explanation.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { searchProducts } from '../../reference/search-products.ts';
import { searchProductSegments } from '../queries/product-search.ts';

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a));
const productOf = (factors: readonly { readonly factor: number }[]): number =>
  factors.reduce((all, { factor }) => all * factor, 1);

const assertAddsUp = (explained: ScoreExplanation): void => {
  const { words, coverage, phraseFactor, text, tier, signals, signalFactor, boosts, boostFactor, score } =
    explained;
  for (const { idf, matchFactor, repeatFactor, frequency, score: own, fields } of words) {
    assert.ok(isNear(own, idf * matchFactor * repeatFactor * frequency));
    assert.ok(fields.length > 0, 'some field has the word');
  }
  const sum = words.reduce((all, word) => all + word.score, 0);
  assert.ok(isNear(text, sum * coverage * phraseFactor));
  assert.ok(isNear(signalFactor, Math.min(100, productOf(signals))));
  assert.ok(isNear(boostFactor, Math.max(0.01, Math.min(100, productOf(boosts)))));
  assert.ok(isNear(score, tier + (1 + text) * signalFactor * boostFactor - 1), JSON.stringify(explained));
};

test('the parts of a score add up, as a full scan finds them, and the scores order the page', () => {
  const met = { words: 0, phrases: 0, signals: 0, boosts: 0 };
  fc.assert(
    fc.property(rankedShop, rankedContents, questions(rankedSearch), (made, tables, searches) => {
      const { segments, products } = openShop(made, tables);
      const analyzed = products.map((one) => analyzeProduct(one, BASE_LOCALE, tables));
      for (const given of searches) {
        const asked = {
          ...given,
          ...{
            sortBy: 'relevance',
            sortOrder: 'desc' as const,
            facetRequest: undefined,
            withExplanations: true,
          },
        };
        const found = orRefused(() => searchProductSegments(segments, tables, asked));
        if (found === undefined) continue;
        const wanted = searchProducts(analyzed, tables, describeFields(products), asked);
        const inStock = new Map(products.map(({ id, inStock: isInStock }) => [id, isInStock]));
        const explained = found.hits.map(({ explanation }) => explanation as ScoreExplanation);
        assert.deepEqual(
          explained,
          wanted.hits.map(({ explanation }) => explanation),
        );
        for (const one of explained) {
          assertAddsUp(one);
          met.words += one.words.length;
          met.phrases += Number(one.phraseFactor > 1);
          met.signals += one.signals.length;
          met.boosts += one.boosts.length;
        }
        const ranked = found.hits.filter(({ pinnedBy }) => pinnedBy.length === 0);
        const keys = ranked.map(({ id, explanation }) => ({
          id,
          last: asked.isOutOfStockLast && inStock.get(id) === false ? 1 : 0,
          score: (explanation as ScoreExplanation).score,
        }));
        const sorted = keys.toSorted(
          (a, b) => a.last - b.last || b.score - a.score || (a.id < b.id ? -1 : 1),
        );
        assert.deepEqual(keys, sorted);
        assert.equal(
          searchProductSegments(segments, tables, { ...asked, withExplanations: false }).hits[0]?.explanation,
          undefined,
        );
      }
    }),
    { numRuns: runs(25, 300) },
  );
  // Among fewer cases a rare one may be missing.
  const isLong = runs(0, 1) === 1;
  for (const [what, times] of Object.entries(met)) assert.ok(times > 0 || !isLong, what);
});
