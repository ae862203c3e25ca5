// Relevance measures per query, and a bootstrap confidence interval of their mean.

import type { Judgements } from './judged-set.ts';

export const MEASURES = ['NDCG@10', 'Recall@50', 'MRR'] as const;
export type Measure = (typeof MEASURES)[number];

/** For each measure, the figure of every judged query, in the order of the judgements. */
export type Figures = Readonly<Record<Measure, readonly number[]>>;

const NDCG_DEPTH = 10;
const RECALL_DEPTH = 50;

/**
 * Counts as `trec_eval -c` does: every query with a relevant document, one without results as 0, unjudged documents
 * as not relevant; the gain is the grade.
 */
export const evaluate = (run: ReadonlyMap<string, readonly string[]>, judgements: Judgements): Figures => {
  const figures: Record<Measure, number[]> = { 'NDCG@10': [], 'Recall@50': [], MRR: [] };
  for (const [query, grades] of judgements) {
    const relevant = [...grades.values()].filter((grade) => grade > 0);
    if (relevant.length === 0) continue;
    const found = (run.get(query) ?? []).map((id) => Math.max(0, grades.get(id) ?? 0));
    const best = relevant.toSorted((a, b) => b - a);
    const first = found.findIndex((grade) => grade > 0);
    const recalled = found.slice(0, RECALL_DEPTH).filter((grade) => grade > 0).length;
    figures['NDCG@10'].push(gainOf(found) / gainOf(best));
    figures['Recall@50'].push(recalled / relevant.length);
    figures.MRR.push(first === -1 ? 0 : 1 / (first + 1));
  }
  return figures;
};

const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, NDCG_DEPTH).reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const RESAMPLES = 2_000;
const SEED = 0x9e3779b9;

/** The 95 % bootstrap interval of the mean; deterministic for the same values. */
export const intervalOf = (values: readonly number[]): readonly [number, number] => {
  const random = openRandom(SEED);
  const means = new Float64Array(RESAMPLES);
  for (let draw = 0; draw < RESAMPLES; draw += 1) {
    let sum = 0;
    for (let place = 0; place < values.length; place += 1)
      sum += values[Math.floor(random() * values.length)] as number;
    means[draw] = sum / Math.max(1, values.length);
  }
  means.sort();
  return [means[Math.floor(RESAMPLES * 0.025)] as number, means[Math.floor(RESAMPLES * 0.975)] as number];
};

/** xorshift32: from 0 up to 1. */
const openRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};
