// The long work in threads of their own: one task at a time in each, its result comes back as shared memory.
// What somebody waits for goes before what nobody does, and never waits for a free thread behind a long task. Tenants take turns.
// A thread that dies fails its task and is replaced at the next one. One that has grown over its work, or is one too many, is
// ended soon after it: its heap keeps the memory for good otherwise, and the work may not come again for days.

import { Worker } from 'node:worker_threads';
import { fromPlain, type PlainFailure } from '../../../domain/failures/plain-failure.ts';
import { FairQueue } from '../../../domain/limits/fair-queue.ts';
import type { StoredSegment } from '../catalog/segment-stack.ts';
import type { CatalogPlace } from '../catalog-place.ts';
import type { IndexWork } from './index-work.ts';

type TaskName = Exclude<keyof IndexWork, 'close'>;

export interface TaskMessage {
  readonly task: TaskName;
  readonly values: readonly unknown[];
}

/** `refusal`: what a caller may see; `failure`: what nobody foresaw. */
export type TaskResult = (
  | { readonly value: unknown }
  | { readonly refusal: PlainFailure }
  | { readonly failure: string }
) & {
  /** Memory that the thread holds and nobody else. */
  readonly heldBytes: number;
};

interface Task extends TaskMessage {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  task: Task | undefined;
  /** Ends it, should it stay without work. */
  timer: NodeJS.Timeout | undefined;
}

/** Tasks that are short, or short enough, and that a request waits for. */
const urgentTasks: ReadonlySet<TaskName> = new Set(['load', 'plan', 'buildItems', 'buildProducts']);

/** A build makes much that is soon thrown away: with more room for it, less of it is ever copied. */
const YOUNG_MIB_MAX = 128;
/** Takes less than a millisecond. */
const MOVED_BYTES_MAX = 4 * 1024 * 1024;
/** A thread that holds more than this when it is done, or is not the only one, … */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
/** … and has nothing else to do for so long is ended. */
const IDLE_MS = 5_000;

export interface ThreadLimits {
  readonly heldBytesMax?: number;
  readonly idleMs?: number;
}

/**
 * Threads run the module at `entry` with `workerData`; it answers each TaskMessage with a TaskResult. At most `threadsMax` do
 * long work; one more may be started for what is urgent.
 */
export const openThreadedWork = (
  entry: URL,
  workerData: unknown,
  threadsMax: number,
  { heldBytesMax = HELD_BYTES_MAX, idleMs = IDLE_MS }: ThreadLimits = {},
): IndexWork => {
  const threads: Thread[] = [];
  const leaving = new Set<Promise<unknown>>();
  const urgent = new FairQueue<Task>();
  const others = new FairQueue<Task>();
  let isClosed = false;

  const startThread = (): Thread => {
    const worker = new Worker(entry, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB_MAX },
    });
    const thread: Thread = { worker, task: undefined, timer: undefined };
    worker.unref();
    worker.on('message', (result: TaskResult) => {
      const { task } = thread;
      thread.task = undefined;
      worker.unref();
      handOut();
      if (thread.task === undefined) retireLater(thread, result.heldBytes > heldBytesMax);
      if (task !== undefined) settle(task, result);
    });
    const end = (error: Error): void => {
      const place = threads.indexOf(thread);
      if (place !== -1) threads.splice(place, 1);
      thread.task?.reject(error);
      thread.task = undefined;
      if (!isClosed) handOut();
    };
    worker.on('error', (error) => end(asError(error)));
    worker.on('exit', (code) => end(new Error(`an index thread ended with ${code}`)));
    threads.push(thread);
    return thread;
  };

  const retireLater = (thread: Thread, hasGrown: boolean): void => {
    thread.timer = setTimeout(() => {
      if (!hasGrown && threads.length === 1) return;
      threads.splice(threads.indexOf(thread), 1);
      endAside(thread, leaving);
      // The next one loads its modules while nobody waits for it yet.
      if (threads.length === 0) startThread();
    }, idleMs).unref();
  };

  const findThread = (isUrgent: boolean): Thread | undefined => {
    const idle = threads.find(({ task }) => task === undefined);
    const inLongWork = threads.filter(({ task }) => task !== undefined && !urgentTasks.has(task.task));
    if (!isUrgent && inLongWork.length >= threadsMax) return undefined;
    return idle ?? (threads.length < threadsMax + Number(isUrgent) ? startThread() : undefined);
  };

  const handOut = (): void => {
    for (const waiting of [urgent, others]) {
      while (!waiting.isEmpty) {
        const thread = findThread(waiting === urgent);
        if (thread === undefined) break;
        const task = waiting.take()?.item as Task;
        thread.task = task;
        clearTimeout(thread.timer);
        thread.worker.ref();
        thread.worker.postMessage({ task: task.task, values: task.values } satisfies TaskMessage);
      }
    }
  };

  const run = <T>(task: TaskName, ...values: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(closedError());
      const entry = { task, values, resolve: resolve as (value: unknown) => void, reject };
      (urgentTasks.has(task) ? urgent : others).add(ownerOf(values), entry);
      handOut();
    });

  // The first one loads its modules while nobody waits for it yet.
  startThread();

  return asWork(run, async () => {
    isClosed = true;
    for (const task of [...urgent.clear(), ...others.clear()]) task.reject(closedError());
    for (const thread of threads) endAside(thread, leaving);
    await Promise.all(leaving);
  });
};

/** The tenant whose index it is about; what says nothing of that has turns of its own. */
const ownerOf = ([place]: readonly unknown[]): string =>
  (place as Partial<CatalogPlace> | undefined)?.scope?.tenantId ?? '';

const settle = ({ resolve, reject }: Task, result: TaskResult): void => {
  if ('refusal' in result) reject(fromPlain(result.refusal));
  else if ('failure' in result) reject(new Error(result.failure));
  else resolve(result.value);
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const closedError = (): Error => new Error('the index is closed');

const endAside = ({ worker, timer }: Thread, leaving: Set<Promise<unknown>>): void => {
  clearTimeout(timer);
  const ended = worker.terminate().finally(() => leaving.delete(ended));
  leaving.add(ended);
};

const asWork = (
  run: <T>(task: TaskName, ...values: readonly unknown[]) => Promise<T>,
  close: () => Promise<void>,
): IndexWork => ({
  load: (...values) => run('load', ...values),
  plan: (...values) => run('plan', ...values),
  buildContent: async (...values) => (await run<StoredSegment[]>('buildContent', ...values)).map(takeOver),
  buildStretch: async (...values) => (await run<StoredSegment[]>('buildStretch', ...values)).map(takeOver),
  buildItems: async (...values) => takeOver(await run('buildItems', ...values)),
  buildProducts: async (...values) => takeOver(await run('buildProducts', ...values)),
  merge: async (...values) => takeOver(await run('merge', ...values)),
  save: (...values) => run('save', ...values),
  sweep: () => run('sweep'),
  close,
});

/**
 * Small memory that a thread has handed over lies among what it used itself, and keeps all of that from being given back when
 * the thread is gone. Large memory lies alone.
 */
const takeOver = ({ bytes, dead, live }: StoredSegment): StoredSegment => ({
  bytes: moved(bytes),
  dead,
  live: live && moved(live),
});

const moved = (bytes: Uint8Array): Uint8Array => {
  if (bytes.byteLength > MOVED_BYTES_MAX) return bytes;
  const own = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  own.set(bytes);
  return own;
};
