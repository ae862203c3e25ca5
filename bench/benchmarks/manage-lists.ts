// Lists of the management interface over many products of one catalog: pages, filters, searches, and what writing one product
// costs. Store and use cases are in this process, without HTTP, so that nothing but the lists is on the clock.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { managedKinds } from '../../src/contract/manage/manage-resources.ts';
import type { Caller } from '../../src/domain/access/caller.ts';
import type { Meter } from '../../src/domain/limits/request-budget.ts';
import type { BulkStep, ResourceObject } from '../../src/domain/manage/managed-resource.ts';
import { objectReader } from '../../src/import/read-object.ts';
import { openStore, type Store } from '../../src/open-store.ts';
import { buildResourceUseCase } from '../../src/operations/manage/manage-resources.ts';
import { unbudgeted } from '../../src/runtime/yield-to-event-loop.ts';
import {
  catalogIdOf,
  ENVIRONMENT_ID,
  productLine,
  scopeLines,
  tenantIdOf,
  WORKSPACE_ID,
} from '../generate/catalog-bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';
import { percentile } from '../measure.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const TENANT = 1;
const SMALL = 10_000;
const BATCH = 500;
const SAMPLES_MAX = 300;
const SAMPLES_MIN = 3;
const WARM_UP_SHARE = 0.3;
const workspace = { tenantId: tenantIdOf(TENANT), workspaceId: WORKSPACE_ID };

type Query = Readonly<Record<string, unknown>>;
type Ask = (query: Query) => Promise<{ readonly total_count: number }>;

