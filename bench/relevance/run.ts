// Relevance in figures: NDCG@10, Recall@100 and MRR of ours and of what people would use instead, on public judged sets.
// Not here: the sets and their scorer, which stay outside the repository; without them it says so and measures nothing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Options } from '../options.ts';
import { type JudgedSet, type Judgements, readJudgedSets } from './judged-set.ts';
import {
  type BuildRanker,
  type MiniSearchClass,
  rankByFts5,
  rankByMiniSearch,
  rankByPlainBm25,
  rankByVitrine,
} from './rankers.ts';

interface Evaluation {
  readonly 'ndcg@10': number;
  readonly 'recall@100': number;
  readonly mrr: number;
  readonly per: readonly { readonly q: string; readonly ndcg: number }[];
}

/** The scorer beside the data. */
interface Scorer {
  readonly readQrels: (file: string) => Judgements;
  readonly evaluate: (run: ReadonlyMap<string, readonly string[]>, judgements: Judgements) => Evaluation;
}

type Say = (line: string) => void;

const OURS = 'Vitrine';
const MEASURES = ['ndcg@10', 'recall@100', 'mrr'] as const;

export const runRelevance = async ({ data: folder }: Options, say: Say): Promise<void> => {
  const scorerFile = join(folder, 'eval_ndcg.mjs');
  if (!existsSync(scorerFile)) {
    say(`## relevance: left out, no judged sets in ${folder} (--data)\n`);
    return;
  }
  const scorer = (await import(pathToFileURL(scorerFile).href)) as Scorer;
  const rankers = await findRankers(say);
  const sets = readJudgedSets(folder, scorer.readQrels);
  const results = sets.map((set) => ({ set, evaluations: evaluateAll(set, rankers, scorer) }));
  for (const measure of MEASURES) printMeasure(measure, [...rankers.keys()], results, say);
  printWins(results, say);
  say('');
};

/** MiniSearch only where the peers are installed. */
const findRankers = async (say: Say): Promise<Map<string, BuildRanker>> => {
  const rankers = new Map<string, BuildRanker>([
    [OURS, rankByVitrine],
    ['FTS5', rankByFts5],
  ]);
  const miniSearch = join(import.meta.dirname, '../node_modules/minisearch/dist/es/index.js');
  if (existsSync(miniSearch)) {
    const loaded = (await import(pathToFileURL(miniSearch).href)) as { readonly default: MiniSearchClass };
    rankers.set('MiniSearch', rankByMiniSearch(loaded.default));
  } else {
    say('MiniSearch is left out: it is not installed');
  }
  return rankers.set('BM25', rankByPlainBm25);
};

type Evaluations = ReadonlyMap<string, Evaluation>;
type Result = { readonly set: JudgedSet; readonly evaluations: Evaluations };

const evaluateAll = (
  set: JudgedSet,
  rankers: ReadonlyMap<string, BuildRanker>,
  scorer: Scorer,
): Evaluations =>
  new Map(
    [...rankers].map(([name, build]) => {
      const rank = build(set);
      const run = new Map(set.queries.map(({ id, text }) => [id, rank(text)]));
      return [name, scorer.evaluate(run, set.judgements)];
    }),
  );

const printMeasure = (
  measure: (typeof MEASURES)[number],
  names: readonly string[],
  results: readonly Result[],
  say: Say,
): void => {
  const figureOf = ({ evaluations }: Result, name: string) => evaluations.get(name)?.[measure] ?? 0;
  say(row(measure.toUpperCase(), [...names, 'ours − best other']));
  for (const result of results) {
    const values = names.map((name) => figureOf(result, name));
    printRow(result.set.name, values, say);
  }
  const means = names.map(
    (name) => results.reduce((sum, result) => sum + figureOf(result, name), 0) / results.length,
  );
  printRow('mean', means, say);
  say('');
};

const printRow = (name: string, [ours = 0, ...others]: readonly number[], say: Say): void => {
  const lead = ours - Math.max(...others);
  const cells = [ours, ...others].map((value) => value.toFixed(3));
  say(row(name, [...cells, `${lead >= 0 ? '+' : ''}${lead.toFixed(3)}`]));
};

/** Query by query against whichever other is best on the set. */
const printWins = (results: readonly Result[], say: Say): void => {
  say(row('queries, NDCG@10', ['best other', 'wins', 'losses', 'ties']));
  for (const { set, evaluations } of results) {
    const others = [...evaluations].filter(([name]) => name !== OURS);
    const [best, rival] = others.toSorted((a, b) => b[1]['ndcg@10'] - a[1]['ndcg@10'])[0] ?? ['none'];
    const theirs = new Map(rival?.per.map(({ q, ndcg }) => [q, ndcg]));
    const leads = (evaluations.get(OURS)?.per ?? []).map(({ q, ndcg }) => ndcg - (theirs.get(q) ?? 0));
    const wins = leads.filter((lead) => lead > 1e-9).length;
    const losses = leads.filter((lead) => lead < -1e-9).length;
    say(row(set.name, [best, String(wins), String(losses), String(leads.length - wins - losses)]));
  }
};

const row = (name: string, cells: readonly string[]): string =>
  name.padEnd(18) + cells.map((cell) => cell.padStart(cell.length > 11 ? cell.length + 2 : 12)).join('');
