// The stores side by side: every operation on SQLite and on PostgreSQL, growth with nodes, how soon a publish shows on
// another node, and the figures for sizing. All processes share the cores of the machine.

import type { ChildProcess } from 'node:child_process';
import { buildCalls, type MeasuredOperation } from '../http/demo-calls.ts';
import { type Load, type Measured, openLoad } from '../http/open-load.ts';
import type { Options } from '../options.ts';
import { type Delays, measureDelays, measureLag } from '../store/delays.ts';
import { type Node, type Nodes, openNodes } from '../store/nodes.ts';
import { measureSizes } from '../store/sizes.ts';
import { closeConnections, type WriteRow, writeFor, writeRows } from '../store/write-load.ts';
import { formatNumber, formatRatio, formatTable } from '../table.ts';

const WARM_UP_SHARE = 1 / 4;
const NODES = 3;
/** As a share of the articles that other benchmarks have. */
const SIZED_SHARE = 1 / 4;

type Say = (line: string) => void;

export const runStore = async (options: Options, say: Say): Promise<void> => {
  const nodes = openNodes();
  const children: ChildProcess[] = [];
  try {
    say('## store: SQLite and PostgreSQL side by side, the demo shop\n');
    say('  starting the services …');
    const url = await nodes.createDatabase();
    const [sqlite, first] = [await nodes.start(), await nodes.start(url)];
    await measureOperations([sqlite, first], options.rowMaxMs, children, say);
    const others: Node[] = [];
    while (others.length < NODES - 1) others.push(await nodes.start(url));
    await measureNodes([first, ...others], options.rowMaxMs, children, say);
    await measureFeed(first, others[0] as Node, options.rowMaxMs, say);
    for (const service of [sqlite, first, ...others]) await service.stop();
    await measureCatalogs(nodes, options, say);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    closeConnections();
    await nodes.close();
  }
};

const pair = ({ p50Ms, p99Ms }: { readonly p50Ms: number; readonly p99Ms: number }): string =>
  `${formatNumber(p50Ms)} / ${formatNumber(p99Ms)}`;

const measureOperations = async (
  sides: readonly [Node, Node],
  forMs: number,
  children: ChildProcess[],
  say: Say,
): Promise<void> => {
  const load = openLoad(children);
  const rows: string[][] = [];
  for (const name of Object.keys(buildCalls('')) as MeasuredOperation[]) {
    say(`  ${name} …`);
    const [one, other] = [
      await readFor(load, name, sides[0], forMs),
      await readFor(load, name, sides[1], forMs),
    ];
    const failed = one.failed + other.failed;
    rows.push([
      `${name}${failed > 0 ? ` ✗ ${failed} responses were no success` : ''}`,
      formatNumber(one.perSecond),
      pair(one),
      perCore(one),
      formatNumber(other.perSecond),
      pair(other),
      perCore(other),
      formatRatio(other.perSecond, one.perSecond),
    ]);
  }
  for (const row of writeRows('operations')) {
    say(`  ${row.name} …`);
    const [one, other] = [await write(sides[0], row, forMs), await write(sides[1], row, forMs)];
    rows.push([
      row.name,
      formatNumber(one.perSecond * row.lines),
      pair(one),
      '',
      formatNumber(other.perSecond * row.lines),
      pair(other),
      '',
      formatRatio(other.perSecond, one.perSecond),
    ]);
  }
  const heads = ['requests/s', 'ms (p50 / p99)', 'requests/s of a core'];
  const named = ['SQLite', 'PostgreSQL'].flatMap((side) => heads.map((head) => `${side}: ${head}`));
  say(`\n${formatTable(['', ...named, 'ratio'], rows)}\n`);
};

const readFor = async (
  load: Load,
  name: MeasuredOperation,
  service: Node,
  forMs: number,
): Promise<Measured> => {
  await load.take({ calls: buildCalls(service.token)[name] });
  const target = { address: service.address, pid: service.child.pid };
  await load.run(target, forMs * WARM_UP_SHARE, true);
  return load.run(target, forMs, true);
};

const perCore = ({ cpuMicros }: Measured): string => formatNumber(1_000_000 / cpuMicros);

const write = (service: Node, { next, connections }: WriteRow, forMs: number) =>
  writeFor([service], next, forMs, connections);

