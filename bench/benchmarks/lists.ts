// Lists of the records of one model, and what it costs to create one with values that must be unique. Everything is in this
// process, below HTTP: the use cases over a store in a folder of its own.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/open-store.ts';
import { buildListRecords } from '../../src/operations/records/list-records.ts';
import { startPostgres } from '../../test/fixtures/postgres-server.ts';
import { Collections, type Sample } from '../lists/collections.ts';
import { afterWrites, type List, type Query, questions } from '../lists/questions.ts';
import { MODEL, recordLines, SCOPE, UNIQUE_MODEL, worldLines } from '../lists/record-lines.ts';
import { buildCreate, buildWrites, caller, meter } from '../lists/writes.ts';
import { percentile } from '../measure.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const SIZES = [10_000, 100_000];
const WRITTEN_AT_ONCE = 20_000;
const SAMPLES_MAX = 400;
const WARM_UP = 3;
const CREATED = 200;

type Say = (line: string) => void;
type Note = (name: string, figures: string) => void;

export const runLists = async ({ rowMaxMs, records, isOnPostgres }: Options, say: Say): Promise<void> => {
  const place = isOnPostgres ? ', on PostgreSQL' : '';
  say(`## lists: the records of one model${place}, p50 / p99 / computing time p50 / p99, ms\n`);
  const sizes = records === undefined ? SIZES : [records];
  const rows = new Map<string, string[]>();
  const note: Note = (name, figures) => {
    rows.set(name, [...(rows.get(name) ?? [name]), figures]);
  };
  for (const size of sizes) {
    const stores = await openStores(isOnPostgres);
    try {
      await measureSize(stores, size, rowMaxMs, say, note);
    } finally {
      await stores.close();
    }
  }
  say(formatTable(['', ...sizes.map((size) => `${size.toLocaleString('en')} records`)], [...rows.values()]));
  say('');
};

/** Two nodes on the same data. */
interface Stores {
  readonly store: Store;
  readonly other: Store;
  close(): Promise<void>;
}

const openStores = async (isOnPostgres: boolean): Promise<Stores> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const server = isOnPostgres ? await startPostgres({ isDurable: true }) : undefined;
  const storeUrl = await server?.createDatabase();
  const store = await openStore({ dataDir, storeUrl });
  const other = await openStore({ dataDir, storeUrl });
  return {
    store,
    other,
    close: async () => {
      await other.close();
      await store.close();
      await server?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const measureSize = async (
  { store, other }: Stores,
  size: number,
  rowMaxMs: number,
  say: Say,
  note: Note,
): Promise<void> => {
  const began = performance.now();
  await fill(store, size, say);
  note('making them: ms for one record', formatNumber((performance.now() - began) / (2 * size)));
  const { recordsIn } = store;
  const list = buildListRecords({ storeIn: (scope) => store.inScope(scope), recordsIn, meter });
  const collections = new Collections();
  const measure = async (name: string, ask: (turn: number) => Query, before?: () => Promise<unknown>) => {
    say(`  ${size.toLocaleString('en')}: ${name} …`);
    const samples = await measureList(list, ask, rowMaxMs, before);
    say(`    ${await collections.describeSlowest(samples.all)}`);
    note(name, samples.format());
  };
  for (const [name, question] of Object.entries(questions)) {
    await measure(name, (turn) => question(turn, size));
  }
  const nodes = {
    write: buildWrites(store, 2 * size),
    'write of another node': buildWrites(other, 3 * size),
  };
  for (const [what, write] of Object.entries(nodes)) {
    for (const name of afterWrites) {
      const ask = (turn: number) => questions[name]?.(turn, size) ?? {};
      await measure(`${name}, right after a ${what}`, ask, write);
    }
  }
  collections.close();
  for (const model of [MODEL, UNIQUE_MODEL]) {
    const name = model === MODEL ? 'creating one' : 'creating one with two unique fields';
    note(name, await measureCreation(store, model, size, rowMaxMs));
  }
};

/** Both models have as many records, so that creating one in the other is a fair comparison. */
const fill = async (store: Store, size: number, say: Say): Promise<void> => {
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
  before: () => Promise<unknown> = async () => {},
): Promise<Samples> => {
  const samples = new Samples();
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
    await before();
    await samples.take(() => ask(WARM_UP + turn));
  }
  return samples;
};

const measureCreation = async (store: Store, model: string, size: number, maxMs: number): Promise<string> => {
  const write = buildCreate(store, model, size);
  const samples = new Samples();
  const start = performance.now();
  for (let turn = 0; turn < CREATED && performance.now() - start < maxMs; turn += 1) {
    await samples.take(() => write(turn));
  }
  return samples.format();
};

/** How long calls took, and how long the process computed meanwhile, which depends less on what else the machine does. */
class Samples {
  readonly all: Sample[] = [];
  readonly #computed: number[] = [];

  async take(call: () => Promise<unknown>): Promise<void> {
    const usage = process.cpuUsage();
    const began = performance.now();
    await call();
    this.all.push({ began, ended: performance.now() });
    const { user, system } = process.cpuUsage(usage);
    this.#computed.push((user + system) / 1_000);
  }

  format(): string {
    return [this.all.map(({ began, ended }) => ended - began), this.#computed]
      .map((each) => Float64Array.from(each).sort())
      .flatMap((sorted) => [percentile(sorted, 0.5), percentile(sorted, 0.99)])
      .map(formatNumber)
      .join(' / ');
  }
}
