// A process that hosts one engine and executes the benchmark's commands one at a time. Nothing else runs in it, so no
// engine pays for another's memory.

import type { Engine } from './engines/engine.ts';
import { type EngineName, openContentEngine, openProductEngine } from './engines/list.ts';
import { makeArticle } from './generate/articles.ts';
import { makeProduct } from './generate/products.ts';
import { type Latency, measureClass, percentile } from './measure.ts';
import type { QuestionClass } from './questions/content-questions.ts';

/** `discovery`: pages of products. */
export type Subject = 'content' | 'products' | 'discovery';

export interface BuildFigures {
  readonly buildMs: number;
  readonly memoryMb: number;
}

export interface ReplaceFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface SnapshotFigures {
  readonly saveMs: number;
  readonly loadMs: number;
  readonly sizeMb: number;
}

export type Order =
  | {
      readonly do: 'build';
      readonly subject: Subject;
      readonly engine: EngineName;
      readonly documents: number;
      readonly yardstick: string;
    }
  | {
      readonly do: 'ask';
      readonly questions: QuestionClass<unknown>;
      readonly maxMs: number;
      readonly isWarm: boolean;
    }
  | { readonly do: 'replace'; readonly maxMs: number }
  | { readonly do: 'snapshot' };

export type Report = BuildFigures | Latency | ReplaceFigures | SnapshotFigures | undefined;
export type Reply = { readonly report: Report } | { readonly error: string };

const BATCH = 1_000;
const REPLACE_MAX = 200;
const MEGABYTE = 1_048_576;

type AnyEngine = Engine<unknown, unknown>;

let engine: AnyEngine | undefined;
let make: (id: number) => unknown = makeArticle;
let documents = 0;
let subject: Subject = 'content';

const memoryBytes = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss();
};

const build = async (order: Extract<Order, { do: 'build' }>): Promise<BuildFigures> => {
  ({ documents, subject } = order);
  const open = subject === 'content' ? openContentEngine : openProductEngine;
  make = subject === 'content' ? makeArticle : makeProduct;
  const before = memoryBytes();
  engine = (await open(order.engine, order.yardstick)) as AnyEngine;
  let buildMs = 0;
  for (let from = 0; from < documents; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, documents - from) }, (_, index) => make(from + index));
    const start = performance.now();
    await engine.add(batch);
    buildMs += performance.now() - start;
  }
  const start = performance.now();
  await engine.finish();
  buildMs += performance.now() - start;
  return { buildMs, memoryMb: (memoryBytes() - before) / MEGABYTE };
};

const replace = async (built: AnyEngine, maxMs: number): Promise<ReplaceFigures | undefined> => {
  if (built.replace === undefined) return undefined;
  const times: number[] = [];
  const began = performance.now();
  for (let turn = 0; turn < REPLACE_MAX && performance.now() - began < maxMs; turn += 1) {
    const document = make((turn * 7_919) % documents);
    const start = performance.now();
    await built.replace(document);
    times.push(performance.now() - start);
    await built.settle();
  }
  const sorted = Float64Array.from(times).sort();
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
};

const snapshot = async (built: AnyEngine): Promise<SnapshotFigures | undefined> => {
  if (built.snapshot === undefined) return undefined;
  const start = performance.now();
  const saved = await built.snapshot.save();
  const between = performance.now();
  await built.snapshot.load(saved);
  const end = performance.now();
  return { saveMs: between - start, loadMs: end - between, sizeMb: saved.length / MEGABYTE };
};

const obey = (order: Order): Promise<Report> | Report => {
  if (order.do === 'build') return build(order);
  if (engine === undefined) throw new Error('nothing is built yet');
  switch (order.do) {
    case 'ask':
      return measureClass(engine, order.questions, {
        maxMs: order.maxMs,
        wantsHits: subject === 'content',
        isWarm: order.isWarm,
      });
    case 'replace':
      return replace(engine, order.maxMs);
    case 'snapshot':
      return snapshot(engine);
  }
};

const reply = (message: Reply): void => {
  process.send?.(message);
};

process.on('message', (order: Order) => {
  Promise.resolve()
    .then(() => obey(order))
    .then(
      (report) => reply({ report }),
      (error: unknown) =>
        reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
});