export const runManageLists = async (options: Options, say: (line: string) => void): Promise<void> => {
  const rows = new Map<string, string[]>();
  const sizes = [...new Set([SMALL, options.products])];
  say('## manage-lists: products of one catalog, 50 to a page; found: p50 / p99 ms (of it CPU)\n');
  for (const size of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
    const store = await openStore({ dataDir: folder });
    try {
      say(`  writing ${size.toLocaleString('en')} products …`);
      for (const [name, figures] of await measureSize(store, size, options.rowMaxMs, say)) {
        rows.set(name, [...(rows.get(name) ?? [name]), figures]);
      }
    } finally {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  say('');
  say(formatTable(['', ...sizes.map((size) => size.toLocaleString('en'))], [...rows.values()]));
  say('');
};

const measureSize = async (
  store: Store,
  size: number,
  maxMs: number,
  say: (line: string) => void,
): Promise<[string, string][]> => {
  const fillMs = await fill(store, size);
  const ask = buildAsk(store);
  const figures: [string, string][] = [];
  const note = (name: string, figure: string): void => {
    say(`  ${name}: ${figure}`);
    figures.push([name, figure]);
  };
  for (const [name, queries] of questionsOf(size)) note(name, await measureList(ask, queries, maxMs));
  note('write all, by 500: ms each', formatNumber(fillMs / size));
  for (const [name, write] of writesOf(store, size)) note(name, await measureWrite(write, maxMs));
  const brand = { brand: 'brand3', limit: 50 };
  const search = { search: vocabulary[400], limit: 50 };
  note('search, after another write', await measureAfterWrites(store, ask, search, maxMs));
  note('one brand, after another write', await measureAfterWrites(store, ask, brand, maxMs));
  return figures;
};

const fill = async (store: Store, size: number): Promise<number> => {
  const scope = scopeLines(TENANT)
    .slice(1)
    .map((line) => put(JSON.parse(line)));
  await store.writeBatch(workspace, scope);
  let spent = 0;
  for (let from = 0; from < size; from += BATCH) {
    // In an order that is not that of their keys, as shops send them.
    const numbers = Array.from({ length: BATCH }, (_, index) => ((from + index) * 7_919) % size);
    const steps = numbers.map((number) => productOf(number));
    const began = performance.now();
    await store.writeBatch(workspace, steps);
    spent += performance.now() - began;
  }
  return spent;
};

const put = (value: Record<string, unknown>): BulkStep => {
  const read = objectReader.readObject(value['kind'] as ResourceObject['kind'], value);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return { action: 'put', object: read.object };
};

const productOf = (number: number, edition = 0, changes: object = {}): BulkStep =>
  put({ ...JSON.parse(productLine(TENANT, number, edition)), ...changes });

const buildAsk = (store: Store): Ask => {
  const row = managedKinds.find(({ kind }) => kind === 'product');
  if (row === undefined) throw new Error('there is no kind product');
  const meter: Meter = { run: (_workspace, _allowance, work) => work(unbudgeted()) };
  const list = buildResourceUseCase.list(row, {
    resources: store,
    modelTexts: store,
    reader: objectReader,
    meter,
    now: () => new Date(),
  });
  const caller: Caller = {
    scope: { ...workspace, environmentId: ENVIRONMENT_ID },
    environment: undefined,
    token: undefined,
    isOperator: false,
    addressId: '',
    noteSearch: () => {},
    noteExpiry: () => {},
  };
  const params = { catalog_id: catalogIdOf(TENANT) };
  return (query) => list(caller, { params, query, headers: {}, body: {} }) as ReturnType<Ask>;
};

/** Words by how often they are drawn: every name has several of the first ones. */
const questionsOf = (size: number): [string, Query[]][] => {
  const numbers = Array.from({ length: 50 }, (_, index) => Math.floor((index * size) / 50));
  const words = (first: number) => Array.from({ length: 20 }, (_, index) => vocabulary[first + index]);
  const page = (queries: Query[]) => queries.map((query) => ({ limit: 50, ...query }));
  const asking = (name: string, values: readonly unknown[]) =>
    page(values.map((value) => ({ [name]: value })));
  const upTo = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of}${index}`);
  return [
    ['first page', page([{}])],
    ['any page', page(numbers.map((skip) => ({ skip })))],
    ['last page', page([{ skip: size - 50 }])],
    [
      'one SKU',
      asking(
        'sku',
        numbers.map((number) => `sku-${number}`),
      ),
    ],
    ['one brand', asking('brand', upTo(50, 'brand'))],
    ['one category', asking('category_id', upTo(50, 'category'))],
    ['in stock', asking('in_stock', [true, false])],
    ['in stock, deep', page([{ in_stock: true, skip: Math.floor(size * 0.8) }])],
    ['in stock, one brand', page(upTo(50, 'brand').map((brand) => ({ brand, in_stock: true })))],
    ['search: one letter', asking('search', [...'aeiou'])],
    ['search: common', asking('search', words(0))],
    ['search: common, deep', page(words(0).map((search) => ({ search, skip: Math.floor(size * 0.01) })))],
    ['search: mid', asking('search', words(400))],
    ['search: rare', asking('search', words(30_000))],
    [
      'search: absent',
      asking(
        'search',
        words(400).map((word) => `q${word}q`),
      ),
    ],
    ['search: mid, in stock', page(words(400).map((search) => ({ search, in_stock: true })))],
  ];
};

/** Until the time is up: p50 / p99 of the time that passed, and of what this thread computed. */
const measure = async (
  work: (turn: number) => Promise<void>,
  maxMs: number,
  before: (turn: number) => Promise<unknown> = async () => {},
): Promise<string> => {
  const passed: number[] = [];
  const computed: number[] = [];
  const began = performance.now();
  for (let turn = 0; turn < SAMPLES_MAX; turn += 1) {
    if (turn >= SAMPLES_MIN && performance.now() - began > maxMs) break;
    await before(turn);
    const cpu = process.threadCpuUsage();
    const start = performance.now();
    await work(turn);
    passed.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(cpu);
    computed.push((user + system) / 1000);
  }
  return `${percentiles(passed)} (${percentiles(computed)})`;
};

const percentiles = (times: readonly number[]): string => {
  const warm = times.length > 20 ? Math.floor(times.length * WARM_UP_SHARE) : 0;
  const sorted = Float64Array.from(times.slice(warm)).sort();
  return `${formatNumber(percentile(sorted, 0.5))} / ${formatNumber(percentile(sorted, 0.99))}`;
};

const measureList = async (ask: Ask, queries: readonly Query[], maxMs: number): Promise<string> => {
  const totals: number[] = [];
  const times = await measure(async (turn) => {
    const { total_count } = await ask(queries[turn % queries.length] ?? {});
    totals.push(total_count);
  }, maxMs);
  const found = Float64Array.from(totals).sort();
  return `${formatNumber(percentile(found, 0.5))}: ${times}`;
};

const writesOf = (store: Store, size: number): [string, (turn: number) => Promise<unknown>][] => {
  const write = (step: BulkStep) => store.writeBatch(workspace, [step]);
  const at = (turn: number) => (turn * 7_919) % size;
  const key = (number: number) => ({ catalog_id: catalogIdOf(TENANT), id: `new-${number}` });
  return [
    ['write one: another price', (turn) => write(productOf(at(turn), 0, { prices: { USD: turn + 0.5 } }))],
    ['write one: another name and brand', (turn) => write(productOf(at(turn), turn + 1))],
    ['write one: a new one', (turn) => write(productOf(at(turn), 0, { id: `new-${turn}` }))],
    ['delete one', (turn) => write({ action: 'delete', kind: 'product', key: key(turn) })],
  ];
};

const measureWrite = (write: (turn: number) => Promise<unknown>, maxMs: number): Promise<string> =>
  measure(async (turn) => {
    await write(turn);
  }, maxMs);

const measureAfterWrites = (store: Store, ask: Ask, query: Query, maxMs: number): Promise<string> =>
  measure(
    async () => {
      await ask(query);
    },
    maxMs,
    (turn) => store.writeBatch(workspace, [productOf(turn * 31, turn + 500)]),
  );
