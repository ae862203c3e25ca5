// Searches in the memory of the service and on OpenSearch side by side: every operation, how fast a catalog is fed, what it takes, and
// how soon a publish can be found. Both services have the same store; OpenSearch shares the cores of the machine with them.

import { createWriteStream } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type OpenSearchCluster, startOpenSearch } from '../../test/fixtures/opensearch/start-opensearch.ts';
import { bundleOf } from '../generate/catalog-bundle.ts';
import { readProcessCpuMs } from '../http/cpu-time.ts';
import { importFile } from '../loop/ask-catalog.ts';
import { ask, askSides, closeConnections } from '../opensearch/ask-sides.ts';
import { buildRows, type Row, TENANT } from '../opensearch/rows.ts';
import type { Options } from '../options.ts';
import { type Delays, measureDelays } from '../store/delays.ts';
import { type Node, type Nodes, openNodes, readMetric } from '../store/nodes.ts';
import { formatNumber, formatRatio, formatTable } from '../table.ts';

type Say = (line: string) => void;

const HEAP_MIB = 2_048;
const MEBIBYTE = 1_048_576;
const BUILD_MAX_MS = 10_800_000;
const PROGRESS_MS = 60_000;
const POLL_MS = 200;

export const runOpenSearch = async (options: Options, say: Say): Promise<void> => {
  const nodes = openNodes();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  say('  starting OpenSearch …');
  const cluster = await startOpenSearch({ heapMiB: HEAP_MIB, isForTests: false });
  try {
    await measureCatalog(nodes, cluster, folder, options, say);
    await measurePublishes(nodes, cluster, say);
  } finally {
    closeConnections();
    await nodes.close();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const measureCatalog = async (
  nodes: Nodes,
  cluster: OpenSearchCluster,
  folder: string,
  options: Options,
  say: Say,
): Promise<void> => {
  const { products, articles, rowMaxMs } = options;
  const named = `${products.toLocaleString('en')} products and ${articles.toLocaleString('en')} articles`;
  const where = options.isServerOnly ? 'on' : 'in memory and on';
  say(`## opensearch: ${named}, ${where} OpenSearch ${cluster.version}\n`);
  say('  importing …');
  const data = join(folder, 'data');
  const bundle = join(folder, 'catalog.ndjson');
  await pipeline(bundleOf(TENANT, { products, articles }), createWriteStream(bundle));
  await importFile(data, bundle, limits);
  await rm(bundle);
  const rows = buildRows({ products, articles });
  const sides = await buildSides(nodes, cluster, data, options, rows, say);
  say(
    `\n${formatTable(sizeColumns, await Promise.all(sides.map((side) => sizeCells(side, products + articles))))}\n`,
  );
  await compareRows(rows, sides, rowMaxMs, say);
  for (const { node } of sides) await node.stop();
};

/** A tenant may store fewer products than a run may ask for. */
const limits = {
  VITRINE_LIMIT_PRODUCTS_PER_CATALOG: '100000000',
  VITRINE_LIMIT_OBJECTS_PER_WORKSPACE: '100000000',
};

const buildSides = async (
  nodes: Nodes,
  cluster: OpenSearchCluster,
  data: string,
  { products, isServerOnly }: Options,
  rows: readonly Row[],
  say: Say,
): Promise<Side[]> => {
  const build = (dataDir: string, variables: Readonly<Record<string, string>>): Promise<Built> =>
    startAndBuild(
      () => nodes.start(undefined, [], dataDir, { ...limits, ...variables }),
      rows,
      products,
      say,
    );
  const sides: Side[] = [];
  if (!isServerOnly) {
    const copy = `${data}-in-memory`;
    await cp(data, copy, { recursive: true });
    say('  building in memory …');
    const built = await build(copy, {});
    const indexBytes = await readMetric(built.node, 'vitrine_search_bytes');
    sides.push({ name: 'in memory', ...built, serverMs: Number.NaN, indexBytes });
  }
  say('  building on OpenSearch …');
  const before = serverCpuMs(cluster);
  const built = await build(data, serverVariables(cluster, 'catalog'));
  const serverMs = serverCpuMs(cluster) - before;
  sides.push({ name: 'on OpenSearch', ...built, serverMs, indexBytes: await storedBytes(cluster) });
  return sides;
};

const serverVariables = ({ urls }: OpenSearchCluster, prefix: string): Readonly<Record<string, string>> => ({
  VITRINE_SEARCH_URL: urls.join(),
  VITRINE_SEARCH_PREFIX: prefix,
  // Figures of a slow search are wanted, not its refusal.
  VITRINE_SEARCH_DEADLINE_MS: '60000',
});

interface Built {
  readonly node: Node;
  readonly builtMs: number;
  readonly cpuMs: number;
}

interface Side extends Built {
  readonly name: string;
  /** CPU time of OpenSearch; NaN in memory. */
  readonly serverMs: number;
  readonly indexBytes: number;
}

const serverCpuMs = (cluster: OpenSearchCluster): number =>
  cluster.pids().reduce((sum, pid) => sum + readProcessCpuMs(pid), 0);

/** From the start of the process until everything is counted. */
const startAndBuild = async (
  start: () => Promise<Node>,
  rows: readonly Row[],
  products: number,
  say: Say,
): Promise<Built> => {
  const began = performance.now();
  const node = await start();
  const [call] = rows.find(({ name }) => name.startsWith('count:'))?.calls ?? [];
  if (call === undefined) throw new Error('there is nothing to count');
  const all = { ...call, body: '{}' };
  let progressMs = PROGRESS_MS;
  for (;;) {
    const text = await ask(node.address, all).catch((error: Error) => error.message);
    const builtMs = performance.now() - began;
    if (text.includes(`:${products}`) && text.startsWith('{'))
      return { node, builtMs, cpuMs: readProcessCpuMs(node.child.pid) };
    if (builtMs > BUILD_MAX_MS) throw new Error(`the index was never built: ${text}`);
    if (builtMs > progressMs) {
      say(`  … ${formatNumber(builtMs / 60_000)} minutes: ${text.slice(0, 200)}`);
      progressMs += PROGRESS_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const sizeColumns = [
  '',
  'documents built per second',
  'CPU of the service, µs per document',
  'CPU of OpenSearch, µs per document',
  'memory of the service, MiB',
  'bytes of the index per document',
];

const sizeCells = async (
  { name, node, builtMs, cpuMs, serverMs, indexBytes }: Side,
  documents: number,
): Promise<string[]> => [
  name,
  formatNumber((documents * 1000) / builtMs),
  formatNumber((cpuMs * 1000) / documents),
  Number.isNaN(serverMs) ? '' : formatNumber((serverMs * 1000) / documents),
  formatNumber((await readMetric(node, 'vitrine_resident_memory_bytes')) / MEBIBYTE),
  formatNumber(indexBytes / documents),
];

const storedBytes = async ({ urls }: OpenSearchCluster): Promise<number> => {
  const response = await fetch(`${urls[0]}/_stats/store`);
  const { _all } = (await response.json()) as { _all: { primaries: { store: { size_in_bytes: number } } } };
  return _all.primaries.store.size_in_bytes;
};

const compareRows = async (
  rows: readonly Row[],
  sides: readonly Side[],
  maxMs: number,
  say: Say,
): Promise<void> => {
  const addresses = sides.map(({ node }) => node.address);
  const cells: string[][] = [];
  for (const { name, calls } of rows) {
    say(`  ${name} …`);
    const { sides: figures, asked, different } = await askSides(addresses, calls, maxMs);
    cells.push([
      different === 0 ? name : `${name} ✗ ${different} responses differ`,
      ...figures.map(({ p50Ms, p99Ms }) => `${formatNumber(p50Ms)} / ${formatNumber(p99Ms)}`),
      ...figures.slice(1).map(({ p50Ms }) => formatRatio(p50Ms, figures[0]?.p50Ms ?? Number.NaN)),
      String(asked),
    ]);
  }
  const names = sides.map(({ name }) => name);
  const ratios = sides.length > 1 ? ['p50'] : [];
  say(`\n${formatTable(['ms through HTTP, p50 / p99', ...names, ...ratios, 'requests'], cells)}\n`);
};

const measurePublishes = async (nodes: Nodes, cluster: OpenSearchCluster, say: Say): Promise<void> => {
  say('  publishing and searching …');
  const url = await nodes.createDatabase();
  const variables = serverVariables(cluster, 'publishes');
  const writer = await nodes.start(url, ['--demo'], undefined, variables);
  const reader = await nodes.start(url, ['--demo'], undefined, variables);
  const cellsOf = ({ p50Ms, p99Ms, maxMs }: Delays): string[] => [p50Ms, p99Ms, maxMs].map(formatNumber);
  // Not measured: the first ones wait for the catalog to be built.
  await measureDelays(writer, reader, false);
  const rows = [
    ['on the same node', ...cellsOf(await measureDelays(writer, writer, false))],
    ['on the same node, with Vitrine-Position', ...cellsOf(await measureDelays(writer, writer, true))],
    ['on another node', ...cellsOf(await measureDelays(writer, reader, false))],
    ['on another node, with Vitrine-Position', ...cellsOf(await measureDelays(writer, reader, true))],
  ];
  say(
    `\n${formatTable(['publish to searchable on OpenSearch and PostgreSQL, ms', 'p50', 'p99', 'max'], rows)}\n`,
  );
};
