// Random ranking settings: weights of fields, and signals that products have, lack, or have as something other than a number.

import fc from 'fast-check';
import { type RankingSettings, rankedFields } from '../../../src/domain/products/ranking-settings.ts';

const weights = fc.dictionary(fc.constantFrom(...rankedFields), fc.constantFrom(0.25, 1, 2.25, 20));

const numbersWith = (factor: fc.Arbitrary<number>) =>
  fc.uniqueArray(
    fc.record({
      field: fc.constantFrom('popularity', 'size', 'any', 'hue', 'none', 'since'),
      maxFactor: factor,
      fullAt: fc.constantFrom(0.001, 7.5, 10, 1_000),
      scale: fc.constantFrom('logarithmic' as const, 'linear' as const),
    }),
    { selector: ({ field }) => field, minLength: 1, maxLength: 3 },
  );

const newnessWith = (factor: fc.Arbitrary<number>) =>
  fc.record({ halfLifeDays: fc.constantFrom(1, 30.5, 3_650), maxFactor: factor });

const settingsWith = (factors: readonly number[]): fc.Arbitrary<RankingSettings> => {
  const factor = fc.constantFrom(...factors);
  return fc.record(
    { weights, numbers: numbersWith(factor), newness: newnessWith(factor), inStock: factor },
    { requiredKeys: [] },
  );
};

const FACTORS = [1, 1.5, 3, 10];

/** A factor that is hardly more than 1 decides between products that are otherwise equal. */
export const rankingSettings = settingsWith([...FACTORS, 1.0000000001]);

/** Without such a factor: in the scores of OpenSearch, which have seven digits, it is 1. */
export const coarseRankingSettings = settingsWith(FACTORS);
