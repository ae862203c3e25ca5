// Relevance in figures: NDCG@10, Recall@50 and MRR of our engine and its alternatives, on public judged sets. The
// sets stay outside the repository; without them it says so and measures nothing.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Options } from '../options.ts';
import { formatTable } from '../table.ts';
import { evaluate, type Figures, intervalOf, MEASURES, type Measure, meanOf } from './figures.ts';
import { type JudgedSet, type Judgements, readJudgedSets } from './judged-set.ts';
import { rankOnOpenSearch } from './rank-on-opensearch.ts';
import { rankOverHttp } from './rank-over-http.ts';
import {
  type BuildRanker,
  type MiniSearchClass,
  rankByFts5,
  rankByMiniSearch,
  rankByPlainBm25,
  rankContent,
  rankProducts,
} from './rankers.ts';

type Say = (line: string) => void;

const OURS = 'Vitrine';
const oursBy: Readonly<Record<JudgedSet['kind'], BuildRanker>> = {
  content: rankContent,
  products: rankProducts,
  'products over HTTP': rankOverHttp,
};

const oursAlone: readonly (readonly [string, BuildRanker])[] = [[OURS, (set) => oursBy[set.kind](set)]];

export const runRelevance = async (options: Options, say: Say): Promise<void> => {
  const { data: folder } = options;
  if (!existsSync(join(folder, 'permissive', 'judged'))) {
    say(`## relevance: left out, no judged sets in ${folder} (--data)\n`);
    return;
  }
  if (!options.isOnOpenSearch) return rankSets(folder, await findRankers(say), say);
  const { startCatalogs } = await import('../../test/suites/search/opensearch-catalog.ts');
  const catalogs = await startCatalogs();
  try {
    const rankers = new Map([...oursAlone, ['OpenSearch', rankOnOpenSearch(catalogs)]]);
    await rankSets(folder, rankers, say);
  } finally {
    await catalogs.close();
  }
};

const rankSets = async (
  folder: string,
  rankers: ReadonlyMap<string, BuildRanker>,
  say: Say,
): Promise<void> => {
  const results: Result[] = [];
  for (const set of readJudgedSets(folder, readJudgements)) {
    say(`  ${set.name}`);
    results.push({ set, figures: await rankAll(set, rankers) });
  }
  for (const measure of MEASURES) {
    say(`## relevance: ${measure}\n`);
    say(
      tableOf(
        measure,
        [...rankers.keys()],
        results.filter(({ set }) => !set.isCrossed),
      ),
    );
    say(`\n### ${measure}, asked in another language\n`);
    say(
      tableOf(
        measure,
        [...rankers.keys()],
        results.filter(({ set }) => set.isCrossed),
      ),
    );
    say('');
  }
};

/** Tab-separated: query, document and grade per line. */
const readJudgements = (file: string): Judgements => {
  const judgements: Judgements = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const [query = '', id = '', grade = ''] = line.split('\t');
    const grades = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, grades.set(id, Number(grade)));
  }
  return judgements;
};

/** MiniSearch only if the peers are installed. */
const findRankers = async (say: Say): Promise<Map<string, BuildRanker>> => {
  const rankers = new Map([...oursAlone, ['FTS5', rankByFts5]]);
  const miniSearch = join(import.meta.dirname, '../node_modules/minisearch/dist/es/index.js');
  if (existsSync(miniSearch)) {
    const loaded = (await import(pathToFileURL(miniSearch).href)) as { readonly default: MiniSearchClass };
    rankers.set('MiniSearch', rankByMiniSearch(loaded.default));
  } else {
    say('MiniSearch is left out: it is not installed');
  }
  return rankers.set('BM25', rankByPlainBm25);
};

interface Result {
  readonly set: JudgedSet;
  /** By name of the ranker. */
  readonly figures: ReadonlyMap<string, Figures>;
}

const rankAll = async (
  set: JudgedSet,
  rankers: ReadonlyMap<string, BuildRanker>,
): Promise<Result['figures']> => {
  const figures = new Map<string, Figures>();
  for (const [name, build] of rankers) {
    const { rank, close } = await build(set);
    const run = new Map<string, string[]>();
    try {
      for (const { id, text } of set.queries) run.set(id, await rank(text));
    } finally {
      await close?.();
    }
    figures.set(name, evaluate(run, set.judgements));
  }
  return figures;
};

const tableOf = (measure: Measure, names: readonly string[], results: readonly Result[]): string => {
  const [, ...others] = names;
  const rows = results.map(({ set, figures }) => {
    const of = (name: string) => (figures.get(name) as Figures)[measure];
    const ours = of(OURS);
    const best = others.toSorted((a, b) => meanOf(of(b)) - meanOf(of(a)))[0] as string;
    const leads = ours.map((value, place) => value - (of(best)[place] as number));
    return [
      set.name,
      String(ours.length),
      meanOf(ours).toFixed(3),
      rangeOf(ours, (bound) => bound.toFixed(3)),
      ...others.map((name) => meanOf(of(name)).toFixed(3)),
      `${signed(meanOf(leads))} (${best})`,
      rangeOf(leads, signed),
      `${leads.filter((lead) => lead > 1e-9).length} / ${leads.filter((lead) => lead < -1e-9).length}`,
    ];
  });
  const means = names.map((name) =>
    meanOf(results.map(({ figures }) => meanOf((figures.get(name) as Figures)[measure]))).toFixed(3),
  );
  const heads = ['', 'queries', OURS, '95 %', ...others, 'ours − best other', '95 %', 'wins / losses'];
  return formatTable(heads, [...rows, ['mean', '', means[0] as string, '', ...means.slice(1)]]);
};

const rangeOf = (values: readonly number[], format: (bound: number) => string): string =>
  intervalOf(values).map(format).join(' to ');

const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(3)}`;
