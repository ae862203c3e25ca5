// The latency of queries, and whether their results are right. The clock covers each query alone.

import { type Ask, type Engine, PAGE_HITS } from './engines/engine.ts';
import type { QuestionClass } from './questions/content-questions.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly asked: number;
  /** Results with a wrong total, or without the page that belongs to it. */
  readonly wrong: number;
}

const SAMPLES_MAX = 1_000;
const WARM_UP_MAX = 1_000;
const WARM_UP_SHARE = 0.5;

export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

/**
 * Undefined if the engine cannot express the class. `wantsHits`: every result must include its first page. `isWarm`:
 * the class ran before, so no warm-up is needed.
 */
export const measureClass = async <Q>(
  engine: Pick<Engine<never, Q>, 'prepare'>,
  { questions, totals }: QuestionClass<Q>,
  {
    maxMs,
    wantsHits,
    isWarm,
  }: { readonly maxMs: number; readonly wantsHits: boolean; readonly isWarm: boolean },
): Promise<Latency | undefined> => {
  const asks: Ask[] = [];
  for (const question of questions) {
    const ask = engine.prepare(question);
    if (ask === undefined) return undefined;
    asks.push(ask);
  }
  if (!isWarm) await warmUp(asks, maxMs * WARM_UP_SHARE);
  const times: number[] = [];
  let wrong = 0;
  const start = performance.now();
  for (let turn = 0; turn < SAMPLES_MAX && performance.now() - start < maxMs; turn += 1) {
    const place = turn % asks.length;
    const ask = asks[place] as Ask;
    const before = performance.now();
    const given = ask();
    const result = given instanceof Promise ? await given : given;
    times.push(performance.now() - before);
    const total = totals[place] as number;
    const hits = wantsHits ? Math.min(total, PAGE_HITS) : result.hits;
    if (result.total !== total || result.hits !== hits) wrong += 1;
  }
  const sorted = Float64Array.from(times).sort();
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), asked: times.length, wrong };
};

const warmUp = async (asks: readonly Ask[], maxMs: number): Promise<void> => {
  const began = performance.now();
  for (let turn = 0; turn < WARM_UP_MAX && performance.now() - began < maxMs; turn += 1)
    await (asks[(turn * 7) % asks.length] as Ask)();
};

/** The lowest of each figure: slower rounds were disturbed. Wrong results of all rounds are kept. */
export const bestOf = (rounds: readonly (Latency | undefined)[]): Latency | undefined => {
  const known = rounds.filter((round) => round !== undefined);
  if (known.length === 0) return undefined;
  const sum = (of: (round: Latency) => number) => known.reduce((total, round) => total + of(round), 0);
  return {
    p50Ms: Math.min(...known.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.min(...known.map(({ p99Ms }) => p99Ms)),
    asked: sum(({ asked }) => asked),
    wrong: sum(({ wrong }) => wrong),
  };
};
