// Random ranking settings: weights of fields, and signals that products have, lack, or have as something other than a number.

import fc from 'fast-check';
import { type RankingSettings, rankedFields } from '../../../src/domain/products/ranking-settings.ts';

const factor = fc.constantFrom(1, 1.0000000001, 1.5, 3, 10);

const weights = fc.dictionary(fc.constantFrom(...rankedFields), fc.constantFrom(0.25, 1, 2.25, 20));

const numbers = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom('popularity', 'size', 'any', 'hue', 'none', 'since'),
    maxFactor: factor,
    fullAt: fc.constantFrom(0.001, 7.5, 10, 1_000),
    scale: fc.constantFrom('logarithmic' as const, 'linear' as const),
  }),
  { selector: ({ field }) => field, minLength: 1, maxLength: 3 },
);

const newness = fc.record({ halfLifeDays: fc.constantFrom(1, 30.5, 3_650), maxFactor: factor });

export const rankingSettings: fc.Arbitrary<RankingSettings> = fc.record(
  { weights, numbers, newness, inStock: factor },
  { requiredKeys: [] },
);
