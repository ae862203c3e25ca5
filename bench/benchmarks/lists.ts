// Lists of the records of one model, and what it costs to create one with values that must be unique. Everything is in this
// process, below HTTP: the use cases over a store in a folder of its own.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../../src/domain/access/caller.ts';
import type { Meter } from '../../src/domain/limits/request-budget.ts';
import { openStore, type Store } from '../../src/open-store.ts';
import { buildCreateRecord } from '../../src/operations/records/create-record.ts';
import { buildListRecords } from '../../src/operations/records/list-records.ts';
import { unbudgeted } from '../../src/runtime/yield-to-event-loop.ts';
import {
  dayOf,
  MODEL,
  recordLines,
  SCOPE,
  sectionOf,
  textOf,
  UNIQUE_MODEL,
  worldLines,
} from '../lists/record-lines.ts';
import { percentile } from '../measure.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const SIZES = [10_000, 100_000];
const WRITTEN_AT_ONCE = 20_000;
const SAMPLES_MAX = 400;
const WARM_UP = 3;
const CREATED = 200;
const NOW = new Date('2026-06-01T00:00:00Z');

const meter: Meter = { run: (_, __, work) => work(unbudgeted()) };

const caller: Caller = {
  scope: SCOPE,
  environment: {
    id: SCOPE.environmentId,
    envType: 'PRODUCTION',
    defaultLocale: 'en-us',
    access: 'open',
  },
  token: undefined,
  isOperator: true,
  addressId: '',
  noteSearch: () => {},
  noteExpiry: () => {},
};

type List = ReturnType<typeof buildListRecords>;
type Query = Parameters<List>[1]['query'];

const rules = (operator: 'AND' | 'OR', ...given: readonly [string, string, string][]): string =>
  JSON.stringify([
    {
      group: {
        operator,
        rules: given.map(([field_name, action, value]) => ({ field_name, action, value })),
      },
    },
  ]);

/** Questions by name. `turn` makes each another one. */
const questions: Readonly<Record<string, (turn: number, size: number) => Query>> = {
  'first page': () => ({}),
  'deep page': (turn, size) => ({ skip: size - 20 * (1 + (turn % 50)) }),
  preview: () => ({ preview: true }),
  'by title': (turn) => ({ sort_by: 'title', skip: (turn % 10) * 20 }),
  'by title, descending, deep': (turn, size) => ({
    sort_by: 'title',
    sort_order: 'desc',
    skip: Math.floor(size / 2) + turn,
  }),
  'by price': (turn) => ({ sort_by: 'price', skip: (turn % 10) * 20 }),
  'by price, descending, deep': (turn, size) => ({
    sort_by: 'price',
    sort_order: 'desc',
    skip: Math.floor(size / 2) + turn,
  }),
  'by date': (turn, size) => ({ sort_by: 'day', sort_order: 'asc', skip: Math.floor(size / 3) + turn }),
  'by date, descending': (turn) => ({ sort_by: 'day', sort_order: 'desc', skip: (turn % 10) * 20 }),
  'equals, one record': (turn, size) => ({
    filter: rules('AND', ['code', 'equal_to', `code-${(turn * 7919) % size}`]),
  }),
  'equals, an eighth': (turn) => ({ filter: rules('AND', ['section', 'equal_to', sectionOf(turn)]) }),
  'range, half': (turn) => ({ filter: rules('AND', ['price', 'greater_than', String(500 + turn)]) }),
  'range of dates': (turn) => ({
    filter: rules(
      'AND',
      ['day', 'greater_than_or_equal_to', dayOf(turn)],
      ['day', 'less_than', dayOf(turn + 60)],
    ),
  }),
  'one of three': (turn) => ({
    filter: rules(
      'OR',
      ['section', 'equal_to', sectionOf(turn)],
      ['section', 'equal_to', sectionOf(turn + 3)],
      ['section', 'equal_to', sectionOf(turn + 5)],
    ),
  }),
  'contains, by title': (turn) => ({
    filter: rules('AND', ['title', 'contains', 'abcdefghijklmnop'.charAt(turn % 16)]),
    sort_by: 'title',
  }),
  'contains three characters': (turn) => ({
    filter: rules('AND', ['title', 'contains', textOf(turn * 31, MODEL).title.slice(2, 5)]),
    sort_by: 'title',
  }),
  'two filters': (turn) => ({
    filter: rules('AND', ['is_open', 'equal_to', 'true'], ['price', 'less_than', String(500 + turn)]),
  }),
  'two filters, by title, deep': (turn, size) => ({
    filter: rules('AND', ['is_open', 'equal_to', 'true'], ['section', 'not_equal_to', sectionOf(turn)]),
    sort_by: 'title',
    skip: Math.floor(size / 2) + turn,
  }),
  search: (turn) => ({ search: String(textOf(turn, MODEL).title.slice(0, 6)) }),
};