/** Each node has a load process of its own for reads; writes go to all nodes in turn. */
const measureNodes = async (
  all: readonly Node[],
  forMs: number,
  children: ChildProcess[],
  say: Say,
): Promise<void> => {
  const loads = all.map(() => openLoad(children));
  const rows: string[][] = [];
  const add = (name: string, cells: readonly { perSecond: number; p99Ms: number }[]): void => {
    const base = cells[0]?.perSecond ?? Number.NaN;
    rows.push([
      name,
      ...cells.map(
        ({ perSecond, p99Ms }, index) =>
          `${formatNumber(perSecond)} (${index === 0 ? '' : `${formatRatio(perSecond, base)}, `}p99 ${formatNumber(p99Ms)} ms)`,
      ),
    ]);
  };
  for (const name of ['search-content', 'count-products'] as const) {
    const cells: { perSecond: number; p99Ms: number }[] = [];
    for (let count = 1; count <= all.length; count += 1) {
      say(`  ${name}, nodes: ${count} …`);
      const used = loads.slice(0, count);
      const reports = await Promise.all(
        used.map((load, index) => readFor(load, name, all[index] as Node, forMs)),
      );
      cells.push({
        perSecond: reports.reduce((total, { perSecond }) => total + perSecond, 0),
        p99Ms: Math.max(...reports.map(({ p99Ms }) => p99Ms)),
      });
    }
    add(name, cells);
  }
  const cells: { perSecond: number; p99Ms: number }[] = [];
  for (let count = 1; count <= all.length; count += 1) {
    const [row] = writeRows(`nodes-${count}`) as [WriteRow];
    say(`  ${row.name}, nodes: ${count} …`);
    cells.push(await writeFor(all.slice(0, count), row.next, forMs));
  }
  add('create a product', cells);
  const heads = ['requests/s', ...all.map((_, index) => (index === 0 ? '1 node' : `${index + 1} nodes`))];
  say(`\n${formatTable(heads, rows)}\n`);
};

const measureFeed = async (writer: Node, reader: Node, forMs: number, say: Say): Promise<void> => {
  say('  publishing on one node, searching on another …');
  const cellsOf = ({ p50Ms, p99Ms, maxMs }: Delays): string[] => [p50Ms, p99Ms, maxMs].map(formatNumber);
  const rows = [
    ['on another node', ...cellsOf(await measureDelays(writer, reader, false))],
    ['on another node, with Vitrine-Position', ...cellsOf(await measureDelays(writer, reader, true))],
    ['on the same node', ...cellsOf(await measureDelays(writer, writer, false))],
  ];
  say(`\n${formatTable(['publish to searchable, ms', 'p50', 'p99', 'max'], rows)}\n`);
  say('  lag of the index on another node …');
  const lags: string[][] = [];
  for (const row of writeRows('lag').filter(({ name }) => /create a product|bulk/.test(name))) {
    const { median, max, perSecond } = await measureLag(writer, reader, row, forMs);
    lags.push([row.name, formatNumber(perSecond * row.lines), formatNumber(median), formatNumber(max)]);
  }
  say(`\n${formatTable(['lag on another node', 'lines/s', 'changes, median', 'changes, max'], lags)}\n`);
};

const measureCatalogs = async (nodes: Nodes, { articles }: Options, say: Say): Promise<void> => {
  const documents = {
    products: Math.ceil(articles * SIZED_SHARE * 4),
    articles: Math.ceil(articles * SIZED_SHARE),
  };
  const rows: string[][] = [];
  for (const side of ['SQLite', 'PostgreSQL']) {
    say(`  a catalog on ${side} …`);
    const url = side === 'SQLite' ? undefined : await nodes.createDatabase();
    const sizes = await measureSizes(nodes, url, documents);
    rows.push([
      side,
      formatNumber(sizes.importedPerSecond),
      formatNumber(sizes.documentsPerGib),
      formatNumber(sizes.builtMs / 1000),
      formatNumber(sizes.loadedMs / 1000),
    ]);
  }
  const heads = [
    `${documents.products.toLocaleString('en')} products and ${documents.articles.toLocaleString('en')} articles`,
    'lines/s imported',
    'documents per GiB of index',
    'start without a saved index, s',
    'with a saved index, s',
  ];
  say(`\n${formatTable(heads, rows)}\n`);
};
