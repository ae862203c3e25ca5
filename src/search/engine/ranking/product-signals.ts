// The signals of a catalog in one segment: by which factors they multiply the scores of its products.

import { type RankingSettings, rankingDay } from '../../../domain/products/ranking-settings.ts';
import type { SignalFactor } from '../../../domain/products/score-explanation.ts';
import {
  activeSignals,
  largestSignal,
  newnessFactor,
  numberFactor,
  productOfSignals,
} from '../../signals.ts';
import { spend } from '../budget/work-budget.ts';
import { SIGNAL } from '../budget/work-costs.ts';
import { describeSort } from '../products/product-columns.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { sortByField } from './product-sort.ts';

export interface PlannedSignals {
  /** No product has a larger factor. */
  readonly largest: number;
  /** The factor of all signals together. */
  readonly factorIn: (segment: ProductSegment) => (item: number) => number;
  /** Each of them, in the order in which they are multiplied. */
  readonly readIn: (segment: ProductSegment) => (item: number) => SignalFactor[];
}

/** Undefined: no signal acts on the query. */
export const planSignals = (
  segments: readonly ProductSegment[],
  ranking: RankingSettings | undefined,
  at: number | undefined,
): PlannedSignals | undefined => {
  const active = activeSignals(ranking, at);
  if (active === undefined) return undefined;
  const { numbers = [], newness, inStock } = active;
  const sources: { field: string; factorIn: (segment: ProductSegment) => (item: number) => number }[] = [];
  const add = (field: string, isNumber: boolean, factorOf: (value: number) => number): void => {
    const sort = describeSort(segments, field);
    sources.push({
      field,
      factorIn: (segment) => {
        if (isNumber && sort.type !== 'number') return () => 1;
        const { rankOf } = sortByField(segment, sort, '', 'desc');
        return (item) => factorOf(rankOf(item));
      },
    });
  };
  for (const signal of numbers) add(signal.field, true, (value) => numberFactor(signal, value));
  if (newness !== undefined) {
    const today = rankingDay(at as number);
    add('created_at', false, (value) => newnessFactor(newness, value, today));
  }
  if (inStock !== undefined) add('in_stock', false, (value) => (value === 1 ? inStock : 1));
  return {
    largest: largestSignal(active),
    factorIn: (segment) => {
      const factors = sources.map(({ factorIn }) => factorIn(segment));
      const values = factors.map(() => 1);
      return (item) => {
        spend(SIGNAL * factors.length);
        for (let at = 0; at < factors.length; at += 1)
          values[at] = (factors[at] as (item: number) => number)(item);
        return productOfSignals(values);
      };
    },
    readIn: (segment) => {
      const readers = sources.map(({ field, factorIn }) => ({ field, factorOf: factorIn(segment) }));
      return (item) => readers.map(({ field, factorOf }) => ({ field, factor: factorOf(item) }));
    },
  };
};
