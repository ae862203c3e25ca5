// Signals of the business as factors of a score (Decision 0075). Shared by every engine: the same arithmetic in the same order, so that
// scores are equal to the last bit.

import {
  daysBetween,
  type NewnessSignal,
  type NumberSignal,
  type RankingSettings,
} from '../domain/products/ranking-settings.ts';

/** All signals together multiply a score by at most this. */
export const SIGNALS_MAX = 100;

/** The signals that act on a query: newness only if it is known when it is asked. */
export const activeSignals = (
  ranking: RankingSettings | undefined,
  at: number | undefined,
): RankingSettings | undefined => {
  if (ranking === undefined) return undefined;
  const { numbers, newness, inStock } = ranking;
  const active: RankingSettings = {
    ...(numbers === undefined ? {} : { numbers }),
    ...(newness === undefined || at === undefined ? {} : { newness }),
    ...(inStock === undefined ? {} : { inStock }),
  };
  return countSignals(active) === 0 ? undefined : active;
};

export const countSignals = ({ numbers = [], newness, inStock }: RankingSettings = {}): number =>
  numbers.length + (newness === undefined ? 0 : 1) + (inStock === undefined ? 0 : 1);

/** `value` NaN: the product has none. */
export const numberFactor = ({ maxFactor, fullAt, scale }: NumberSignal, value: number): number => {
  if (!(value > 0)) return 1;
  if (value >= fullAt) return maxFactor;
  return 1 + (maxFactor - 1) * (scale === 'linear' ? value / fullAt : Math.log1p(value) / Math.log1p(fullAt));
};

/** `createdAt` NaN: it is not known. What is created later is as new as possible. */
export const newnessFactor = (
  { halfLifeDays, maxFactor }: NewnessSignal,
  createdAt: number,
  today: number,
): number => {
  if (Number.isNaN(createdAt)) return 1;
  const halfLives = Math.max(0, daysBetween(createdAt, today)) / halfLifeDays;
  return 1 + (maxFactor - 1) * Math.exp(-Math.LN2 * halfLives);
};

export const productOfSignals = (factors: readonly number[]): number => {
  let product = 1;
  for (const factor of factors) product *= factor;
  return Math.min(SIGNALS_MAX, product);
};

/** The largest product that any product of the catalog can have. */
export const largestSignal = ({ numbers = [], newness, inStock = 1 }: RankingSettings): number =>
  productOfSignals([...numbers.map(({ maxFactor }) => maxFactor), newness?.maxFactor ?? 1, inStock]);