/** Asked once more after each of some writes: lists that were read before have to be read again. */
const AFTER_WRITES = ['first page', 'two filters, by title, deep', 'search'] as const;

export const runLists = async (
  { rowMaxMs, records }: Options,
  say: (line: string) => void,
): Promise<void> => {
  say('## lists: the records of one model, p50 / p99 / computing time, ms\n');
  const sizes = records === undefined ? SIZES : [records];
  const rows = new Map<string, string[]>();
  const note = (name: string, figures: string) => {
    rows.set(name, [...(rows.get(name) ?? [name]), figures]);
  };
  for (const size of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
    const store = await openStore({ dataDir: folder });
    try {
      const began = performance.now();
      await fill(store, size, say);
      note('making them: ms for one record', formatNumber((performance.now() - began) / (2 * size)));
      const list = buildListRecords({
        storeIn: (scope) => store.inScope(scope),
        recordsIn: store.recordsIn,
        meter,
      });
      for (const [name, question] of Object.entries(questions)) {
        say(`  ${size.toLocaleString('en')}: ${name} …`);
        note(name, await measureList(list, (turn) => question(turn, size), rowMaxMs));
      }
      for (const name of AFTER_WRITES) {
        const write = buildWrite(store, MODEL, 2 * size);
        const ask = (turn: number) => questions[name]?.(turn, size) ?? {};
        note(`${name}, after another write`, await measureList(list, ask, rowMaxMs, write));
      }
      for (const model of [MODEL, UNIQUE_MODEL]) {
        const name = model === MODEL ? 'creating one' : 'creating one with two unique fields';
        note(name, await measureCreation(store, model, size, rowMaxMs));
      }
    } finally {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  say(formatTable(['', ...sizes.map((size) => `${size.toLocaleString('en')} records`)], [...rows.values()]));
  say('');
};

/** Both models have as many records, so that creating one in the other is a fair comparison. */
const fill = async (store: Store, size: number, say: (line: string) => void): Promise<void> => {
  const put = (objects: ReturnType<typeof worldLines>) =>
    store.writeBundle(async (writer) => {
      for (const object of objects) await writer.put(SCOPE, object, 'as-is');
      return true;
    });
  await put(worldLines());
  for (const [index, model] of [MODEL, UNIQUE_MODEL].entries()) {
    say(`  making ${size.toLocaleString('en')} records of ${model} …`);
    for (let from = 0; from < size; from += WRITTEN_AT_ONCE) {
      await put(recordLines(index * 10 + 1, model, from, Math.min(size, from + WRITTEN_AT_ONCE)));
    }
  }
};

/** `before` is not measured. */
const measureList = async (
  list: List,
  question: (turn: number) => Query,
  maxMs: number,
  before: (turn: number) => Promise<unknown> = async () => {},
): Promise<string> => {
  const times: number[] = [];
  const spent = { user: 0, system: 0 };
  const ask = (turn: number) =>
    list(caller, {
      params: { modelInternalName: MODEL },
      query: question(turn),
      headers: {},
      body: undefined,
    });
  for (let turn = 0; turn < WARM_UP; turn += 1) await ask(turn);
  const start = performance.now();
  for (let turn = 0; turn < SAMPLES_MAX && performance.now() - start < maxMs; turn += 1) {
    await before(turn);
    const usage = process.cpuUsage();
    const began = performance.now();
    await ask(WARM_UP + turn);
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(usage);
    spent.user += user;
    spent.system += system;
  }
  return formatTimes(times, spent);
};

const buildWrite = (store: Store, model: string, first: number) => {
  const create = buildCreateRecord({
    storeIn: (scope) => store.inScope(scope),
    records: store,
    meter,
    now: () => NOW,
    newId: () => randomUUID(),
  });
  return (turn: number) => {
    const body = { localized: { 'en-us': textOf(first + turn, model) } };
    return create(caller, { params: { modelInternalName: model }, query: {}, headers: {}, body });
  };
};

const measureCreation = async (store: Store, model: string, size: number, maxMs: number): Promise<string> => {
  const write = buildWrite(store, model, size);
  const times: number[] = [];
  const usage = process.cpuUsage();
  const start = performance.now();
  for (let turn = 0; turn < CREATED && performance.now() - start < maxMs; turn += 1) {
    const before = performance.now();
    await write(turn);
    times.push(performance.now() - before);
  }
  return formatTimes(times, process.cpuUsage(usage));
};

/** The computing time is the mean: it depends less on what else the machine does. */
const formatTimes = (times: readonly number[], { user, system }: NodeJS.CpuUsage): string => {
  const sorted = Float64Array.from(times).sort();
  const cpuMs = (user + system) / 1_000 / times.length;
  return [percentile(sorted, 0.5), percentile(sorted, 0.99), cpuMs].map(formatNumber).join(' / ');
};
