// The search streams again, while data is written: by another tenant, by the same one, and products only by the same one. The undisturbed and the
// disturbed service alternate.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as demo from '../../demo/build/ids.ts';
import type { RunningService } from '../../test/acceptance/service/running-service.ts';
import {
  articleLine,
  bundleOf,
  catalogIdOf,
  productLine,
  tenantIdOf,
  WORKSPACE_ID,
} from '../generate/catalog-bundle.ts';
import { readDemoLines } from '../generate/shop-words.ts';
import { createToken, importText } from '../loop/ask-catalog.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatRatio, formatShare } from '../table.ts';
import { busyCell, medianOf, nameOf, takeTurns } from './measured-row.ts';
import type { Load, Target } from './open-load.ts';
import { streamKinds } from './query-streams.ts';
import type { WriterOrder, WriterReport, Written } from './writer-process.ts';

export const COMMITS_PER_SECOND = 50;
const ROUNDS = 9;
/** As a share of the time for one row. Longer than against the bare server: each round needs enough commits. */
const ROUND_SHARE = 2 / 3;
/** Lets the work that commits cause finish before the next round. */
const REST_MS = 300;
const OTHER = 1;
const OTHER_SIZE = { products: 1_000, articles: 200 };
const THINGS = 50;

export const writerHeads = [
  '',
  'requests/s',
  'undisturbed',
  'throughput share',
  'CPU µs/request',
  'undisturbed',
  'p99 ms',
  'undisturbed',
  'p99 multiple',
  'commits/s',
  'commit p99 ms',
  'load process busy',
];

interface Writer {
  start(): void;
  stop(): Promise<WriterReport>;
}

const openWriter = (order: WriterOrder, children: ChildProcess[]): Writer => {
  const child = fork(join(import.meta.dirname, 'writer-process.ts'));
  children.push(child);
  return {
    start: () => child.send(order),
    stop: async () => {
      child.send('stop');
      const [report] = (await once(child, 'message')) as [WriterReport];
      return report;
    },
  };
};

/** An object of a bundle as a PUT request. */
const toWritten = (line: Readonly<Record<string, unknown>>): Written => {
  const { kind, catalog_id, ...body } = line;
  const isProduct = kind === 'product';
  const key = isProduct
    ? `products/${encodeURIComponent(String(body['id']))}`
    : `content-items/${encodeURIComponent(String(body['provider_id']))}/${body['locale']}`;
  return {
    path: `/manage/v1/catalogs/${catalog_id}/${key}`,
    body,
    changing: isProduct ? 'description' : 'body',
  };
};

const firstOf = (lines: readonly object[]): Written[] =>
  lines.slice(0, THINGS).map((line) => toWritten(line as Readonly<Record<string, unknown>>));

/** Alternates between content items and products. */
const inTurn = (items: readonly Written[], products: readonly Written[]): Written[] =>
  items.flatMap((item, place) => [item, ...products.slice(place, place + 1)]);

const otherThings = (): Written[] => {
  const ids = Array.from({ length: THINGS }, (_, id) => id);
  const parse = (line: string) => JSON.parse(line) as object;
  return inTurn(
    firstOf(ids.map((id) => parse(articleLine(OTHER, id)))),
    firstOf(ids.map((id) => parse(productLine(OTHER, id)))),
  );
};

const ownThings = (): { readonly all: Written[]; readonly products: Written[] } => {
  const lines = readDemoLines();
  const items = firstOf(lines.filter(({ kind, locale }) => kind === 'content_item' && locale === 'en-us'));
  const products = firstOf(lines.filter(({ kind }) => kind === 'product'));
  return { all: inTurn(items, products), products };
};

/** Opens the writers, and creates the other tenant. */
const openWriters = async (
  service: RunningService,
  children: ChildProcess[],
): Promise<Readonly<Record<string, Writer>>> => {
  const { dataDir, address } = service;
  await importText(dataDir, [...bundleOf(OTHER, OTHER_SIZE)].join(''));
  // Only indexes in memory follow its commits.
  const warm = `/discovery/search/content?catalog_id=${catalogIdOf(OTHER)}&q=any`;
  const place = { 'x-workspace-id': WORKSPACE_ID, 'x-environment-id': 'PRODUCTION-1' };
  await service.fetch(warm, { headers: { 'x-tenant-id': tenantIdOf(OTHER), ...place } });
  const open = async (tenant: string, workspace: string, things: readonly Written[]) => {
    const headers = {
      'x-tenant-id': tenant,
      'x-workspace-id': workspace,
      authorization: `Bearer ${await createToken(dataDir, tenant, workspace)}`,
    };
    return openWriter({ address, headers, things, perSecond: COMMITS_PER_SECOND }, children);
  };
  const openOwn = (things: readonly Written[]) => open(demo.tenantId, demo.workspaceId, things);
  const own = ownThings();
  return {
    'another tenant writes': await open(tenantIdOf(OTHER), WORKSPACE_ID, otherThings()),
    'the same tenant writes': await openOwn(own.all),
    'the same tenant writes products': await openOwn(own.products),
  };
};

export const measureBesideWriters = async (
  service: RunningService,
  load: Load,
  options: Options,
  children: ChildProcess[],
  say: (line: string) => void,
): Promise<string[][]> => {
  const writers = await openWriters(service, children);
  const target = { address: service.address, pid: service.child.pid };
  const rows: string[][] = [];
  for (const kind of streamKinds) {
    for (const [name, writer] of Object.entries(writers)) {
      say(`  loading: search-content, ${kind}; ${name} …`);
      const row = `search-content, ${kind}; ${name}`;
      rows.push(
        await besideWriter(row, { operation: 'search-content', kind }, target, writer, load, options),
      );
    }
  }
  return rows;
};

const besideWriter = async (
  name: string,
  stream: { readonly operation: 'search-content'; readonly kind: (typeof streamKinds)[number] },
  target: Target,
  writer: Writer,
  load: Load,
  options: Options,
): Promise<string[]> => {
  const writes: WriterReport[] = [];
  const one = async (forMs: number) => {
    writer.start();
    const measured = await load.run(target, forMs);
    writes.push(await writer.stop());
    await sleep(REST_MS);
    return measured;
  };
  const rounds = await takeTurns(
    load,
    { stream },
    { one, other: (forMs) => load.run(target, forMs) },
    { rounds: ROUNDS, roundMs: options.rowMaxMs * ROUND_SHARE, isFresh: true },
  );
  const failed = writes.reduce((total, report) => total + report.failed, 0);
  const over = (of: Parameters<typeof medianOf>[1]) => medianOf(rounds, of);
  const slowest = Math.max(...writes.map(({ p99Ms }) => p99Ms));
  const paces = writes.map(({ perSecond }) => perSecond);
  return [
    `${nameOf(name, { stream }, rounds, true)}${failed > 0 ? ` ✗ ${failed} writes failed` : ''}`,
    formatNumber(over((round) => round.one.perSecond)),
    formatNumber(over((round) => round.other.perSecond)),
    formatShare(over((round) => round.one.perSecond / round.other.perSecond)),
    formatNumber(over((round) => round.one.cpuMicros)),
    formatNumber(over((round) => round.other.cpuMicros)),
    formatNumber(over((round) => round.one.p99Ms)),
    formatNumber(over((round) => round.other.p99Ms)),
    formatRatio(
      over((round) => round.one.p99Ms / round.other.p99Ms),
      1,
    ),
    formatNumber(paces.reduce((total, pace) => total + pace, 0) / paces.length),
    formatNumber(slowest),
    busyCell(rounds),
  ];
};
