// What an index costs besides its queries: building it, memory, updating one document, saving and loading it.

import { openEngine } from '../engine-client.ts';
import type { Subject } from '../engine-process.ts';
import { type EngineName, engineLabels } from '../engines/list.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatRatio, formatTable } from '../table.ts';

interface Costs {
  readonly name: EngineName;
  readonly buildMs: number;
  readonly memoryMb: number;
  readonly replaceP50Ms: number;
  readonly replaceP99Ms: number;
  readonly saveMs: number;
  readonly loadMs: number;
  readonly sizeMb: number;
}

const REPLACE_MAX_MS = 5_000;

export const runBuild = async (options: Options, say: (line: string) => void): Promise<void> => {
  const { articles, products } = options;
  say(`## build: ${articles.toLocaleString('en')} articles\n`);
  await compareCosts('content', articles, ['ours', 'english', ...options.peers], options, say);
  say(`## build: ${products.toLocaleString('en')} products\n`);
  await compareCosts('products', products, ['ours', ...options.peers], options, say);
};

const compareCosts = async (
  subject: Subject,
  documents: number,
  names: readonly EngineName[],
  options: Options,
  say: (line: string) => void,
): Promise<void> => {
  const all: Costs[] = [];
  for (const name of names) {
    say(`  building ${engineLabels[name]} …`);
    all.push(await measureCosts(subject, documents, name, options));
  }
  const [ours] = all;
  if (ours === undefined) return;
  say('');
  say(
    formatTable(
      ['', 'build s', 'memory MB', 'replace one ms (p50 / p99)', 'snapshot save ms', 'load ms', 'size MB'],
      all.map((costs) => formatCosts(costs, ours)),
    ),
  );
  say('');
};

/** One process after the other: each has the machine's memory to itself. */
const measureCosts = async (
  subject: Subject,
  documents: number,
  name: EngineName,
  { yardstick }: Options,
): Promise<Costs> => {
  const engine = openEngine(name, yardstick);
  try {
    const built = await engine.build(subject, documents);
    const kept = await engine.snapshot();
    const replaced = await engine.replace(REPLACE_MAX_MS);
    const none = Number.NaN;
    return {
      name,
      ...built,
      replaceP50Ms: replaced?.p50Ms ?? none,
      replaceP99Ms: replaced?.p99Ms ?? none,
      ...(kept ?? { saveMs: none, loadMs: none, sizeMb: none }),
    };
  } finally {
    engine.close();
  }
};

const formatCosts = (costs: Costs, ours: Costs): string[] => {
  const both = (value: number, base: number): string => {
    if (!Number.isFinite(value)) return '–';
    return costs === ours ? formatNumber(value) : `${formatNumber(value)} (${formatRatio(value, base)})`;
  };
  return [
    engineLabels[costs.name],
    both(costs.buildMs / 1000, ours.buildMs / 1000),
    both(costs.memoryMb, ours.memoryMb),
    Number.isFinite(costs.replaceP50Ms)
      ? `${both(costs.replaceP50Ms, ours.replaceP50Ms)} / ${formatNumber(costs.replaceP99Ms)}`
      : '–',
    both(costs.saveMs, ours.saveMs),
    both(costs.loadMs, ours.loadMs),
    both(costs.sizeMb, ours.sizeMb),
  ];
};
